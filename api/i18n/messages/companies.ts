import type { Messages } from '../messages.ts';

/** Opening a company file, its identity, its banks and its fiscal years. */
export const companies = {
  company_limit_reached: {
    fr: 'La licence ne permet pas d’ouvrir un dossier supplémentaire.',
    nl: 'De licentie laat geen extra dossier toe.',
    en: 'The licence does not allow another company file.',
    de: 'Die Lizenz erlaubt keine weitere Akte.',
  },
  country_pack_unavailable: {
    fr: 'La comptabilité de ce pays n’est pas encore disponible.',
    nl: 'De boekhouding van dit land is nog niet beschikbaar.',
    en: 'The accounting set-up of this country is not available yet.',
    de: 'Die Buchhaltung dieses Landes ist noch nicht verfügbar.',
  },
  legal_form_unknown: {
    fr: 'Cette forme juridique n’existe pas dans ce pays.',
    nl: 'Deze rechtsvorm bestaat niet in dit land.',
    en: 'This legal form does not exist in this country.',
    de: 'Diese Rechtsform gibt es in diesem Land nicht.',
  },
  setting_unknown: {
    fr: 'Le paramètre « {field} » n’existe pas.',
    nl: 'De instelling “{field}” bestaat niet.',
    en: 'There is no setting “{field}”.',
    de: 'Die Einstellung „{field}“ gibt es nicht.',
  },
  structured_communication_invalid: {
    fr: 'Cette communication structurée n’est pas valable.',
    nl: 'Deze gestructureerde mededeling is ongeldig.',
    en: 'This structured communication is not valid.',
    de: 'Diese strukturierte Mitteilung ist ungültig.',
  },
  enterprise_number_invalid: {
    fr: 'Ce numéro d’entreprise n’est pas valable.',
    nl: 'Dit ondernemingsnummer is ongeldig.',
    en: 'This enterprise number is not valid.',
    de: 'Diese Unternehmensnummer ist ungültig.',
  },
  vat_number_invalid: {
    fr: 'Ce numéro de TVA n’est pas valable.',
    nl: 'Dit btw-nummer is ongeldig.',
    en: 'This VAT number is not valid.',
    de: 'Diese MwSt.-Nummer ist ungültig.',
  },
  iban_invalid: {
    fr: 'Cet IBAN n’est pas valable.',
    nl: 'Deze IBAN is ongeldig.',
    en: 'This IBAN is not valid.',
    de: 'Diese IBAN ist ungültig.',
  },
  bic_invalid: {
    fr: 'Ce code BIC n’est pas valable.',
    nl: 'Deze BIC-code is ongeldig.',
    en: 'This BIC is not valid.',
    de: 'Dieser BIC ist ungültig.',
  },
  bank_code_taken: {
    fr: 'Ce code de journal est déjà pris par un autre journal.',
    nl: 'Deze dagboekcode is al door een ander dagboek ingenomen.',
    en: 'This journal code is already taken by another journal.',
    de: 'Dieser Journalcode wird bereits von einem anderen Journal verwendet.',
  },
  fiscal_year_ends_before_start: {
    fr: 'L’exercice se termine avant d’avoir commencé.',
    nl: 'Het boekjaar eindigt voor het begint.',
    en: 'The fiscal year ends before it starts.',
    de: 'Das Geschäftsjahr endet, bevor es beginnt.',
  },
  fiscal_year_too_long: {
    fr: 'Un exercice ne peut dépasser {months, plural, one {# mois} other {# mois}}.',
    nl: 'Een boekjaar mag niet langer zijn dan {months, plural, one {# maand} other {# maanden}}.',
    en: 'A fiscal year must not be longer than {months, plural, one {# month} other {# months}}.',
    de: 'Ein Geschäftsjahr darf höchstens {months, plural, one {# Monat} other {# Monate}} dauern.',
  },
  company_code_invalid: {
    fr: 'Le code d’un dossier se compose de lettres, de chiffres, de tirets et de soulignés, sans espace.',
    nl: 'De code van een dossier bestaat uit letters, cijfers, streepjes en liggende streepjes, zonder spaties.',
    en: 'The code of a company file is made of letters, digits, dashes and underscores, without spaces.',
    de: 'Der Code einer Akte besteht aus Buchstaben, Ziffern, Binde- und Unterstrichen, ohne Leerzeichen.',
  },
} as const satisfies Messages;
