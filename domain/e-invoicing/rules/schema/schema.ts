import { readTable, readWords, type DataTable } from '../../../data-table.ts';

/**
 * The order and number of elements that a schema allows, as a table: one row per aggregate, with its children in order.
 * A child is written `Name`, at most once; `Name!`, exactly once; `Name*`, any number; `Name+`, at least once. After a
 * colon follows the aggregate that it contains, or `-` if nothing below it is checked.
 */
export interface SchemaChild {
  readonly name: string;
  readonly index: number;
  readonly least: 0 | 1;
  readonly most: number;
  /** Null: it has a value, or it is not looked into. */
  readonly content: Aggregate | null;
  readonly hasValue: boolean;
}

export interface Aggregate {
  readonly name: string;
  readonly children: ReadonlyMap<string, SchemaChild>;
  readonly required: readonly SchemaChild[];
}

const NUMBERS = { '!': [1, 1], '*': [0, Infinity], '+': [1, Infinity], '': [0, 1] } as const;

const CHILD = /^(?<name>[A-Za-z0-9]+)(?<number>[!*+]?)(?::(?<content>[A-Za-z-]+))?$/;

/** @throws if a row names an aggregate that the table does not have. */
export function readSchema(table: DataTable): ReadonlyMap<string, Aggregate> {
  const rows = readTable(table, ['aggregate', 'children']);
  const made = new Map<string, Growing>(
    rows.map(({ aggregate }) => [aggregate, { name: aggregate, children: new Map(), required: [] }]),
  );
  for (const { aggregate, children } of rows) {
    const { children: known, required } = made.get(aggregate)!;
    for (const [index, text] of readWords(children).entries()) {
      const child = readChild(text, index, made);
      known.set(child.name, child);
      if (child.least === 1) required.push(child);
    }
  }
  return made;
}

interface Growing {
  readonly name: string;
  readonly children: Map<string, SchemaChild>;
  readonly required: SchemaChild[];
}

function readChild(text: string, index: number, aggregates: ReadonlyMap<string, Aggregate>): SchemaChild {
  const { name, number, content } = CHILD.exec(text)?.groups ?? {};
  if (name === undefined) throw new Error(`Expected a child of an aggregate instead of "${text}"`);
  const [least, most] = NUMBERS[(number ?? '') as keyof typeof NUMBERS];
  const found = content === undefined || content === '-' ? null : aggregates.get(content);
  if (found === undefined) throw new Error(`The schema has no aggregate ${content}`);
  return { name, index, least, most, content: found, hasValue: content === undefined };
}
