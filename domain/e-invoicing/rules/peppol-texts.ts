import { toLabels } from './texts.ts';

/** What is said of documents that the Peppol network would refuse. */

export const ONE_NOTE = toLabels(
  'Le document porte plus d’une note.',
  'Het document bevat meer dan één opmerking.',
  'The document has more than one note.',
  'Der Beleg enthält mehr als eine Bemerkung.',
);
export const JOIN_NOTES = toLabels(
  'Réunissez les notes en une seule.',
  'Voeg de opmerkingen samen tot één.',
  'Combine the notes into one.',
  'Fassen Sie die Bemerkungen zu einer zusammen.',
);
export const WRONG_SPECIFICATION = toLabels(
  'Le document ne se déclare pas conforme à Peppol BIS Billing 3.',
  'Het document vermeldt niet dat het Peppol BIS Billing 3 volgt.',
  'The document does not state that it follows Peppol BIS Billing 3.',
  'Der Beleg gibt nicht an, Peppol BIS Billing 3 zu folgen.',
);
export const GIVE = toLabels('Indiquez {value}.', 'Vermeld {value}.', 'Enter {value}.', 'Geben Sie {value} an.');
export const SAME_CURRENCY = toLabels(
  'La devise de comptabilisation de la TVA est celle du document.',
  'De munt van de btw-boekhouding is die van het document.',
  'The VAT accounting currency is the same as the document currency.',
  'Die Währung der MwSt. ist die des Belegs.',
);
export const DROP_CURRENCY = toLabels(
  'Ne l’indiquez que si elle diffère de la devise du document.',
  'Vermeld ze alleen als ze verschilt van de munt van het document.',
  'Give it only if it differs from the document currency.',
  'Geben Sie sie nur an, wenn sie von der Belegwährung abweicht.',
);
export const EMPTY = toLabels(
  'Un élément est vide.',
  'Een element is leeg.',
  'An element is empty.',
  'Ein Element ist leer.',
);
export const FILL_OR_DROP = toLabels(
  'Remplissez l’élément ou omettez-le.',
  'Vul het element in of laat het weg.',
  'Fill in the element or leave it out.',
  'Füllen Sie das Element aus oder lassen Sie es weg.',
);
export const ONE_BREAKDOWN = toLabels(
  'Il faut exactement un total de TVA avec sa ventilation.',
  'Er moet precies één btw-totaal met uitsplitsing zijn.',
  'There must be exactly one VAT total with a breakdown.',
  'Es muss genau einen aufgeschlüsselten MwSt.-Betrag geben.',
);
export const JOIN_TOTALS = toLabels(
  'Réunissez les sous-totaux de TVA sous un seul total.',
  'Breng de btw-subtotalen onder één totaal.',
  'Put the VAT subtotals under one total.',
  'Fassen Sie die Zwischensummen unter einem Gesamtbetrag zusammen.',
);
export const ONE_PLAIN_TOTAL = toLabels(
  'Un total de TVA sans ventilation n’existe que dans la devise de comptabilisation, une seule fois.',
  'Een btw-totaal zonder uitsplitsing bestaat alleen in de boekhoudmunt, en maar één keer.',
  'A VAT total without a breakdown is allowed only once, in the accounting currency.',
  'Ein nicht aufgeschlüsselter MwSt.-Betrag steht nur in der Buchwährung, und nur einmal.',
);
export const MATCH_CURRENCY = toLabels(
  'Faites correspondre la devise de comptabilisation et ce total.',
  'Laat de boekhoudmunt en dit totaal overeenstemmen.',
  'Make the accounting currency and this total match.',
  'Bringen Sie Buchwährung und diesen Betrag in Einklang.',
);
export const SIGNS_DIFFER = toLabels(
  'Les deux totaux de TVA n’ont pas le même signe.',
  'De twee btw-totalen hebben niet hetzelfde teken.',
  'The two VAT totals do not have the same sign.',
  'Die beiden MwSt.-Beträge haben nicht dasselbe Vorzeichen.',
);
export const CORRECT_SIGN = toLabels(
  'Corrigez le signe du total dans la devise de comptabilisation.',
  'Corrigeer het teken van het totaal in de boekhoudmunt.',
  'Correct the sign of the total in the accounting currency.',
  'Berichtigen Sie das Vorzeichen des Betrags in der Buchwährung.',
);
export const ONE_PROJECT = toLabels(
  'Plus d’une référence de projet.',
  'Meer dan één projectreferentie.',
  'More than one project reference.',
  'Mehr als eine Projektreferenz.',
);
export const KEEP_ONE = toLabels('N’en gardez qu’une.', 'Houd er één.', 'Keep only one.', 'Behalten Sie nur eine.');
export const OTHER_CURRENCY = toLabels(
  'Le montant n’est pas dans la devise du document.',
  'Het bedrag staat niet in de munt van het document.',
  'The amount is not in the currency of the document.',
  'Der Betrag steht nicht in der Belegwährung.',
);
export const USE_CURRENCY = toLabels(
  'Exprimez tous les montants dans la devise du document.',
  'Druk alle bedragen uit in de munt van het document.',
  'Give all amounts in the document currency.',
  'Geben Sie alle Beträge in der Belegwährung an.',
);
export const DATE_HINT = toLabels(
  'Écrivez la date sous la forme 2026-01-31.',
  'Schrijf de datum als 2026-01-31.',
  'Write the date as 2026-01-31.',
  'Schreiben Sie das Datum in der Form 2026-01-31.',
);
export const GERMAN_ONLY = toLabels(
  'Les types 326 et 384 ne valent qu’entre parties allemandes.',
  'De types 326 en 384 gelden alleen tussen Duitse partijen.',
  'Types 326 and 384 are allowed only between German parties.',
  'Die Belegarten 326 und 384 gelten nur zwischen deutschen Parteien.',
);
export const USE_380 = toLabels(
  'Utilisez le type 380, ou une note de crédit (381).',
  'Gebruik type 380, of een creditnota (381).',
  'Use type 380, or a credit note (381).',
  'Verwenden Sie die Belegart 380 oder eine Gutschrift (381).',
);
export const WRONG_CATEGORY = toLabels(
  'Le motif {reason} exige la catégorie de TVA {code}.',
  'Reden {reason} vereist btw-categorie {code}.',
  'Reason {reason} requires VAT category {code}.',
  'Der Grund {reason} verlangt die MwSt.-Kategorie {code}.',
);
export const MATCH_CATEGORY = toLabels(
  'Corrigez la catégorie ou le motif d’exonération.',
  'Corrigeer de categorie of de reden van vrijstelling.',
  'Correct the category or the reason for exemption.',
  'Berichtigen Sie die Kategorie oder den Befreiungsgrund.',
);
