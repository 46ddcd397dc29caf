import type pg from 'pg';
import { bigint } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { findEntries } from './entry-list.ts';

/** Counts the entries that use a record, to check whether it can be deleted. */

/** Look-ups by VAT code are too rare for an index: counting stops at this number. */
const MOST_COUNTED = 10_000;

const entriesOfVatCode = statement(
  'entries-of-vat-code',
  { companyId: bigint, vatCodeId: bigint },
  (db, { companyId, vatCodeId }) =>
    db
      .selectFrom(
        db
          .selectFrom('read.entry_lines')
          .select('entry_id')
          .distinct()
          .where('company_id', '=', companyId)
          .where('vat_code_id', '=', vatCodeId)
          .limit(MOST_COUNTED)
          .as('using'),
      )
      .select((expression) => expression.fn.countAll<number>().as('count')),
);

const linesOfCode = statement('lines-of-analytic-code', { companyId: bigint, codeId: bigint }, (db, given) =>
  db
    .selectFrom('read.analytic_balances')
    .select((expression) => expression.fn.sum<string>('lines_count').as('count'))
    .where('company_id', '=', given.companyId)
    .where('code_id', '=', given.codeId),
);

/** For an account, journal, third party, VAT code or analytic code (its lines); null for other resources. */
export async function countEntriesUsing(
  pool: pg.Pool,
  companyId: number,
  resource: string,
  id: number,
): Promise<number | null> {
  const countMatching = async (filter: Parameters<typeof findEntries>[2]) =>
    (await findEntries(pool, companyId, filter, { page: 1, perPage: 1 })).total;
  switch (resource) {
    case 'accounts':
      return countMatching({ account_id: id });
    case 'journals':
      return countMatching({ journal_id: id });
    case 'third-parties':
      return countMatching({ third_party_id: id });
    case 'vat-codes':
      return Number((await entriesOfVatCode.first(pool, { companyId, vatCodeId: id }))?.count ?? 0);
    case 'analytic-codes':
      return Number((await linesOfCode.first(pool, { companyId, codeId: id }))?.count ?? 0);
    default:
      return null;
  }
}
