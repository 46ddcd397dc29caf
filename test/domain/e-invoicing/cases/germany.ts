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
import { abroad, account, BUYER_PATH, link, paying, SELLER_PATH } from './abroad.ts';
import { country } from './documents.ts';
import type { Cases } from './registry.ts';

const IBAN = 'DE89370400440532013000';

const attachment = (id: string, filename: string): Tree =>
  buildNode('AdditionalDocumentReference', [
    buildNode('ID', id),
    buildNode('Attachment', [
      buildNode('EmbeddedDocumentBinaryObject', 'AAAA', { mimeCode: 'application/pdf', filename }),
    ]),
  ]);

const terms = (note: string): Tree => buildNode('PaymentTerms', [buildNode('Note', note)]);

const mandate = (): Tree =>
  buildNode('PaymentMandate', [buildNode('ID', 'M1'), buildNode('PayerFinancialAccount', [buildNode('ID', IBAN)])]);
const card = (): Tree =>
  buildNode('CardAccount', [buildNode('PrimaryAccountNumberID', '1234'), buildNode('NetworkID', 'VISA')]);

/** Cases of documents between German parties. */
export function addGermanCases({ breaks }: Cases): void {
  const GERMAN = {
    code: 'DE',
    vatNumber: 'DE123456788',
    enterpriseNumber: { scheme: '0088', id: '7300010000001' },
    rate: '19.00',
  };
  const germany = abroad({
    ...GERMAN,
    also: together(
      having(
        '',
        buildNode('Delivery', [
          buildNode('DeliveryLocation', [
            buildNode('Address', [buildNode('CityName', 'Ulm'), buildNode('PostalZone', '89073'), country('DE')]),
          ]),
        ]),
        attachment('A', 'a.pdf'),
        attachment('B', 'b.pdf'),
        buildNode('AdditionalDocumentReference', [buildNode('ID', 'C'), link('https://example.test/c')]),
        terms('#SKONTO#TAGE=14#PROZENT=2.00#\n#SKONTO#TAGE=21#PROZENT=1.00#BASISBETRAG=100.00#\nNetto 30 Tage'),
      ),
    ),
  });
  const ways = (variant: string, also: Change) => abroad({ ...GERMAN, variant, also });
  breaks('DE-R-001', without('PaymentMeans'), germany);
  breaks('DE-R-002', without(`${SELLER_PATH}/Contact`), germany);
  breaks('DE-R-003', without(`${SELLER_PATH}/PostalAddress/CityName`), germany);
  breaks('DE-R-004', saying(`${SELLER_PATH}/PostalAddress/PostalZone`, ''), germany);
  breaks('DE-R-005', without(`${SELLER_PATH}/Contact/Name`), germany);
  breaks('DE-R-006', without(`${SELLER_PATH}/Contact/Telephone`), germany);
  breaks('DE-R-007', without(`${SELLER_PATH}/Contact/ElectronicMail`), germany);
  breaks('DE-R-008', without(`${BUYER_PATH}/PostalAddress/CityName`), germany);
  breaks('DE-R-009', without(`${BUYER_PATH}/PostalAddress/PostalZone`), germany);
  breaks('DE-R-010', without('Delivery/DeliveryLocation/Address/CityName'), germany);
  breaks('DE-R-011', without('Delivery/DeliveryLocation/Address/PostalZone'), germany);
  breaks('DE-R-014', without('TaxTotal/TaxSubtotal/TaxCategory/Percent'), germany);
  breaks('DE-R-015', without('BuyerReference'), germany);
  breaks('DE-R-016', without(`${SELLER_PATH}/PartyTaxScheme`), germany);
  breaks('DE-R-017', saying('InvoiceTypeCode', '393'), germany);
  for (const note of [
    '#SKONTO#TAGE=14#PROZENT=2#',
    '#Skonto#TAGE=14#PROZENT=2.00#',
    '#SKONTO#TAGE=14#PROZENT=2.00# sonst netto',
  ])
    breaks('DE-R-018', saying('PaymentTerms/Note', note), germany);
  breaks(
    'DE-R-022',
    marked('AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject', 'filename', 'a.pdf'),
    germany,
  );
  breaks('DE-R-026', without('BillingReference'), ways('384', saying('InvoiceTypeCode', '384')));
  breaks('DE-R-027', saying(`${SELLER_PATH}/Contact/Telephone`, 'auf Anfrage'), germany);
  for (const mail of ['ada.example', 'ada@example', 'ada@@example.de', 'ada@example.'])
    breaks('DE-R-028', saying(`${SELLER_PATH}/Contact/ElectronicMail`, mail), germany);
  breaks(
    'DE-R-T02',
    saying('AdditionalDocumentReference/Attachment/ExternalReference/URI', 'www.example.test'),
    germany,
  );

  const transfer = ways('58', paying('58', account(IBAN)));
  breaks('DE-R-019', saying('PaymentMeans/PayeeFinancialAccount/ID', 'DE89370400440532013001'), transfer);
  breaks('DE-R-023-1', without('PaymentMeans/PayeeFinancialAccount'), transfer);
  breaks('DE-R-023-2', having('PaymentMeans', card()), transfer);
  const byCard = ways('48', paying('48', card()));
  breaks('DE-R-024-1', without('PaymentMeans/CardAccount'), byCard);
  breaks('DE-R-024-2', having('PaymentMeans', account(IBAN)), byCard);
  const debit = ways(
    '59',
    together(
      paying('59', mandate()),
      having(
        SELLER_PATH,
        buildNode('PartyIdentification', [buildNode('ID', 'DE98ZZZ09999999999', { schemeID: 'SEPA' })]),
      ),
    ),
  );
  breaks('DE-R-020', saying('PaymentMeans/PaymentMandate/PayerFinancialAccount/ID', 'DE00'), debit);
  breaks('DE-R-025-1', without('PaymentMeans/PaymentMandate'), debit);
  breaks('DE-R-025-2', having('PaymentMeans', account(IBAN)), debit);
  breaks('DE-R-030', without(`${SELLER_PATH}/PartyIdentification`), debit);
  breaks('DE-R-031', without('PaymentMeans/PaymentMandate/PayerFinancialAccount'), debit);
}
