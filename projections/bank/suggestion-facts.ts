import { sql } from 'kysely';
import type pg from 'pg';
import type { KnownOrder, PastMatch } from '../../domain/bank/suggestions/knowledge.ts';
import type { Movement, OpenItem } from '../../domain/bank/suggestions/movement.ts';
import { referenceDigits } from '../ledger/reference-digits.ts';
import { DUE_DATE } from '../lettering/open-lines.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, texts } from '../support/parameters.ts';
import { byHand, statement, type RowOfStatement } from '../support/statement.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

/** What suggestions for transactions are made from: each an indexed look-up, for one transaction or for hundreds. */

/** Of a line (`l`) of an entry (`e`), as lettering knows it. */
const ITEM = sql`l.id as line_id, l.entry_id, l.line_number, l.account_id, ${countsFor('l')} as third_party_id, l.entry_date,
  ${DUE_DATE} as due_date, (l.debit - l.credit - l.settled) as open, array_remove(array[l.reference, e.reference], null) as references,
  array_remove(array[l.label, e.label], null) as labels, e.layer <> 'carried' as "isItem", e.origin`;

const IS_OPEN = sql`l.settled <> l.debit - l.credit`;
const IS_ITEM = sql`e.layer <> 'carried'`;
const ENTRY = sql`cross join lateral (select * from read.entries where id = l.entry_id offset 0) e ${joinMerges('l')}`;

/** By hand, as all of these: few of many lines are open, and the database does not know how few. */
const namedStatement = statement(
  'open-items-by-reference',
  { companyId: bigint, accounts: bigints, keys: texts },
  (_db, { companyId, accounts, keys }) =>
    byHand(sql<OpenItem>`with named as (
        select e.id from read.entries e
        where e.company_id = ${companyId} and e.reference is not null and ${sql.raw(referenceDigits('e'))} = any (${keys})
        union
        select l.entry_id from read.entry_lines l
        where l.company_id = ${companyId} and l.reference is not null and ${sql.raw(referenceDigits('l'))} = any (${keys}))
      select ${ITEM} from named n
      cross join lateral (select * from read.entry_lines l where l.entry_id = n.id and ${IS_OPEN} and l.account_id = any (${accounts}) offset 0) l
      ${ENTRY} where ${IS_ITEM}`),
);

/** Those whose references have these digits, on accounts whose lines settle one another. */
export function itemsByReference(
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  keys: readonly string[],
): Promise<OpenItem[]> {
  return keys.length === 0 ? Promise.resolve([]) : namedStatement.all(pool, { companyId, accounts, keys });
}

/** The earliest due of each; who has more open than this is paid by reference. */
export const MOST_OF_PARTY = 300;

const partyStatement = statement(
  'open-items-of-parties',
  { companyId: bigint, accounts: bigints, parties: bigints, limit: bigint },
  (_db, { companyId, accounts, parties, limit }) =>
    byHand(sql<OpenItem>`select ${ITEM} from unnest(${parties}) as p(id)
      cross join lateral (
        select * from read.entry_lines l
        where l.company_id = ${companyId} and l.account_id = any (${accounts}) and l.third_party_id = p.id and ${IS_OPEN}
        order by l.entry_date, l.entry_id limit ${limit}) l
      ${ENTRY} where ${IS_ITEM} order by ${DUE_DATE}, l.entry_id, l.line_number`),
);

/** `parties`: with those that were merged into them. */
export function itemsOfParties(
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  parties: readonly number[],
): Promise<OpenItem[]> {
  if (parties.length === 0) return Promise.resolve([]);
  return partyStatement.all(pool, { companyId, accounts, parties, limit: MOST_OF_PARTY + 1 });
}

/** More lines of one amount say nothing. */
const MOST_OF_AMOUNT = 20;

const amountStatement = statement(
  'open-items-of-amount',
  { companyId: bigint, accounts: bigints, amounts: texts },
  (_db, { companyId, accounts, amounts }) =>
    byHand(sql<OpenItem>`select ${ITEM} from unnest(${amounts}::numeric[]) as a(amount)
      cross join lateral (
        select * from read.entry_lines l
        where l.company_id = ${companyId} and (l.debit + l.credit) = abs(a.amount) and l.debit - l.credit = a.amount
          and l.settled = 0 and l.account_id = any (${accounts})
        limit ${sql.lit(MOST_OF_AMOUNT)}) l
      ${ENTRY} where ${IS_ITEM}`),
);

/** Of which nothing is settled yet, and that have this amount. */
export const itemsOfAmounts = (
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  amounts: readonly string[],
): Promise<OpenItem[]> => amountStatement.all(pool, { companyId, accounts, amounts });

const transitStatement = statement(
  'open-items-in-transit',
  { companyId: bigint, account: bigint, amounts: texts },
  (_db, { companyId, account, amounts }) =>
    byHand(sql<OpenItem>`select ${ITEM} from (
        select * from read.entry_lines l where l.company_id = ${companyId} and l.account_id = ${account} and ${IS_OPEN} offset 0) l
      ${ENTRY} where ${IS_ITEM} and (l.debit - l.credit - l.settled) = any (${amounts}::numeric[])
      order by l.entry_date, l.entry_id, l.line_number limit 2000`),
);

export function itemsInTransit(
  pool: pg.Pool,
  companyId: number,
  account: number | null,
  amounts: readonly string[],
): Promise<OpenItem[]> {
  return account === null ? Promise.resolve([]) : transitStatement.all(pool, { companyId, account, amounts });
}

