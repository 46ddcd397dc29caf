import type { Messages } from '../i18n/messages.ts';

/** How transactions are booked and what stands in the way. */
export const messages = {
  journal_without_account: {
    fr: 'Le journal de cette banque n’a pas de compte général qui puisse être mouvementé.',
    nl: 'Het dagboek van deze bank heeft geen grootboekrekening waarop kan worden geboekt.',
    en: 'The journal of this bank has no ledger account that can be posted to.',
    de: 'Das Journal dieser Bank hat kein bebuchbares Sachkonto.',
  },
  match_empty: {
    fr: 'Indiquez au moins un poste ouvert ou un compte.',
    nl: 'Geef minstens één openstaande post of één rekening op.',
    en: 'Name at least one open item or one account.',
    de: 'Geben Sie mindestens einen offenen Posten oder ein Konto an.',
  },
  match_unknown: {
    fr: 'Cette écriture ne comptabilise rien de cette opération.',
    nl: 'Deze boeking boekt niets van deze verrichting.',
    en: 'This entry books nothing of this transaction.',
    de: 'Diese Buchung bucht nichts von diesem Umsatz.',
  },
  match_of_other_sign: {
    fr: 'Les postes et comptes font {total, number, amount}, ce qui n’est pas dans le sens de l’opération ({rest, number, amount}).',
    nl: 'De posten en rekeningen maken {total, number, amount}, wat niet in de richting van de verrichting is ({rest, number, amount}).',
    en: 'The items and accounts make {total, number, amount}, which is not in the direction of the transaction ({rest, number, amount}).',
    de: 'Die Posten und Konten ergeben {total, number, amount}, was nicht der Richtung des Umsatzes entspricht ({rest, number, amount}).',
  },
  match_exceeds_transaction: {
    fr: 'Les postes et comptes font {total, number, amount}, alors qu’il reste {rest, number, amount} à comptabiliser.',
    nl: 'De posten en rekeningen maken {total, number, amount}, terwijl er {rest, number, amount} te boeken blijft.',
    en: 'The items and accounts make {total, number, amount}, where {rest, number, amount} is left to be booked.',
    de: 'Die Posten und Konten ergeben {total, number, amount}, zu buchen bleiben aber {rest, number, amount}.',
  },
  match_difference_too_large: {
    fr: 'La différence de {difference, number, amount} dépasse ce qui peut être passé en perte ou profit ({max, number, amount}).',
    nl: 'Het verschil van {difference, number, amount} is groter dan wat mag worden afgeboekt ({max, number, amount}).',
    en: 'The difference of {difference, number, amount} is more than may be written off ({max, number, amount}).',
    de: 'Die Differenz von {difference, number, amount} übersteigt, was ausgebucht werden darf ({max, number, amount}).',
  },
  item_amount_of_other_sign: {
    fr: 'Le montant doit être du sens de ce qui est ouvert : {open, number, amount}.',
    nl: 'Het bedrag moet hetzelfde teken hebben als wat openstaat: {open, number, amount}.',
    en: 'The amount must have the sign of what is open: {open, number, amount}.',
    de: 'Der Betrag muss das Vorzeichen des offenen Betrags haben: {open, number, amount}.',
  },
  item_amount_too_large: {
    fr: 'Il n’y a que {open, number, amount} d’ouvert sur cette ligne.',
    nl: 'Op deze lijn staat maar {open, number, amount} open.',
    en: 'Only {open, number, amount} of this line is open.',
    de: 'Auf dieser Zeile sind nur {open, number, amount} offen.',
  },
  transaction_unknown: {
    fr: 'Cette opération n’existe pas dans le dossier.',
    nl: 'Deze verrichting bestaat niet in het dossier.',
    en: 'This transaction does not exist in the company file.',
    de: 'Diesen Umsatz gibt es in der Akte nicht.',
  },
  transaction_not_matched: {
    fr: 'Cette opération n’est pas comptabilisée.',
    nl: 'Deze verrichting is niet geboekt.',
    en: 'This transaction is not booked.',
    de: 'Dieser Umsatz ist nicht gebucht.',
  },
  entry_of_bank_transaction: {
    fr: 'Cette écriture comptabilise une opération bancaire : annulez son rapprochement.',
    nl: 'Deze boeking hoort bij een bankverrichting: maak de afpunting van die verrichting ongedaan.',
    en: 'This entry books a bank transaction: undo the matching of the transaction.',
    de: 'Diese Buchung gehört zu einem Bankumsatz: Heben Sie dessen Zuordnung auf.',
  },
  undo_match_undone: {
    fr: 'Le rapprochement de cette opération a déjà été annulé.',
    nl: 'De afpunting van deze verrichting is al ongedaan gemaakt.',
    en: 'The matching of this transaction has been undone already.',
    de: 'Die Zuordnung dieses Umsatzes wurde bereits aufgehoben.',
  },
  undo_unmatched: {
    fr: 'L’annulation d’un rapprochement ne se reprend pas : rapprochez l’opération à nouveau.',
    nl: 'Het ongedaan maken van een afpunting wordt niet teruggedraaid: punt de verrichting opnieuw af.',
    en: 'The undoing of a match is not taken back: match the transaction again.',
    de: 'Die Aufhebung einer Zuordnung wird nicht zurückgenommen: Ordnen Sie den Umsatz neu zu.',
  },
  activity_bank_transactions_matched: {
    fr: 'Opérations bancaires comptabilisées',
    nl: 'Bankverrichtingen geboekt',
    en: 'Bank transactions booked',
    de: 'Bankumsätze gebucht',
  },
  told_bank_transactions_matched: {
    fr: '{user} a comptabilisé {count, plural, one {l’opération bancaire {label}} other {# opérations bancaires}}',
    nl: '{user} heeft {count, plural, one {de bankverrichting {label}} other {# bankverrichtingen}} geboekt',
    en: '{user} booked {count, plural, one {the bank transaction {label}} other {# bank transactions}}',
    de: '{user} hat {count, plural, one {den Bankumsatz {label}} other {# Bankumsätze}} gebucht',
  },
  activity_bank_transactions_unmatched: {
    fr: 'Rapprochement bancaire annulé',
    nl: 'Bankafpunting ongedaan gemaakt',
    en: 'Bank matching undone',
    de: 'Bankzuordnung aufgehoben',
  },
  told_bank_transactions_unmatched: {
    fr: '{user} a annulé le rapprochement de {count, plural, one {l’opération bancaire {label}} other {# opérations bancaires}}',
    nl: '{user} heeft de afpunting van {count, plural, one {de bankverrichting {label}} other {# bankverrichtingen}} ongedaan gemaakt',
    en: '{user} undid the matching of {count, plural, one {the bank transaction {label}} other {# bank transactions}}',
    de: '{user} hat die Zuordnung von {count, plural, one {Bankumsatz {label}} other {# Bankumsätzen}} aufgehoben',
  },
} as const satisfies Messages;
