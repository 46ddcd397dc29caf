import type { Compilable, RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { placeholder, queries, type Marker, type QueryCreator } from './compiler.ts';
import type { Arguments, Parameter, Parameters, Placeholders } from './parameters.ts';

/**
 * A statement over the read tables: written with kysely, built when it is first run, and from then on sent under its name, so
 * that the server has it prepared. One that has parts which are not always there is kept in every shape that it was run in.
 */
export interface Statement<Given, Row> {
  /** As the driver takes it. */
  with(given: Given): BoundStatement;
  all(db: Queryable, given: Given): Promise<Row[]>;
  /** The first row, or undefined. */
  first(db: Queryable, given: Given): Promise<Row | undefined>;
}

export interface BoundStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A row that a statement gives. */
export type RowOfStatement<One> = One extends Statement<never, infer Row> ? Readonly<Row> : never;

type Build<Given extends Parameters, Row> = (db: QueryCreator, given: Placeholders<Given>) => Compilable<Row>;

const names = new Set<string>();

/** @throws when another statement has the name: the server knows them by it */
export function statement<Given extends Parameters, Row>(
  name: string,
  parameters: Given,
  build: Build<Given, Row>,
): Statement<Arguments<Given>, Row> {
  if (names.has(name)) throw new Error(`Two statements are called ${name}`);
  names.add(name);
  return keptStatement(name, parameters, build);
}

/** The same, but without a name: how it is best done depends on what it is given, and it is planned each time. */
export function plannedEachTime<Given extends Parameters, Row>(
  parameters: Given,
  build: Build<Given, Row>,
): Statement<Arguments<Given>, Row> {
  return keptStatement(null, parameters, build);
}

/** A statement that is written out, because it is a plan that the server would not find by itself: whoever uses this says why. */
export const byHand = <Row>(text: RawBuilder<Row>): Compilable<Row> => ({ compile: () => text.compile(queries) });

interface Kept {
  readonly name: string | undefined;
  readonly text: string;
  readonly places: readonly Marker[];
}

/** Shapes that are kept of one statement. There are never so many: what is beyond is built again each time. */
const MOST_SHAPES = 200;

function keptStatement<Given extends Parameters, Row>(
  name: string | null,
  parameters: Given,
  build: Build<Given, Row>,
): Statement<Arguments<Given>, Row> {
  const shaping = Object.entries(parameters).filter(([, { kind }]) => kind !== 'value');
  const shapes = new Map<string, Kept>();

  const keptFor = (given: Readonly<Record<string, unknown>>): Kept => {
    let key = '';
    for (const [parameter, { kind }] of shaping) key += `${shapeOf(kind, given[parameter])} `;
    let kept = shapes.get(key);
    if (kept === undefined) {
      const isKept = shapes.size < MOST_SHAPES;
      const compiled = build(queries, placeholdersFor(parameters, given) as Placeholders<Given>).compile();
      kept = {
        name: name === null || !isKept ? undefined : shaping.length === 0 ? name : `${name}-${shapes.size + 1}`,
        text: compiled.sql,
        places: compiled.parameters as readonly Marker[],
      };
      if (isKept) shapes.set(key, kept);
    }
    return kept;
  };
  const bound = (given: Arguments<Given>): BoundStatement => {
    const named: Readonly<Record<string, unknown>> = given;
    const { name: ofShape, text, places } = keptFor(named);
    const values = new Array<unknown>(places.length);
    for (let place = 0; place < places.length; place += 1) values[place] = valueAt(places[place]!, named);
    return ofShape === undefined ? { text, values } : { name: ofShape, text, values };
  };
  const all = async (db: Queryable, given: Arguments<Given>): Promise<Row[]> =>
    (await db.query<Row & object>(bound(given))).rows;
  return { with: bound, all, first: async (db, given) => (await all(db, given))[0] };
}

function valueAt({ name, index }: Marker, given: Readonly<Record<string, unknown>>): unknown {
  const value = given[name];
  return index === undefined ? value : (value as readonly unknown[])[index];
}

function shapeOf(kind: Parameter['kind'], value: unknown): string {
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

function placeholdersFor(parameters: Parameters, given: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      switch (parameter.kind) {
        case 'value':
          return [name, placeholder({ name }, parameter.type)];
        case 'optional':
          return [name, given[name] === undefined ? undefined : placeholder({ name }, parameter.type)];
        case 'list':
          return [name, (given[name] as unknown[]).map((_, index) => placeholder({ name, index }, parameter.type))];
        case 'shape':
          return [name, given[name]];
      }
    }),
  );
}
