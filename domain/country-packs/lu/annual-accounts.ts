/**
 * The annual accounts as they are filed through eCDF: balance sheet and profit and loss account, whole (forms CA_BILAN
 * and CA_COMPP) or abridged (CA_BILANABR and CA_COMPPABR), after the layouts of the grand-ducal regulation of 18 December
 * 2015. A rubric has the number of its field for the current year; the field of the year before is the next number.
 *
 * - Which account goes where follows the table that the regulation on the standard chart has in its annex.
 * - Charges are negative, so that every total of the profit and loss account is a plain sum.
 * - The result of the year (321) is what the accounts of classes 6 and 7 say until closing moves it to 142.
 * - Banks and transfers that are in credit are debts. Other balances on the wrong side are moved by hand to the account
 *   that the chart has for them, such as 4015 for customers and 44113 for suppliers.
 */
import { rubrics } from '../annual-accounts-rows.ts';
import { labelled } from '../chart.ts';
import type { AnnualAccountsModel, ChartVariant, Labels, Rubric } from '../pack.ts';
import { abridgedAssets, abridgedIncome, abridgedLiabilities } from './annual-accounts/abridged.ts';
import { assets, income, liabilities } from './annual-accounts/full.ts';

const full: readonly Rubric[] = [
  ...rubrics('assets', assets),
  ...rubrics('liabilities', liabilities),
  ...rubrics('income', income),
];

const abridged: readonly Rubric[] = [
  ...rubrics('assets', abridgedAssets),
  ...rubrics('liabilities', abridgedLiabilities),
  ...rubrics('income', abridgedIncome),
];

const fullLabels = labelled(
  'Comptes annuels complets (eCDF)',
  'Volledige jaarrekening (eCDF)',
  'Full annual accounts (eCDF)',
  'Vollständiger Jahresabschluss (eCDF)',
);
const abridgedLabels = labelled(
  'Comptes annuels abrégés (eCDF)',
  'Verkorte jaarrekening (eCDF)',
  'Abridged annual accounts (eCDF)',
  'Verkürzter Jahresabschluss (eCDF)',
);

export const annualAccounts: readonly AnnualAccountsModel[] = (
  ['capital', 'no_capital', 'association'] as const
).flatMap((chart) => [model(chart, 'full', fullLabels, full), model(chart, 'abbreviated', abridgedLabels, abridged)]);

function model(
  chart: ChartVariant,
  scheme: AnnualAccountsModel['scheme'],
  labels: Labels,
  ofModel: readonly Rubric[],
): AnnualAccountsModel {
  return { code: `ecdf-${scheme}-${chart.replace('_', '-')}`, labels, scheme, chart, rubrics: ofModel };
}
