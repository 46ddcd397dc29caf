import type pg from 'pg';
import { undoRules } from '../../domain/company-file.ts';
import type { DomainEvent } from '../../domain/event.ts';
import {
  buildRecordKey,
  NO_EARLIER_EVENTS,
  type EarlierEvents,
  type EarlierNeed,
} from '../../domain/history/earlier.ts';
import { getUndoRule } from '../../domain/history/index.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { listRecordEvents } from '../../projections/history/record-events.ts';
import { readEventsAt, toDomainEvent } from './read-events.ts';

/** Reads the events that the undo of these events would repeat. */
export async function readEarlierEvents(
  { pool, log }: { readonly pool: pg.Pool; readonly log: EventLog },
  companyId: number,
  events: readonly DomainEvent[],
): Promise<EarlierEvents> {
  const needs = events.flatMap((event): readonly EarlierNeed[] => {
    const rule = getUndoRule(undoRules, event);
    return 'never' in rule || !rule.listEarlier ? [] : rule.listEarlier(event.data as never);
  });
  if (needs.length === 0) return NO_EARLIER_EVENTS;
  const rows = await listRecordEvents(pool, companyId, needs);
  const stored = await readEventsAt(
    log,
    `company-${companyId}`,
    rows.map(({ revision }) => revision),
  );
  const byRevision = new Map(stored.map((event) => [event.revision, toDomainEvent(event)]));
  const found = new Map<string, DomainEvent[]>();
  for (const { resource, record_id, revision } of rows) {
    const key = buildRecordKey(resource, record_id);
    found.set(key, [...(found.get(key) ?? []), byRevision.get(revision)!]);
  }
  return found;
}
