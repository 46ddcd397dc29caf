import type { Messages } from '../i18n/messages.ts';

/** Files for tax authorities. */
export const messages = {
  audit_file_of_other_country: {
    fr: 'Ce fichier n’existe que pour les dossiers tenus selon les règles du pays {country}.',
    nl: 'Dit bestand bestaat alleen voor dossiers die volgens de regels van land {country} worden gevoerd.',
    en: 'This file exists only for company files kept under the rules of country {country}.',
    de: 'Diese Datei gibt es nur für Akten, die nach den Regeln des Landes {country} geführt werden.',
  },
  siren_missing: {
    fr: 'Le nom du FEC commence par le numéro SIREN : indiquez d’abord le numéro d’entreprise ou de TVA du dossier.',
    nl: 'De naam van het FEC begint met het SIREN-nummer: vul eerst het ondernemings- of btw-nummer van het dossier in.',
    en: 'The name of the FEC starts with the SIREN number. Fill in the enterprise or VAT number of the company file first.',
    de: 'Der Name der FEC-Datei beginnt mit der SIREN-Nummer: Tragen Sie zuerst die Unternehmens- oder MwSt.-Nummer der Akte ein.',
  },
} as const satisfies Messages;
