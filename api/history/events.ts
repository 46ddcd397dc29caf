import { Readable } from 'node:stream';
import { z } from 'zod';
import { linksIn } from '../../commands/support/verify-chain.ts';
import type { EventLog, StoredEvent } from '../../eventlog/port.ts';
import { integer, positionOrMoment } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { turns } from '../http/limits/semaphore.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

/** Characters that are written together: up to three times as many wait for a reader that does not read. */
const WRITTEN_AT_ONCE = 64 * 1024;
/** However many read whole logs at once, few pages are put together at a time. */
const takingTurns = turns(2);

export const eventsRoute = route({
  area: 'history',
  method: 'get',
  path: '/v1/companies/{company}/events',
  summary:
    'The log of the company file for auditors: every event as it was recorded, one JSON object a line, oldest first',
  showsNow: 'the log has `until`',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object({
    after: integer({ min: 0 }).optional().meta({
      description: 'Only what comes behind this position: that of the last line, when a reading was cut short.',
    }),
    until: positionOrMoment().optional().meta({
      description:
        'Only what comes up to here, inclusive: a position, a timestamp, or a day, which means its end where the books are kept.',
    }),
  }),
  replies: {
    200: z.string().meta({
      description:
        'Lines of `{id, stream, revision, position, type, version, data, metadata, recorded_at, previous_hash, hash}`. docs/audit.md tells how the hashes are recomputed.',
    }),
  },
  fileTypes: [NDJSON_TYPE],
  async handle({ query, services: { log }, company }) {
    const stream = `company-${company.id}`;
    const last = await lastRevision(log, stream);
    const from = query.after === undefined ? 0 : await firstBehind(log, stream, query.after, last);
    return ok(undefined, {
      raw: Readable.from(lines(log, stream, { from, last, until: query.until ?? Infinity }), {
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

async function lastRevision(log: Log, stream: string): Promise<number> {
  for await (const { revision } of log.readStream(stream, { direction: 'backwards', limit: 1 })) return revision;
  return -1;
}

/** Positions grow with revisions: the first event behind one is found by halving, on either engine and without a table. */
async function firstBehind(log: Log, stream: string, position: number, last: number): Promise<number> {
  let [low, high] = [0, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await positionAt(log, stream, middle)) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function positionAt(log: Log, stream: string, from: number): Promise<number> {
  for await (const { position } of log.readStream(stream, { from, limit: 1 })) return position;
  return Infinity;
}

interface Stretch {
  readonly from: number;
  readonly last: number;
  readonly until: number | string;
}

/** What is recorded meanwhile comes with the next reading: a busy file must not keep its reader for ever. */
export async function* lines(
  log: Log,
  stream: string,
  { from, last, until }: Stretch,
  onEvent: (event: StoredEvent) => void = () => undefined,
): AsyncGenerator<string> {
  if (from > last) return;
  const pages = log.readStored(stream, from)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const page = await takingTurns(() => pages.next());
      if (page.done === true) return;
      let text = '';
      for (const event of page.value) {
        const { line, recordedAt } = lineOf(event);
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

const RECORDED_AT = /[{,]"recorded_at":"([^"\\]*)"/;

/** The texts of the log are handed on as they are: whoever reads them can hold the hashes against them. */
function lineOf({ id, stream, revision, position, type, version, data, metadata }: StoredEvent) {
  const { hash, prevHash } = linksIn(metadata);
  const recordedAt = RECORDED_AT.exec(metadata)?.[1] ?? null;
  const line = `{"id":"${id}","stream":"${stream}","revision":${revision},"position":${position},"type":${JSON.stringify(type)},"version":${version},"data":${onOneLine(data)},"metadata":${onOneLine(metadata)},"recorded_at":${JSON.stringify(recordedAt)},"previous_hash":${JSON.stringify(prevHash)},"hash":${JSON.stringify(hash)}}\n`;
  return { line, recordedAt };
}

/** As it was written it is; a line break can only come from someone who was in the database. */
const onOneLine = (json: string): string => (/[\n\r]/.test(json) ? JSON.stringify(JSON.parse(json)) : json);
