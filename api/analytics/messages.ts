import type { Messages } from '../i18n/messages.ts';

/** Analytic codes, and how lines are shared among them. */
export const messages = {
  analytic_validity_empty: {
    fr: 'La fin de validité doit être au plus tôt le jour du début.',
    nl: 'Het einde van de geldigheid mag niet voor het begin liggen.',
    en: 'The last day of validity must not be before the first.',
    de: 'Das Ende der Gültigkeit darf nicht vor ihrem Beginn liegen.',
  },
  analytic_parent_of_other_axis: {
    fr: 'Un code analytique et celui dont il dépend doivent être du même axe.',
    nl: 'Een analytische code en de code erboven moeten tot dezelfde as behoren.',
    en: 'An analytic code and the one above it must be of the same axis.',
    de: 'Ein Analysecode und der übergeordnete Code müssen zur selben Achse gehören.',
  },
  analytic_parent_below: {
    fr: 'Un code analytique ne peut pas dépendre de lui-même ni d’un code qui dépend de lui.',
    nl: 'Een analytische code kan niet onder zichzelf of onder een van haar eigen subcodes staan.',
    en: 'An analytic code cannot stand below itself, nor below a code that stands below it.',
    de: 'Ein Analysecode kann weder sich selbst noch einem ihm untergeordneten Code untergeordnet sein.',
  },
  analytic_tree_too_deep: {
    fr: 'Les codes analytiques comptent au plus {max, number} niveaux.',
    nl: 'Analytische codes hebben hoogstens {max, number} niveaus.',
    en: 'Analytic codes have at most {max, number} levels.',
    de: 'Analysecodes haben höchstens {max, number} Ebenen.',
  },
  analytic_code_unknown: {
    fr: 'Ce code analytique n’existe pas dans le dossier.',
    nl: 'Deze analytische code bestaat niet in het dossier.',
    en: 'This analytic code does not exist in the company file.',
    de: 'Diesen Analysecode gibt es in der Akte nicht.',
  },
  analytic_code_contradicts: {
    fr: 'L’identifiant, le code et l’axe donnés ne désignent pas le même code analytique.',
    nl: 'De opgegeven id, code en as wijzen niet dezelfde analytische code aan.',
    en: 'The id, the code and the axis given do not name the same analytic code.',
    de: 'Die angegebene ID, der Code und die Achse bezeichnen nicht denselben Analysecode.',
  },
  analytic_code_inactive: {
    fr: 'Le code analytique {code} n’est plus actif.',
    nl: 'Analytische code {code} is niet meer actief.',
    en: 'The analytic code {code} is no longer active.',
    de: 'Der Analysecode {code} ist nicht mehr aktiv.',
  },
  analytic_code_not_valid: {
    fr: 'Le code analytique {code} n’est pas valable à la date de l’écriture.',
    nl: 'Analytische code {code} is niet geldig op de datum van de boeking.',
    en: 'The analytic code {code} is not valid on the date of the entry.',
    de: 'Der Analysecode {code} ist am Buchungsdatum nicht gültig.',
  },
  analytic_code_repeated: {
    fr: 'Ce code analytique est donné deux fois.',
    nl: 'Deze analytische code is twee keer opgegeven.',
    en: 'This analytic code is given twice.',
    de: 'Dieser Analysecode ist zweimal angegeben.',
  },
  analytic_mixed: {
    fr: 'L’axe {axis} est réparti en pourcentages ou en montants, pas les deux.',
    nl: 'As {axis} wordt verdeeld in percentages of in bedragen, niet in beide.',
    en: 'The axis {axis} is shared in per cent or by amounts, not by both.',
    de: 'Die Achse {axis} wird nach Prozenten oder nach Beträgen aufgeteilt, nicht nach beidem.',
  },
  analytic_shares_not_whole: {
    fr: 'Les parts de l’axe {axis} font {total, number, amount} % au lieu de 100 %.',
    nl: 'De aandelen van as {axis} zijn samen {total, number, amount} % in plaats van 100 %.',
    en: 'The shares of the axis {axis} make {total, number, amount} % instead of 100 %.',
    de: 'Die Anteile der Achse {axis} ergeben {total, number, amount} % statt 100 %.',
  },
  analytic_amounts_not_line: {
    fr: 'Les montants de l’axe {axis} font {total, number, amount} au lieu de {line, number, amount}, le montant de la ligne.',
    nl: 'De bedragen van as {axis} zijn samen {total, number, amount} in plaats van {line, number, amount}, het bedrag van de lijn.',
    en: 'The amounts of the axis {axis} make {total, number, amount} instead of {line, number, amount}, the amount of the line.',
    de: 'Die Beträge der Achse {axis} ergeben {total, number, amount} statt {line, number, amount}, des Betrags der Zeile.',
  },
  analytic_amount_of_other_sign: {
    fr: 'Ce montant doit avoir le même signe que la ligne.',
    nl: 'Dit bedrag moet hetzelfde teken hebben als de lijn.',
    en: 'This amount must have the same sign as the line.',
    de: 'Dieser Betrag muss dasselbe Vorzeichen wie die Zeile haben.',
  },
  analytic_amount_contradicts: {
    fr: 'Ce montant n’est pas celui de la part donnée ; laissez l’un des deux vide.',
    nl: 'Dit bedrag is niet dat van het opgegeven aandeel; laat een van beide leeg.',
    en: 'This amount is not that of the share given; leave one of the two out.',
    de: 'Dieser Betrag entspricht nicht dem angegebenen Anteil; lassen Sie eines von beiden weg.',
  },
  analytic_required: {
    fr: 'Les lignes du compte {account} demandent un code de l’axe {axis}.',
    nl: 'Lijnen op rekening {account} vragen een code van as {axis}.',
    en: 'Lines on account {account} need a code of the axis {axis}.',
    de: 'Zeilen auf Konto {account} brauchen einen Code der Achse {axis}.',
  },
  analytic_axis_unknown: {
    fr: 'Aucun code analytique n’est de cet axe.',
    nl: 'Geen enkele analytische code behoort tot deze as.',
    en: 'No analytic code is of this axis.',
    de: 'Kein Analysecode gehört zu dieser Achse.',
  },
  analytic_required_repeated: {
    fr: 'Cet axe est déjà demandé pour ces comptes.',
    nl: 'Deze as wordt al gevraagd voor deze rekeningen.',
    en: 'This axis is already required for these accounts.',
    de: 'Diese Achse wird für diese Konten bereits verlangt.',
  },
} as const satisfies Messages;
