import { findElement, findText, listElements, type XmlElement } from '../../../xml.ts';
import type { Rule } from '../rule.ts';
import { frenchRule } from './build-rule.ts';

/** BR-FR: attributes of items, and the objects that are invoiced. */

/** Objects of energy and telecommunications, of which a document and a line have one each. */
const SINGLE_OBJECTS = ['AFL', 'AVV'] as const;

const hasSingleObjects = (ids: readonly XmlElement[]): boolean =>
  SINGLE_OBJECTS.every((scheme) => {
    const own = ids.filter(({ attributes }) => attributes['schemeID'] === scheme);
    return own.length <= 1 && own.every(({ text }) => text !== '');
  });

function hasOneValue(property: XmlElement): boolean {
  const quantity = findElement(property, 'ValueQuantity');
  const isMeasured = quantity !== undefined && quantity.text !== '' && (quantity.attributes['unitCode'] ?? '') !== '';
  return (findText(property, 'Value') !== null) !== isMeasured;
}

export const FRENCH_ITEM_RULES: readonly Rule[] = [
  frenchRule(
    'BR-FR-27',
    'itemProperty',
    (property) => findText(property, 'Name') !== null || findText(property, 'NameCode') !== null,
    { says: 'attribute_name', hint: 'attribute_name' },
  ),
  frenchRule('BR-FR-28', 'itemProperty', hasOneValue, { says: 'attribute_value', hint: 'attribute_value' }),
  frenchRule('BR-FR-29', 'document', (root) => hasSingleObjects(listElements(root, 'AdditionalDocumentReference/ID')), {
    says: 'object_twice',
    hint: 'object_twice',
  }),
  frenchRule('BR-FR-30', 'line', (line) => hasSingleObjects(listElements(line, 'DocumentReference/ID')), {
    says: 'object_twice',
    hint: 'object_twice',
  }),
];
