import type { Messages } from '../i18n/messages.ts';

/** Reference data: why an IBAN or a code is wrong, and what is particular about the VAT numbers of a country. */
export const messages = {
  iban_unreadable: {
    fr: 'Un IBAN se compose du code du pays, de deux chiffres de contrôle et du numéro de compte.',
    nl: 'Een IBAN bestaat uit de landcode, twee controlecijfers en het rekeningnummer.',
    en: 'An IBAN is made of the country code, two check digits and the account number.',
    de: 'Eine IBAN besteht aus Länderkennzeichen, zwei Prüfziffern und der Kontonummer.',
  },
  iban_country_unknown: {
    fr: 'Aucun IBAN ne commence par {country}.',
    nl: 'Er bestaan geen IBAN’s die met {country} beginnen.',
    en: 'No IBAN begins with {country}.',
    de: 'Keine IBAN beginnt mit {country}.',
  },
  iban_length_wrong: {
    fr: 'Un IBAN commençant par {country} compte {expected} caractères ; celui-ci en compte {length}.',
    nl: 'Een IBAN die met {country} begint, telt {expected} tekens; deze telt er {length}.',
    en: 'An IBAN that begins with {country} has {expected} characters; this one has {length}.',
    de: 'Eine IBAN, die mit {country} beginnt, hat {expected} Zeichen; diese hat {length}.',
  },
  iban_format_wrong: {
    fr: 'Le numéro de compte n’a pas la structure d’un IBAN commençant par {country}.',
    nl: 'Het rekeningnummer heeft niet de opbouw van een IBAN die met {country} begint.',
    en: 'The account number does not have the structure of an IBAN that begins with {country}.',
    de: 'Die Kontonummer hat nicht den Aufbau einer IBAN, die mit {country} beginnt.',
  },
  iban_check_digits_wrong: {
    fr: 'Les chiffres de contrôle de l’IBAN ne correspondent pas au numéro de compte.',
    nl: 'De controlecijfers van de IBAN passen niet bij het rekeningnummer.',
    en: 'The check digits of the IBAN do not match the account number.',
    de: 'Die Prüfziffern der IBAN passen nicht zur Kontonummer.',
  },
  iban_national_check_wrong: {
    fr: 'La clé nationale du numéro de compte est inexacte.',
    nl: 'Het nationale controlegetal van het rekeningnummer is onjuist.',
    en: 'The national check digits of the account number are wrong.',
    de: 'Die nationalen Prüfziffern der Kontonummer sind falsch.',
  },
  nace_code_unknown: {
    fr: 'Ce code d’activité n’existe pas dans cette nomenclature.',
    nl: 'Deze activiteitencode komt in deze classificatie niet voor.',
    en: 'This activity code does not exist in this classification.',
    de: 'Diesen Tätigkeitscode gibt es in dieser Klassifikation nicht.',
  },
  vat_prefix_greece: {
    fr: 'Les numéros de TVA grecs commencent par EL.',
    nl: 'Griekse btw-nummers beginnen met EL.',
    en: 'Greek VAT numbers begin with EL.',
    de: 'Griechische MwSt.-Nummern beginnen mit EL.',
  },
  vat_prefix_northern_ireland: {
    fr: 'XI vaut pour l’Irlande du Nord, et pour les biens seulement.',
    nl: 'XI geldt voor Noord-Ierland, en alleen voor goederen.',
    en: 'XI stands for Northern Ireland, and for goods only.',
    de: 'XI gilt für Nordirland, und nur für Waren.',
  },
  vat_prefix_monaco: {
    fr: 'Pour la TVA, Monaco fait partie du territoire français : ses numéros commencent par FR.',
    nl: 'Voor de btw hoort Monaco bij Frankrijk: de nummers beginnen met FR.',
    en: 'For VAT, Monaco is part of France: its numbers begin with FR.',
    de: 'Bei der MwSt. gehört Monaco zu Frankreich: Die Nummern beginnen mit FR.',
  },
} as const satisfies Messages;
