import { sql } from 'kysely';
import type pg from 'pg';
import type { LetteringFacts } from '../../domain/ledger/entry-facts.ts';
import type { LineToLetter } from '../../domain/lettering/lettering.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, integer, optional, type Placeholders } from '../support/parameters.ts';
import { unpreparedStatement, statement } from '../support/statement.ts';
import { IS_SHOWN } from '../ledger/brought-lines.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../third-parties/merges.ts';
import { DUE_DATE, entryOfLine } from './open-lines.ts';

/** Facts for decisions about letterings: the current lines, and letterings in force. */

/** Columns of a line (`l`) of an entry (`e`). */
const OPEN_LINE = [
  'l.id as line_id',
  'l.entry_id',
  'l.line_number',
  'l.account_id',
  resolveThirdPartyId('l').as('third_party_id'),
  'l.entry_date',
  DUE_DATE.as('due_date'),
  sql<string>`l.debit - l.credit - l.settled`.as('open'),
  'l.currency',
  sql<string | null>`l.currency_amount - coalesce(l.currency_settled, 0)`.as('currency_open'),
  sql<readonly string[]>`array_remove(array[l.reference, e.reference], null)`.as('references'),
  sql<readonly string[]>`array_remove(array[l.label, e.label], null)`.as('labels'),
  sql<boolean>`l.dispute is not null`.as('is_disputed'),
] as const;

