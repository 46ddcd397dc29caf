import { findElement, listElements, type XmlElement } from '../../xml.ts';
import type { TreeBuilder } from './cii-tree-builder.ts';

/** Standard identifier, country of origin and classifications of a product of a Cross Industry Invoice. */
export function buildProductCodes({ leaf, group }: TreeBuilder, product: XmlElement | undefined): XmlElement[] {
  const standard = findElement(product, 'GlobalID');
  const origin = findElement(product, 'OriginTradeCountry/ID');
  return [
    ...group('StandardItemIdentification', standard, leaf('ID', standard)),
    ...group('OriginCountry', origin, leaf('IdentificationCode', origin)),
    ...listElements(product, 'DesignatedProductClassification/ClassCode').flatMap((code) =>
      group('CommodityClassification', code, leaf('ItemClassificationCode', code)),
    ),
  ];
}
