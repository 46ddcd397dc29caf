import type { Messages } from '../i18n/messages.ts';

export const messages = {
  lookup_quota_reached: {
    fr: 'Vous avez fait {max, plural, one {# recherche} other {# recherches}} aujourd’hui : la suite est possible demain.',
    nl: 'U hebt vandaag {max, plural, one {# opzoeking} other {# opzoekingen}} gedaan: morgen kunt u verder.',
    en: 'You have made {max, plural, one {# look-up} other {# look-ups}} today. You can continue tomorrow.',
    de: 'Sie haben heute {max, plural, one {# Abfrage} other {# Abfragen}} gemacht: morgen geht es weiter.',
  },
  enterprise_country_needed: {
    fr: 'Ce numéro existe dans plusieurs pays : indiquez le pays.',
    nl: 'Dit nummer komt in meerdere landen voor: vermeld het land.',
    en: 'Several countries use numbers of this form. Give the country.',
    de: 'Diese Nummer gibt es in mehreren Ländern: Geben Sie das Land an.',
  },
} as const satisfies Messages;
