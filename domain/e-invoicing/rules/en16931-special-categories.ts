import { rule } from './builders.ts';
import type { CheckedDocument } from './checked-document.ts';
import type { Rule } from './rule.ts';
import { toLabels } from './texts.ts';

/** EN 16931: the Italian category B (split payment), and lines at the standard rate of another tax. */

const isSplit = ({ collectCategories }: CheckedDocument): boolean => {
  const { used, broken } = collectCategories();
  return used.has('B') || broken.has('B');
};

/** At least one line at the standard rate is about VAT. */
function isStandardRateOfVat({ collectCategories, findAt }: CheckedDocument): boolean {
  const { of } = collectCategories();
  const lines = findAt('//ClassifiedTaxCategory').filter(({ element }) =>
    element.children.some(({ name, text }) => name === 'ID' && text === 'S'),
  );
  return lines.length === 0 || lines.some(({ parent }) => of.get(parent!.parent!.element) === 'S');
}

const CHOOSE_CATEGORY = toLabels(
  'Choisissez une autre catégorie de TVA.',
  'Kies een andere btw-categorie.',
  'Choose another VAT category.',
  'Wählen Sie eine andere MwSt.-Kategorie.',
);

export const SPECIAL_CATEGORY_RULES: readonly Rule[] = [
  rule(
    'BR-S-02',
    'document',
    (_, document) => isStandardRateOfVat(document),
    toLabels(
      'Catégorie S (taux normal) : les lignes n’indiquent pas que la taxe est la TVA.',
      'Categorie S (normaal tarief): de lijnen vermelden niet dat de belasting de btw is.',
      'Category S (standard rate): the lines do not state that the tax is VAT.',
      'Kategorie S (Regelsatz): Die Positionen geben nicht an, dass die Steuer die MwSt. ist.',
    ),
    toLabels(
      'Indiquez VAT comme régime de taxe (TaxScheme).',
      'Vermeld VAT als belastingstelsel (TaxScheme).',
      'Enter VAT as the tax scheme (TaxScheme).',
      'Geben Sie VAT als Steuerart an (TaxScheme).',
    ),
  ),
  rule(
    'BR-B-01',
    'document',
    (_, document) =>
      !isSplit(document) || document.findAt('//IdentificationCode').every(({ element }) => element.text === 'IT'),
    toLabels(
      'La catégorie B (paiement scindé) n’est admise qu’entre parties italiennes.',
      'Categorie B (gesplitste betaling) is alleen toegelaten tussen Italiaanse partijen.',
      'Category B (split payment) is allowed only between Italian parties.',
      'Die Kategorie B (geteilte Zahlung) ist nur zwischen italienischen Parteien zulässig.',
    ),
    CHOOSE_CATEGORY,
  ),
  rule(
    'BR-B-02',
    'document',
    (_, document) => {
      const { used, broken } = document.collectCategories();
      return !isSplit(document) || !(used.has('S') || broken.has('S'));
    },
    toLabels(
      'La catégorie B (paiement scindé) ne peut être combinée avec la catégorie S (taux normal).',
      'Categorie B (gesplitste betaling) kan niet met categorie S (normaal tarief) worden gecombineerd.',
      'Category B (split payment) cannot be combined with category S (standard rate).',
      'Die Kategorie B (geteilte Zahlung) kann nicht mit der Kategorie S (Regelsatz) kombiniert werden.',
    ),
    CHOOSE_CATEGORY,
  ),
];
