import { labelled } from '../chart.ts';
import type { PackVatRegime } from '../pack.ts';

/** Returns and payments are due by the 15th of the month that follows the period. */
export const RETURN_DUE_DAY = 15;

/** Who files nothing else in the year has until the end of February. */
export const YEARLY_DUE = { day: 29, monthsAfter: 2 };

export const vatRegimes: readonly PackVatRegime[] = [
  {
    code: 'monthly',
    labels: labelled('Déclaration mensuelle', 'Maandaangifte', 'Monthly return', 'Monatliche Erklärung'),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'quarterly',
    labels: labelled('Déclaration trimestrielle', 'Kwartaalaangifte', 'Quarterly return', 'Vierteljährliche Erklärung'),
    periodicReturn: { period: 'quarter', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'franchise',
    labels: labelled(
      'Franchise des petites entreprises (article 57bis)',
      'Vrijstellingsregeling voor kleine ondernemingen (artikel 57bis)',
      'Small business exemption scheme (article 57bis)',
      'Steuerbefreiung für Kleinunternehmen (Artikel 57bis)',
    ),
    periodicReturn: null,
  },
  {
    code: 'exempt',
    labels: labelled(
      'Exonéré (article 44)',
      'Vrijgesteld (artikel 44)',
      'Exempt (article 44)',
      'Steuerbefreit (Artikel 44)',
    ),
    periodicReturn: null,
  },
  {
    code: 'unit',
    // The return is filed under the number of the group, whose turnover is seldom below that of a monthly filer.
    labels: labelled('Groupe TVA', 'Btw-groep', 'VAT group', 'Mehrwertsteuergruppe'),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'yearly',
    labels: labelled('Déclaration annuelle', 'Jaaraangifte', 'Annual return', 'Jährliche Erklärung'),
    periodicReturn: { period: 'year', dueDay: YEARLY_DUE.day },
  },
];
