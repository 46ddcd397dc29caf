import { sql } from 'kysely';
import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../third-parties/merges.ts';

/** A line as shown in a lettering or in a proposal for one. */
export type LineDetails = RowOfStatement<typeof detailsStatement>;
export type LetteredLineRow = Omit<RowOfStatement<typeof linesStatement>, 'lettering_id'>;
export type LetteringRow = RowOfStatement<typeof byIdsStatement> & { readonly lines: readonly LetteredLineRow[] };

const selectHeads = (db: QueryCreator) =>
  db
    .selectFrom('read.letterings as g')
    .innerJoin('read.accounts as a', 'a.id', 'g.account_id')
    .leftJoin(...buildMergeJoin('g'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('g')))
    .select([
      'g.id',
      'g.code',
      'g.account_id',
      'a.number as account_number',
      'a.label as account_label',
      'a.labels as account_labels',
      resolveThirdPartyId('g').as('third_party_id'),
      'p.name as third_party_name',
      'g.settled_on',
      'g.total',
      'g.origin',
      'g.reason',
      'g.difference_entry_id',
      'g.currency',
      'g.exchange_entry_id',
      'g.version',
      'g.created_at',
      'g.updated_at',
      'g.deleted_at',
    ]);

/** Columns shown for a line (`l`) of an entry (`e`) with its journal (`j`). */
const DETAILS = [
  'l.id as line_id',
  'l.entry_id',
  'l.entry_date',
  sql<string | null>`coalesce(l.due_date, e.due_date)`.as('due_date'),
  'e.number',
  'e.journal_id',
  'j.code as journal_code',
  sql<string | null>`coalesce(l.reference, e.reference)`.as('reference'),
  sql<string | null>`coalesce(l.label, e.label)`.as('label'),
  'l.debit',
  'l.credit',
  'l.currency',
  sql<readonly string[]>`array_remove(array[l.reference, e.reference], null)`.as('references'),
  sql<readonly string[]>`array_remove(array[l.label, e.label], null)`.as('labels'),
] as const;

const byIdsStatement = statement('letterings-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectHeads(db).where('g.company_id', '=', companyId).where('g.id', '=', anyOf(ids)).orderBy('g.id'),
);

/** Includes undone letterings. */
export async function readLetteringsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<LetteringRow[]> {
  return withLines(pool, companyId, await byIdsStatement.all(pool, { companyId, ids }));
}

export interface LetteringFilter {
  readonly account_id?: number;
  readonly third_party_id?: number;
}

export const letteringFilter = { companyId: bigint, accountId: optional(bigint), thirdPartyId: optional(bigint) };

export const matchesLetteringFilter = ({ companyId, accountId, thirdPartyId }: Placeholders<typeof letteringFilter>) =>
  sql<boolean>`${sql.join(
    [
      sql`g.company_id = ${companyId} and g.deleted_at is null`,
      ...(accountId === undefined ? [] : [sql`g.account_id = ${accountId}`]),
      ...(thirdPartyId === undefined ? [] : [isCountedFor('g', companyId, thirdPartyId)]),
    ],
    sql` and `,
  )}`;

const pageStatement = statement(
  'letterings',
  { ...letteringFilter, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectHeads(db).where(matchesLetteringFilter(given)).orderBy('g.id', 'desc').limit(limit).offset(offset),
);

const countStatement = statement('count-letterings', letteringFilter, (db, given) =>
  db
    .selectFrom('read.letterings as g')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesLetteringFilter(given)),
);

export const toLetteringFilter = (companyId: number, { account_id, third_party_id }: LetteringFilter) => ({
  companyId,
  accountId: account_id,
  thirdPartyId: third_party_id,
});

/** Letterings in force, newest first. */
export async function listLetterings(
  pool: pg.Pool,
  companyId: number,
  filter: LetteringFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly LetteringRow[]; readonly total: number }> {
  const given = toLetteringFilter(companyId, filter);
  const [found, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows: await withLines(pool, companyId, found), total: count!.total };
}

const linesStatement = statement('lines-of-letterings', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.lettering_lines as o')
    .innerJoin('read.entry_lines as l', (join) =>
      join.onRef('l.entry_id', '=', 'o.entry_id').onRef('l.line_number', '=', 'o.line_number'),
    )
    .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
    .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
    .select(['o.lettering_id', 'o.amount', 'o.currency_amount'])
    .select(DETAILS)
    .where('o.company_id', '=', companyId)
    .where('o.lettering_id', '=', anyOf(ids))
    .orderBy('o.lettering_id')
    .orderBy('l.entry_date')
    .orderBy('l.entry_id')
    .orderBy('l.line_number'),
);

async function withLines(
  pool: pg.Pool,
  companyId: number,
  found: readonly RowOfStatement<typeof byIdsStatement>[],
): Promise<LetteringRow[]> {
  if (found.length === 0) return [];
  const rows = await linesStatement.all(pool, { companyId, ids: found.map(({ id }) => id) });
  const byLettering = new Map<number, LetteredLineRow[]>(found.map(({ id }) => [id, []]));
  for (const { lettering_id, ...line } of rows) byLettering.get(lettering_id)!.push(line);
  return found.map((head) => ({ ...head, lines: byLettering.get(head.id)! }));
}

const detailsStatement = statement(
  'details-of-lines',
  { companyId: bigint, lineIds: bigints },
  (db, { companyId, lineIds }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
      .select(DETAILS)
      .where('l.company_id', '=', companyId)
      .where('l.id', '=', anyOf(lineIds)),
);

export async function readLineDetails(
  pool: pg.Pool,
  companyId: number,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, LineDetails>> {
  const rows = await detailsStatement.all(pool, { companyId, lineIds });
  return new Map(rows.map((row) => [row.line_id, row]));
}

export type OwnerRow = RowOfStatement<typeof accountsStatement>;

const named = { companyId: bigint, ids: bigints };

const accountsStatement = statement('names-of-accounts', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.accounts')
    .select(['id', 'number', 'label', 'labels'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

const thirdPartiesStatement = statement('names-of-third-parties', named, (db, { companyId, ids }) =>
  db
    .selectFrom('read.third_parties')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

/** Accounts and third parties by id, as named in a proposal. */
export async function readOwnerNames(
  pool: pg.Pool,
  companyId: number,
  accountIds: readonly number[],
  thirdPartyIds: readonly number[],
): Promise<{ readonly accounts: ReadonlyMap<number, OwnerRow>; readonly thirdParties: ReadonlyMap<number, string> }> {
  const [accounts, thirdParties] = await Promise.all([
    accountsStatement.all(pool, { companyId, ids: accountIds }),
    thirdPartiesStatement.all(pool, { companyId, ids: thirdPartyIds }),
  ]);
  return {
    accounts: new Map(accounts.map((row) => [row.id, row])),
    thirdParties: new Map(thirdParties.map(({ id, name }) => [id, name])),
  };
}
