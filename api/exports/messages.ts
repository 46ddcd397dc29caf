import type { Messages } from '../i18n/messages.ts';

/** Files made from lists, statements and reports. */
export const messages = {
  export_too_large: {
    fr: 'L’export dépasse les {max, number} lignes que ce format admet. Choisissez le CSV ou une période plus courte.',
    nl: 'De export telt meer dan de {max, number} regels die dit formaat toelaat. Kies CSV of een kortere periode.',
    en: 'The export exceeds the {max, number} lines that this format allows. Choose CSV or a shorter period.',
    de: 'Der Export umfasst mehr als die {max, number} Zeilen, die dieses Format fasst. Wählen Sie CSV oder einen kürzeren Zeitraum.',
  },
  period_reversed: {
    fr: 'La date de fin ne peut précéder la date de début.',
    nl: 'De einddatum mag niet vóór de begindatum liggen.',
    en: 'The end date must not be before the start date.',
    de: 'Das Enddatum darf nicht vor dem Anfangsdatum liegen.',
  },
} as const satisfies Messages;
