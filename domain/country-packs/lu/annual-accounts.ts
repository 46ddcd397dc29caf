/**
 * Annual accounts filed through eCDF: balance sheet and profit and loss account, full (forms CA_BILAN and CA_COMPP) or
 * abridged (CA_BILANABR and CA_COMPPABR), with the layouts of the grand-ducal regulation of 18 December
 * 2015. The code of a rubric is the number of its field for the current year; the previous year has the next number.
 *
 * - Accounts are assigned as in the table annexed to the regulation on the standard chart.
 * - Charges are negative, so that every total of the profit and loss account is a plain sum.
 * - The result of the year (321) is computed from classes 6 and 7 until closing moves it to 142.
 * - Banks and transfers with a credit balance are debts. Other balances on the wrong side are moved by hand to the
 * account that the chart has for them, such as 4015 for customers and 44113 for suppliers.
 */
import { readTable, readWords } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import { readRubric } from '../annual-accounts-rows.ts';
import { toLabels } from '../chart.ts';
import type { AnnualAccountsModel, ChartVariant, Labels, Rubric } from '../pack.ts';
import table from './data/annual-accounts.json' with { type: 'json' };

const rows = readTable(table, ['models', 'statement', 'level', 'code', 'content', ...LANGUAGES]);

const full = readModel('full');
/** Turnover and purchases are one gross result. */
const abridged = readModel('abridged');

const fullLabels = toLabels(
  'Comptes annuels complets (eCDF)',
  'Volledige jaarrekening (eCDF)',
  'Full annual accounts (eCDF)',
  'Vollständiger Jahresabschluss (eCDF)',
);
const abridgedLabels = toLabels(
  'Comptes annuels abrégés (eCDF)',
  'Verkorte jaarrekening (eCDF)',
  'Abridged annual accounts (eCDF)',
  'Verkürzter Jahresabschluss (eCDF)',
);

export const annualAccounts: readonly AnnualAccountsModel[] = (
  ['capital', 'no_capital', 'association'] as const
).flatMap((chart) => [
  buildModel(chart, 'full', fullLabels, full),
  buildModel(chart, 'abbreviated', abridgedLabels, abridged),
]);

function readModel(model: 'full' | 'abridged'): readonly Rubric[] {
  return rows.filter(({ models }) => readWords(models).includes(model)).map(readRubric);
}

function buildModel(
  chart: ChartVariant,
  scheme: AnnualAccountsModel['scheme'],
  labels: Labels,
  ofModel: readonly Rubric[],
): AnnualAccountsModel {
  return { code: `ecdf-${scheme}-${chart.replace('_', '-')}`, labels, scheme, chart, rubrics: ofModel };
}
