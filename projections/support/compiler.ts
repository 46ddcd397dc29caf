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
import { joinWithinFile } from './file-joins.ts';

/** Kysely as a compiler: it checks names and types and generates the text, but never connects to a database. */

/** Marks the position of a parameter in a query. */
export interface Marker {
  /** Name of the parameter. */
  readonly name: string;
  /** Index in a list of values. */
  readonly index?: number;
}

const markers = new WeakSet<object>();
const isMarker = (value: unknown): value is Marker => typeof value === 'object' && value !== null && markers.has(value);

/** A parameter with its type: `$1::bigint`. Without a type, the server infers it. */
export function createPlaceholder(marker: Marker, type: string): Expression<unknown> {
  markers.add(marker);
  const value = sql.val(marker);
  return type === '' ? value : sql`${value}::${sql.raw(type)}`;
}

/**
 * Compiles like hand-written SQL: a parameter used twice has one number, and constants are inlined, so that the planner
 * sees them and can use partial indexes.
 */
class StatementCompiler extends PostgresQueryCompiler {
  #places: Marker[] = [];

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#places = [];
    return super.compileQuery(joinWithinFile(node), queryId);
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
