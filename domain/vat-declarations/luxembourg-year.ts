import type { BoxEffect, PackBox } from '../country-packs/pack.ts';
import { readLabels, readTable, type DataRecord } from '../data-table.ts';
import { LANGUAGES } from '../language.ts';
import table from './data/luxembourg-year.json' with { type: 'json' };

/**
 * Annual return of Luxembourg: the periodic return, with turnover by activity and input tax by type of purchase. The
 * periodic fields that are split remain as subtotals that are not filed, so that amounts without detail are not lost: the
 * last field of each group is the remainder.
 */

/** Boxes whose number differs from the one used by codes and entries. */
export const ANNUAL_RENAMED: Readonly<Record<string, string>> = { '457': '013', '455': '008', '456': '010' };

/** Not on the form, because they are split. */
const SPLIT = ['472', '458', '459', '460', '461'];
const DROPPED = ['454'];

const COLUMNS = ['box', 'before', 'frame', 'formula', ...LANGUAGES] as const;

type Row = DataRecord<(typeof COLUMNS)[number]>;

/** Fields of the annual form alone, each placed before a field of the periodic form. */
const ADDED: readonly Row[] = readTable(table, COLUMNS);

/** Totals with a different formula here. */
const FORMULAS: Readonly<Record<string, string>> = {
  '012': '+001 +002 +003 +004 +005 +471 +007 +008 +009 +010 +011',
  '093': '+080 +084 +088 +090 +092 +228',
};
/** Additional terms of totals. */
const MORE_TERMS: Readonly<Record<string, string>> = { '021': '+202', '102': '+101' };

const parseTerms = (written: string): readonly BoxEffect[] =>
  written.split(' ').map((term) => ({ box: term.slice(1), sign: term.startsWith('-') ? -1 : 1 }));

const toBox = (row: Row): PackBox => ({
  box: row.box,
  frame: row.frame,
  labels: readLabels(row),
  formula: row.formula === '' ? null : { terms: parseTerms(row.formula), atLeastZero: false },
  isFiled: true,
});

/** Builds the annual boxes from the periodic form, in its order. */
export function buildAnnualBoxes(periodic: readonly PackBox[]): readonly PackBox[] {
  const renameBox = (box: string): string => ANNUAL_RENAMED[box] ?? box;
  return periodic.flatMap((one) => {
    const { box, formula } = one;
    if (DROPPED.includes(box)) return [];
    const own = FORMULAS[box];
    const terms =
      own === undefined
        ? formula && [
            ...formula.terms.map((term) => ({ box: renameBox(term.box), sign: term.sign })),
            ...(MORE_TERMS[box] === undefined ? [] : parseTerms(MORE_TERMS[box])),
          ]
        : parseTerms(own);
    const kept = {
      ...one,
      box: renameBox(box),
      formula: terms && { terms, atLeastZero: false },
      isFiled: !SPLIT.includes(box),
    };
    return [...ADDED.filter(({ before }) => before === box).map(toBox), kept];
  });
}
