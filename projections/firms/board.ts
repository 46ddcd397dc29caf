import { sql } from 'kysely';
import type pg from 'pg';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, flag } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { FIRST_DAY, LOCKED_UNTIL } from './file-periods.ts';

/** What waits in each company file of a firm: a few statements for any number of files. */

export type BoardFile = RowOfStatement<typeof filesStatement>;

const filesStatement = statement(
  'board-files',
  { firmId: bigint, seesAll: flag, companies: bigints },
  (db, { firmId, seesAll, companies }) =>
    db
      .selectFrom('read.companies as c')
      .crossJoinLateral((eb) =>
        eb
          .selectFrom(['read.fiscal_years as f', sql<object>`jsonb_array_elements(f.periods)`.as('period')])
          .select([FIRST_DAY.as('first_day'), LOCKED_UNTIL.as('locked_until')])
          .whereRef('f.company_id', '=', 'c.id')
          .where('f.deleted_at', 'is', null)
          .as('y'),
      )
      // The last change of a file is found by its number, and who made it by its position.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('read.changes')
            .select('position')
            .whereRef('company_id', '=', 'c.id')
            .orderBy('seq', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .leftJoin('read.activity as a', 'a.position', 'last.position')
      .leftJoin('read.users as u', 'u.id', 'a.user_id')
      .select([
        'c.id',
        'c.public_token',
        'c.code',
        'c.name',
        'c.country_pack as country',
        'c.responsible_id',
        // Last day up to which every period is locked; null if the first one is open.
        sql<string | null>`case when y.locked_until >= y.first_day then y.locked_until end`.as('closed_until'),
        'a.recorded_at as active_at',
        'a.user_id as active_user_id',
        'u.name as active_user_name',
      ])
      .where('c.firm_id', '=', firmId)
      .where('c.deleted_at', 'is', null)
      .where((eb) => eb.or([seesAll, eb('c.id', '=', anyOf(companies))])),
);

interface Count {
  readonly company_id: number;
  readonly count: number;
}

const importsStatement = statement('board-imports', { companies: bigints }, (db, { companies }) =>
  db
    .selectFrom('read.document_imports')
    .select((eb) => ['company_id', eb.fn.countAll<number>().as('count')])
    .where('company_id', '=', anyOf(companies))
    .where(sql<boolean>`status in ('ready', 'needs_review', 'duplicate')`)
    .where('deleted_at', 'is', null)
    .groupBy('company_id'),
);

const transactionsStatement = statement('board-transactions', { companies: bigints }, (db, { companies }) =>
  db
    .selectFrom('read.bank_transactions')
    .select((eb) => ['company_id', eb.fn.countAll<number>().as('count')])
    .where('company_id', '=', anyOf(companies))
    .where('status', '=', sql.lit('pending'))
    .where('deleted_at', 'is', null)
    .groupBy('company_id'),
);

const conflictsStatement = statement('board-conflicts', { companies: bigints }, (db, { companies }) =>
  db
    .selectFrom('read.sync_conflicts')
    .select((eb) => ['company_id', eb.fn.countAll<number>().as('count')])
    .where('company_id', '=', anyOf(companies))
    .where('status', '=', sql.lit('open'))
    .groupBy('company_id'),
);

export interface BoardRow extends BoardFile {
  readonly documents_to_validate: number;
  readonly bank_to_match: number;
  readonly open_conflicts: number;
}

/** Company files of the firm that the caller can see. */
export async function readBoard(
  pool: pg.Pool,
  firmId: number,
  seen: readonly number[] | 'all',
): Promise<readonly BoardRow[]> {
  const seesAll = seen === 'all';
  const files = await filesStatement.all(pool, { firmId, seesAll, companies: seesAll ? [] : seen });
  const companies = files.map(({ id }) => id);
  const [imports, transactions, conflicts] = await Promise.all([
    importsStatement.all(pool, { companies }),
    transactionsStatement.all(pool, { companies }),
    conflictsStatement.all(pool, { companies }),
  ]);
  const [imported, matched, opened] = [toCounts(imports), toCounts(transactions), toCounts(conflicts)];
  return files.map((file) => ({
    ...file,
    documents_to_validate: imported.get(file.id) ?? 0,
    bank_to_match: matched.get(file.id) ?? 0,
    open_conflicts: opened.get(file.id) ?? 0,
  }));
}

const toCounts = (counts: readonly Count[]): ReadonlyMap<number, number> =>
  new Map(counts.map(({ company_id, count }) => [company_id, count]));
