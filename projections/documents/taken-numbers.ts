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

export async function readTakenNumbers(
  pool: pg.Pool,
  companyId: number,
  document: Asked,
  file: CompanyFile,
  except = 0,
): Promise<readonly TakenNumber[]> {
  if (!isOwnDocument(document)) return [];
  for (let count = FIRST; ; count *= 10) {
    const numbers = document.number === null ? listCandidateNumbers(document, file, count) : [document.number];
    const keys = numbers.map((number) => buildNumberKey({ ...document, number })!);
    const rows = keys.length === 0 ? [] : await takenStatement.all(pool, { companyId, keys, except });
    const taken = rows.map(({ id, key }) => ({ id, key: key! }));
    const isEnough = document.number !== null || taken.length < Math.min(count, keys.length) || count >= MOST;
    if (isEnough) return taken;
  }
}
