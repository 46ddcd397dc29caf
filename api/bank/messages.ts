import type { Messages } from '../i18n/messages.ts';
import { fileMessages } from './file-messages.ts';

/** Statements of banks and their transactions. */
export const messages = {
  ...fileMessages,
  details_do_not_add_up: {
    fr: 'Extrait {number} : les détails du mouvement {sequence} ne donnent pas son total de {total, number, amount} ; le total a été repris.',
    nl: 'Uittreksel {number}: de details van beweging {sequence} geven niet het totaal van {total, number, amount}; het totaal is overgenomen.',
    en: 'Statement {number}: the details of movement {sequence} do not make its total of {total, number, amount}; the total was taken.',
    de: 'Auszug {number}: Die Einzelposten der Bewegung {sequence} ergeben nicht die Summe von {total, number, amount}; die Summe wurde übernommen.',
  },
  entries_not_booked: {
    fr: 'Extrait {number} : {count, plural, one {# opération non comptabilisée par la banque a été laissée} other {# opérations non comptabilisées par la banque ont été laissées}} de côté.',
    nl: 'Uittreksel {number}: {count, plural, one {# verrichting die de bank nog niet boekte, is} other {# verrichtingen die de bank nog niet boekte, zijn}} weggelaten.',
    en: 'Statement {number}: {count, plural, one {# entry that the bank has not booked was} other {# entries that the bank has not booked were}} left out.',
    de: 'Auszug {number}: {count, plural, one {# von der Bank noch nicht gebuchter Umsatz wurde} other {# von der Bank noch nicht gebuchte Umsätze wurden}} ausgelassen.',
  },
  statement_missing: {
    fr: 'Il manque un extrait entre le n° {after} ({after_date, date, long}, solde {after_balance, number, amount}) et le n° {before} ({before_date, date, long}, solde {before_balance, number, amount}).',
    nl: 'Er ontbreekt een uittreksel tussen nr. {after} ({after_date, date, long}, saldo {after_balance, number, amount}) en nr. {before} ({before_date, date, long}, saldo {before_balance, number, amount}).',
    en: 'A statement is missing between no. {after} ({after_date, date, long}, balance {after_balance, number, amount}) and no. {before} ({before_date, date, long}, balance {before_balance, number, amount}).',
    de: 'Zwischen Nr. {after} ({after_date, date, long}, Saldo {after_balance, number, amount}) und Nr. {before} ({before_date, date, long}, Saldo {before_balance, number, amount}) fehlt ein Auszug.',
  },
  statement_overlap: {
    fr: 'Les extraits n° {after} (jusqu’au {after_date, date, long}) et n° {before} (à partir du {before_date, date, long}) se chevauchent.',
    nl: 'De uittreksels nr. {after} (tot {after_date, date, long}) en nr. {before} (vanaf {before_date, date, long}) overlappen elkaar.',
    en: 'Statements no. {after} (until {after_date, date, long}) and no. {before} (from {before_date, date, long}) overlap.',
    de: 'Die Auszüge Nr. {after} (bis {after_date, date, long}) und Nr. {before} (ab {before_date, date, long}) überschneiden sich.',
  },
  balance_broken: {
    fr: 'L’extrait n° {before} commence à {before_balance, number, amount} alors que le n° {after} finit à {after_balance, number, amount}.',
    nl: 'Uittreksel nr. {before} begint met {before_balance, number, amount} terwijl nr. {after} eindigt op {after_balance, number, amount}.',
    en: 'Statement no. {before} begins at {before_balance, number, amount} although no. {after} ends at {after_balance, number, amount}.',
    de: 'Auszug Nr. {before} beginnt mit {before_balance, number, amount}, obwohl Nr. {after} mit {after_balance, number, amount} endet.',
  },
  statement_file_matched: {
    fr: '{count, plural, one {Une opération de ce fichier est déjà comptabilisée} other {# opérations de ce fichier sont déjà comptabilisées}} : annulez d’abord leur rapprochement.',
    nl: '{count, plural, one {Eén verrichting van dit bestand is al geboekt} other {# verrichtingen van dit bestand zijn al geboekt}}: maak eerst de afpunting ongedaan.',
    en: '{count, plural, one {One transaction of this file is booked already} other {# transactions of this file are booked already}}: undo their matching first.',
    de: '{count, plural, one {Ein Umsatz dieser Datei ist bereits gebucht} other {# Umsätze dieser Datei sind bereits gebucht}}: Heben Sie zuerst deren Zuordnung auf.',
  },
  transaction_already_ignored: {
    fr: 'Cette opération est déjà mise de côté.',
    nl: 'Deze verrichting is al opzijgezet.',
    en: 'This transaction has been set aside already.',
    de: 'Dieser Umsatz ist bereits zurückgestellt.',
  },
  transaction_already_matched: {
    fr: 'Cette opération est déjà comptabilisée.',
    nl: 'Deze verrichting is al geboekt.',
    en: 'This transaction is booked already.',
    de: 'Dieser Umsatz ist bereits gebucht.',
  },
  transaction_not_ignored: {
    fr: 'Cette opération n’est pas mise de côté.',
    nl: 'Deze verrichting is niet opzijgezet.',
    en: 'This transaction has not been set aside.',
    de: 'Dieser Umsatz ist nicht zurückgestellt.',
  },
  undo_part_of_statement: {
    fr: 'Une opération seule ne peut être retirée de son extrait : supprimez le fichier entier.',
    nl: 'Een verrichting kan niet apart uit haar uittreksel worden gehaald: verwijder het hele bestand.',
    en: 'A single transaction cannot be taken out of its statement: delete the whole file.',
    de: 'Ein einzelner Umsatz kann nicht aus seinem Auszug entfernt werden: Löschen Sie die ganze Datei.',
  },
  undo_statement_file_gone: {
    fr: 'Le fichier bancaire se trouve déjà dans la corbeille.',
    nl: 'Het bankbestand ligt al in de prullenbak.',
    en: 'The bank file is in the recycle bin already.',
    de: 'Die Bankdatei liegt bereits im Papierkorb.',
  },
  undo_statement_file_back: {
    fr: 'Le fichier bancaire a été restauré entre-temps.',
    nl: 'Het bankbestand is intussen teruggezet.',
    en: 'The bank file has been restored since.',
    de: 'Die Bankdatei wurde inzwischen wiederhergestellt.',
  },
  told_what_coda_files: {
    fr: '{count, plural, one {le fichier bancaire {label}} other {# fichiers bancaires}}',
    nl: '{count, plural, one {het bankbestand {label}} other {# bankbestanden}}',
    en: '{count, plural, one {the bank file {label}} other {# bank files}}',
    de: '{count, plural, one {die Bankdatei {label}} other {# Bankdateien}}',
  },
  activity_statements_imported: {
    fr: 'Extraits de compte importés',
    nl: 'Rekeninguittreksels ingelezen',
    en: 'Bank statements imported',
    de: 'Kontoauszüge eingelesen',
  },
  told_statements_imported: {
    fr: '{user} a importé les extraits de compte du fichier {label}',
    nl: '{user} heeft de rekeninguittreksels van bestand {label} ingelezen',
    en: '{user} imported the bank statements of the file {label}',
    de: '{user} hat die Kontoauszüge der Datei {label} eingelesen',
  },
  activity_bank_transactions_imported: {
    fr: 'Opérations bancaires importées',
    nl: 'Bankverrichtingen ingelezen',
    en: 'Bank transactions imported',
    de: 'Bankumsätze eingelesen',
  },
  told_bank_transactions_imported: {
    fr: '{user} a importé {count, plural, one {l’opération bancaire {label}} other {# opérations bancaires}}',
    nl: '{user} heeft {count, plural, one {de bankverrichting {label}} other {# bankverrichtingen}} ingelezen',
    en: '{user} imported {count, plural, one {the bank transaction {label}} other {# bank transactions}}',
    de: '{user} hat {count, plural, one {den Bankumsatz {label}} other {# Bankumsätze}} eingelesen',
  },
  activity_statement_file_trashed: {
    fr: 'Fichier bancaire mis à la corbeille',
    nl: 'Bankbestand naar de prullenbak',
    en: 'Bank file moved to the recycle bin',
    de: 'Bankdatei in den Papierkorb verschoben',
  },
  told_statement_file_trashed: {
    fr: '{user} a mis le fichier bancaire {label} à la corbeille',
    nl: '{user} heeft het bankbestand {label} in de prullenbak gelegd',
    en: '{user} moved the bank file {label} to the recycle bin',
    de: '{user} hat die Bankdatei {label} in den Papierkorb verschoben',
  },
  activity_statement_file_restored: {
    fr: 'Fichier bancaire restauré',
    nl: 'Bankbestand teruggezet',
    en: 'Bank file restored',
    de: 'Bankdatei wiederhergestellt',
  },
  told_statement_file_restored: {
    fr: '{user} a restauré le fichier bancaire {label}',
    nl: '{user} heeft het bankbestand {label} teruggezet',
    en: '{user} restored the bank file {label}',
    de: '{user} hat die Bankdatei {label} wiederhergestellt',
  },
  activity_statement_files_purged: {
    fr: 'Fichiers bancaires supprimés définitivement',
    nl: 'Bankbestanden definitief verwijderd',
    en: 'Bank files deleted for good',
    de: 'Bankdateien endgültig gelöscht',
  },
  told_statement_files_purged: {
    fr: '{user} a supprimé définitivement {count, plural, one {le fichier bancaire {label}} other {# fichiers bancaires}}',
    nl: '{user} heeft {count, plural, one {het bankbestand {label}} other {# bankbestanden}} definitief verwijderd',
    en: '{user} deleted {count, plural, one {the bank file {label}} other {# bank files}} for good',
    de: '{user} hat {count, plural, one {die Bankdatei {label}} other {# Bankdateien}} endgültig gelöscht',
  },
  activity_bank_transaction_ignored: {
    fr: 'Opération bancaire mise de côté',
    nl: 'Bankverrichting opzijgezet',
    en: 'Bank transaction set aside',
    de: 'Bankumsatz zurückgestellt',
  },
  told_bank_transaction_ignored: {
    fr: '{user} a mis de côté l’opération bancaire {label}',
    nl: '{user} heeft de bankverrichting {label} opzijgezet',
    en: '{user} set the bank transaction {label} aside',
    de: '{user} hat den Bankumsatz {label} zurückgestellt',
  },
  activity_bank_transaction_reopened: {
    fr: 'Opération bancaire reprise',
    nl: 'Bankverrichting hernomen',
    en: 'Bank transaction taken up again',
    de: 'Bankumsatz wieder aufgenommen',
  },
  told_bank_transaction_reopened: {
    fr: '{user} a repris l’opération bancaire {label}',
    nl: '{user} heeft de bankverrichting {label} hernomen',
    en: '{user} took up the bank transaction {label} again',
    de: '{user} hat den Bankumsatz {label} wieder aufgenommen',
  },
} as const satisfies Messages;
