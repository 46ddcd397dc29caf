import { toLabels } from '../chart.ts';
import type { PackVatRegime } from '../pack.ts';

export const vatRegimes: readonly PackVatRegime[] = [
  {
    code: 'monthly',
    labels: toLabels('Déclaration mensuelle', 'Maandaangifte', 'Monthly return', 'Monatliche Erklärung'),
    periodicReturn: { period: 'month', dueDay: 20 },
  },
  {
    code: 'quarterly',
    labels: toLabels('Déclaration trimestrielle', 'Kwartaalaangifte', 'Quarterly return', 'Vierteljährliche Erklärung'),
    periodicReturn: { period: 'quarter', dueDay: 25 },
  },
  {
    code: 'franchise',
    labels: toLabels(
      'Franchise pour petites entreprises',
      'Vrijstellingsregeling voor kleine ondernemingen',
      'Small business exemption scheme',
      'Steuerbefreiung für Kleinunternehmen',
    ),
    periodicReturn: null,
  },
  {
    code: 'exempt',
    labels: toLabels(
      'Exempté (article 44)',
      'Vrijgesteld (artikel 44)',
      'Exempt (article 44)',
      'Steuerbefreit (Artikel 44)',
    ),
    periodicReturn: null,
  },
  {
    code: 'unit',
    // The return is filed under the number of the unit; a unit files monthly by default.
    labels: toLabels('Unité TVA', 'Btw-eenheid', 'VAT unit', 'Mehrwertsteuereinheit'),
    periodicReturn: { period: 'month', dueDay: 20 },
  },
];
