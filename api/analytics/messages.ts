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
} as const satisfies Messages;
