import { elementsAt, textAt, type XmlElement } from '../../../xml.ts';
import { has } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, CORRECT_NUMBER, labels } from '../texts.ts';
import { CITY, isTaxedAt, malformed, missing, ofSellers, POST_CODE, STREET } from './sellers.ts';

export function italianRules(): Rule[] {
  const italian = ofSellers(isTaxedAt('IT'));
  const taxCode = labels(
    'code fiscal italien (11 à 16 caractères)',
    'Italiaanse belastingcode (11 tot 16 tekens)',
    'Italian tax code (11 to 16 characters)',
    'italienische Steuernummer (11 bis 16 Zeichen)',
  );
  const isTaxCode = (scheme: XmlElement): boolean =>
    textAt(scheme, 'TaxScheme/ID') === 'VAT' || /^[A-Z0-9]{11,16}$/.test(textAt(scheme, 'CompanyID') ?? '');
  return [
    italian(
      'IT-R-001',
      'seller',
      (seller) => elementsAt(seller, 'PartyTaxScheme').every(isTaxCode),
      malformed(taxCode),
      CORRECT_NUMBER,
    ),
    italian(
      'IT-R-002',
      'seller',
      (seller) => has(seller, 'PostalAddress/StreetName'),
      missing(STREET),
      COMPLETE.seller,
    ),
    italian('IT-R-003', 'seller', (seller) => has(seller, 'PostalAddress/CityName'), missing(CITY), COMPLETE.seller),
    italian(
      'IT-R-004',
      'seller',
      (seller) => has(seller, 'PostalAddress/PostalZone'),
      missing(POST_CODE),
      COMPLETE.seller,
    ),
  ];
}
