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
import { labelled } from '../chart.ts';
import type { AnnualAccountsModel, ChartVariant, Labels, Rubric, RubricContent } from '../pack.ts';
import { abridgedAssets, abridgedIncome, abridgedLiabilities } from './annual-accounts/abridged.ts';
import { assets, income, liabilities } from './annual-accounts/full.ts';
import type { RubricRow } from './annual-accounts/row.ts';

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

function rubrics(statement: Rubric['statement'], rows: readonly RubricRow[]): readonly Rubric[] {
  // Assets are shown as they are debited; liabilities and income as they are credited.
  const sign = statement === 'assets' ? 1 : -1;
  return rows.map(([code, level, content, fr, nl, en, de]) => ({
    code,
    statement,
    level,
    labels: labelled(fr, nl, en, de),
    content: contentOf(content, sign),
  }));
}

function contentOf(content: string, sign: 1 | -1): RubricContent {
  if (content.startsWith('= ')) {
    const parts = content.slice(2).split(' + ');
    return { sum: parts.map((rubric) => ({ rubric, sign: 1 })) };
  }
  const [taken = '', except = ''] = content.split(' except ');
  const prefixes = taken.split(' ');
  const only = (side: string) =>
    prefixes.filter((prefix) => prefix.endsWith(side)).map((prefix) => prefix.slice(0, -1));
  const [debitOnly, creditOnly] = [only('+'), only('-')];
  return {
    accounts: prefixes.map((prefix) => prefix.replace(/[+-]$/, '')),
    except: except === '' ? [] : except.split(' '),
    sign,
    ...(debitOnly.length > 0 && { debitOnly }),
    ...(creditOnly.length > 0 && { creditOnly }),
  };
}
