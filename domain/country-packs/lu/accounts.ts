/**
 * The Luxembourg charts: the standard chart of accounts (PCN) of the grand-ducal regulation of 12 September 2019, whole,
 * for financial years from 2020 on. The regulation itself says what is posted to: its accounts of imputation, which have
 * none below them; all others group. It lets a business add accounts of its own below an account of imputation, which
 * is done here for banks (5131) and for what associations live on (708); the account above them is a heading then.
 *
 * The chart is one and the same for everyone. What differs is equity: companies have subscribed capital, sole traders
 * and partnerships have capital of another kind (104) and private accounts (106), associations have neither.
 */
import { applyDifferences, createPackChart, readAccountRows, readChartRules, type ChartDifferences } from '../chart.ts';
import type { ClosingAccounts, PackChart } from '../pack.ts';
import types from './data/account-types.json' with { type: 'json' };
import accounts from './data/accounts.json' with { type: 'json' };
import associationAccounts from './data/accounts-association.json' with { type: 'json' };
import controlRoles from './data/control-accounts.json' with { type: 'json' };
import letterable from './data/letterable-accounts.json' with { type: 'json' };

/**
 * Unpaid capital is an asset, and a balance on the wrong side has a separate account on the other: customers in credit
 * (4015), suppliers in debit (44113), overdrawn banks (5132). Value adjustments (4019 …) and the VAT of each period
 * (421611, 461411) settle nothing by themselves and are not letterable. A result is carried forward (1412) once the
 * general meeting has decided; until then it waits on 1411.
 */
const rules = readChartRules({ types, letterable, controlRoles });

/**
 * One account takes profits and losses alike. It is that of one year alone: what the general meeting has yet to decide on waits
 * on another from the first day of the next year on.
 */
const closing: ClosingAccounts = { profit: '142', loss: '142', awaiting: '1411' };

export const charts: readonly PackChart[] = [
  // Companies have subscribed capital and no private accounts.
  createPackChart('capital', () => applyToRegulation({ without: ['104', '106'], rows: [] }), rules, closing),
  // Sole traders and partnerships have capital of another kind, which is not subscribed.
  createPackChart('no_capital', () => applyToRegulation({ without: ['101', '102', '103'], rows: [] }), rules, closing),
  // Associations and foundations have funds without subscription, nothing to distribute, and income of other kinds.
  createPackChart('association', () => applyToRegulation(readAssociationDifferences()), rules, closing),
];

function applyToRegulation(differences: ChartDifferences) {
  return applyDifferences(readAccountRows(accounts), differences);
}

function readAssociationDifferences(): ChartDifferences {
  return {
    without: ['102', '103', '104', '105', '106', '11', '15'],
    rows: readAccountRows(associationAccounts),
  };
}
