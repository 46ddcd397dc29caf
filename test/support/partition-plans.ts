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
  readonly 'Hash Cond'?: string;
  readonly 'Merge Cond'?: string;
  readonly 'Join Filter'?: string;
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
  const reads = new Map<string, Read>();
  const joins: Join[] = [];
  rows[0]!['QUERY PLAN'].forEach(({ Plan: plan }) => visitPlan(plan, reads, joins));
  const isBound = (alias: string | null): boolean => alias === null || (reads.get(alias)?.isBound ?? true);
  const bind = (alias: string | null): void => {
    const found = alias === null ? undefined : reads.get(alias);
    if (found) found.isBound = true;
  };
  // A join passes the company on, so it takes as many turns as there are joins at most.
  for (const _turn of joins)
    for (const [one, other] of joins) {
      if (isBound(one)) bind(other);
      if (isBound(other)) bind(one);
    }
  return [...reads].filter(([, read]) => !read.isBound).map(([alias, { table }]) => `${table} as ${alias}`);
}

/** A table of company files that a statement reads, and whether it reads the rows of given files. */
interface Read {
  readonly table: string;
  isBound: boolean;
}

/** Aliases of two tables whose companies are compared. */
type Join = readonly [one: string, other: string | null];

/** Partitions have the name and the alias of their table with a number. */
const withoutNumber = (name: string): string => name.replace(/_\d+$/, '');

/** What `company_id` of a table is compared with, on either side: the company of another table, or anything else. */
const COMPARISONS = /(?:(\w+)\.)?company_id = \(*([^\s()]+)|([^\s()]+)\)* = (\w+)\.company_id/g;
const COMPANY_OF = /^(\w+)\.company_id$/;

function visitPlan(plan: Plan, reads: Map<string, Read>, joins: Join[]): void {
  for (const condition of [plan['Hash Cond'], plan['Merge Cond'], plan['Join Filter']])
    joins.push(...listJoins(condition, ''));
  const name = plan['Relation Name'];
  const table = name && withoutNumber(name);
  if (table !== undefined && table !== name && companyTables.has(table)) {
    const alias = withoutNumber(plan.Alias!);
    const own = [plan.Filter, plan['Index Cond'], plan['Recheck Cond']].flatMap((one) => listJoins(one, alias));
    const isBound = (plan['Index Cond'] ?? plan.Filter ?? '').includes('company_id') && own.length === 0;
    joins.push(...own);
    reads.set(alias, { table, isBound: isBound || (reads.get(alias)?.isBound ?? false) });
  }
  plan.Plans?.forEach((one) => visitPlan(one, reads, joins));
}

/** The tables whose companies a condition compares; the other one is null if it is not a table of company files. */
function listJoins(condition: string | undefined, ownAlias: string): Join[] {
  return [...(condition ?? '').matchAll(COMPARISONS)].map(([, one = ownAlias, right = '', left, other]): Join => {
    if (left !== undefined) return [withoutNumber(other!), null];
    const compared = COMPANY_OF.exec(right)?.[1];
    return [withoutNumber(one), compared === undefined ? null : withoutNumber(compared)];
  });
}
