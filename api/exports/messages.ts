import type { Messages } from '../i18n/messages.ts';

/** Files made from lists, statements and reports. */
export const messages = {
  export_too_large: {
    fr: 'L’export compte {rows, number} lignes, or ce format n’en admet que {max, number}. Choisissez le CSV ou une période plus courte.',
    nl: 'De export telt {rows, number} regels, terwijl dit formaat er hoogstens {max, number} toelaat. Kies CSV of een kortere periode.',
    en: 'The export has {rows, number} lines, and this format takes {max, number} at most. Choose CSV or a shorter period.',
    de: 'Der Export umfasst {rows, number} Zeilen, dieses Format fasst höchstens {max, number}. Wählen Sie CSV oder einen kürzeren Zeitraum.',
  },
  period_reversed: {
    fr: 'La date de fin ne peut précéder la date de début.',
    nl: 'De einddatum mag niet vóór de begindatum liggen.',
    en: 'The end date must not lie before the start date.',
    de: 'Das Enddatum darf nicht vor dem Anfangsdatum liegen.',
  },
} as const satisfies Messages;