interface OrderRow extends Omit<KnownOrder, 'settling'> {
  readonly end_to_end_id: string;
  readonly settling_line_id: number | null;
}

/** The line of the booked file that settled what the order pays: of the same third party and amount. */
const orderStatement = statement('orders-of-ids', { companyId: bigint, ids: texts }, (_db, { companyId, ids }) =>
  byHand(sql<OrderRow>`select p.end_to_end_id, f.message_id, f.type, f.status, p.amount, p.third_party_id, (
      select l.id from read.entry_lines l where l.entry_id = f.journal_entry_id and l.third_party_id = p.third_party_id
        and l.debit + l.credit = p.amount order by l.line_number limit 1) as settling_line_id
    from read.sepa_payments p join read.sepa_files f on f.id = p.sepa_file_id and f.deleted_at is null
    where p.company_id = ${companyId} and p.end_to_end_id = any (${ids})`),
);

const linesStatement = statement('lines-of-orders', { companyId: bigint, ids: bigints }, (_db, { companyId, ids }) =>
  byHand(
    sql<OpenItem>`select ${ITEM} from read.entry_lines l ${ENTRY} where l.company_id = ${companyId} and l.id = any (${ids})`,
  ),
);

export async function ordersOf(
  pool: pg.Pool,
  companyId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await orderStatement.all(pool, { companyId, ids });
  const settling = rows.flatMap(({ settling_line_id: id }) => (id === null ? [] : [Number(id)]));
  const lines = settling.length === 0 ? [] : await linesStatement.all(pool, { companyId, ids: settling });
  return new Map(
    rows.map(({ end_to_end_id, settling_line_id, ...order }) => [
      end_to_end_id,
      { ...order, settling: lines.find(({ line_id }) => line_id === Number(settling_line_id)) ?? null },
    ]),
  );
}

interface PastRow extends PastMatch {
  readonly counterpart: string;
}

/**
 * So many of each are looked at. The fence keeps the database from going through all matches by their time, in the hope of soon
 * meeting those of the counterpart.
 */
const PAST = 5;

const pastStatement = statement(
  'past-matches-of-counterparts',
  { companyId: bigint, ibans: texts, names: texts },
  (_db, { companyId, ibans, names }) =>
    byHand(sql<PastRow>`select 'iban ' || c.iban as counterpart, m.lines, m.entry_date from unnest(${ibans}) as c(iban)
      cross join lateral (
        select lines, entry_date from (
          select lines, entry_date, created_at from read.bank_matches m where m.company_id = ${companyId}
            and m.counterpart_iban = c.iban and m.undone_at is null and m.items_count = 0 and jsonb_array_length(m.lines) = 1
          offset 0) m
        order by created_at desc limit ${sql.lit(PAST)}) m
      union all
      select 'name ' || c.name, m.lines, m.entry_date from unnest(${names}) as c(name)
      cross join lateral (
        select lines, entry_date from (
          select lines, entry_date, created_at from read.bank_matches m where m.company_id = ${companyId}
            and lower(m.counterpart_name) = c.name and m.counterpart_name is not null and m.undone_at is null
            and m.items_count = 0 and jsonb_array_length(m.lines) = 1
          offset 0) m
        order by created_at desc limit ${sql.lit(PAST)}) m`),
);

/** What was booked on accounts for the same counterparts, the latest first. */
export async function pastMatches(
  pool: pg.Pool,
  companyId: number,
  ibans: readonly string[],
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly PastMatch[]>> {
  const found = new Map<string, PastMatch[]>();
  if (ibans.length + names.length === 0) return found;
  const rows = await pastStatement.all(pool, { companyId, ibans, names: names.map((name) => name.toLowerCase()) });
  for (const { counterpart, ...match } of rows) {
    const known = found.get(counterpart);
    if (known) known.push(match);
    else found.set(counterpart, [match]);
  }
  return found;
}

const movementsStatement = statement(
  'bank-transactions-to-suggest-for',
  { companyId: bigint, ids: optional(bigints), after: optional(bigint), limit: bigint },
  (db, { companyId, ids, after, limit }) =>
    db
      .selectFrom('read.bank_transactions as t')
      .select(['t.id', 't.version', 't.status', 't.amount', 't.matched_amount', 't.ignored_reason'])
      .select(['t.journal_id', 't.entry_date', 't.statement_number', 't.sequence', 't.counterpart_name'])
      .select(['t.communication', 't.structured_communication', 't.counterpart_iban', 't.end_to_end_id', 't.bank_code'])
      .select([
        sql<string | null>`t.details ->> 'return_reason'`.as('return_reason'),
        sql<string | null>`t.details ->> 'charges'`.as('charges'),
      ])
      .where('t.company_id', '=', companyId)
      .where('t.deleted_at', 'is', null)
      .$if(ids !== undefined, (query) => query.where('t.id', '=', anyOf(ids!)))
      .$if(ids === undefined, (query) => query.where('t.status', '=', 'pending'))
      .$if(after !== undefined, (query) => query.where('t.id', '>', after!))
      .orderBy('t.id')
      .limit(limit),
);

type MovementRow = RowOfStatement<typeof movementsStatement>;

/** Those named, or those that are to be booked, by their ids: behind one, and so many. */
export async function movementsOf(
  pool: pg.Pool,
  companyId: number,
  { ids, after, limit }: { readonly ids?: readonly number[]; readonly after?: number; readonly limit: number },
): Promise<readonly Movement[]> {
  const rows: readonly MovementRow[] = await movementsStatement.all(pool, { companyId, ids, after, limit });
  return rows;
}
