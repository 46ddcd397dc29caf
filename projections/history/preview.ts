import type pg from 'pg';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { collectBatch } from '../engine/batch.ts';
import { projectEvent } from '../engine/events.ts';
import { loadRows } from '../engine/load-rows.ts';
import { LIVE } from '../engine/schema.ts';
import type { changes } from '../engine/tables.ts';
import type { RowOf } from '../support/table.ts';

export type PreviewedChange = RowOf<typeof changes>;

/** Changes that events would make, computed by the projectors without writing. `position` is the index among the events. */
export async function previewChanges(
  pool: pg.Pool,
  events: readonly RecordedEvent[],
): Promise<readonly PreviewedChange[]> {
  const { batch, beginEvent, gathered } = collectBatch(
    await loadRows(pool, LIVE, events),
    new Map<number, number>(),
    false,
  );
  for (const event of events) {
    beginEvent(event);
    projectEvent(event, batch);
  }
  return gathered.changes;
}
