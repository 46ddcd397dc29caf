/**
 * The lines of the French VAT return (form 3310-CA3), in the order of the form. A line of gross tax has two columns: its
 * number alone is the tax, its number with `-HT` the amount that the tax is computed on. Amounts are filed in whole
 * euros and never below zero. The detail of the excise on energy (lines X1 to M9) is not kept, only its totals.
 */
import { readLabels, readTable, type DataRecord } from '../../data-table.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import type { BoxEffect, BoxFormula, PackBox } from '../pack.ts';
import table from './data/boxes.json' with { type: 'json' };

type BoxRow = DataRecord<'box' | 'frame' | 'kind' | Language>;

const rows: readonly BoxRow[] = readTable(table, ['box', 'frame', 'kind', ...LANGUAGES]);
const isGrossTax = ({ kind }: BoxRow): boolean => kind === 'gross_tax';

const formulas: Readonly<Record<string, BoxFormula>> = {
  '16': { terms: [...rows.filter(isGrossTax).map(({ box }) => box), '15', '5B'].map(plus), atLeastZero: false },
  '23': { terms: ['19', '20', '21', '22', '2C'].map(plus), atLeastZero: false },
  '25': { terms: [plus('23'), minus('16')], atLeastZero: true },
  TD: { terms: [plus('16'), minus('23')], atLeastZero: true },
  '27': { terms: [plus('25'), minus('26'), minus('AA')], atLeastZero: false },
  '28': { terms: [plus('TD'), minus('X5')], atLeastZero: false },
  '32': { terms: [plus('28'), plus('29'), plus('Z5'), minus('AB')], atLeastZero: false },
};

export const boxes: readonly PackBox[] = rows
  .flatMap((row) => (isGrossTax(row) ? [toAmountBeforeTax(row), row] : [row]))
  .map((row) => ({
    box: row.box,
    frame: row.frame,
    labels: readLabels(row),
    formula: formulas[row.box] ?? null,
    isFiled: true,
  }));

function toAmountBeforeTax(row: BoxRow): BoxRow {
  return {
    ...row,
    box: `${row.box}-HT`,
    fr: `${row.fr} - base hors taxe`,
    nl: `${row.nl} - bedrag zonder btw`,
    en: `${row.en} - amount before tax`,
    de: `${row.de} - Betrag ohne Steuer`,
  };
}

function plus(box: string): BoxEffect {
  return { box, sign: 1 };
}

function minus(box: string): BoxEffect {
  return { box, sign: -1 };
}
