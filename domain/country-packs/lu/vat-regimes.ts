import { toLabels } from '../chart.ts';
import type { PackVatRegime } from '../pack.ts';

/** Returns and payments are due by the 15th of the month after the period. */
export const RETURN_DUE_DAY = 15;

/** Businesses that file only once a year have until the end of February. */
export const YEARLY_DUE = { day: 29, monthsAfter: 2 };

export const vatRegimes: readonly PackVatRegime[] = [
  {
    code: 'monthly',
    labels: toLabels('Déclaration mensuelle', 'Maandaangifte', 'Monthly return', 'Monatliche Erklärung'),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'quarterly',
    labels: toLabels('Déclaration trimestrielle', 'Kwartaalaangifte', 'Quarterly return', 'Vierteljährliche Erklärung'),
    periodicReturn: { period: 'quarter', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'franchise',
    labels: toLabels(
      'Franchise des petites entreprises (article 57bis)',
      'Vrijstellingsregeling voor kleine ondernemingen (artikel 57bis)',
      'Small business exemption scheme (article 57bis)',
      'Steuerbefreiung für Kleinunternehmen (Artikel 57bis)',
    ),
    periodicReturn: null,
  },
  {
    code: 'exempt',
    labels: toLabels(
      'Exonéré (article 44)',
      'Vrijgesteld (artikel 44)',
      'Exempt (article 44)',
      'Steuerbefreit (Artikel 44)',
    ),
    periodicReturn: null,
  },
  {
    code: 'unit',
    // The return is filed under the number of the group, whose turnover is rarely below the threshold for monthly
    // filing.
    labels: toLabels('Groupe TVA', 'Btw-groep', 'VAT group', 'Mehrwertsteuergruppe'),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'yearly',
    labels: toLabels('Déclaration annuelle', 'Jaaraangifte', 'Annual return', 'Jährliche Erklärung'),
    periodicReturn: { period: 'year', dueDay: YEARLY_DUE.day },
  },
];
