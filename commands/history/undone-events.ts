import type pg from 'pg';
import { undoRules } from '../../domain/company-file.ts';
import { documentEvents } from '../../domain/documents/document-events.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { historyEvents } from '../../domain/history/history-events.ts';
import { getUndoRule, type UndoChanges } from '../../domain/history/index.ts';
import { entryEvents } from '../../domain/ledger/entry-events.ts';
import { letteringEvents } from '../../domain/lettering/lettering-events.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { listOperationEvents } from '../../projections/history/revisions.ts';
import { readEventsAt, toDomainEvent } from './read-events.ts';

interface Readers {
  readonly pool: pg.Pool;
  readonly log: EventLog;
}

export interface SingleChange {
  readonly event: DomainEvent;
  readonly operationId: string;
  readonly resource: string;
  readonly id: number;
}

/** The events to undo, and the record if only its change is undone. */
export type UndoneEvents = Pick<UndoChanges, 'events' | 'only'>;

/** Events that follow from others in the same operation. */
const FOLLOWING: ReadonlySet<string> = new Set(
  [entryEvents, letteringEvents, documentEvents, historyEvents].flatMap((events) => Object.keys(events)),
);

/** Larger operations are undone by their id. */
const MOST_EVENTS = 200;

/** Some changes are undone with their whole operation, as long as it is about nothing else. */
export async function resolveSingleChange(
  { pool, log }: Readers,
  companyId: number,
  { event, operationId, resource, id }: SingleChange,
): Promise<UndoneEvents> {
  const single = { events: [event], only: { resource, id } };
  const rule = getUndoRule(undoRules, event);
  if ('never' in rule || !rule.isWhole?.(event.data as never)) return single;
  const rows = await listOperationEvents(pool, companyId, operationId);
  const others = rows.filter(({ type }) => !FOLLOWING.has(type));
  if (others.length !== 1 || rows.length > MOST_EVENTS) return single;
  const revisions = rows.map(({ revision }) => revision);
  const events = await readEventsAt(log, `company-${companyId}`, revisions);
  return { events: events.map(toDomainEvent), only: null };
}
