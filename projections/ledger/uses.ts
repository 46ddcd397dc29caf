import type pg from 'pg';
import { bigint } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { findEntries } from './entry-list.ts';

/** How many entries a record is used by, for whoever wanted to delete it. */

/** Lines are not looked up by VAT code often enough for an index: nobody waits for more of them to be found than this. */
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

/** Of an account, journal, third party, VAT code or analytic code (its lines); null for what no entry names. */
export async function countEntriesUsing(
  pool: pg.Pool,
  companyId: number,
  resource: string,
  id: number,
): Promise<number | null> {
  const total = async (filter: Parameters<typeof findEntries>[2]) =>
    (await findEntries(pool, companyId, filter, 1, 1)).total;
  switch (resource) {
    case 'accounts':
      return total({ account_id: id });
    case 'journals':
      return total({ journal_id: id });
    case 'third-parties':
      return total({ third_party_id: id });
    case 'vat-codes':
      return Number((await entriesOfVatCode.first(pool, { companyId, vatCodeId: id }))?.count ?? 0);
    case 'analytic-codes':
      return Number((await linesOfCode.first(pool, { companyId, codeId: id }))?.count ?? 0);
    default:
      return null;
  }
}
