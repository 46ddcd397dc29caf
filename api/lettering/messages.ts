import type { Messages } from '../i18n/messages.ts';

/** Letterings and open items. */
export const messages = {
  line_unknown: {
    fr: 'Cette ligne n’existe pas dans le dossier.',
    nl: 'Deze lijn bestaat niet in het dossier.',
    en: 'This line does not exist in the company file.',
    de: 'Diese Zeile gibt es in der Akte nicht.',
  },
  line_repeated: {
    fr: 'Cette ligne est citée plusieurs fois.',
    nl: 'Deze lijn wordt meermaals vermeld.',
    en: 'This line is named more than once.',
    de: 'Diese Zeile ist mehrfach angegeben.',
  },
  line_settled: {
    fr: 'Cette ligne est déjà entièrement lettrée.',
    nl: 'Deze lijn is al volledig afgepunt.',
    en: 'This line is already matched in full.',
    de: 'Diese Zeile ist bereits vollständig ausgeziffert.',
  },
  line_not_letterable: {
    fr: 'Une ligne de report à nouveau ne se lettre pas : lettrez les lignes de l’exercice d’origine.',
    nl: 'Een overgedragen beginsaldo wordt niet afgepunt: punt de lijnen van het oorspronkelijke boekjaar af.',
    en: 'A balance carried forward is not matched: match the lines of the fiscal year that it comes from.',
    de: 'Ein Saldovortrag wird nicht ausgeziffert: Ziffern Sie die Zeilen des ursprünglichen Geschäftsjahres aus.',
  },
  line_of_another_account: {
    fr: 'Cette ligne n’est pas du même compte que la première.',
    nl: 'Deze lijn staat niet op dezelfde rekening als de eerste.',
    en: 'This line is not of the same account as the first one.',
    de: 'Diese Zeile gehört nicht zum selben Konto wie die erste.',
  },
  line_of_another_third_party: {
    fr: 'Cette ligne n’est pas du même tiers que la première.',
    nl: 'Deze lijn hoort niet bij dezelfde relatie als de eerste.',
    en: 'This line is not of the same third party as the first one.',
    de: 'Diese Zeile gehört nicht zum selben Geschäftspartner wie die erste.',
  },
  account_not_letterable: {
    fr: 'Les lignes de ce compte ne se lettrent pas.',
    nl: 'De lijnen van deze rekening worden niet afgepunt.',
    en: 'The lines of this account are not matched.',
    de: 'Die Zeilen dieses Kontos werden nicht ausgeziffert.',
  },
  lettering_unbalanced: {
    fr: 'Ces lignes ne s’équilibrent pas : il reste {difference, number, amount}, alors que la différence admise est de {max, number, amount}.',
    nl: 'Deze lijnen zijn niet in evenwicht: er blijft {difference, number, amount} over, terwijl een verschil van {max, number, amount} is toegestaan.',
    en: 'These lines do not balance: {difference, number, amount} remains, where a difference of {max, number, amount} is allowed.',
    de: 'Diese Zeilen gleichen sich nicht aus: Es bleibt {difference, number, amount}, zulässig ist eine Differenz von {max, number, amount}.',
  },
  lettering_one_sided: {
    fr: 'Il faut au moins un débit et un crédit : rien ne compense ces lignes.',
    nl: 'Er is minstens één debet en één credit nodig: niets staat tegenover deze lijnen.',
    en: 'At least one debit and one credit are needed: nothing stands against these lines.',
    de: 'Mindestens ein Soll und ein Haben sind nötig: Diesen Zeilen steht nichts gegenüber.',
  },
  difference_account_missing: {
    fr: 'Le compte qui reçoit la différence n’est pas défini ou ne peut être mouvementé : voyez le paramètre {setting}.',
    nl: 'De rekening voor het verschil is niet ingesteld of kan niet worden geboekt: zie de instelling {setting}.',
    en: 'The account that takes the difference is not set or cannot be posted to: see the setting {setting}.',
    de: 'Das Konto für die Differenz ist nicht festgelegt oder nicht bebuchbar: siehe die Einstellung {setting}.',
  },
  payment_tax_account_missing: {
    fr: 'La TVA due au paiement ne peut passer au compte {number} : il n’existe pas ou ne peut être mouvementé.',
    nl: 'De btw die bij betaling opeisbaar is, kan niet naar rekening {number}: die bestaat niet of kan niet worden geboekt.',
    en: 'The VAT due on payment cannot be moved to account {number}: it does not exist or cannot be posted to.',
    de: 'Die bei Zahlung fällige MwSt. kann nicht auf das Konto {number} umgebucht werden: Es besteht nicht oder ist nicht bebuchbar.',
  },
  lettered_by_structured_communication: {
    fr: 'La même communication structurée figure des deux côtés.',
    nl: 'Beide zijden dragen dezelfde gestructureerde mededeling.',
    en: 'Both sides carry the same structured communication.',
    de: 'Beide Seiten tragen dieselbe strukturierte Mitteilung.',
  },
  lettered_by_structured_communication_shared: {
    fr: 'La communication structurée {shared} figure des deux côtés.',
    nl: 'Beide zijden dragen de gestructureerde mededeling {shared}.',
    en: 'Both sides carry the structured communication {shared}.',
    de: 'Beide Seiten tragen die strukturierte Mitteilung {shared}.',
  },
  lettered_by_reference: {
    fr: 'Les deux côtés citent la même référence.',
    nl: 'Beide zijden vermelden dezelfde referentie.',
    en: 'Both sides name the same reference.',
    de: 'Beide Seiten nennen dieselbe Referenz.',
  },
  lettered_by_reference_shared: {
    fr: 'Les deux côtés citent la référence {shared}.',
    nl: 'Beide zijden vermelden de referentie {shared}.',
    en: 'Both sides name the reference {shared}.',
    de: 'Beide Seiten nennen die Referenz {shared}.',
  },
  lettered_by_amount: {
    fr: 'Ce sont les deux seuls postes de ce montant.',
    nl: 'Dit zijn de enige twee posten met dit bedrag.',
    en: 'These are the only two items of this amount.',
    de: 'Dies sind die einzigen beiden Posten mit diesem Betrag.',
  },
  lettered_by_amount_and_date: {
    fr: 'Même montant ; parmi plusieurs postes, leurs dates sont les plus proches.',
    nl: 'Zelfde bedrag; van meerdere posten liggen hun datums het dichtst bij elkaar.',
    en: 'Same amount; of several items, their dates are the nearest.',
    de: 'Gleicher Betrag; unter mehreren Posten liegen ihre Daten am nächsten beieinander.',
  },
  lettered_by_combination: {
    fr: 'Les montants de ces {count} postes s’annulent exactement.',
    nl: 'De bedragen van deze {count} posten heffen elkaar precies op.',
    en: 'The amounts of these {count} items cancel one another exactly.',
    de: 'Die Beträge dieser {count} Posten heben sich genau auf.',
  },
  activity_lines_lettered: {
    fr: 'Lignes lettrées',
    nl: 'Lijnen afgepunt',
    en: 'Lines matched',
    de: 'Posten ausgeziffert',
  },
  told_lines_lettered: {
    fr: '{user} a lettré des lignes ({count, plural, one {lettrage {label}} other {# lettrages}})',
    nl: '{user} heeft lijnen afgepunt ({count, plural, one {afpunting {label}} other {# afpuntingen}})',
    en: '{user} matched lines ({count, plural, one {matching {label}} other {# matchings}})',
    de: '{user} hat Zeilen ausgeziffert ({count, plural, one {Auszifferung {label}} other {# Auszifferungen}})',
  },
  activity_lines_unlettered: {
    fr: 'Lettrage annulé',
    nl: 'Afpunting ongedaan gemaakt',
    en: 'Matching undone',
    de: 'Auszifferung aufgehoben',
  },
  told_lines_unlettered: {
    fr: '{user} a annulé {count, plural, one {le lettrage {label}} other {# lettrages}}',
    nl: '{user} heeft {count, plural, one {de afpunting {label}} other {# afpuntingen}} ongedaan gemaakt',
    en: '{user} undid {count, plural, one {the matching {label}} other {# matchings}}',
    de: '{user} hat {count, plural, one {die Auszifferung {label}} other {# Auszifferungen}} aufgehoben',
  },
} as const satisfies Messages;
