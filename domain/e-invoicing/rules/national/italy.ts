import { listElements, findText, type XmlElement } from '../../../xml.ts';
import { hasElement } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER, toLabels } from '../texts.ts';
import {
  CITY,
  isTaxedIn,
  buildMalformedMessage,
  buildMissingMessage,
  createSellerRule,
  POST_CODE,
  STREET,
} from './sellers.ts';

export function buildItalianRules(): Rule[] {
  const italian = createSellerRule(isTaxedIn('IT'));
  const taxCode = toLabels(
    'code fiscal italien (11 à 16 caractères)',
    'Italiaanse belastingcode (11 tot 16 tekens)',
    'Italian tax code (11 to 16 characters)',
    'italienische Steuernummer (11 bis 16 Zeichen)',
  );
  const isTaxCode = (scheme: XmlElement): boolean =>
    findText(scheme, 'TaxScheme/ID') === 'VAT' || /^[A-Z0-9]{11,16}$/.test(findText(scheme, 'CompanyID') ?? '');
  return [
    italian(
      'IT-R-001',
      'seller',
      (seller) => listElements(seller, 'PartyTaxScheme').every(isTaxCode),
      buildMalformedMessage(taxCode),
      CORRECT_NUMBER,
    ),
    italian(
      'IT-R-002',
      'seller',
      (seller) => hasElement(seller, 'PostalAddress/StreetName'),
      buildMissingMessage(STREET),
      COMPLETE.seller,
    ),
    italian(
      'IT-R-003',
      'seller',
      (seller) => hasElement(seller, 'PostalAddress/CityName'),
      buildMissingMessage(CITY),
      COMPLETE.seller,
    ),
    italian(
      'IT-R-004',
      'seller',
      (seller) => hasElement(seller, 'PostalAddress/PostalZone'),
      buildMissingMessage(POST_CODE),
      COMPLETE.seller,
    ),
  ];
}
