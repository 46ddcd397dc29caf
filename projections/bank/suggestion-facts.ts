import { sql } from 'kysely';
import type pg from 'pg';
import type { KnownOrder, PastMatch } from '../../domain/bank/suggestions/knowledge.ts';
import type { Movement, OpenItem } from '../../domain/bank/suggestions/movement.ts';
import { buildReferenceDigits } from '../ledger/reference-digits.ts';
import { DUE_DATE } from '../lettering/open-lines.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, texts } from '../support/parameters.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';

/** Facts for matching suggestions: each is an indexed look-up, for one transaction or for hundreds. */

/** Columns of a line (`l`) of an entry (`e`), as lettering uses them. */
const ITEM = sql`l.id as line_id, l.entry_id, l.line_number, l.account_id, ${resolveThirdPartyId('l')} as third_party_id, l.entry_date,
  ${DUE_DATE} as due_date, coalesce(l.currency_amount - l.currency_settled, l.debit - l.credit - l.settled) as open,
  (l.debit - l.credit - l.settled) as base_open, l.currency, array_remove(array[l.reference, e.reference], null) as references,
  array_remove(array[l.label, e.label], null) as labels, e.layer <> 'carried' as "isItem", e.origin`;

const IS_OPEN = sql`l.settled <> l.debit - l.credit`;
const IS_ITEM = sql`e.layer <> 'carried'`;
const ENTRY = sql`cross join lateral (select * from read.entries where company_id = l.company_id and id = l.entry_id offset 0) e ${joinMerges('l')}`;

/** Hand-written, like all statements here: few of many lines are open, and the planner does not know how few. */
const namedStatement = statement(
  'open-items-by-reference',
  { companyId: bigint, accounts: bigints, keys: texts },
  (_db, { companyId, accounts, keys }) =>
    fromRawSql(sql<OpenItem>`with named as (
        select e.id from read.entries e
        where e.company_id = ${companyId} and e.reference is not null and ${sql.raw(buildReferenceDigits('e'))} = any (${keys})
        union
        select l.entry_id from read.entry_lines l
        where l.company_id = ${companyId} and l.reference is not null and ${sql.raw(buildReferenceDigits('l'))} = any (${keys}))
      select ${ITEM} from named n
      cross join lateral (select * from read.entry_lines l where l.company_id = ${companyId} and l.entry_id = n.id and ${IS_OPEN} and l.account_id = any (${accounts}) offset 0) l
      ${ENTRY} where ${IS_ITEM}`),
);

/** Open items whose references contain these digits, on accounts with lettering. */
export function listItemsByReference(
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  keys: readonly string[],
): Promise<OpenItem[]> {
  return keys.length === 0 ? Promise.resolve([]) : namedStatement.all(pool, { companyId, accounts, keys });
}

/** Only the earliest items per third party: with more open items, payments are matched by reference. */
export const MOST_OF_PARTY = 300;

const partyStatement = statement(
  'open-items-of-parties',
  { companyId: bigint, accounts: bigints, parties: bigints, limit: bigint },
  (_db, { companyId, accounts, parties, limit }) =>
    fromRawSql(sql<OpenItem>`select ${ITEM} from unnest(${parties}) as p(id)
      cross join lateral (
        select * from read.entry_lines l
        where l.company_id = ${companyId} and l.account_id = any (${accounts}) and l.third_party_id = p.id and ${IS_OPEN}
        order by l.entry_date, l.entry_id limit ${limit}) l
      ${ENTRY} where ${IS_ITEM} order by ${DUE_DATE}, l.entry_id, l.line_number`),
);

/** `parties`: including the third parties merged into them. */
export function listItemsByParty(
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  parties: readonly number[],
): Promise<OpenItem[]> {
  if (parties.length === 0) return Promise.resolve([]);
  return partyStatement.all(pool, { companyId, accounts, parties, limit: MOST_OF_PARTY + 1 });
}

/** More lines with the same amount are not significant. */
const MOST_OF_AMOUNT = 20;

const amountStatement = statement(
  'open-items-of-amount',
  { companyId: bigint, accounts: bigints, amounts: texts },
  (_db, { companyId, accounts, amounts }) =>
    fromRawSql(sql<OpenItem>`select ${ITEM} from unnest(${amounts}::numeric[]) as a(amount)
      cross join lateral (
        select * from read.entry_lines l
        where l.company_id = ${companyId} and (l.debit + l.credit) = abs(a.amount) and l.debit - l.credit = a.amount
          and l.settled = 0 and l.account_id = any (${accounts}) and l.currency is null
        limit ${sql.lit(MOST_OF_AMOUNT)}) l
      ${ENTRY} where ${IS_ITEM}`),
);