const toLetterStatement = statement(
  'lines-to-letter',
  { companyId: bigint, lineIds: bigints },
  (db, { companyId, lineIds }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .leftJoin(...buildMergeJoin('l'))
      .select(OPEN_LINE)
      .select(sql<boolean>`e.layer <> 'carried'`.as('isItem'))
      .where('l.company_id', '=', companyId)
      .where('l.id', '=', anyOf(lineIds))
      .where(IS_SHOWN)
      .orderBy('l.entry_id')
      .orderBy('l.line_number'),
);

/** The lines with these ids in the company file, open or not. */
export async function readLinesToLetter(
  pool: pg.Pool,
  companyId: number,
  lineIds: readonly number[],
): Promise<LineToLetter[]> {
  return toLetterStatement.all(pool, { companyId, lineIds });
}

const ofEntriesStatement = statement(
  'lines-of-entries-to-letter',
  { companyId: bigint, entryIds: bigints },
  (db, { companyId, entryIds }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .leftJoin(...buildMergeJoin('l'))
      .select(OPEN_LINE)
      .where('l.company_id', '=', companyId)
      .where('l.entry_id', '=', anyOf(entryIds))
      .where(sql<boolean>`e.status = 'posted' and l.debit - l.credit <> l.settled`)
      .orderBy('l.entry_id')
      .orderBy('l.line_number'),
);

/** The open lines of posted entries. */
export async function readOpenLinesOfEntries(
  pool: pg.Pool,
  companyId: number,
  entryIds: readonly number[],
): Promise<readonly OpenLine[]> {
  return entryIds.length === 0 ? [] : ofEntriesStatement.all(pool, { companyId, entryIds });
}

export interface AutomaticFilter {
  readonly account_id?: number;
  readonly third_party_id?: number;
  /** Later lines are ignored. */
  readonly as_of?: string;
}

/** Number of open lines processed together. */
export interface BatchSize {
  /** For several accounts and third parties, each complete. */
  readonly usual: number;
  /** For one account and third party with more lines than that. */
  readonly largest: number;
}

/** Position of a line in the order of accounts, third parties and dates. */
export type PlaceOfLine = readonly [
  accountId: number,
  thirdPartyId: number,
  entryDate: string,
  entryId: number,
  lineNumber: number,
];

export interface OpenLineBatch {
  readonly lines: readonly OpenLine[];
  /** The next batch begins after this line; null if there is none. */
  readonly next: PlaceOfLine | null;
}

/**
 * Reads a batch of open lines after a position, keeping those of one account and third party together. A group larger
 * than the largest batch is split into several, each starting halfway through the previous one: so only lines that are
 * very far apart never meet.
 */
export async function readOpenLineBatch(
  pool: pg.Pool,
  companyId: number,
  filter: AutomaticFilter,
  behind: PlaceOfLine | null,
  { usual, largest }: BatchSize,
): Promise<OpenLineBatch> {
  const some = await readOpenLines(pool, companyId, filter, behind, usual + 1);
  const whole = cutWholeBatch(some, usual);
  if (whole) return whole;
  const many = await readOpenLines(pool, companyId, filter, behind, largest + 1);
  return (
    cutWholeBatch(many, largest) ?? {
      lines: many.slice(0, largest),
      next: getLinePlace(many[Math.floor(largest / 2)]!),
    }
  );
}

/** Drops the last account and third party, which may continue; null if there is no other. */
function cutWholeBatch(lines: readonly OpenLine[], limit: number): OpenLineBatch | null {
  if (lines.length <= limit) return { lines, next: null };
  const last = lines.at(-1)!;
  const end = lines.findIndex(
    (line) => line.account_id === last.account_id && line.third_party_id === last.third_party_id,
  );
  return end === 0 ? null : { lines: lines.slice(0, end), next: getLinePlace(lines[end - 1]!) };
}

const getLinePlace = ({ account_id, third_party_id, entry_date, entry_id, line_number }: OpenLine): PlaceOfLine => [
  account_id,
  third_party_id ?? NOBODY,
  entry_date,
  entry_id,
  line_number,
];

const filtered = {
  companyId: bigint,
  accountId: optional(bigint),
  thirdPartyId: optional(bigint),
  asOf: optional(date),
};

/**
 * Currently open lines (`l`). `OFFSET 0` keeps the database from reading whole tables, because it does not know how few
 * these lines are; they are found account by account.
 */
const selectOpenLines = (
  db: QueryCreator,
  { companyId, accountId, thirdPartyId, asOf }: Placeholders<typeof filtered>,
) =>
  db
    .selectFrom('read.accounts as a')
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('read.entry_lines as l')
        .selectAll()
        .where('l.company_id', '=', companyId)
        .whereRef('l.account_id', '=', 'a.id')
        .where(sql<boolean>`l.settled <> l.debit - l.credit`)
        .$if(thirdPartyId !== undefined, (query) => query.where(isCountedFor('l', companyId, thirdPartyId!)))
        .offset(0)
        .as('l'),
    )
    .leftJoin(...buildMergeJoin('l'))
    .where('a.company_id', '=', companyId)
    .where('a.is_letterable', '=', true)
    .$if(accountId !== undefined, (query) => query.where('a.id', '=', accountId!))
    .$if(asOf !== undefined, (query) => query.where('l.entry_date', '<=', asOf!));

/** Represents the absence of a third party; sorts after all of them. */
const NOBODY = Number.MAX_SAFE_INTEGER;
const PLACE = sql`l.account_id, coalesce(${resolveThirdPartyId('l')}, ${sql.lit(NOBODY)}), l.entry_date, l.entry_id, l.line_number`;

const behindGiven = {
  ofAccount: optional(bigint),
  ofThirdParty: optional(bigint),
  day: optional(date),
  entryId: optional(bigint),
  lineNumber: optional(integer),
};

/** Finds the lines of the batch first, and then reads only their entries. */
const openLinesStatement = unpreparedStatement(
  { ...filtered, ...behindGiven, limit: bigint },
  (db, { limit, ofAccount, ofThirdParty, day, entryId, lineNumber, ...given }) => {
    const found = selectOpenLines(db, given)
      .selectAll('l')
      .$if(ofAccount !== undefined, (query) =>
        query
          .where('a.id', '>=', ofAccount!)
          .where(sql<boolean>`(${PLACE}) > (${ofAccount}, ${ofThirdParty}, ${day}, ${entryId}, ${lineNumber})`),
      )
      .orderBy(PLACE)
      .limit(limit);
    return db
      .selectFrom(found.as('l'))
      .crossJoinLateral(entryOfLine)
      .leftJoin(...buildMergeJoin('l'))
      .select(OPEN_LINE)
      .orderBy(PLACE);
  },
);

async function readOpenLines(
  pool: pg.Pool,
  companyId: number,
  filter: AutomaticFilter,
  behind: PlaceOfLine | null,
  limit: number,
): Promise<OpenLine[]> {
  const [ofAccount, ofThirdParty, day, entryId, lineNumber] = behind ?? [];
  const place = { ofAccount, ofThirdParty, day, entryId, lineNumber };
  return openLinesStatement.all(pool, { companyId, ...toStatementFilter(filter), ...place, limit });
}

const countStatement = unpreparedStatement(filtered, (db, filter) =>
  selectOpenLines(db, filter).select((eb) => eb.fn.countAll<number>().as('count')),
);

export async function countOpenLines(pool: pg.Pool, companyId: number, filter: AutomaticFilter): Promise<number> {
  return (await countStatement.first(pool, { companyId, ...toStatementFilter(filter) }))!.count;
}

const toStatementFilter = ({ account_id: accountId, third_party_id: thirdPartyId, as_of: asOf }: AutomaticFilter) => ({
  accountId,
  thirdPartyId,
  asOf,
});

export interface LetteringInForce extends LetteringFacts {
  /** The entry of a difference or of an exchange difference. */
  readonly difference_entry_id: number | null;
}

const inForceStatement = statement('lettering-in-force', { companyId: bigint, id: bigint }, (db, { companyId, id }) =>
  db
    .selectFrom('read.letterings as g')
    .innerJoin('read.lettering_lines as o', 'o.lettering_id', 'g.id')
    .select([
      'g.version',
      'g.difference_entry_id',
      'g.exchange_entry_id',
      'g.settled_on',
      'g.moved_tax',
      'o.line_id',
      'o.entry_id',
      'o.line_number',
      'o.amount',
      'o.currency_amount',
    ])
    .where('g.company_id', '=', companyId)
    .where('g.id', '=', id)
    .where('g.deleted_at', 'is', null)
    .orderBy('o.entry_id')
    .orderBy('o.line_number'),
);

export async function findLetteringInForce(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<LetteringInForce | undefined> {
  const rows = await inForceStatement.all(pool, { companyId, id });
  const [first] = rows;
  if (!first) return undefined;
  const lines = rows.map(({ line_id, entry_id, line_number, amount, currency_amount }) => ({
    line_id,
    entry_id,
    line_number,
    amount,
    ...(currency_amount !== null && { currency_amount }),
  }));
  const { version, settled_on, moved_tax } = first;
  const difference_entry_id = first.difference_entry_id ?? first.exchange_entry_id;
  return { id, version, difference_entry_id, ...(moved_tax && { tax_moved_on: settled_on }), lines };
}
