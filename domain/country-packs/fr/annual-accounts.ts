import { toLabels } from '../chart.ts';
import type { AnnualAccountsModel } from '../pack.ts';
import { associationRubrics } from './annual-accounts/associations.ts';
import { fullRubrics } from './annual-accounts/full.ts';
import { simplifiedRubrics } from './annual-accounts/simplified.ts';

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
