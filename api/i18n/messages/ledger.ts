import type { Messages } from '../messages.ts';

/** Entries, and what they refer to. */
export const ledger = {
  account_unknown: {
    fr: 'Ce compte n’existe pas dans le plan comptable du dossier.',
    nl: 'Deze rekening bestaat niet in het rekeningstelsel van het dossier.',
    en: 'This account does not exist in the chart of accounts of the company file.',
    de: 'Dieses Konto gibt es im Kontenplan der Akte nicht.',
  },
  account_contradicts: {
    fr: 'Le numéro de compte et l’identifiant désignent deux comptes différents.',
    nl: 'Het rekeningnummer en de id verwijzen naar twee verschillende rekeningen.',
    en: 'The account number and the id name two different accounts.',
    de: 'Kontonummer und ID bezeichnen zwei verschiedene Konten.',
  },
  account_inactive: {
    fr: 'Ce compte n’est plus actif.',
    nl: 'Deze rekening is niet meer actief.',
    en: 'This account is no longer active.',
    de: 'Dieses Konto ist nicht mehr aktiv.',
  },
  account_is_group: {
    fr: 'Ce compte est un compte de regroupement : il ne peut être mouvementé.',
    nl: 'Deze rekening is een groepsrekening: er kan niet op geboekt worden.',
    en: 'This account is a group account: nothing can be posted to it.',
    de: 'Dieses Konto ist ein Sammelkonto: Es kann nicht bebucht werden.',
  },
  journal_unknown: {
    fr: 'Ce journal n’existe pas dans le dossier.',
    nl: 'Dit dagboek bestaat niet in het dossier.',
    en: 'This journal does not exist in the company file.',
    de: 'Dieses Journal gibt es in der Akte nicht.',
  },
  journal_inactive: {
    fr: 'Ce journal n’est plus actif.',
    nl: 'Dit dagboek is niet meer actief.',
    en: 'This journal is no longer active.',
    de: 'Dieses Journal ist nicht mehr aktiv.',
  },
  third_party_unknown: {
    fr: 'Ce tiers n’existe pas dans le dossier.',
    nl: 'Deze relatie bestaat niet in het dossier.',
    en: 'This third party does not exist in the company file.',
    de: 'Diesen Geschäftspartner gibt es in der Akte nicht.',
  },
  third_party_inactive: {
    fr: 'Ce tiers n’est plus actif.',
    nl: 'Deze relatie is niet meer actief.',
    en: 'This third party is no longer active.',
    de: 'Dieser Geschäftspartner ist nicht mehr aktiv.',
  },
  vat_code_unknown: {
    fr: 'Ce code TVA n’existe pas dans le dossier.',
    nl: 'Deze btw-code bestaat niet in het dossier.',
    en: 'This VAT code does not exist in the company file.',
    de: 'Diesen MwSt.-Code gibt es in der Akte nicht.',
  },
  vat_code_inactive: {
    fr: 'Ce code TVA n’est plus actif.',
    nl: 'Deze btw-code is niet meer actief.',
    en: 'This VAT code is no longer active.',
    de: 'Dieser MwSt.-Code ist nicht mehr aktiv.',
  },
  entry_unbalanced: {
    fr: 'L’écriture n’est pas équilibrée : débit {debit}, crédit {credit}.',
    nl: 'De boeking is niet in evenwicht: debet {debit}, credit {credit}.',
    en: 'The entry does not balance: debit {debit}, credit {credit}.',
    de: 'Die Buchung ist nicht ausgeglichen: Soll {debit}, Haben {credit}.',
  },
  entry_without_lines: {
    fr: 'L’écriture ne compte aucune ligne.',
    nl: 'De boeking telt geen enkele lijn.',
    en: 'The entry has no lines.',
    de: 'Die Buchung hat keine Zeilen.',
  },
  entry_too_many_lines: {
    fr: 'Une écriture ne peut compter plus de {max} lignes.',
    nl: 'Een boeking mag niet meer dan {max} lijnen tellen.',
    en: 'An entry must not have more than {max} lines.',
    de: 'Eine Buchung darf höchstens {max} Zeilen haben.',
  },
  line_both_sides: {
    fr: 'Une ligne porte soit un débit, soit un crédit, pas les deux.',
    nl: 'Een lijn heeft ofwel een debet, ofwel een credit, niet allebei.',
    en: 'A line has either a debit or a credit, not both.',
    de: 'Eine Zeile hat entweder ein Soll oder ein Haben, nicht beides.',
  },
  line_no_side: {
    fr: 'La ligne n’a ni débit ni crédit.',
    nl: 'De lijn heeft geen debet en geen credit.',
    en: 'The line has neither a debit nor a credit.',
    de: 'Die Zeile hat weder Soll noch Haben.',
  },
  date_outside_fiscal_years: {
    fr: 'Cette date ne tombe dans aucun exercice du dossier.',
    nl: 'Deze datum valt in geen enkel boekjaar van het dossier.',
    en: 'This date lies in no fiscal year of the company file.',
    de: 'Dieses Datum liegt in keinem Geschäftsjahr der Akte.',
  },
  due_date_before_entry_date: {
    fr: 'L’échéance ne peut précéder la date de l’écriture.',
    nl: 'De vervaldag mag niet vóór de boekingsdatum liggen.',
    en: 'The due date must not be before the date of the entry.',
    de: 'Die Fälligkeit darf nicht vor dem Buchungsdatum liegen.',
  },
  entry_already_reversed: {
    fr: 'Cette écriture est déjà extournée.',
    nl: 'Deze boeking is al tegengeboekt.',
    en: 'This entry is reversed already.',
    de: 'Diese Buchung ist bereits storniert.',
  },
  entry_not_reversible: {
    fr: 'Cette écriture ne peut être extournée : une écriture de clôture ou d’à-nouveau disparaît en rouvrant l’exercice, et un bilan d’ouverture extourné se saisit à nouveau.',
    nl: 'Deze boeking kan niet worden tegengeboekt: een afsluitings- of heropeningsboeking vervalt door het boekjaar te heropenen, en een tegengeboekte openingsbalans wordt opnieuw ingevoerd.',
    en: 'This entry cannot be reversed: a closing or carry-forward entry goes when its fiscal year is reopened, and an opening balance that was reversed is entered again.',
    de: 'Diese Buchung kann nicht storniert werden: Eine Abschluss- oder Vortragsbuchung entfällt mit dem Wiedereröffnen des Geschäftsjahres, und eine stornierte Eröffnungsbilanz wird neu erfasst.',
  },
  reversal_before_entry: {
    fr: 'L’extourne ne peut précéder l’écriture qu’elle annule.',
    nl: 'De tegenboeking mag niet vóór de boeking liggen die ze tenietdoet.',
    en: 'A reversal must not be dated before the entry that it takes back.',
    de: 'Ein Storno darf nicht vor der Buchung liegen, die es aufhebt.',
  },
  opening_reversed_on_its_day: {
    fr: 'Un bilan d’ouverture s’extourne à sa propre date.',
    nl: 'Een openingsbalans wordt op haar eigen datum tegengeboekt.',
    en: 'An opening balance is reversed on its own day.',
    de: 'Eine Eröffnungsbilanz wird zu ihrem eigenen Datum storniert.',
  },
  period_locked: {
    fr: 'Cette période est verrouillée.',
    nl: 'Deze periode is vergrendeld.',
    en: 'This period is locked.',
    de: 'Diese Periode ist gesperrt.',
  },
  fiscal_year_closed: {
    fr: 'Cet exercice est clôturé.',
    nl: 'Dit boekjaar is afgesloten.',
    en: 'This fiscal year is closed.',
    de: 'Dieses Geschäftsjahr ist abgeschlossen.',
  },
} as const satisfies Messages;
