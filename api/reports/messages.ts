import type { Messages } from '../i18n/messages.ts';

/** Trial balance, ledgers and balances of third parties. */
export const messages = {
  date_outside_fiscal_year: {
    fr: 'Cette date ne tombe pas dans l’exercice demandé.',
    nl: 'Deze datum valt niet in het gevraagde boekjaar.',
    en: 'This date does not lie in the fiscal year asked for.',
    de: 'Dieses Datum liegt nicht im verlangten Geschäftsjahr.',
  },
  provisional_result: {
    fr: 'Résultat des exercices antérieurs non clôturés',
    nl: 'Resultaat van vorige, nog niet afgesloten boekjaren',
    en: 'Result of earlier fiscal years not yet closed',
    de: 'Ergebnis früherer, noch nicht abgeschlossener Geschäftsjahre',
  },
} as const satisfies Messages;
