import { toLabels } from '../chart.ts';
import type { PackDeclaration } from '../pack.ts';
import { RETURN_DUE_DAY, YEARLY_DUE } from './vat-regimes.ts';

const annualReturn = toLabels(
  'Déclaration annuelle de TVA',
  'Jaarlijkse btw-aangifte',
  'Annual VAT return',
  'Jährliche Mehrwertsteuererklärung',
);
const periodicReturn = toLabels(
  'Déclaration périodique de TVA',
  'Periodieke btw-aangifte',
  'Periodic VAT return',
  'Periodische Mehrwertsteuererklärung',
);
const intraListing = toLabels(
  'États récapitulatifs des opérations intracommunautaires',
  'Opgaven van de intracommunautaire handelingen',
  'Recapitulative statements of intra-Community operations',
  'Zusammenfassende Aufstellungen der innergemeinschaftlichen Umsätze',
);

export const declarations: readonly PackDeclaration[] = [
  {
    kind: 'vat_return',
    labels: periodicReturn,
    regimes: ['monthly', 'unit'],
    period: 'month',
    due: { day: RETURN_DUE_DAY, monthsAfter: 1 },
  },
  {
    kind: 'vat_return',
    labels: periodicReturn,
    regimes: ['quarterly'],
    period: 'quarter',
    due: { day: RETURN_DUE_DAY, monthsAfter: 1 },
  },
  {
    // In addition to the periodic returns, before 1 May; splits the input tax by nature.
    kind: 'vat_return',
    labels: annualReturn,
    regimes: ['monthly', 'quarterly', 'unit'],
    period: 'year',
    due: { day: 30, monthsAfter: 4 },
  },
  { kind: 'vat_return', labels: annualReturn, regimes: ['yearly'], period: 'year', due: YEARLY_DUE },
  {
    kind: 'intracom_listing',
    labels: intraListing,
    regimes: ['monthly', 'unit'],
    period: 'month',
    due: { day: 25, monthsAfter: 1 },
  },
  {
    // Businesses without returns still declare services supplied to other Member States.
    kind: 'intracom_listing',
    labels: intraListing,
    regimes: ['quarterly', 'yearly', 'franchise', 'exempt'],
    period: 'quarter',
    due: { day: 25, monthsAfter: 1 },
  },
  {
    // The general meeting approves within six months, and the accounts are filed within the following month.
    kind: 'annual_accounts',
    labels: toLabels(
      'Dépôt des comptes annuels au registre de commerce et des sociétés',
      'Neerlegging van de jaarrekening bij het handels- en vennootschapsregister',
      'Filing of the annual accounts with the trade and companies register',
      'Hinterlegung des Jahresabschlusses beim Handels- und Gesellschaftsregister',
    ),
    regimes: [],
    period: 'fiscal_year',
    due: { day: 31, monthsAfter: 7 },
  },
];
