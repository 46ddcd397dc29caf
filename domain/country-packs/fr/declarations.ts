import { toLabels } from '../chart.ts';
import type { PackDeclaration } from '../pack.ts';
import { RETURN_DUE_DAY, YEARLY_DUE } from './vat-regimes.ts';

/** Goods and services are declared by the tenth working day of the next month; the tenth day is always in time. */
const LISTINGS_DUE = { day: 10, monthsAfter: 1 };

/** With the income tax return of the calendar year: second working day after 1 May. */
const FEES_DUE = { day: 3, monthsAfter: 5 };

/**
 * Three months after the fiscal year. For a fiscal year equal to the calendar year, the second working day after 1 May,
 * with fifteen more days for electronic filing. The earliest date is used here, so that no company misses it.
 */
const TAX_ACCOUNTS_DUE = { day: 31, monthsAfter: 3 };

const vatReturn = toLabels('Déclaration de TVA CA3', 'Btw-aangifte CA3', 'VAT return CA3', 'MwSt.-Erklärung CA3');

export const declarations: readonly PackDeclaration[] = [
  {
    kind: 'vat_return',
    labels: vatReturn,
    regimes: ['monthly', 'unit'],
    period: 'month',
    due: { day: RETURN_DUE_DAY, monthsAfter: 1 },
  },
  {
    kind: 'vat_return',
    labels: vatReturn,
    regimes: ['quarterly'],
    period: 'quarter',
    due: { day: RETURN_DUE_DAY, monthsAfter: 1 },
  },
  {
    kind: 'vat_return',
    labels: toLabels('Déclaration de TVA CA12', 'Btw-aangifte CA12', 'VAT return CA12', 'MwSt.-Erklärung CA12'),
    regimes: ['yearly'],
    period: 'year',
    due: YEARLY_DUE,
  },
  {
    // Monthly for everyone, including those who file their VAT return quarterly or not at all.
    kind: 'intracom_listing',
    labels: toLabels(
      'État récapitulatif TVA (biens) et déclaration européenne de services',
      'Btw-verzamelstaat (goederen) en Europese dienstenaangifte',
      'VAT recapitulative statement (goods) and European services declaration',
      'Zusammenfassende Meldung (Güter) und europäische Dienstleistungserklärung',
    ),
    regimes: ['monthly', 'quarterly', 'unit', 'yearly', 'franchise', 'exempt'],
    period: 'month',
    due: LISTINGS_DUE,
  },
  {
    kind: 'fees',
    labels: toLabels(
      "DAS2 (honoraires, commissions, droits d'auteur)",
      'DAS2 (erelonen, commissies, auteursrechten)',
      'DAS2 (fees, commissions, royalties)',
      'DAS2 (Honorare, Provisionen, Urheberrechte)',
    ),
    regimes: [],
    period: 'year',
    due: FEES_DUE,
  },
  {
    kind: 'annual_accounts',
    labels: toLabels(
      'Liasse fiscale et comptes annuels',
      'Fiscale aangifte (liasse fiscale) en jaarrekening',
      'Tax return (liasse fiscale) and annual accounts',
      'Steuererklärung (liasse fiscale) und Jahresabschluss',
    ),
    regimes: [],
    period: 'fiscal_year',
    due: TAX_ACCOUNTS_DUE,
  },
];
