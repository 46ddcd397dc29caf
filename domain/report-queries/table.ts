import { add, compare as compareAmounts, subtract, ZERO, type SignedAmount } from '../money.ts';
import type { Steps } from '../steps.ts';
import { listComparedMeasures, MOST_CELLS, toComparedKey, type Measure, type ReportQuery } from './query.ts';

/** The rows of a query, from the sums of its groups. */

/** Sums of one group of lines. The key has a value for each column of `by`; null: the lines have none. */
export interface Part {
  readonly key: readonly (string | null)[];
  readonly debit: SignedAmount;
  readonly credit: SignedAmount;
  readonly count: number;
}

interface Sums {
  debit: SignedAmount;
  credit: SignedAmount;
  count: number;
}

export interface QueryRow {
  readonly key: readonly (string | null)[];
  /** One for each measure, then for each compared measure: decimal strings, integers for counts. */
  readonly values: readonly (string | number)[];
}

export interface QueryTable {
  readonly rows: readonly QueryRow[];
  /** Over all rows, also those that the limit leaves out. */
  readonly totals: readonly (string | number)[];
  readonly isTruncated: boolean;
}

export type TooLarge = 'too_large';

interface Group {
  readonly key: readonly (string | null)[];
  readonly now: Sums;
  readonly then: Sums;
}

const createSums = (): Sums => ({ debit: ZERO, credit: ZERO, count: 0 });

/** @returns `too_large` if the answer would have more cells than allowed; `width` is the number of all its columns */
export function* buildTableInSteps(
  query: ReportQuery,
  parts: { readonly now: Iterable<Part>; readonly then: Iterable<Part> },
  width: number,
): Steps<QueryTable | TooLarge> {
  const groups = new Map<string, Group>();
  const totals = { key: [], now: createSums(), then: createSums() };
  for (const side of ['now', 'then'] as const)
    for (const part of parts[side]) {
      const id = JSON.stringify(part.key);
      let group = groups.get(id);
      if (!group) groups.set(id, (group = { key: part.key, now: createSums(), then: createSums() }));
      addPart(group[side], part);
      addPart(totals[side], part);
      yield;
    }
  const all = [...groups.values()].filter(hasAmounts);
  const { limit } = query;
  if (Math.min(all.length, limit ?? all.length) * width > MOST_CELLS) return 'too_large';
  const rows: QueryRow[] = [];
  for (const group of all) {
    rows.push(toRow(query, group));
    yield;
  }
  rows.sort(createComparer(query));
  return {
    rows: limit === null ? rows : rows.slice(0, limit),
    totals: toRow(query, totals).values,
    isTruncated: limit !== null && rows.length > limit,
  };
}

function addPart(sums: Sums, { debit, credit, count }: Part): void {
  if (debit !== ZERO) sums.debit = add(sums.debit, debit);
  if (credit !== ZERO) sums.credit = add(sums.credit, credit);
  sums.count += count;
}

const hasAmounts = ({ now, then }: Group): boolean =>
  [now, then].some(({ debit, credit, count }) => debit !== ZERO || credit !== ZERO || count !== 0);

function toRow(query: ReportQuery, { key, now, then }: Group): QueryRow {
  return {
    key,
    values: [
      ...query.measures.map((measure) => toValue(measure, now)),
      ...listComparedMeasures(query).map((measure) => toValue(measure, then)),
    ],
  };
}

const toValue = (measure: Measure, sums: Sums): string | number =>
  measure === 'balance' ? subtract(sums.debit, sums.credit) : sums[measure];

type Comparer = (one: QueryRow, other: QueryRow) => number;

/** Rows without a value come last in both directions. Equal rows are in the order of their keys. */
function createComparer(query: ReportQuery): Comparer {
  const { by, measures, sort } = query;
  const values = [...measures, ...listComparedMeasures(query).map(toComparedKey)] as readonly string[];
  const comparers = sort.map(({ key, isDescending }): Comparer => {
    const place = by.findIndex((dimension) => dimension.key === key);
    const direction = isDescending ? -1 : 1;
    if (place >= 0) return (one, other) => compareKeys(one.key[place]!, other.key[place]!, direction);
    const column = values.indexOf(key);
    return (one, other) => direction * compareValues(one.values[column]!, other.values[column]!);
  });
  comparers.push((one, other) => {
    for (let place = 0; place < one.key.length; place += 1) {
      const order = compareKeys(one.key[place]!, other.key[place]!, 1);
      if (order !== 0) return order;
    }
    return 0;
  });
  return (one, other) => {
    for (const comparer of comparers) {
      const order = comparer(one, other);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareKeys(one: string | null, other: string | null, direction: number): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return direction * (one < other ? -1 : 1);
}

const compareValues = (one: string | number, other: string | number): number =>
  typeof one === 'number' || typeof other === 'number' ? Number(one) - Number(other) : compareAmounts(one, other);
