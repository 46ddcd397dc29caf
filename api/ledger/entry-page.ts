import { Readable } from 'node:stream';
import type { Language } from '../../domain/language.ts';
import { entriesByIds, entriesOfFewLines } from '../../projections/ledger/queries.ts';
import { JSON_TYPE } from '../http/reply/send-reply.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { Services } from '../services.ts';
import { presentEntry } from './entry.ts';

/** An entry may have thousands of lines: a page of many such is written out bit by bit, and never held as a whole. */
const HELD_LINES = 10_000;
const WRITTEN_AT_ONCE = 10;

interface EntryPage {
  readonly companyId: number;
  /** Of the page, in its order. */
  readonly ids: readonly number[];
  readonly language: Language;
  /** The whole answer around its rows, which come first in it; it depends on nothing of them but their number. */
  readonly answer: (rows: readonly unknown[]) => { readonly data: readonly unknown[] };
}

export async function entryPageReply(
  { pool }: Pick<Services, 'pool'>,
  { companyId, ids, language, answer }: EntryPage,
  heldLines = HELD_LINES,
): Promise<Reply> {
  const entries = await entriesOfFewLines(pool, companyId, ids, heldLines);
  if (entries) return ok(answer(entries.map((entry) => presentEntry(entry, language))));
  const { data: _ids, ...rest } = answer(ids);
  return ok(undefined, {
    raw: Readable.from(written(), { objectMode: false, highWaterMark: 1 }),
    headers: { 'Content-Type': JSON_TYPE },
  });

  /** None of the entries goes meanwhile: there are as many as the page says. */
  async function* written(): AsyncGenerator<string> {
    yield '{"data":[';
    for (let start = 0; start < ids.length; start += WRITTEN_AT_ONCE) {
      const some = await entriesByIds(pool, companyId, ids.slice(start, start + WRITTEN_AT_ONCE));
      const shown = some.map((entry) => JSON.stringify(presentEntry(entry, language)));
      yield `${start === 0 ? '' : ','}${shown.join(',')}`;
    }
    yield `],${JSON.stringify(rest).slice(1)}`;
  }
}
