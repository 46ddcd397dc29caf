import type { Messages } from '../i18n/messages.ts';

/** Why a transaction may be what is proposed for it. */
export const messages = {
  lettered_by_sepa_file: {
    fr: 'L’opération bancaire exécute un fichier de paiements.',
    nl: 'De bankverrichting voert een betaalbestand uit.',
    en: 'The bank transaction carries out a payment file.',
    de: 'Der Bankumsatz führt eine Zahlungsdatei aus.',
  },
  lettered_by_sepa_return: {
    fr: 'Le paiement est revenu.',
    nl: 'De betaling is teruggekomen.',
    en: 'The payment came back.',
    de: 'Die Zahlung ist zurückgekommen.',
  },
  lettered_by_own_transfer: {
    fr: 'Virement entre deux comptes de l’entreprise.',
    nl: 'Overschrijving tussen twee eigen rekeningen.',
    en: 'Transfer between two accounts of the company.',
    de: 'Überweisung zwischen zwei eigenen Konten.',
  },
  lettered_by_iban: {
    fr: 'Le compte du tiers et le montant concordent.',
    nl: 'De rekening van de relatie en het bedrag stemmen overeen.',
    en: 'The account of the third party and the amount agree.',
    de: 'Das Konto des Geschäftspartners und der Betrag stimmen überein.',
  },
  suggested_by_communication: {
    fr: 'La communication structurée est celle de {count, plural, one {{references}} other {# postes : {references}}}.',
    nl: 'De gestructureerde mededeling is die van {count, plural, one {{references}} other {# posten: {references}}}.',
    en: 'The structured communication is that of {count, plural, one {{references}} other {# items: {references}}}.',
    de: 'Die strukturierte Mitteilung ist die von {count, plural, one {{references}} other {# Posten: {references}}}.',
  },
  suggested_by_reference: {
    fr: 'La communication cite {count, plural, one {la référence {references}} other {les références {references}}}.',
    nl: 'De mededeling vermeldt {count, plural, one {de referentie {references}} other {de referenties {references}}}.',
    en: 'The communication names {count, plural, one {the reference {references}} other {the references {references}}}.',
    de: 'Die Mitteilung nennt {count, plural, one {die Referenz {references}} other {die Referenzen {references}}}.',
  },
  suggested_by_iban: {
    fr: 'Le compte {iban} est celui de {name}.',
    nl: 'De rekening {iban} is van {name}.',
    en: 'The account {iban} is that of {name}.',
    de: 'Das Konto {iban} gehört {name}.',
  },
  suggested_by_name: {
    fr: 'La contrepartie porte le nom de {name}.',
    nl: 'De tegenpartij heet zoals {name}.',
    en: 'The counterparty has the name of {name}.',
    de: 'Die Gegenpartei heißt wie {name}.',
  },
  suggested_by_amount: {
    fr: 'Le montant ouvert est exactement de {amount, number, amount}.',
    nl: 'Het openstaande bedrag is precies {amount, number, amount}.',
    en: 'The open amount is exactly {amount, number, amount}.',
    de: 'Der offene Betrag ist genau {amount, number, amount}.',
  },
  suggested_by_sum: {
    fr: '{count} postes font ensemble {amount, number, amount}.',
    nl: '{count} posten maken samen {amount, number, amount}.',
    en: '{count} items together make {amount, number, amount}.',
    de: '{count} Posten ergeben zusammen {amount, number, amount}.',
  },
  suggested_by_net: {
    fr: '{count} postes de sens contraires font ensemble {amount, number, amount}.',
    nl: '{count} posten van verschillend teken maken samen {amount, number, amount}.',
    en: '{count} items of both signs together make {amount, number, amount}.',
    de: '{count} Posten mit verschiedenen Vorzeichen ergeben zusammen {amount, number, amount}.',
  },
  suggested_all_open: {
    fr: 'C’est tout ce que ce tiers a d’ouvert : {count} postes.',
    nl: 'Het is alles wat bij deze relatie openstaat: {count} posten.',
    en: 'It is all that is open of this third party: {count} items.',
    de: 'Es ist alles, was bei diesem Geschäftspartner offen ist: {count} Posten.',
  },
  suggested_among: {
    fr: '{count} postes ont ce montant.',
    nl: '{count} posten hebben dit bedrag.',
    en: '{count} items have this amount.',
    de: '{count} Posten haben diesen Betrag.',
  },
  suggested_in_part: {
    fr: 'Paiement partiel de {open, number, amount} encore ouverts.',
    nl: 'Gedeeltelijke betaling van {open, number, amount} dat nog openstaat.',
    en: 'Part payment of {open, number, amount} still open.',
    de: 'Teilzahlung auf noch offene {open, number, amount}.',
  },
  suggested_more_than_open: {
    fr: 'Il en resterait {left, number, amount} à comptabiliser.',
    nl: 'Er zou {left, number, amount} te boeken blijven.',
    en: '{left, number, amount} would be left to be booked.',
    de: 'Es blieben {left, number, amount} zu buchen.',
  },
  suggested_write_off: {
    fr: 'Différence de {difference, number, amount} à passer en perte ou profit.',
    nl: 'Verschil van {difference, number, amount} af te boeken.',
    en: 'Difference of {difference, number, amount} to be written off.',
    de: 'Differenz von {difference, number, amount} auszubuchen.',
  },
  suggested_less_fee: {
    fr: 'La banque a retenu {difference, number, amount} de frais.',
    nl: 'De bank heeft {difference, number, amount} kosten ingehouden.',
    en: 'The bank kept {difference, number, amount} of charges.',
    de: 'Die Bank hat {difference, number, amount} Gebühren einbehalten.',
  },
  suggested_less_discount: {
    fr: 'Montant diminué de {difference, number, amount} : un escompte ?',
    nl: 'Bedrag verminderd met {difference, number, amount}: een korting voor contante betaling?',
    en: 'Amount less {difference, number, amount}: a discount for prompt payment?',
    de: 'Betrag abzüglich {difference, number, amount}: ein Skonto?',
  },
  suggested_sepa_file: {
    fr: 'Exécution du fichier de paiements {file}.',
    nl: 'Uitvoering van het betaalbestand {file}.',
    en: 'Execution of the payment file {file}.',
    de: 'Ausführung der Zahlungsdatei {file}.',
  },
  suggested_sepa_return: {
    fr: 'Un ordre du fichier {file} est revenu{reason, select, none {} other { ({reason})}} : son poste est à nouveau ouvert.',
    nl: 'Een opdracht van het bestand {file} is teruggekomen{reason, select, none {} other { ({reason})}}: de post staat weer open.',
    en: 'An order of the file {file} came back{reason, select, none {} other { ({reason})}}: its item is open again.',
    de: 'Ein Auftrag der Datei {file} ist zurückgekommen{reason, select, none {} other { ({reason})}}: Sein Posten ist wieder offen.',
  },
  suggested_own_transfer: {
    fr: 'Virement avec le compte propre {iban} (journal {journal}).',
    nl: 'Overschrijving met de eigen rekening {iban} (dagboek {journal}).',
    en: 'Transfer with the own account {iban} (journal {journal}).',
    de: 'Überweisung mit dem eigenen Konto {iban} (Journal {journal}).',
  },
  suggested_by_rule: {
    fr: 'La règle « {name} » s’applique.',
    nl: 'De regel “{name}” is van toepassing.',
    en: 'The rule “{name}” applies.',
    de: 'Die Regel „{name}“ trifft zu.',
  },
  suggested_by_past: {
    fr: '{count, plural, one {La dernière opération} other {Les # dernières opérations}} avec cette contrepartie {count, plural, one {a} other {ont}} été comptabilisée{count, plural, one {} other {s}} ainsi.',
    nl: '{count, plural, one {De laatste verrichting} other {De laatste # verrichtingen}} met deze tegenpartij {count, plural, one {is} other {zijn}} zo geboekt.',
    en: 'The last {count, plural, one {transaction} other {# transactions}} with this counterparty {count, plural, one {was} other {were}} booked so.',
    de: '{count, plural, one {Der letzte Umsatz} other {Die letzten # Umsätze}} mit dieser Gegenpartei {count, plural, one {wurde} other {wurden}} so gebucht.',
  },
} as const satisfies Messages;
