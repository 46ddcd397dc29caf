import type { Messages } from '../i18n/messages.ts';

/** Licence keys and what they allow. */
export const messages = {
  licence_key_malformed: {
    fr: 'Ceci n’est pas une clé de licence : vérifiez qu’elle a été copiée en entier.',
    nl: 'Dit is geen licentiesleutel: controleer of hij volledig gekopieerd is.',
    en: 'This is not a licence key: check that all of it was copied.',
    de: 'Das ist kein Lizenzschlüssel: Prüfen Sie, ob er vollständig kopiert wurde.',
  },
  licence_signature_invalid: {
    fr: 'Cette clé de licence n’est pas authentique : elle a été modifiée ou provient d’un autre émetteur.',
    nl: 'Deze licentiesleutel is niet echt: hij is gewijzigd of komt van een andere uitgever.',
    en: 'This licence key is not genuine: it was altered or comes from another issuer.',
    de: 'Dieser Lizenzschlüssel ist nicht echt: Er wurde verändert oder stammt von einem anderen Aussteller.',
  },
  licence_of_other_firm: {
    fr: 'Cette clé de licence a été émise pour un autre cabinet.',
    nl: 'Deze licentiesleutel is voor een ander kantoor uitgegeven.',
    en: 'This licence key was issued to another firm.',
    de: 'Dieser Lizenzschlüssel wurde für eine andere Kanzlei ausgestellt.',
  },
  licence_in_use: {
    fr: 'Cette clé de licence est déjà utilisée par un autre cabinet, qui doit d’abord la libérer.',
    nl: 'Deze licentiesleutel is al in gebruik bij een ander kantoor, dat hem eerst moet vrijgeven.',
    en: 'This licence key is already used by another firm, which has to release it first.',
    de: 'Dieser Lizenzschlüssel wird bereits von einer anderen Kanzlei verwendet, die ihn erst freigeben muss.',
  },
  licence_expired: {
    fr: 'Cette licence a expiré le {date, date, long}.',
    nl: 'Deze licentie is verlopen op {date, date, long}.',
    en: 'This licence expired on {date, date, long}.',
    de: 'Diese Lizenz ist am {date, date, long} abgelaufen.',
  },
  licence_not_yet_valid: {
    fr: 'Cette licence n’est valable qu’à partir du {date, date, long}.',
    nl: 'Deze licentie geldt pas vanaf {date, date, long}.',
    en: 'This licence is valid only from {date, date, long} on.',
    de: 'Diese Lizenz gilt erst ab dem {date, date, long}.',
  },
  licence_not_configured: {
    fr: 'Ce serveur ne peut pas vérifier les clés de licence : LICENCE_PUBLIC_KEY n’y est pas configurée.',
    nl: 'Deze server kan geen licentiesleutels controleren: LICENCE_PUBLIC_KEY is er niet ingesteld.',
    en: 'This server cannot check licence keys: LICENCE_PUBLIC_KEY is not configured.',
    de: 'Dieser Server kann Lizenzschlüssel nicht prüfen: LICENCE_PUBLIC_KEY ist nicht konfiguriert.',
  },
  activity_licence_activated: {
    fr: 'Licence activée',
    nl: 'Licentie geactiveerd',
    en: 'Licence activated',
    de: 'Lizenz aktiviert',
  },
  told_licence_activated: {
    fr: '{user} a activé une licence',
    nl: '{user} heeft een licentie geactiveerd',
    en: '{user} activated a licence',
    de: '{user} hat eine Lizenz aktiviert',
  },
  activity_licence_released: {
    fr: 'Licence libérée',
    nl: 'Licentie vrijgegeven',
    en: 'Licence released',
    de: 'Lizenz freigegeben',
  },
  told_licence_released: {
    fr: '{user} a rendu la licence',
    nl: '{user} heeft de licentie vrijgegeven',
    en: '{user} released the licence',
    de: '{user} hat die Lizenz freigegeben',
  },
} as const satisfies Messages;
