import type { Messages } from '../i18n/messages.ts';

/** Orders to banks. */
export const messages = {
  journal_not_bank: {
    fr: 'Ce journal n’est pas un journal de banque.',
    nl: 'Dit dagboek is geen bankdagboek.',
    en: 'This journal is not a bank journal.',
    de: 'Dieses Journal ist kein Bankjournal.',
  },
  journal_without_iban: {
    fr: 'Ce journal n’a pas d’IBAN : indiquez d’abord le compte bancaire.',
    nl: 'Dit dagboek heeft geen IBAN: vul eerst de bankrekening in.',
    en: 'This journal has no IBAN: fill in its bank account first.',
    de: 'Dieses Journal hat keine IBAN: Tragen Sie zuerst das Bankkonto ein.',
  },
  sepa_format_contradicts: {
    fr: 'Ce format ne convient pas à ce type de fichier.',
    nl: 'Dit formaat past niet bij dit type bestand.',
    en: 'This format does not fit this type of file.',
    de: 'Dieses Format passt nicht zu dieser Art von Datei.',
  },
  creditor_identifier_missing: {
    fr: 'Une domiciliation demande l’identifiant du créancier : complétez le paramètre {setting}.',
    nl: 'Een domiciliëring vraagt het identificatienummer van de schuldeiser: vul de instelling {setting} in.',
    en: 'A direct debit needs the creditor identifier: fill in the setting {setting}.',
    de: 'Eine Lastschrift erfordert die Gläubiger-Identifikationsnummer: Füllen Sie die Einstellung {setting} aus.',
  },
  creditor_identifier_invalid: {
    fr: 'Le champ « {field} » n’est pas un identifiant de créancier SEPA valable.',
    nl: 'Het veld “{field}” is geen geldig SEPA-identificatienummer van een schuldeiser.',
    en: 'The “{field}” field is not a valid SEPA creditor identifier.',
    de: 'Das Feld „{field}“ ist keine gültige SEPA-Gläubiger-Identifikationsnummer.',
  },
  payment_blocked: {
    fr: 'Les paiements à ce tiers sont bloqués{reason, select, none {} other { : {reason}}}.',
    nl: 'Betalingen aan deze relatie zijn geblokkeerd{reason, select, none {} other {: {reason}}}.',
    en: 'Payments to this third party are blocked{reason, select, none {} other {: {reason}}}.',
    de: 'Zahlungen an diesen Geschäftspartner sind gesperrt{reason, select, none {} other {: {reason}}}.',
  },
  iban_missing: {
    fr: 'Ce tiers n’a pas d’IBAN.',
    nl: 'Deze relatie heeft geen IBAN.',
    en: 'This third party has no IBAN.',
    de: 'Dieser Geschäftspartner hat keine IBAN.',
  },
  iban_outside_sepa: {
    fr: 'Un compte du pays {country} ne se paie pas par SEPA.',
    nl: 'Een rekening in land {country} wordt niet via SEPA betaald.',
    en: 'An account in country {country} is not paid by SEPA.',
    de: 'Ein Konto im Land {country} wird nicht über SEPA bezahlt.',
  },
  mandate_missing: {
    fr: 'Ce tiers n’a pas de mandat de domiciliation en vigueur.',
    nl: 'Deze relatie heeft geen geldig domiciliëringsmandaat.',
    en: 'This third party has no direct debit mandate in force.',
    de: 'Dieser Geschäftspartner hat kein gültiges Lastschriftmandat.',
  },
  mandate_reference_repeated: {
    fr: 'Deux mandats portent la même référence.',
    nl: 'Twee mandaten hebben dezelfde referentie.',
    en: 'Two mandates have the same reference.',
    de: 'Zwei Mandate haben dieselbe Referenz.',
  },
  nothing_to_pay: {
    fr: 'Il n’y a rien à payer : ces lignes ne laissent aucun solde dû.',
    nl: 'Er is niets te betalen: deze lijnen laten geen verschuldigd saldo over.',
    en: 'There is nothing to pay: these lines leave no amount due.',
    de: 'Es ist nichts zu zahlen: Diese Zeilen lassen keinen fälligen Saldo.',
  },
  amount_above_open: {
    fr: 'Le montant dépasse ce qui reste ouvert : {open, number, amount}.',
    nl: 'Het bedrag is hoger dan wat openstaat: {open, number, amount}.',
    en: 'The amount exceeds what is open: {open, number, amount}.',
    de: 'Der Betrag übersteigt den offenen Betrag: {open, number, amount}.',
  },
  line_in_sepa_file: {
    fr: 'Cette ligne figure déjà dans le fichier SEPA {file}.',
    nl: 'Deze lijn staat al in SEPA-bestand {file}.',
    en: 'This line is in SEPA file {file} already.',
    de: 'Diese Zeile steht bereits in der SEPA-Datei {file}.',
  },
  transit_account_missing: {
    fr: 'Le compte de virements internes n’est pas défini ou ne peut être mouvementé : voyez le paramètre {setting}.',
    nl: 'De rekening voor interne overboekingen is niet ingesteld of kan niet worden geboekt: zie de instelling {setting}.',
    en: 'The transit account is not set or cannot be posted to: see the setting {setting}.',
    de: 'Das Konto für Geldtransit ist nicht festgelegt oder nicht bebuchbar: siehe die Einstellung {setting}.',
  },
  sepa_file_status: {
    fr: 'Ce fichier est {status, select, booked {déjà comptabilisé} cancelled {annulé} downloaded {déjà téléchargé} other {créé}}.',
    nl: 'Dit bestand is {status, select, booked {al geboekt} cancelled {geannuleerd} downloaded {al gedownload} other {aangemaakt}}.',
    en: 'This file is {status, select, booked {booked already} cancelled {cancelled} downloaded {downloaded already} other {created}}.',
    de: 'Diese Datei ist {status, select, booked {bereits verbucht} cancelled {storniert} downloaded {bereits heruntergeladen} other {erstellt}}.',
  },
  undo_sepa_file_moved: {
    fr: 'Le fichier SEPA est entre-temps {status, select, booked {comptabilisé} cancelled {annulé} downloaded {téléchargé} other {remis à créé}}.',
    nl: 'Het SEPA-bestand is intussen {status, select, booked {geboekt} cancelled {geannuleerd} downloaded {gedownload} other {teruggezet op aangemaakt}}.',
    en: 'The SEPA file has been {status, select, booked {booked} cancelled {cancelled} downloaded {downloaded} other {set back to created}} since.',
    de: 'Die SEPA-Datei ist inzwischen {status, select, booked {verbucht} cancelled {storniert} downloaded {heruntergeladen} other {wieder auf erstellt gesetzt}}.',
  },
  activity_sepa_file_created: {
    fr: 'Fichier SEPA créé',
    nl: 'SEPA-bestand aangemaakt',
    en: 'SEPA file created',
    de: 'SEPA-Datei erstellt',
  },
  told_sepa_file_created: {
    fr: '{user} a créé le fichier SEPA {label}',
    nl: '{user} heeft SEPA-bestand {label} aangemaakt',
    en: '{user} created SEPA file {label}',
    de: '{user} hat die SEPA-Datei {label} erstellt',
  },
  activity_sepa_file_status_changed: {
    fr: 'Statut d’un fichier SEPA changé',
    nl: 'Status van een SEPA-bestand gewijzigd',
    en: 'Status of a SEPA file changed',
    de: 'Status einer SEPA-Datei geändert',
  },
  told_sepa_file_status_changed: {
    fr: '{user} a changé le statut du fichier SEPA {label}',
    nl: '{user} heeft de status van SEPA-bestand {label} gewijzigd',
    en: '{user} changed the status of SEPA file {label}',
    de: '{user} hat den Status der SEPA-Datei {label} geändert',
  },
} as const satisfies Messages;
