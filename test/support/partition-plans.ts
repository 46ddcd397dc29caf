import type pg from 'pg';
import { createReadIndexes, createReadSchema, LIVE } from '../../projections/engine/schema.ts';
import { readTables } from '../../projections/engine/tables.ts';
import { isCompanyTable } from '../../projections/support/company-tables.ts';

/** Finds statements that read all partitions of a table, because they do not say which company file they mean. */

interface Plan {
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Filter?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const companyTables = new Set(readTables.map(({ name }) => name).filter(isCompanyTable));

/** Divides the tables of a database without rows. */
export async function createPartitionedTables(pool: pg.Pool): Promise<void> {
  await createReadSchema(pool, LIVE, 4);
  await createReadIndexes(pool, LIVE);
}

/** The tables that a statement reads without their company, under their names in the statement. */
export async function findTablesReadWhole(pool: pg.Pool, text: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  const plans = rows[0]!['QUERY PLAN'].map(({ Plan: plan }) => plan);
  const joins = JSON.stringify(plans);
  const whole = new Set<string>();
  const visit = (plan: Plan): void => {
    const table = plan['Relation Name']?.replace(/_\d+$/, '');
    if (table !== undefined && table !== plan['Relation Name'] && companyTables.has(table)) {
      const alias = plan.Alias!.replace(/_\d+$/, '');
      const conditions = [plan.Filter, plan['Index Cond'], plan['Recheck Cond']].join(' ');
      const isJoined = new RegExp(`"(?:Hash Cond|Merge Cond|Join Filter)":"[^"]*\\b${alias}(?:_\\d+)?\\.company_id`);
      if (!conditions.includes('company_id') && !isJoined.test(joins)) whole.add(`${table} as ${alias}`);
    }
    plan.Plans?.forEach(visit);
  };
  plans.forEach(visit);
  return [...whole];
}
