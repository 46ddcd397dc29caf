import { sql, type Compilable } from 'kysely';
import type { QueryCreator } from './compiler.ts';
import { isCompanyTable } from './company-tables.ts';
import { anyOf } from './expressions.ts';
import { bigints, type Placeholders } from './parameters.ts';
import type { ReadTable, RowOf } from './table.ts';

/** Current labels of items, by id. */
export interface Label {
  readonly id: number;
  readonly label: string | null;
}

/** The requested ids come from changes of files that the caller can see. */
export const labelParameters = { companies: bigints, ids: bigints };

export type LabelQuery = (db: QueryCreator, given: Placeholders<typeof labelParameters>) => Compilable<Label>;

/** Labels items by columns of their table, separated by spaces. */
export const labelByColumns =
  <Table extends ReadTable>(table: Table, ...columns: readonly (keyof RowOf<Table> & string)[]): LabelQuery =>
  (db, { companies, ids }) => {
    const values = sql.join(columns.map((name) => sql.ref(`t.${name}`)));
    const named = db
      .selectFrom(sql<{ readonly id: number; readonly company_id: number }>`${sql.table(`read.${table.name}`)}`.as('t'))
      .select(['t.id', sql<string>`concat_ws(' ', ${values})`.as('label')])
      .where('t.id', '=', anyOf(ids));
    return isCompanyTable(table.name) ? named.where('t.company_id', '=', anyOf(companies)) : named;
  };
