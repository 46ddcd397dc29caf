import type { Messages } from '../messages.ts';

/** Files of records: columns, lines and what can be wrong with them. */
export const imports = {
  import_unreadable: {
    fr: 'Ce fichier n’est pas un texte CSV lisible.',
    nl: 'Dit bestand is geen leesbare CSV-tekst.',
    en: 'This file is not readable CSV text.',
    de: 'Diese Datei ist kein lesbarer CSV-Text.',
  },
  import_quotes: {
    fr: 'Les guillemets de cette ligne ne sont pas fermés ou sont mal placés.',
    nl: 'De aanhalingstekens op deze regel zijn niet gesloten of staan verkeerd.',
    en: 'The quotes on this line are not closed or stand in the wrong place.',
    de: 'Die Anführungszeichen in dieser Zeile sind nicht geschlossen oder stehen an falscher Stelle.',
  },
  import_empty: {
    fr: 'Ce fichier ne contient aucune ligne à importer.',
    nl: 'Dit bestand bevat geen enkele regel om in te voeren.',
    en: 'This file has no line to import.',
    de: 'Diese Datei enthält keine Zeile zum Importieren.',
  },
  import_too_many_rows: {
    fr: 'Un fichier ne peut compter plus de {max, number} lignes. Scindez-le.',
    nl: 'Een bestand mag niet meer dan {max, number} regels tellen. Splits het op.',
    en: 'A file must not have more than {max, number} lines. Split it.',
    de: 'Eine Datei darf höchstens {max, number} Zeilen haben. Teilen Sie sie auf.',
  },
  import_too_large: {
    fr: 'Ce fichier est trop volumineux pour être importé en une seule opération. Scindez-le.',
    nl: 'Dit bestand is te groot om in één bewerking in te voeren. Splits het op.',
    en: 'This file is too large to be imported in one operation. Split it.',
    de: 'Diese Datei ist zu groß, um in einem Vorgang importiert zu werden. Teilen Sie sie auf.',
  },
  import_column_unknown: {
    fr: 'La colonne « {column} » n’est pas connue.',
    nl: 'De kolom “{column}” is niet gekend.',
    en: 'The column “{column}” is not known.',
    de: 'Die Spalte „{column}“ ist unbekannt.',
  },
  import_column_repeated: {
    fr: 'La colonne « {column} » donne le même champ qu’une colonne précédente.',
    nl: 'De kolom “{column}” geeft hetzelfde veld als een vorige kolom.',
    en: 'The column “{column}” gives the same field as an earlier column.',
    de: 'Die Spalte „{column}“ gibt dasselbe Feld an wie eine frühere Spalte.',
  },
  import_column_missing: {
    fr: 'La colonne {field} manque.',
    nl: 'De kolom {field} ontbreekt.',
    en: 'The column {field} is missing.',
    de: 'Die Spalte {field} fehlt.',
  },
  import_too_many_cells: {
    fr: 'Cette ligne compte plus de cellules que l’en-tête n’a de colonnes.',
    nl: 'Deze regel telt meer cellen dan er kolommen in de kop staan.',
    en: 'This line has more cells than the header has columns.',
    de: 'Diese Zeile hat mehr Zellen, als die Kopfzeile Spalten hat.',
  },
  import_formula: {
    fr: 'Cette cellule contient une formule. Donnez une valeur.',
    nl: 'Deze cel bevat een formule. Geef een waarde op.',
    en: 'This cell holds a formula. Give a value.',
    de: 'Diese Zelle enthält eine Formel. Geben Sie einen Wert an.',
  },
  import_duplicate_key: {
    fr: 'La ligne {line} porte déjà cette valeur.',
    nl: 'Regel {line} heeft deze waarde al.',
    en: 'Line {line} has this value already.',
    de: 'Zeile {line} hat diesen Wert bereits.',
  },
  import_key_unknown: {
    fr: 'Aucun enregistrement de ce dossier ne porte cette valeur : il n’y a rien à modifier.',
    nl: 'Geen enkel gegeven in dit dossier heeft deze waarde: er valt niets te wijzigen.',
    en: 'No record of this company file has this value: there is nothing to change.',
    de: 'Kein Datensatz dieser Akte hat diesen Wert: Es gibt nichts zu ändern.',
  },
} as const satisfies Messages;
