import type pg from 'pg';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { getRecordedAt } from '../support/provenance.ts';
import { collectBatch, type GatheredAnnouncement } from './batch.ts';
import { projectEvent } from './events.ts';
import { createPastPool } from './known-at.ts';
import { loadRows } from './load-rows.ts';
import { LIVE } from './schema.ts';

/**
 * What past events of a company file announced, computed again from the log: its events are projected in memory, on the
 * rows as they were before, and nothing is written.
 */

/** Events of a company file: revisions of its stream. */
export interface FileSpan {
  readonly companyId: number;
  readonly first: number;
  readonly count: number;
}

const BATCH = 250;
const NO_HEADS = new Map<number, number>();

export async function* replayAnnouncements(
  pool: pg.Pool,
  log: EventLog,
  { companyId, first, count }: FileSpan,
): AsyncGenerator<readonly GatheredAnnouncement[]> {
  let batch: RecordedEvent[] = [];
  for await (const event of log.readStream(`company-${companyId}`, { from: first, limit: count })) {
    // Events of one moment stay together, because the rows of an earlier moment are known, not those in between.
    if (batch.length >= BATCH && getRecordedAt(event) !== getRecordedAt(batch.at(-1)!)) {
      yield await announceAgain(pool, companyId, batch);
      batch = [];
    }
    batch.push(event);
  }
  if (batch.length > 0) yield await announceAgain(pool, companyId, batch);
}

async function announceAgain(
  pool: pg.Pool,
  companyId: number,
  events: readonly RecordedEvent[],
): Promise<readonly GatheredAnnouncement[]> {
  const past = createPastPool(pool, companyId, subtractMicrosecond(getRecordedAt(events[0]!)));
  const { batch, beginEvent, gathered } = collectBatch(await loadRows(past, LIVE, events), NO_HEADS, true);
  for (const event of events) {
    beginEvent(event);
    try {
      projectEvent(event, batch);
    } catch {
      // Its record was purged since, and with it what there was to announce.
    }
  }
  return gathered.announcements;
}

const MICROSECONDS = 1_000_000n;

/** Of a timestamp such as `2026-01-05T10:00:00.000000Z`. */
function subtractMicrosecond(timestamp: string): string {
  const fraction = /\.(\d+)Z$/.exec(timestamp)?.[1] ?? '0';
  const seconds = BigInt(Math.floor(Date.parse(timestamp) / 1000));
  const before = seconds * MICROSECONDS + BigInt(fraction.padEnd(6, '0').slice(0, 6)) - 1n;
  const whole = new Date(Number(before / MICROSECONDS) * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(before % MICROSECONDS).padStart(6, '0')}Z`;
}
