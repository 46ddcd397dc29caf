import { undoRules } from '../../domain/company-file.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { buildRecordKey, type EarlierEvents } from '../../domain/history/earlier.ts';
import { getUndoRule } from '../../domain/history/index.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';

/** What commands read from the log to do again what these events took back, from all events instead. */
export function earlierOf(all: readonly DomainEvent[], undone: readonly DomainEvent[]): EarlierEvents {
  const needs = undone.flatMap((event) => {
    const rule = getUndoRule(undoRules, event);
    return 'never' in rule || !rule.listEarlier ? [] : rule.listEarlier(event.data as never);
  });
  const types = new Set(needs.flatMap((need) => need.types));
  return new Map(
    needs.map(({ resource, id }) => [
      buildRecordKey(resource, id),
      all.filter(({ type, data }) => types.has(type) && concerns(data, id)),
    ]),
  );
}

/** The event is about the record, or one of its members is. */
const concerns = (data: JsonRecord, id: number): boolean =>
  data['id'] === id ||
  Object.values(data).some(
    (members) => Array.isArray(members) && (members as readonly Json[]).some((one) => isRecordOf(one, id)),
  );

const isRecordOf = (value: Json, id: number): boolean =>
  typeof value === 'object' && value !== null && (value as JsonRecord)['id'] === id;
