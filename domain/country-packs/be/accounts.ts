/**
 * The Belgian charts: the minimum chart of the royal decree of 21 October 2018 under its legal numbers, and six-digit
 * accounts of common practice below it. A legal account that daily bookkeeping uses has a six-digit account of its
 * own (its number filled up with zeros: 604 and 604000) and is a heading; any other legal account without accounts
 * below it is posted to as it stands. Under 61, where the law names little, 610 to 616 are headings of practice. Companies without
 * capital and associations keep the same chart with differences.
 */
import { applyDifferences, createPackChart, readAccountRows, readChartRules, type AccountRow } from '../chart.ts';
import type { ChartVariant, ControlRole, PackChart } from '../pack.ts';
import types from './data/account-types.json' with { type: 'json' };
import accounts from './data/accounts.json' with { type: 'json' };
import associationAccounts from './data/accounts-association.json' with { type: 'json' };
import noCapitalAccounts from './data/accounts-no-capital.json' with { type: 'json' };
import controlRoles from './data/control-accounts.json' with { type: 'json' };
import letterable from './data/letterable-accounts.json' with { type: 'json' };

/**
 * Classes 1 and 4 and group 49 hold two types; their headings show the type that comes first on the balance sheet. The
 * annual accounts show the suspense account 499 with the accruals of the asset side. Write-downs (2909, 409, 419) and
 * the VAT of each period settle nothing by themselves and are not letterable.
 */
const rules = readChartRules({ types, letterable, controlRoles });

const readRows = () => readAccountRows(accounts);

export const charts: readonly PackChart[] = [
  buildBelgianChart('capital', readRows, '693', '793'),
  // Companies without capital: the partners bring in a contribution, and there is no legal reserve.
  buildBelgianChart(
    'no_capital',
    () =>
      applyDifferences(readRows(), {
        without: ['10', '11', '130', '6920'],
        rows: readAccountRows(noCapitalAccounts),
      }),
    '693',
    '793',
  ),
  // Associations and foundations: funds instead of capital and reserves, gifts and subsidies, nothing to distribute.
  buildBelgianChart(
    'association',
    () =>
      applyDifferences(readRows(), {
        without: ['10', '11', '13', '19', '410', '416100', '47', '489', '510', '519', '638', '69', '740', '79'],
        rows: readAccountRows(associationAccounts),
      }),
    '692',
    '792',
  ),
];

/**
 * Belgium has no account for the result of the year: profit and loss leave classes 6 and 7 through two accounts, after what
 * earlier years left has come in through two others.
 */
function buildBelgianChart(
  name: ChartVariant,
  chartRows: () => readonly AccountRow[],
  profit: string,
  loss: string,
): PackChart {
  const controlRoles: Record<string, ControlRole> = { ...rules.controlRoles, [profit]: 'result', [loss]: 'result' };
  return createPackChart(
    name,
    chartRows,
    { ...rules, controlRoles },
    {
      profit: '140000',
      loss: '141000',
      appropriation: {
        profit,
        loss,
        all: ['69', '79'],
        broughtForward: { from: ['140', '141'], profit: '790', loss: '690' },
      },
    },
  );
}
