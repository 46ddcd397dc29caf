import type { Messages } from '../i18n/messages.ts';

/** Opening a company file, its identity, its banks, and its sheet in the public register. */
export const messages = {
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
    fr: 'Le paramètre « {path} » n’existe pas.',
    nl: 'De instelling “{path}” bestaat niet.',
    en: 'There is no setting “{path}”.',
    de: 'Die Einstellung „{path}“ gibt es nicht.',
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
    nl: 'Deze dagboekcode is al door een ander dagboek gebruikt.',
    en: 'This journal code is already taken by another journal.',
    de: 'Dieser Journalcode wird bereits von einem anderen Journal verwendet.',
  },
  company_code_invalid: {
    fr: 'Le code d’un dossier se compose de lettres, de chiffres, de tirets et de soulignés, sans espace.',
    nl: 'De code van een dossier bestaat uit letters, cijfers, streepjes en liggende streepjes, zonder spaties.',
    en: 'The code of a company file is made of letters, digits, dashes and underscores, without spaces.',
    de: 'Der Code einer Akte besteht aus Buchstaben, Ziffern, Binde- und Unterstrichen, ohne Leerzeichen.',
  },
  enterprise_number_missing: {
    fr: 'Ce dossier n’a pas de numéro d’entreprise sous lequel interroger le registre.',
    nl: 'Dit dossier heeft geen ondernemingsnummer om in het register op te zoeken.',
    en: 'This company file has no enterprise number to look up in the register.',
    de: 'Diese Akte hat keine Unternehmensnummer, die im Register nachgeschlagen werden kann.',
  },
  enterprise_unknown: {
    fr: 'Le registre public ne connaît pas ce numéro d’entreprise.',
    nl: 'Het openbare register kent dit ondernemingsnummer niet.',
    en: 'The public register does not know this enterprise number.',
    de: 'Das öffentliche Register kennt diese Unternehmensnummer nicht.',
  },
  register_not_configured: {
    fr: 'Ce serveur ne peut pas interroger le registre public : REGISTER_URL n’y est pas configurée.',
    nl: 'Deze server kan het openbare register niet bevragen: REGISTER_URL is er niet ingesteld.',
    en: 'This server cannot ask the public register: REGISTER_URL is not configured.',
    de: 'Dieser Server kann das öffentliche Register nicht abfragen: REGISTER_URL ist nicht konfiguriert.',
  },
  register_unavailable: {
    fr: 'Le registre public ne répond pas comme attendu. Rien n’a été modifié ; réessayez plus tard.',
    nl: 'Het openbare register antwoordt niet zoals verwacht. Er is niets gewijzigd; probeer het later opnieuw.',
    en: 'The public register does not answer as expected. Nothing was changed; try again later.',
    de: 'Das öffentliche Register antwortet nicht wie erwartet. Es wurde nichts geändert; versuchen Sie es später erneut.',
  },
  activity_company_file_opened: {
    fr: 'Dossier ouvert',
    nl: 'Dossier geopend',
    en: 'Company file opened',
    de: 'Akte eröffnet',
  },
  activity_company_file_updated: {
    fr: 'Identité du dossier modifiée',
    nl: 'Identiteit van het dossier gewijzigd',
    en: 'Company details changed',
    de: 'Stammdaten der Akte geändert',
  },
  activity_company_settings_changed: {
    fr: 'Paramètres du dossier modifiés',
    nl: 'Instellingen van het dossier gewijzigd',
    en: 'Settings of the company file changed',
    de: 'Einstellungen der Akte geändert',
  },
  activity_company_file_trashed: {
    fr: 'Dossier mis à la corbeille',
    nl: 'Dossier naar de prullenbak verplaatst',
    en: 'Company file moved to the recycle bin',
    de: 'Akte in den Papierkorb verschoben',
  },
  activity_company_file_restored: {
    fr: 'Dossier restauré',
    nl: 'Dossier teruggezet',
    en: 'Company file restored',
    de: 'Akte wiederhergestellt',
  },
  activity_company_file_registered: {
    fr: 'Dossier ajouté au cabinet',
    nl: 'Dossier aan het kantoor toegevoegd',
    en: 'Company file added to the firm',
    de: 'Akte in die Kanzlei aufgenommen',
  },
  activity_company_file_recoded: {
    fr: 'Code du dossier modifié',
    nl: 'Code van het dossier gewijzigd',
    en: 'Code of the company file changed',
    de: 'Code der Akte geändert',
  },
  activity_company_file_set_aside: {
    fr: 'Dossier retiré du cabinet',
    nl: 'Dossier uit het kantoor gehaald',
    en: 'Company file set aside',
    de: 'Akte aus der Kanzlei genommen',
  },
  activity_company_file_taken_back: {
    fr: 'Dossier repris par le cabinet',
    nl: 'Dossier weer in het kantoor opgenomen',
    en: 'Company file taken back',
    de: 'Akte von der Kanzlei wieder aufgenommen',
  },
} as const satisfies Messages;
