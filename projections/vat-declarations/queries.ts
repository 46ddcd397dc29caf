import { sql } from 'kysely';
import type pg from 'pg';
import type { SettingValues } from '../../domain/companies/settings.ts';
import type { DeclarationStatus } from '../../domain/vat-declarations/state.ts';
import { computeUntoldOpeningTax } from './opening-tax.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, integer, oneOf, optional, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type DeclarationRow = RowOfStatement<typeof byIdsStatement>;

const selectHeads = (db: QueryCreator) =>
  db
    .selectFrom('read.vat_declarations as d')
    .innerJoin('read.companies as c', 'c.id', 'd.company_id')
    .leftJoin('read.users as u', 'u.id', 'd.validated_by')
    .select([
      'd.id',
      'c.country_pack',
      sql<string | null>`c.settings ->> 'vat.structured_communication'`.as('structured_communication'),
      sql<boolean>`coalesce((c.settings ->> 'vat.pro_rata.special')::boolean, false)`.as('is_special_pro_rata'),
      'd.form',
      'd.period_type',
      'd.year',
      'd.period',
      'd.starts_on',
      'd.ends_on',
      'd.due_on',
      'd.status',
      'd.books',
      'd.carried',
      'd.carried_forward',
      'd.boxes',
      'd.manual',
      'd.requests',
      'd.comment',
      'd.amount_due',
      'd.amount_refund',
      'd.computed_at',
      'd.computed_position',
      'd.fingerprint',
      'd.journal_entry_id',
      'd.validated_at',
      'd.validated_by',
      'u.name as validated_by_name',
      'd.filed_on',
      'd.filing_reference',
      'd.version',
      'd.created_at',
      'd.updated_at',
      'd.deleted_at',
      sql<string>`(case when c.country_pack = 'FR' and d.status = 'draft' then ${computeUntoldOpeningTax(sql.ref('d.company_id'))} else 0 end)::numeric(20,2)`.as(
        'untold_opening_tax',
      ),
      // Once the return is validated, only late tax can reach its period, and late tax is marked as such.
      sql<boolean>`d.status <> 'draft' and exists (
        select from read.entries e where e.company_id = d.company_id
          and e.tax_point between d.starts_on and d.ends_on and e.created_at > d.validated_at)`.as('has_late_tax'),
    ]);

const byIdsStatement = statement(
  'vat-declarations-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) => selectHeads(db).where('d.company_id', '=', companyId).where('d.id', '=', anyOf(ids)),
);

/** Includes deleted returns, for the feed. */
export async function readDeclarationsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<DeclarationRow[]> {
  return byIdsStatement.all(pool, { companyId, ids });
}

export async function findDeclaration(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<DeclarationRow | undefined> {
  const row = await byIdsStatement.first(pool, { companyId, ids: [id] });
  return row?.deleted_at === null ? row : undefined;
}

const chainStatement = statement('vat-declarations-in-order', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.vat_declarations as d')
    .select(['d.id', 'd.period_type', 'd.starts_on', 'd.ends_on', 'd.status', 'd.carried_forward'])
    .where('d.company_id', '=', companyId)
    .where('d.deleted_at', 'is', null)
    .where('d.status', '!=', 'draft'),
);

const filerStatement = statement('vat-filer', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.companies as c')
    .select(['c.country_pack', 'c.vat_regime'])
    .select(
      sql<SettingValues>`jsonb_strip_nulls(jsonb_build_object('vat_regimes', c.settings -> 'vat_regimes'))`.as(
        'settings',
      ),
    )
    .where('c.id', '=', companyId),
);

/** The filer and its validated returns, from which the amounts carried to a period follow. */
export async function readReturnChain(pool: pg.Pool, companyId: number) {
  const [filer, returns] = await Promise.all([
    filerStatement.first(pool, { companyId }),
    chainStatement.all(pool, { companyId }),
  ]);
  return { filer: filer!, returns };
}

export interface DeclarationFilter {
  readonly year?: number;
  readonly status?: DeclarationStatus;
}

const filtered = { companyId: bigint, year: optional(integer), status: optional(oneOf<DeclarationStatus>()) };

const matchesFilter = ({ companyId, year, status }: Placeholders<typeof filtered>) =>
  sql<boolean>`${sql.join(
    [
      sql`d.company_id = ${companyId} and d.deleted_at is null`,
      ...(year === undefined ? [] : [sql`d.year = ${year}`]),
      ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ],
    sql` and `,
  )}`;

const pageStatement = statement(
  'vat-declarations',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectHeads(db)
      .where(matchesFilter(given))
      .orderBy('d.starts_on', 'desc')
      .orderBy('d.id', 'desc')
      .limit(limit)
      .offset(offset),
);

const countStatement = statement('count-vat-declarations', filtered, (db, given) =>
  db
    .selectFrom('read.vat_declarations as d')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesFilter(given)),
);

/** Latest period first. */
export async function listDeclarations(
  pool: pg.Pool,
  companyId: number,
  filter: DeclarationFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly DeclarationRow[]; readonly total: number }> {
  const given = { companyId, ...filter };
  const [rows, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows, total: count!.total };
}
