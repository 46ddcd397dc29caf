import type { Messages } from '../i18n/messages.ts';

/** Rules of the bank: what is wrong with their conditions and lines. */
export const messages = {
  bank_rule_takes_all: {
    fr: 'Une règle sans condition prendrait toutes les opérations : donnez-en au moins une.',
    nl: 'Een regel zonder voorwaarde zou alle verrichtingen nemen: geef er minstens één op.',
    en: 'A rule without a condition would take every transaction: give at least one.',
    de: 'Eine Regel ohne Bedingung würde alle Umsätze erfassen: Geben Sie mindestens eine an.',
  },
  bank_rule_value_invalid: {
    fr: 'La valeur d’une condition est un texte, un montant ou deux montants.',
    nl: 'De waarde van een voorwaarde is een tekst, een bedrag of twee bedragen.',
    en: 'The value of a condition is a text, an amount or two amounts.',
    de: 'Der Wert einer Bedingung ist ein Text, ein Betrag oder zwei Beträge.',
  },
  bank_rule_range_invalid: {
    fr: 'Donnez deux montants sans signe, le plus petit d’abord ; l’un des deux peut rester vide.',
    nl: 'Geef twee bedragen zonder teken op, het kleinste eerst; een van beide mag leeg blijven.',
    en: 'Give two amounts without sign, the lower one first; one of them may be empty.',
    de: 'Geben Sie zwei Beträge ohne Vorzeichen an, den kleineren zuerst; einer davon darf leer bleiben.',
  },
  bank_rule_words_missing: {
    fr: 'La valeur doit contenir au moins une lettre ou un chiffre.',
    nl: 'De waarde moet minstens één letter of cijfer bevatten.',
    en: 'The value must have at least one letter or digit.',
    de: 'Der Wert muss mindestens einen Buchstaben oder eine Ziffer enthalten.',
  },
  pattern_malformed: {
    fr: 'Ce modèle est incomplet ou mal écrit : vérifiez les parenthèses, crochets et répétitions.',
    nl: 'Dit patroon is onvolledig of fout geschreven: kijk haakjes en herhalingen na.',
    en: 'This pattern is incomplete or badly written: check its brackets and repetitions.',
    de: 'Dieses Muster ist unvollständig oder falsch geschrieben: Prüfen Sie Klammern und Wiederholungen.',
  },
  pattern_unsupported: {
    fr: 'Ce modèle utilise une forme qui n’est pas admise, comme un renvoi à un groupe ou une recherche avant ou arrière.',
    nl: 'Dit patroon gebruikt een vorm die niet toegelaten is, zoals een verwijzing naar een groep of vooruit- of terugkijken.',
    en: 'This pattern uses a form that is not taken, such as a reference back to a group, or looking ahead or behind.',
    de: 'Dieses Muster verwendet eine nicht zulässige Form, etwa einen Rückverweis auf eine Gruppe oder ein Voraus- oder Zurückschauen.',
  },
  pattern_too_large: {
    fr: 'Ce modèle est trop grand : raccourcissez-le ou demandez moins de répétitions.',
    nl: 'Dit patroon is te groot: maak het korter of vraag minder herhalingen.',
    en: 'This pattern is too large: make it shorter, or ask for fewer repetitions.',
    de: 'Dieses Muster ist zu groß: Kürzen Sie es oder verlangen Sie weniger Wiederholungen.',
  },
  bank_rule_share_invalid: {
    fr: 'Une part est un pourcentage de 0,01 à 100 avec deux décimales au plus.',
    nl: 'Een aandeel is een percentage van 0,01 tot 100 met hoogstens twee decimalen.',
    en: 'A share is a percentage from 0.01 to 100 with at most two decimals.',
    de: 'Ein Anteil ist ein Prozentsatz von 0,01 bis 100 mit höchstens zwei Nachkommastellen.',
  },
  bank_rule_shares: {
    fr: 'Les parts des lignes doivent donner 100 % ensemble ; elles donnent {total} %.',
    nl: 'De aandelen van de lijnen moeten samen 100 % zijn; ze zijn nu {total} %.',
    en: 'The shares of the lines must come to 100 % together; they come to {total} %.',
    de: 'Die Anteile der Zeilen müssen zusammen 100 % ergeben; sie ergeben {total} %.',
  },
  bank_rule_placeholder_unknown: {
    fr: 'Le libellé contient {name}, que personne ne connaît. Sont admis : {known}.',
    nl: 'De omschrijving bevat {name}, dat onbekend is. Toegelaten zijn: {known}.',
    en: 'The label has {name}, which is not known. These are: {known}.',
    de: 'Die Bezeichnung enthält {name}, das unbekannt ist. Zulässig sind: {known}.',
  },
} satisfies Messages;
