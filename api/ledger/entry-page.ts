import { Readable } from 'node:stream';
import type { Language } from '../../domain/language.ts';
import { readEntriesByIds, readEntriesIfSmall } from '../../projections/ledger/queries.ts';
import { JSON_TYPE } from '../http/reply/send-reply.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { Services } from '../services.ts';
import { presentEntry } from './entry.ts';

/** An entry may have thousands of lines: a page with many of them is streamed, never held in memory as a whole. */
const HELD_LINES = 10_000;
const WRITTEN_AT_ONCE = 10;

interface EntryPage {
  readonly companyId: number;
  /** Ids of the page, in its order. */
  readonly ids: readonly number[];
  readonly language: Language;
  /** Builds the whole reply around its rows, which come first; it depends only on the number of rows. */
  readonly buildAnswer: (rows: readonly unknown[]) => { readonly data: readonly unknown[] };
}

export async function respondWithEntryPage(
  { pool }: Pick<Services, 'pool'>,
  { companyId, ids, language, buildAnswer }: EntryPage,
  heldLines = HELD_LINES,
): Promise<Reply> {
  const entries = await readEntriesIfSmall(pool, companyId, ids, heldLines);
  if (entries) return ok(buildAnswer(entries.map((entry) => presentEntry(entry, language))));
  const { data: _ids, ...rest } = buildAnswer(ids);
  return ok(undefined, {
    raw: Readable.from(streamPage(), { objectMode: false, highWaterMark: 1 }),
    headers: { 'Content-Type': JSON_TYPE },
  });

  /** Entries are never deleted, so there are as many as the page says. */
  async function* streamPage(): AsyncGenerator<string> {
    yield '{"data":[';
    for (let start = 0; start < ids.length; start += WRITTEN_AT_ONCE) {
      const some = await readEntriesByIds(pool, companyId, ids.slice(start, start + WRITTEN_AT_ONCE));
      const shown = some.map((entry) => JSON.stringify(presentEntry(entry, language)));
      yield `${start === 0 ? '' : ','}${shown.join(',')}`;
    }
    yield `],${JSON.stringify(rest).slice(1)}`;
  }
}
