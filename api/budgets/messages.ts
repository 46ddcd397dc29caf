import type { Messages } from '../i18n/messages.ts';

/** Budgets: what is wrong with their lines and with files of them. */
export const messages = {
  budget_account_unknown: {
    fr: 'Aucun compte du plan comptable n’a ce numéro ni ne commence par ces chiffres.',
    nl: 'Geen enkele rekening van het rekeningstelsel heeft dit nummer of begint met deze cijfers.',
    en: 'No account of the chart has this number or begins with these digits.',
    de: 'Kein Konto des Kontenplans hat diese Nummer oder beginnt mit diesen Ziffern.',
  },
  budget_line_repeated: {
    fr: 'La ligne {line} budgète déjà ce compte, avec le même code analytique.',
    nl: 'Lijn {line} budgetteert deze rekening al, met dezelfde analytische code.',
    en: 'Line {line} budgets this account already, with the same analytic code.',
    de: 'Zeile {line} budgetiert dieses Konto bereits, mit derselben Kostenstelle.',
  },
  budget_axes: {
    fr: 'Un budget suit un seul axe analytique : celui-ci suit {axis}, pas {other}.',
    nl: 'Een budget volgt één analytische as: dit volgt {axis}, niet {other}.',
    en: 'A budget goes by one analytic axis: this one goes by {axis}, not {other}.',
    de: 'Ein Budget folgt einer einzigen analytischen Achse: Dieses folgt {axis}, nicht {other}.',
  },
  budget_periods_count: {
    fr: 'L’exercice compte {count, plural, one {# période} other {# périodes}} : donnez une valeur pour chacune.',
    nl: 'Het boekjaar telt {count, plural, one {# periode} other {# perioden}}: geef voor elke periode een waarde op.',
    en: 'The fiscal year has {count, plural, one {# period} other {# periods}}: give a value for each.',
    de: 'Das Geschäftsjahr hat {count, plural, one {# Periode} other {# Perioden}}: Geben Sie für jede einen Wert an.',
  },
  budget_periods_sum: {
    fr: 'Les périodes donnent {total} ensemble, alors que le montant de l’année est {amount}.',
    nl: 'De perioden zijn samen {total}, terwijl het bedrag van het jaar {amount} is.',
    en: 'The periods come to {total} together, while the amount of the year is {amount}.',
    de: 'Die Perioden ergeben zusammen {total}, der Jahresbetrag ist aber {amount}.',
  },
  budget_weights_nothing: {
    fr: 'Les poids sont tous nuls : rien ne peut être réparti.',
    nl: 'Alle gewichten zijn nul: er kan niets worden verdeeld.',
    en: 'All weights are zero: nothing can be spread by them.',
    de: 'Alle Gewichte sind null: Danach lässt sich nichts verteilen.',
  },
  budget_without_last_year: {
    fr: 'Il n’y a pas d’exercice précédent dont la répartition pourrait être reprise.',
    nl: 'Er is geen vorig boekjaar waarvan de spreiding kan worden overgenomen.',
    en: 'There is no fiscal year before this one to spread the amount like.',
    de: 'Es gibt kein vorhergehendes Geschäftsjahr, nach dem verteilt werden könnte.',
  },
  budget_copies_one: {
    fr: 'Copiez soit les écritures d’un exercice, soit un autre budget.',
    nl: 'Kopieer ofwel de boekingen van een boekjaar, ofwel een ander budget.',
    en: 'Copy either what is booked in a fiscal year or another budget.',
    de: 'Kopieren Sie entweder die Buchungen eines Geschäftsjahres oder ein anderes Budget.',
  },
  budget_file_unreadable: {
    fr: 'Ce classeur est illisible : enregistrez-le en XLSX sans mot de passe, avec les lignes sur la première feuille.',
    nl: 'Deze werkmap is onleesbaar: bewaar ze als XLSX zonder wachtwoord, met de lijnen op het eerste blad.',
    en: 'This workbook cannot be read: save it as XLSX without a password, with the lines on its first sheet.',
    de: 'Diese Arbeitsmappe ist nicht lesbar: Speichern Sie sie als XLSX ohne Kennwort, mit den Zeilen auf dem ersten Blatt.',
  },
} satisfies Messages;
