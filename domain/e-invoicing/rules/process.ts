import { findText, type XmlElement } from '../../xml.ts';
import { SELF_BILLING_CUSTOMIZATION } from '../peppol.ts';
import type { CheckedDocument } from './checked-document.ts';

/** What decides which rules of the network apply. */

export const isSelfBilling = (root: XmlElement): boolean =>
  (findText(root, 'CustomizationID') ?? '').startsWith(SELF_BILLING_CUSTOMIZATION);

export const isSelfBilled = ({ root }: CheckedDocument): boolean => isSelfBilling(root.element);

/** Both parties are in Germany. */
export const isGerman = ({ sellerCountry, buyerCountry }: CheckedDocument): boolean =>
  sellerCountry?.toUpperCase() === 'DE' && buyerCountry?.toUpperCase() === 'DE';
