/**
 * The French chart: the plan comptable général as it stands for fiscal years opened from 1 January 2025 on (regulation
 * ANC 2014-03 as amended by ANC 2022-06), with the optional subdivisions of practice.
 *
 * - Every account that is posted to has six digits, the legal number filled up with zeros: 604 is the heading, 604000 the
 *   account. Legal accounts of one to three digits are always headings; longer ones are where others lie below them.
 * - Depreciation and write-downs (28, 29, 39) are broken down like the accounts that they belong to.
 * - What the amended chart abolished is left out (153 to 158, 671, 675, 771, 775, 777, 79, …), and so are its examples of
 *   how to subdivide ("matière A", "produit en cours P 1") and numbers of more than six digits.
 */
import { applyDifferences, createPackChart, readAccountRows, readChartRules, readPrefixes } from '../chart.ts';
import type { ClosingAccounts, PackChart } from '../pack.ts';
import types from './data/account-types.json' with { type: 'json' };
import accounts from './data/accounts.json' with { type: 'json' };
import associationAccounts from './data/accounts-association.json' with { type: 'json' };
import notForAssociations from './data/accounts-association-without.json' with { type: 'json' };
import soleTraderAccounts from './data/accounts-sole-trader.json' with { type: 'json' };
import notForSoleTraders from './data/accounts-sole-trader-without.json' with { type: 'json' };
import controlRoles from './data/control-accounts.json' with { type: 'json' };
import letterable from './data/letterable-accounts.json' with { type: 'json' };

/**
 * Headings that hold several types show the one that comes first on the balance sheet. Uncalled capital and redemption
 * premiums are assets. Write-downs (49), the VAT of each period and deferred amounts settle nothing by themselves and
 * are not letterable.
 */
const rules = readChartRules({ types, letterable, controlRoles });

const readGeneral = () => readAccountRows(accounts);

/** It stays there until the general meeting has decided what becomes of it. */
const closing: ClosingAccounts = { profit: '120000', loss: '129000' };

export const charts: readonly PackChart[] = [
  createPackChart('capital', readGeneral, rules, closing),
  createPackChart('no_capital', readSoleTraders, rules, closing),
  createPackChart('association', readAssociations, rules, closing),
];

/** A person who trades under his own name: no partners, shares or group, and an account of the owner instead. */
function readSoleTraders() {
  return applyDifferences(readGeneral(), {
    without: readPrefixes(notForSoleTraders),
    rows: readAccountRows(soleTraderAccounts),
  });
}

/**
 * Associations and foundations (regulation ANC 2018-06): own funds take the place of capital, gifts and membership fees
 * that of 754 to 756, and the book value of assets sold moves from 657, which is financial aid here, to 652.
 */
function readAssociations() {
  return applyDifferences(readGeneral(), {
    without: readPrefixes(notForAssociations),
    rows: readAccountRows(associationAccounts),
  });
}
