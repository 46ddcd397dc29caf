/** The boxes of the Belgian periodic VAT return (form 625), in the order of the form. */
import { readLabels, readTable } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import type { BoxEffect, BoxFormula, PackBox } from '../pack.ts';
import table from './data/boxes.json' with { type: 'json' };

const formulas: Readonly<Record<string, BoxFormula>> = {
  XX: { terms: buildSum('54', '55', '56', '57', '61', '63'), atLeastZero: false },
  YY: { terms: buildSum('59', '62', '64'), atLeastZero: false },
  // Only one of the two is filed; when both are zero it is 71.
  '71': { terms: buildDifference('XX', 'YY'), atLeastZero: true },
  '72': { terms: buildDifference('YY', 'XX'), atLeastZero: true },
};

const notFiled: ReadonlySet<string> = new Set(['XX', 'YY']);

export const boxes: readonly PackBox[] = readTable(table, ['box', 'frame', ...LANGUAGES]).map((row) => ({
  box: row.box,
  frame: row.frame,
  labels: readLabels(row),
  formula: formulas[row.box] ?? null,
  isFiled: !notFiled.has(row.box),
}));

function buildSum(...boxNumbers: readonly string[]): readonly BoxEffect[] {
  return boxNumbers.map((box) => ({ box, sign: 1 }));
}

function buildDifference(plus: string, minus: string): readonly BoxEffect[] {
  return [
    { box: plus, sign: 1 },
    { box: minus, sign: -1 },
  ];
}
