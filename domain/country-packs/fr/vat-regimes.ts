import { toLabels } from '../chart.ts';
import type { PackVatRegime } from '../pack.ts';

/**
 * The return is due between the 15th and the 24th, depending on the form, the department and the number of the company;
 * the tax office informs each company of its date. The latest date is used here.
 */
export const RETURN_DUE_DAY = 24;

/** Second working day after 1 May, for a year equal to the calendar year. */
export const YEARLY_DUE = { day: 3, monthsAfter: 5 };

export const vatRegimes: readonly PackVatRegime[] = [
  {
    code: 'monthly',
    labels: toLabels(
      'Réel normal - CA3 mensuelle',
      'Normale regeling - maandelijkse CA3',
      'Normal scheme - monthly CA3',
      'Normale Besteuerung - monatliche CA3',
    ),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'quarterly',
    // For companies that owe less than 4 000 euros of tax a year.
    labels: toLabels(
      'Réel normal - CA3 trimestrielle',
      'Normale regeling - driemaandelijkse CA3',
      'Normal scheme - quarterly CA3',
      'Normale Besteuerung - vierteljährliche CA3',
    ),
    periodicReturn: { period: 'quarter', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'franchise',
    labels: toLabels(
      'Franchise en base (article 293 B)',
      'Vrijstelling voor kleine ondernemingen (artikel 293 B)',
      'Small business exemption (article 293 B)',
      'Kleinunternehmerbefreiung (Artikel 293 B)',
    ),
    periodicReturn: null,
  },
  {
    code: 'exempt',
    labels: toLabels(
      'Exonéré (article 261)',
      'Vrijgesteld (artikel 261)',
      'Exempt (article 261)',
      'Steuerbefreit (Artikel 261)',
    ),
    periodicReturn: null,
  },
  {
    code: 'unit',
    // The representative of the group files one monthly return for all members.
    labels: toLabels(
      'Assujetti unique (article 256 C)',
      'Btw-eenheid (artikel 256 C)',
      'VAT group (article 256 C)',
      'Mehrwertsteuergruppe (Artikel 256 C)',
    ),
    periodicReturn: { period: 'month', dueDay: RETURN_DUE_DAY },
  },
  {
    code: 'yearly',
    labels: toLabels(
      'Réel simplifié - CA12 annuelle',
      'Vereenvoudigde regeling - jaarlijkse CA12',
      'Simplified scheme - yearly CA12',
      'Vereinfachte Besteuerung - jährliche CA12',
    ),
    periodicReturn: { period: 'year', dueDay: YEARLY_DUE.day },
  },
];
