import { Readable } from 'node:stream';
import { z } from 'zod';
import { createClearReader, type ClearReader } from '../../commands/history/clear-data.ts';
import { extractLinks } from '../../commands/support/verify-chain.ts';
import type { EventLog, StoredEvent } from '../../eventlog/port.ts';
import { integer, positionOrMoment } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { hasMinimumRole } from '../http/routing/access-steps.ts';
import { route } from '../http/routing/route.ts';
import { yieldToPromptWork } from '../../support/yielding.ts';
import { limitConcurrency } from '../../support/semaphore.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

/** Characters written together; up to three times as many wait for a slow reader. */
const WRITTEN_AT_ONCE = 64 * 1024;
/** Limits how many pages are built at a time, whatever the number of concurrent readers. */
const takingTurns = limitConcurrency(2);

export const eventsRoute = route({
  area: 'history',
  method: 'get',
  path: '/v1/companies/{company}/events',
  summary:
    'Export the event log of the company file for auditors: every event as recorded, one JSON object per line, oldest first',
  showsNow: 'the log has its own `until` parameter',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object({
    after: integer({ min: 0 }).optional().meta({
      description: 'Only events after this position: use that of the last line to resume an interrupted download.',
    }),
    until: positionOrMoment().optional().meta({
      description:
        'Only events up to this point, inclusive: a position, a timestamp, or a date (its end in the time zone of the books).',
    }),
  }),
  replies: {
    200: z.string().meta({
      description:
        'Lines of `{id, stream, revision, position, type, version, data, metadata, recorded_at, previous_hash, hash}`. docs/audit.md explains how to recompute the hashes. Personal fields are encrypted in `data`; managers also get `clear`, the data in clear, which no hash covers.',
    }),
  },
  fileTypes: [NDJSON_TYPE],
  async handle({ query, services: { log, vault }, company }) {
    const stream = `company-${company.id}`;
    const last = await readLastRevision(log, stream);
    const from = query.after === undefined ? 0 : await findFirstAfter(log, stream, query.after, last);
    // Those who may export the personal data of a third party.
    const readClear = hasMinimumRole(company.role, 'manager') ? createClearReader(vault) : null;
    const stretch = { from, last, until: query.until ?? Infinity };
    return ok(undefined, {
      raw: Readable.from(writeEventLines(log, stream, stretch, { readClear }), {
        objectMode: false,
        highWaterMark: 1,
      }),
      headers: {
        'Content-Type': NDJSON_TYPE,
        'Content-Disposition': `attachment; filename="events-${company.publicToken}.ndjson"`,
      },
    });
  },
});

type Log = Pick<EventLog, 'readStream' | 'readStored'>;

async function readLastRevision(log: Log, stream: string): Promise<number> {
  for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 })) return revision;
  return -1;
}

/** Positions grow with revisions: binary search finds the first event after one, on either engine and without a table. */
async function findFirstAfter(log: Log, stream: string, position: number, last: number): Promise<number> {
  let [low, high] = [0, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await readPositionAt(log, stream, middle)) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function readPositionAt(log: Log, stream: string, from: number): Promise<number> {
  for await (const { position } of log.readStream(stream, { from, limit: 1 })) return position;
  return Infinity;
}

interface Stretch {
  readonly from: number;
  readonly last: number;
  readonly until: number | string;
}

interface LineOptions {
  /** Null for callers who get no personal data in clear. */
  readonly readClear: ClearReader | null;
  readonly onEvent?: (event: StoredEvent) => void;
}

/** Events recorded meanwhile come with the next export, so that reading a busy file ends. */
export async function* writeEventLines(
  log: Log,
  stream: string,
  { from, last, until }: Stretch,
  { readClear, onEvent = () => undefined }: LineOptions,
): AsyncGenerator<string> {
  if (from > last) return;
  const pages = log.readStored(stream, from)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const page = await takingTurns(() => pages.next());
      await yieldToPromptWork();
      if (page.done === true) return;
      const clear = (await readClear?.(page.value)) ?? NOTHING_SEALED;
      let text = '';
      for (const event of page.value) {
        const { line, recordedAt } = buildEventLine(event, clear.get(event.revision));
        const isBehind = typeof until === 'number' ? event.position > until : recordedAt !== null && recordedAt > until;
        if (isBehind || event.revision > last) {
          if (text !== '') yield text;
          return;
        }
        text += line;
        onEvent(event);
        if (text.length < WRITTEN_AT_ONCE) continue;
        yield text;
        text = '';
      }
      if (text !== '') yield text;
    }
  } finally {
    await pages.return?.();
  }
}

const NOTHING_SEALED: ReadonlyMap<number, string> = new Map();
const RECORDED_AT = /[{,]"recorded_at":"([^"\\]*)"/;

/** Event data is passed on unchanged, so that readers can verify the hashes. */
function buildEventLine(
  { id, stream, revision, position, type, version, data, metadata }: StoredEvent,
  clear: string | undefined,
) {
  const { hash, prevHash } = extractLinks(metadata);
  const recordedAt = RECORDED_AT.exec(metadata)?.[1] ?? null;
  const line = `{"id":"${id}","stream":"${stream}","revision":${revision},"position":${position},"type":${JSON.stringify(type)},"version":${version},"data":${toSingleLine(data)},"metadata":${toSingleLine(metadata)},"recorded_at":${JSON.stringify(recordedAt)},"previous_hash":${JSON.stringify(prevHash)},"hash":${JSON.stringify(hash)}${clear === undefined ? '' : `,"clear":${clear}`}}\n`;
  return { line, recordedAt };
}

/** Stored JSON has no line breaks; one can only come from tampering in the database. */
const toSingleLine = (json: string): string => (/[\n\r]/.test(json) ? JSON.stringify(JSON.parse(json)) : json);
