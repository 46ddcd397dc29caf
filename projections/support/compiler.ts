import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type Expression,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import type { Database } from '../database.ts';

/** Kysely as a compiler: it checks names and types and writes the text, and never speaks to a database. */

/** Stands in a query where a parameter will be. */
export interface Marker {
  /** Of the parameter. */
  readonly name: string;
  /** The place in a list of values. */
  readonly index?: number;
}

const markers = new WeakSet<object>();
const isMarker = (value: unknown): value is Marker => typeof value === 'object' && value !== null && markers.has(value);

/** A parameter at its place, with its type: `$1::bigint`; without one, the server infers it. */
export function placeholder(marker: Marker, type: string): Expression<unknown> {
  markers.add(marker);
  const value = sql.val(marker);
  return type === '' ? value : sql`${value}::${sql.raw(type)}`;
}

/**
 * As a statement is written by hand: a parameter that is used twice has one number, and constants stand in the text, where
 * the server sees them when it plans; an index over some rows is of use to nobody else.
 */
class StatementCompiler extends PostgresQueryCompiler {
  #places: Marker[] = [];

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#places = [];
    return super.compileQuery(node, queryId);
  }

  protected override appendValue(value: unknown): void {
    if (!isMarker(value)) return this.appendImmediateValue(value);
    let place = this.#places.indexOf(value);
    if (place === -1) {
      place = this.#places.push(value) - 1;
      this.addParameter(value);
    }
    this.append(`$${place + 1}`);
  }
}

export type QueryCreator = Kysely<Database>;

export const queries: QueryCreator = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new StatementCompiler(),
  },
});
