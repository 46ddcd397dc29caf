import { labelled } from '../chart.ts';
import type { PackVatRegime } from '../pack.ts';

/**
 * The day on which the return is due lies between the 15th and the 24th; it depends on the form, the department and the
 * number of the company, and the tax office tells each company its own. The last one of them is kept here.
 */
export const RETURN_DUE_DAY = 24;

/** The second working day after the first of May, for a year that ends with the calendar's. */
export const YEARLY_DUE = { day: 3, monthsAfter: 5 };

export const vatRegimes: readonly PackVatRegime[] = [
  {
    code: 'monthly',
    labels: labelled(
      'Réel normal - CA3 mensuelle',
      'Normale regeling - maandelijkse CA3',
      'Normal scheme - monthly CA3',
      'Normale Besteuerung - monatliche CA3',
    ),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'quarterly',
    // For those who owe less than 4 000 euros of tax a year.
    labels: labelled(
      'Réel normal - CA3 trimestrielle',
      'Normale regeling - driemaandelijkse CA3',
      'Normal scheme - quarterly CA3',
      'Normale Besteuerung - vierteljährliche CA3',
    ),
    periodicReturn: { period: 'quarter', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'franchise',
    labels: labelled(
      'Franchise en base (article 293 B)',
      'Vrijstelling voor kleine ondernemingen (artikel 293 B)',
      'Small business exemption (article 293 B)',
      'Kleinunternehmerbefreiung (Artikel 293 B)',
    ),
    periodicReturn: null,
  },
  {
    code: 'exempt',
    labels: labelled(
      'Exonéré (article 261)',
      'Vrijgesteld (artikel 261)',
      'Exempt (article 261)',
      'Steuerbefreit (Artikel 261)',
    ),
    periodicReturn: null,
  },
  {
    code: 'unit',
    // The representative of the group files one return a month for all its members.
    labels: labelled(
      'Assujetti unique (article 256 C)',
      'Btw-eenheid (artikel 256 C)',
      'VAT group (article 256 C)',
      'Mehrwertsteuergruppe (Artikel 256 C)',
    ),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'yearly',
    labels: labelled(
      'Réel simplifié - CA12 annuelle',
      'Vereenvoudigde regeling - jaarlijkse CA12',
      'Simplified scheme - yearly CA12',
      'Vereinfachte Besteuerung - jährliche CA12',
    ),
    periodicReturn: { period: 'year', dueDay: YEARLY_DUE.day },
  },
];
