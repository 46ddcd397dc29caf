import { having, buildNode, saying, without, marked, together } from '../../../support/e-invoices.ts';
import { abroad, BUYER_PATH, SELLER_PATH, taxScheme } from './abroad.ts';
import { country, vatScheme } from './documents.ts';
import { addGermanCases } from './germany.ts';
import { addGreekCases } from './greece.ts';
import { addDanishCases, addIcelandicCases, addSwedishCases } from './nordic.ts';
import type { Cases } from './registry.ts';

/** Cases of the national rules in Peppol. */
export function addNationalCases(cases: Cases): void {
  const { breaks } = cases;
  const DUTCH = {
    code: 'NL',
    vatNumber: 'NL820098395B01',
    enterpriseNumber: { scheme: '0106', id: '12345678' },
    rate: '21.00',
  };
  const netherlands = abroad(DUTCH);
  breaks('NL-R-001', without('BillingReference'), abroad({ ...DUTCH, type: 'credit_note' }));
  breaks('NL-R-002', without(`${SELLER_PATH}/PostalAddress/CityName`), netherlands);
  breaks('NL-R-003', marked(`${SELLER_PATH}/PartyLegalEntity/CompanyID`, 'schemeID', '0088'), netherlands);
  breaks('NL-R-004', without(`${BUYER_PATH}/PostalAddress/PostalZone`), netherlands);
  breaks('NL-R-005', marked(`${BUYER_PATH}/PartyLegalEntity/CompanyID`, 'schemeID', null), netherlands);
  const representative = buildNode('TaxRepresentativeParty', [
    buildNode('PartyName', [buildNode('Name', 'R')]),
    buildNode('PostalAddress', [
      buildNode('StreetName', 'Dam 1'),
      buildNode('CityName', 'Amsterdam'),
      buildNode('PostalZone', '1012'),
      country('NL'),
    ]),
    vatScheme('NL820098395B01'),
  ]);
  breaks(
    'NL-R-006',
    without('TaxRepresentativeParty/PostalAddress/PostalZone'),
    abroad({ ...DUTCH, variant: 'represented', also: having('', representative) }),
  );
  breaks('NL-R-007', without('PaymentMeans'), netherlands);
  breaks('NL-R-008', saying('PaymentMeans/PaymentMeansCode', '10'), netherlands);
  breaks('NL-R-009', together(without('OrderReference')), netherlands);
  const norway = abroad({
    code: 'NO',
    vatNumber: 'NO974760673MVA',
    enterpriseNumber: { scheme: '0192', id: '974760673' },
    rate: '25.00',
    also: having(SELLER_PATH, taxScheme('Foretaksregisteret')),
  });
  breaks('NO-R-001', saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, 'NO974760674MVA'), norway);
  breaks('NO-R-002', saying(`${SELLER_PATH}/PartyTaxScheme/TaxScheme/ID`, 'VAT'), norway);
  const italy = abroad({
    code: 'IT',
    vatNumber: 'IT00743110157',
    enterpriseNumber: { scheme: '0210', id: '00743110157' },
    rate: '22.00',
  });
  breaks(
    'IT-R-001',
    having(
      SELLER_PATH,
      buildNode('PartyTaxScheme', [buildNode('CompanyID', 'short'), buildNode('TaxScheme', [buildNode('ID', 'LOC')])]),
    ),
    italy,
  );
  breaks('IT-R-002', without(`${SELLER_PATH}/PostalAddress/StreetName`), italy);
  breaks('IT-R-003', without(`${SELLER_PATH}/PostalAddress/CityName`), italy);
  breaks('IT-R-004', without(`${SELLER_PATH}/PostalAddress/PostalZone`), italy);
  addSwedishCases(cases);
  addDanishCases(cases);
  addIcelandicCases(cases);
  addGermanCases(cases);
  addGreekCases(cases);
}
