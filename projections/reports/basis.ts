import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { CompanyIdentity } from '../companies/queries.ts';
import type { FiscalYearRow } from '../fiscal-years/queries.ts';

/**
 * What a report needs before its sums can be asked for. It rarely changes, so it is remembered and the statement with the
 * sums checks it: one round trip and one snapshot instead of several statements in a transaction.
 */
export interface ReportBasis {
  /** In order of their dates. */
  readonly years: readonly FiscalYearRow[];
  readonly company: CompanyIdentity;
}

/** Company files per pool; those used least recently are forgotten. */
const MOST_REMEMBERED = 200;

/** By pool, because each pool shows its own moment of its own database. */
const memories = new WeakMap<Queryable, Map<number, ReportBasis>>();

export function recallBasis(pool: Queryable, companyId: number): ReportBasis | undefined {
  return memories.get(pool)?.get(companyId);
}

export function rememberBasis(pool: Queryable, companyId: number, basis: ReportBasis): void {
  let memory = memories.get(pool);
  if (!memory) memories.set(pool, (memory = new Map<number, ReportBasis>()));
  memory.delete(companyId);
  memory.set(companyId, basis);
  if (memory.size > MOST_REMEMBERED) memory.delete(memory.keys().next().value!);
}

/** The versions of all its rows. */
export const describeBasis = ({ years, company }: ReportBasis): string =>
  [company.version, ...years.map(({ id, version }) => `${id}:${version}`)].join(' ');

/** Condition: the tables still show the basis that was described. */
export const isBasis = (companyId: Expression<number>, basis: Expression<string>): RawBuilder<boolean> => sql`
  ${basis} = (select concat_ws(' ', c.version, (select string_agg(y.id || ':' || y.version, ' ' order by y.starts_on)
      from read.fiscal_years y where y.company_id = ${companyId} and y.deleted_at is null))
    from read.companies c where c.id = ${companyId})`;