/** Entirely unsettled items with one of these amounts. */
export const listItemsByAmount = (
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  amounts: readonly string[],
): Promise<OpenItem[]> => amountStatement.all(pool, { companyId, accounts, amounts });

const currencyAmountStatement = statement(
  'open-items-of-currency-amount',
  { companyId: bigint, accounts: bigints, currencies: texts, amounts: texts },
  (_db, { companyId, accounts, currencies, amounts }) =>
    fromRawSql(sql<OpenItem>`select ${ITEM} from unnest(${currencies}, ${amounts}::numeric[]) as a(currency, amount)
      cross join lateral (
        select * from read.entry_lines l
        where l.company_id = ${companyId} and l.currency = a.currency and l.currency_amount = a.amount
          and l.currency_settled = 0 and l.account_id = any (${accounts})
        limit ${sql.lit(MOST_OF_AMOUNT)}) l
      ${ENTRY} where ${IS_ITEM}`),
);

/** The same for amounts in foreign currency. */
export function listItemsByCurrencyAmount(
  pool: pg.Pool,
  companyId: number,
  accounts: readonly number[],
  amounts: readonly { readonly currency: string; readonly amount: string }[],
): Promise<OpenItem[]> {
  if (amounts.length === 0) return Promise.resolve([]);
  return currencyAmountStatement.all(pool, {
    companyId,
    accounts,
    currencies: amounts.map(({ currency }) => currency),
    amounts: amounts.map(({ amount }) => amount),
  });
}

const transitStatement = statement(
  'open-items-in-transit',
  { companyId: bigint, account: bigint, amounts: texts },
  (_db, { companyId, account, amounts }) =>
    fromRawSql(sql<OpenItem>`select ${ITEM} from (
        select * from read.entry_lines l where l.company_id = ${companyId} and l.account_id = ${account} and ${IS_OPEN} offset 0) l
      ${ENTRY} where ${IS_ITEM} and coalesce(l.currency_amount - l.currency_settled, l.debit - l.credit - l.settled) = any (${amounts}::numeric[])
      order by l.entry_date, l.entry_id, l.line_number limit 2000`),
);

export function listItemsInTransit(
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

/** Also finds the line of the booked file that settled the order: same third party and amount. */
const orderStatement = statement('orders-of-ids', { companyId: bigint, ids: texts }, (_db, { companyId, ids }) =>
  fromRawSql(sql<OrderRow>`select p.end_to_end_id, f.message_id, f.type, f.status, p.amount, p.third_party_id, (
      select l.id from read.entry_lines l where l.company_id = f.company_id and l.entry_id = f.journal_entry_id and l.third_party_id = p.third_party_id
        and l.debit + l.credit = p.amount order by l.line_number limit 1) as settling_line_id
    from read.sepa_payments p join read.sepa_files f on f.company_id = p.company_id and f.id = p.sepa_file_id and f.deleted_at is null
    where p.company_id = ${companyId} and p.end_to_end_id = any (${ids})`),
);

const linesStatement = statement('lines-of-orders', { companyId: bigint, ids: bigints }, (_db, { companyId, ids }) =>
  fromRawSql(
    sql<OpenItem>`select ${ITEM} from read.entry_lines l ${ENTRY} where l.company_id = ${companyId} and l.id = any (${ids})`,
  ),
);

export async function loadOrders(
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
 * Number of past matches per counterpart. The OFFSET 0 fence keeps the planner from scanning all matches by time in the
 * hope of soon meeting those of the counterpart.
 */
const PAST = 5;

const pastStatement = statement(
  'past-matches-of-counterparts',
  { companyId: bigint, ibans: texts, names: texts },
  (_db, { companyId, ibans, names }) =>
    fromRawSql(sql<PastRow>`select 'iban ' || c.iban as counterpart, m.lines, m.entry_date from unnest(${ibans}) as c(iban)
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

/** Past bookings to accounts for the same counterparts, latest first. */
export async function loadPastMatches(
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
        sql<string | null>`t.details ->> 'original_amount'`.as('original_amount'),
        sql<string | null>`t.details ->> 'exchange_rate'`.as('exchange_rate'),
        't.currency',
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

/** The given transactions, or the pending ones; ordered by id, after a given id, up to a limit. */
export async function listMovements(
  pool: pg.Pool,
  companyId: number,
  { ids, after, limit }: { readonly ids?: readonly number[]; readonly after?: number; readonly limit: number },
): Promise<readonly Movement[]> {
  const rows: readonly MovementRow[] = await movementsStatement.all(pool, { companyId, ids, after, limit });
  return rows;
}
