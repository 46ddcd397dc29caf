import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Window } from '../../domain/reports/pages.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import { selectMovements, type MovementRow } from '../ledger/movements.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf, sumAmount } from '../support/expressions.ts';
import {
  bigint,
  bigints,
  date,
  dates,
  nullable,
  optional,
  someOf,
  text,
  type Placeholders,
} from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { toWindowArrays, unnestDays, toDayArrays, unnestPeriods, toPeriodArrays, unnestWindows } from './spans.ts';

/** Movements of an account in one part of a report: first and last day, and the sums. */
export type PartSums = RowOfStatement<typeof partsStatement>;

const partsStatement = statement(
  'account-parts',
  {
    companyId: bigint,
    layers: someOf<Layer>(),
    openedOn: nullable(date),
    periodIds: bigints,
    periodFirsts: dates,
    periodLasts: dates,
    dayFirsts: dates,
    dayLasts: dates,
  },
  (db, { companyId, layers, openedOn, periodIds, periodFirsts, periodLasts, dayFirsts, dayLasts }) =>
    db
      .selectFrom('read.balances as b')
      .innerJoin(unnestPeriods(periodIds, periodFirsts, periodLasts), 'p.id', 'b.period_id')
      .select((eb) => [
        'b.account_id as owner_id',
        'p.first',
        'p.last',
        sql<number>`sum(b.lines_count)::bigint`.as('count'),
        eb.fn.sum<string>('b.debit').as('debit'),
        eb.fn.sum<string>('b.credit').as('credit'),
      ])
      .where('b.company_id', '=', companyId)
      .where('b.layer', '=', anyOf(layers))
      // Amounts awaiting since the first day are part of the opening; no other period begins on that day.
      .where(sql<boolean>`not (b.layer = 'awaiting' and p.first is not distinct from ${openedOn})`)
      .groupBy(['b.account_id', 'p.first', 'p.last'])
      .unionAll(
        db
          .selectFrom(unnestDays(dayFirsts, dayLasts))
          .innerJoin('read.entries as e', (join) =>
            join
              .on('e.company_id', '=', companyId)
              .on((eb) => eb.between('e.entry_date', eb.ref('days.first'), eb.ref('days.last'))),
          )
          .innerJoin('read.entry_lines as l', 'l.entry_id', 'e.id')
          .select((eb) => [
            'l.account_id as owner_id',
            'days.first',
            'days.last',
            eb.fn.countAll<number>().as('count'),
            eb.fn.sum<string>('l.debit').as('debit'),
            eb.fn.sum<string>('l.credit').as('credit'),
          ])
          .where('l.layer', '=', anyOf(layers))
          .where(sql<boolean>`not (l.layer = 'awaiting' and e.entry_date is not distinct from ${openedOn})`)
          .groupBy(['l.account_id', 'days.first', 'days.last']),
      )
      .orderBy('first'),
);

/** By account and period, in date order: whole periods from the balances, cut periods from their lines. */
export async function readAccountParts(
  db: Queryable,
  companyId: number,
  { inside, partial, from, openedOn }: Coverage,
  layers: readonly Layer[],
): Promise<PartSums[]> {
  const [periodIds, periodFirsts, periodLasts] = toPeriodArrays(inside);
  const [dayFirsts, dayLasts] = toDayArrays(partial, from);
  return partsStatement.all(db, {
    companyId,
    layers,
    openedOn,
    periodIds,
    periodFirsts,
    periodLasts,
    dayFirsts,
    dayLasts,
  });
}

const windowed = {
  companyId: bigint,
  accountIds: bigints,
  firsts: dates,
  lasts: dates,
  layers: someOf<Layer>(),
  openedOn: nullable(date),
  /** Only lines in this currency. */
  currency: optional(text),
};

/** The lines of windows of one account each, ordered by window and date. */
const selectWindowLines = (
  db: QueryCreator,
  { companyId, accountIds, firsts, lasts, layers, openedOn, currency }: Placeholders<typeof windowed>,
) =>
  db
    .selectFrom(unnestWindows(accountIds, firsts, lasts))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('read.entry_lines as l')
        // Only the needed columns: in past views, the settled amount would be looked up for each line.
        .select(['l.entry_date', 'l.entry_id', 'l.line_number', 'l.debit', 'l.credit', 'l.currency_amount'])
        .where('l.company_id', '=', companyId)
        .whereRef('l.account_id', '=', 'w.owner_id')
        .where((line) => line.between('l.entry_date', line.ref('w.first'), line.ref('w.last')))
        .$if(currency !== undefined, (query) => query.where('l.currency', '=', currency!))
        .where('l.layer', '=', anyOf(layers))
        .where(sql<boolean>`not (l.layer = 'awaiting' and l.entry_date is not distinct from ${openedOn})`)
        // Window by window, each from the index: the server does not know how few lines they have.
        .offset(0)
        .as('l'),
    )
    .select(['w.place', 'l.entry_date', 'l.entry_id', 'l.line_number', 'l.debit', 'l.credit', 'l.currency_amount'])
    .orderBy('w.place')
    .orderBy('l.entry_date')
    .orderBy('l.entry_id')
    .orderBy('l.line_number');

const movementsStatement = statement(
  'movements-in-windows',
  { ...windowed, limit: bigint, skip: bigint },
  (db, { limit, skip, ...given }) =>
    selectMovements(db, db.selectFrom('read.entry_lines').selectAll().where('company_id', '=', given.companyId).as('l'))
      .innerJoin(selectWindowLines(db, given).limit(limit).offset(skip).as('page'), (join) =>
        join.onRef('page.entry_id', '=', 'l.entry_id').onRef('page.line_number', '=', 'l.line_number'),
      )
      .orderBy('page.place')
      .orderBy('l.entry_date')
      .orderBy('l.entry_id')
      .orderBy('l.line_number'),
);

/** Defines which lines count as movements of a report. */
export interface Counted extends Pick<Coverage, 'openedOn'> {
  readonly layers: readonly Layer[];
  /** Only lines in this currency. */
  readonly currency?: string | undefined;
}

export async function readWindowMovements(
  db: Queryable,
  companyId: number,
  windows: readonly Window[],
  counted: Counted,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<MovementRow[]> {
  if (windows.length === 0) return [];
  const [accountIds, firsts, lasts] = toWindowArrays(windows);
  return movementsStatement.all(db, { companyId, accountIds, firsts, lasts, ...counted, limit, skip });
}

const balanceStatement = statement(
  'balance-of-first-in-window',
  { ...windowed, count: bigint },
  (db, { count, ...given }) =>
    db
      .selectFrom(selectWindowLines(db, given).limit(count).as('earlier'))
      .select([sumAmount(sql`debit - credit`).as('balance'), sumAmount(sql`currency_amount`).as('currency_balance')]),
);

/** Debit minus credit of the first `count` lines of a window, also in the currency of its account. */
export async function computeLeadingBalance(
  db: Queryable,
  companyId: number,
  window: Window,
  counted: Counted,
  count: number,
): Promise<RowOfStatement<typeof balanceStatement>> {
  const [accountIds, firsts, lasts] = toWindowArrays([window]);
  return (await balanceStatement.first(db, { companyId, accountIds, firsts, lasts, ...counted, count }))!;
}
