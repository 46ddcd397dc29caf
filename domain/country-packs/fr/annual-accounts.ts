import { toLabels } from '../chart.ts';
import type { AnnualAccountsModel } from '../pack.ts';
import association from './data/annual-accounts-association.json' with { type: 'json' };
import full from './data/annual-accounts-full.json' with { type: 'json' };
import simplifiedTable from './data/annual-accounts-simplified.json' with { type: 'json' };
import { readFrenchRubrics } from './rubrics.ts';

/**
 * The balance sheet and the income statement of the tax accounts under the normal regime: forms 2050 (assets), 2051
 * (liabilities), 2052 and 2053 (income), with their codes. Sales are shown as a whole, not split by country (FA, FB, …).
 * HB and HF, exceptional operations on capital, have no accounts any more: gains and losses on fixed assets are operating
 * or financial in the chart of 2025.
 */
const fullRubrics = readFrenchRubrics(full);

/** The statements of the simplified regime: forms 2033-A (balance sheet) and 2033-B (income), with their codes. */
const simplifiedRubrics = readFrenchRubrics(simplifiedTable);

/**
 * The annual accounts of associations and foundations (regulation ANC 2018-06). The regulation names the lines without
 * codes; these codes are ours: A for assets, P for liabilities, R for the result.
 */
const associationRubrics = readFrenchRubrics(association);

const normal = toLabels(
  'Régime réel normal (2050 à 2053)',
  'Normale regeling (2050 tot 2053)',
  'Normal tax regime (2050 to 2053)',
  'Normale Besteuerung (2050 bis 2053)',
);
const simplified = toLabels(
  'Régime réel simplifié (2033)',
  'Vereenvoudigde regeling (2033)',
  'Simplified tax regime (2033)',
  'Vereinfachte Besteuerung (2033)',
);

/** Sole traders use the same forms as companies. */
export const annualAccounts: readonly AnnualAccountsModel[] = [
  { code: '2050', labels: normal, scheme: 'full', chart: 'capital', rubrics: fullRubrics },
  { code: '2033', labels: simplified, scheme: 'abbreviated', chart: 'capital', rubrics: simplifiedRubrics },
  { code: '2050-EI', labels: normal, scheme: 'full', chart: 'no_capital', rubrics: fullRubrics },
  { code: '2033-EI', labels: simplified, scheme: 'abbreviated', chart: 'no_capital', rubrics: simplifiedRubrics },
  {
    code: 'ANC-2018-06',
    labels: toLabels(
      'Associations et fondations (ANC 2018-06)',
      'Verenigingen en stichtingen (ANC 2018-06)',
      'Associations and foundations (ANC 2018-06)',
      'Vereinigungen und Stiftungen (ANC 2018-06)',
    ),
    scheme: 'full',
    chart: 'association',
    rubrics: associationRubrics,
  },
];
