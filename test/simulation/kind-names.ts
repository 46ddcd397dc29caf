import type { Outcome } from './runner.ts';

/** Commands within which every kind appears. */
export const DECK = 1_000;

/** The kinds in the order of the route table, as the first episode knows them. */
export const listKindNames = (outcomes: readonly Outcome[]): readonly string[] =>
  outcomes.find(({ report }) => report !== null)?.report?.kindNames ?? [];
