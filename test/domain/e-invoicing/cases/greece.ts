import {
  buildNode,
  having,
  marked,
  saying,
  together,
  without,
  type Change,
  type Tree,
} from '../../../support/e-invoices.ts';
import { abroad, BUYER_PATH, link, reference, SELLER_PATH, taxScheme } from './abroad.ts';
import type { Cases } from './registry.ts';

const TAX_NUMBER = '123456783';
const OTHER_TAX_NUMBER = '987654324';

const endpoint = (path: string, text: string): Change =>
  together(saying(`${path}/EndpointID`, text), marked(`${path}/EndpointID`, 'schemeID', '9933'));
const name = (text: string): Tree => buildNode('PartyName', [buildNode('Name', text)]);

/** Cases of sellers that are taxed in Greece. */
export function addGreekCases({ breaks }: Cases): void {
  const PARTS = [TAX_NUMBER, '02/03/2026', '0', '1.1', 'A', '17'];
  const greece = abroad({
    code: 'GR',
    vatNumber: `EL${TAX_NUMBER}`,
    enterpriseNumber: { scheme: '0088', id: '7300010000001' },
    rate: '24.00',
    also: together(
      saying('ID', PARTS.join('|')),
      endpoint(SELLER_PATH, TAX_NUMBER),
      endpoint(BUYER_PATH, OTHER_TAX_NUMBER),
      without(`${BUYER_PATH}/PartyTaxScheme`),
      having(BUYER_PATH, name('Kafeneio'), taxScheme(`EL${OTHER_TAX_NUMBER}`, 'VAT')),
      having('', reference('400001234567890', '##M.AR.K##')),
      having('', reference('url', '##INVOICE|URL##', link('https://example.test/invoice'))),
    ),
  });
  const numbered = (index: number, text: string): Change =>
    saying('ID', PARTS.map((part, at) => (at === index ? text : part)).join('|'));
  breaks('GR-R-001-1', saying('ID', PARTS.slice(0, 5).join('|')), greece);
  breaks('GR-R-001-2', numbered(0, '123456784'), greece);
  breaks('GR-R-001-2', numbered(0, OTHER_TAX_NUMBER), greece);
  breaks('GR-R-001-3', numbered(1, '03/03/2026'), greece);
  breaks('GR-R-001-4', numbered(2, '-1'), greece);
  breaks('GR-R-001-5', numbered(3, '9.9'), greece);
  breaks('GR-R-001-6', numbered(4, ''), greece);
  breaks('GR-R-001-7', numbered(5, ''), greece);
  breaks('GR-R-002', without(`${SELLER_PATH}/PartyName`), greece);
  breaks('GR-R-003', saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, `GR${TAX_NUMBER}`), greece);
  breaks('GR-S-011', saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, 'EL123456784'), greece);
  breaks('GR-R-004-1', saying('AdditionalDocumentReference/DocumentDescription', 'MARK'), greece);
  breaks('GR-R-004-2', saying('AdditionalDocumentReference/ID', 'none'), greece);
  breaks('GR-R-005', without(`${BUYER_PATH}/PartyName`), greece);
  breaks('GR-R-006', saying(`${BUYER_PATH}/PartyTaxScheme/CompanyID`, 'EL987654325'), greece);
  breaks('GR-S-008-1', saying('AdditionalDocumentReference/DocumentDescription', '##M.AR.K##'), greece);
  breaks('GR-R-008-2', having('', reference('2', '##INVOICE|URL##', link('https://example.test/2'))), greece);
  breaks('GR-R-008-3', without('AdditionalDocumentReference/Attachment'), greece);
  breaks('GR-R-009', saying(`${SELLER_PATH}/EndpointID`, '123456784'), greece);
  breaks('GR-R-010', marked(`${BUYER_PATH}/EndpointID`, 'schemeID', '0088'), greece);
}
