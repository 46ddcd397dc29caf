import type { Compilable, RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { createPlaceholder, queries, type Marker, type QueryCreator } from './compiler.ts';
import type { Arguments, Parameter, Parameters, Placeholders } from './parameters.ts';

/**
 * A statement over the read tables: written with kysely, built on first use, and then sent under its name, so that the
 * server keeps it prepared. A statement with optional parts is cached in every shape that was used.
 */
export interface Statement<Given, Row> {
  /** Binds values, in the form that the driver expects. */
  bind(given: Given): BoundStatement;
  all(db: Queryable, given: Given): Promise<Row[]>;
  /** The first row, or undefined. */
  first(db: Queryable, given: Given): Promise<Row | undefined>;
}

export interface BoundStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Row type of a statement. */
export type RowOfStatement<One> = One extends Statement<never, infer Row> ? Readonly<Row> : never;

type Build<Given extends Parameters, Row> = (db: QueryCreator, given: Placeholders<Given>) => Compilable<Row>;

const names = new Set<string>();

/** @throws when another statement has the same name, which identifies it on the server */
export function statement<Given extends Parameters, Row>(
  name: string,
  parameters: Given,
  build: Build<Given, Row>,
): Statement<Arguments<Given>, Row> {
  if (names.has(name)) throw new Error(`Two statements have the name ${name}`);
  names.add(name);
  return createStatement(name, parameters, build);
}

/** The same without a name: the best plan depends on the values, so it is planned on each run. */
export function unpreparedStatement<Given extends Parameters, Row>(
  parameters: Given,
  build: Build<Given, Row>,
): Statement<Arguments<Given>, Row> {
  return createStatement(null, parameters, build);
}

/** A hand-written statement, for a plan that the server would not find by itself. Explain the reason where it is used. */
export const fromRawSql = <Row>(text: RawBuilder<Row>): Compilable<Row> => ({ compile: () => text.compile(queries) });

interface Kept {
  readonly name: string | undefined;
  readonly text: string;
  readonly places: readonly Marker[];
}

/** Maximum number of cached shapes per statement. Never reached in practice; further shapes are built on each run. */
const MOST_SHAPES = 200;

function createStatement<Given extends Parameters, Row>(
  name: string | null,
  parameters: Given,
  build: Build<Given, Row>,
): Statement<Arguments<Given>, Row> {
  const shaping = Object.entries(parameters).filter(([, { kind }]) => kind !== 'value');
  const shapes = new Map<string, Kept>();

  const findOrBuildShape = (given: Readonly<Record<string, unknown>>): Kept => {
    let key = '';
    for (const [parameter, { kind }] of shaping) key += `${getShapeKey(kind, given[parameter])} `;
    let kept = shapes.get(key);
    if (kept === undefined) {
      const isKept = shapes.size < MOST_SHAPES;
      const compiled = build(queries, createPlaceholders(parameters, given) as Placeholders<Given>).compile();
      kept = {
        name: name === null || !isKept ? undefined : shaping.length === 0 ? name : `${name}-${shapes.size + 1}`,
        text: compiled.sql,
        places: compiled.parameters as readonly Marker[],
      };
      if (isKept) shapes.set(key, kept);
    }
    return kept;
  };
  const bindValues = (given: Arguments<Given>): BoundStatement => {
    const named: Readonly<Record<string, unknown>> = given;
    const { name: ofShape, text, places } = findOrBuildShape(named);
    const values = new Array<unknown>(places.length);
    for (let place = 0; place < places.length; place += 1) values[place] = getMarkerValue(places[place]!, named);
    return ofShape === undefined ? { text, values } : { name: ofShape, text, values };
  };
  const all = async (db: Queryable, given: Arguments<Given>): Promise<Row[]> =>
    (await db.query<Row & object>(bindValues(given))).rows;
  return { bind: bindValues, all, first: async (db, given) => (await all(db, given))[0] };
}

function getMarkerValue({ name, index }: Marker, given: Readonly<Record<string, unknown>>): unknown {
  const value = given[name];
  return index === undefined ? value : (value as readonly unknown[])[index];
}

function getShapeKey(kind: Parameter['kind'], value: unknown): string {
  switch (kind) {
    case 'value':
      return '';
    case 'optional':
      return value === undefined ? '' : 'given';
    case 'list':
      return String((value as readonly unknown[]).length);
    case 'shape':
      return String(value);
  }
}

function createPlaceholders(parameters: Parameters, given: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      switch (parameter.kind) {
        case 'value':
          return [name, createPlaceholder({ name }, parameter.type)];
        case 'optional':
          return [name, given[name] === undefined ? undefined : createPlaceholder({ name }, parameter.type)];
        case 'list':
          return [
            name,
            (given[name] as unknown[]).map((_, index) => createPlaceholder({ name, index }, parameter.type)),
          ];
        case 'shape':
          return [name, given[name]];
      }
    }),
  );
}
