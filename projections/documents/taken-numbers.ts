import type pg from 'pg';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  buildNumberKey,
  isOwnDocument,
  listCandidateNumbers,
  type NumberedDocument,
  type TakenNumber,
} from '../../domain/documents/numbering.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Numbers in use among those that a document brings along or may get. */

const takenStatement = statement(
  'taken-numbers',
  { companyId: bigint, keys: texts, except: bigint },
  (db, { companyId, keys, except }) =>
    db
      .selectFrom('read.documents as d')
      .select(['d.id', 'd.number_key as key'])
      .where('d.company_id', '=', companyId)
      .where('d.number_key', '=', anyOf(keys))
      .where('d.deleted_at', 'is', null)
      .where('d.id', '<>', except),
);

type Asked = NumberedDocument & { readonly number: string | null };

/** Candidates that are looked up first, and at most: numbers typed in by hand may look like those of a series. */
const FIRST = 10;
const MOST = 10_000;

export const readTakenNumbers = (
  pool: pg.Pool,
  companyId: number,
  document: Asked,
  file: CompanyFile,
  except = 0,
): Promise<readonly TakenNumber[]> => readTakenNumbersOfAll(pool, companyId, [document], file, except);

/** For documents that get their numbers one after the other. */
export async function readTakenNumbersOfAll(
  pool: pg.Pool,
  companyId: number,
  documents: readonly Asked[],
  file: CompanyFile,
  except = 0,
): Promise<readonly TakenNumber[]> {
  const own = documents.filter(isOwnDocument);
  if (own.length === 0) return [];
  const isNumbered = own.every(({ number }) => number !== null);
  for (let count = FIRST; ; count *= 10) {
    const most = count + own.length - 1;
    const keys = listKeys(own, most, file);
    const rows = keys.length === 0 ? [] : await takenStatement.all(pool, { companyId, keys, except });
    const taken = rows.map(({ id, key }) => ({ id, key: key! }));
    // Every series then has a free number for each of them, or has no more.
    const isEnough = isNumbered || taken.length < count || keys.length < most || count >= MOST;
    if (isEnough) return taken;
  }
}

/** Numbers of the same series are listed once. */
function listKeys(documents: readonly Asked[], count: number, file: CompanyFile): readonly string[] {
  const keys = documents.flatMap((document) => {
    const numbers = document.number === null ? listCandidateNumbers(document, file, count) : [document.number];
    return numbers.map((number) => buildNumberKey({ ...document, number })!);
  });
  return [...new Set(keys)];
}
