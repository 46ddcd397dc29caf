import { buildNode, having, marked, saying, without, type Change, type Tree } from '../../../support/e-invoices.ts';
import { abroad, account, BUYER_PATH, paying, reference, SELLER_PATH, taxScheme } from './abroad.ts';
import { amount } from './documents.ts';
import type { Cases } from './registry.ts';

const LEGAL_ID = 'PartyLegalEntity/CompanyID';

/** Cases of Sweden. */
export function addSwedishCases({ breaks }: Cases): void {
  const SWEDISH = {
    code: 'SE',
    vatNumber: 'SE556012579001',
    enterpriseNumber: { scheme: '0007', id: '5560125790' },
    rate: '25.00',
  };
  const sweden = abroad(SWEDISH);
  const vatNumber = (text: string): Change => saying(`${SELLER_PATH}/PartyTaxScheme/CompanyID`, text);
  const number = (text: string): Change => saying(`${SELLER_PATH}/${LEGAL_ID}`, text);
  breaks('SE-R-001', vatNumber('SE5560125790'), sweden);
  breaks('SE-R-002', vatNumber('SE55601257900A'), sweden);
  breaks('SE-R-003', number('556012-579'), sweden);
  breaks('SE-R-004', number('55601257901'), sweden);
  breaks(
    'SE-R-005',
    having(SELLER_PATH, taxScheme('F-skatt')),
    abroad({ ...SWEDISH, variant: 'F-skatt', also: (root) => void root }),
  );
  breaks('SE-R-005', saying(`${SELLER_PATH}/PartyTaxScheme/TaxScheme/ID`, 'TAX'), sweden);
  breaks('SE-R-006', saying('TaxTotal/TaxSubtotal/TaxCategory/Percent', '21'), sweden);
  breaks('SE-R-006', saying('InvoiceLine/Item/ClassifiedTaxCategory/Percent', '21'), sweden);
  breaks('SE-R-013', number('5560125791'), sweden);
  const plusgiro = abroad({ ...SWEDISH, variant: 'plusgiro', also: paying('30', account('1234567', 'SE:PLUSGIRO')) });
  const bankgiro = abroad({ ...SWEDISH, variant: 'bankgiro', also: paying('30', account('12345678', 'SE:BANKGIRO')) });
  const accountNumber = (text: string): Change => saying('PaymentMeans/PayeeFinancialAccount/ID', text);
  breaks('SE-R-007', accountNumber('12-34'), plusgiro);
  breaks('SE-R-008', accountNumber('1234-567'), bankgiro);
  breaks('SE-R-009', accountNumber('123456'), bankgiro);
  breaks('SE-R-010', accountNumber('123456789'), plusgiro);
  for (const means of ['50', '56']) breaks('SE-R-011', paying(means), sweden);
  breaks('SE-R-012', paying('31', account('1234567')), sweden);
}

/** Cases of Denmark. */
export function addDanishCases({ breaks }: Cases): void {
  const DANISH = {
    code: 'DK',
    vatNumber: 'DK12345674',
    enterpriseNumber: { scheme: '0184', id: 'DK12345674' },
    rate: '25.00',
  };
  const denmark = abroad(DANISH);
  const paid = (variant: string, also: Change) => abroad({ ...DANISH, variant, also });
  const reasoned = (reason: string): Tree =>
    buildNode('AllowanceCharge', [
      buildNode('ChargeIndicator', 'true'),
      buildNode('AllowanceChargeReasonCode', 'ZZZ'),
      buildNode('AllowanceChargeReason', reason),
      amount('Amount', '0.00'),
    ]);
  const classified = (version: string): Tree =>
    buildNode('CommodityClassification', [
      buildNode('ItemClassificationCode', '10101501', { listID: 'TST', listVersionID: version }),
    ]);
  breaks('DK-R-002', without(`${SELLER_PATH}/${LEGAL_ID}`), denmark);
  breaks(
    'DK-R-003',
    marked('InvoiceLine/Item/CommodityClassification/ItemClassificationCode', 'listVersionID', '7'),
    paid('classified', having('InvoiceLine/Item', classified('26.08.01'))),
  );
  const taxed = paid('tax', having('InvoiceLine', reasoned('3077'), reasoned('Afgift#Emballage')));
  for (const reason of ['Afgift', '#Afgift', '307'])
    breaks('DK-R-004', saying('InvoiceLine/AllowanceCharge/AllowanceChargeReason', reason), taxed);
  breaks('DK-R-005', saying('PaymentMeans/PaymentMeansCode', '30'), denmark);
  const transfer = paid('transfer', paying('42', account('1234567890', '1234')));
  breaks('DK-R-006', without('PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch'), transfer);
  const debit = paid(
    'debit',
    paying(
      '49',
      buildNode('PaymentMandate', [
        buildNode('ID', 'M1'),
        buildNode('PayerFinancialAccount', [buildNode('ID', '1234567890')]),
      ]),
    ),
  );
  breaks('DK-R-007', without('PaymentMeans/PaymentMandate/PayerFinancialAccount'), debit);
  const withReference = (means: string, id: string): Change =>
    paying(means, buildNode('PaymentID', id), account('12345678'));
  const giro = paid('giro', withReference('50', '04#1234567890123456'));
  breaks('DK-R-008', saying('PaymentMeans/PayeeFinancialAccount/ID', '123456'), giro);
  breaks('DK-R-008', saying('PaymentMeans/PaymentID', '1234567890123456'), giro);
  breaks('DK-R-009', saying('PaymentMeans/PaymentID', '04#123'), giro);
  const fik = paid('fik', withReference('93', '71#123456789012345'));
  breaks('DK-R-010', saying('PaymentMeans/PayeeFinancialAccount/ID', '1234567'), fik);
  breaks('DK-R-011', saying('PaymentMeans/PaymentID', '71#1234'), fik);
  breaks(
    'DK-R-013',
    having(SELLER_PATH, buildNode('PartyIdentification', [buildNode('ID', '1')])),
    paid(
      'identified',
      having(SELLER_PATH, buildNode('PartyIdentification', [buildNode('ID', '7300010000001', { schemeID: '0088' })])),
    ),
  );
  breaks('DK-R-014', marked(`${SELLER_PATH}/${LEGAL_ID}`, 'schemeID', '0088'), denmark);
  breaks('DK-R-014', marked(`${SELLER_PATH}/${LEGAL_ID}`, 'schemeID', null), denmark);
  breaks('DK-R-016', saying('LegalMonetaryTotal/PayableAmount', '-1.00'), abroad({ ...DANISH, type: 'credit_note' }));
  breaks('DK-R-017', marked(`${BUYER_PATH}/${LEGAL_ID}`, 'schemeID', '0088'), denmark);
}

/** Cases of Iceland. */
export function addIcelandicCases({ breaks }: Cases): void {
  const ICELANDIC = {
    code: 'IS',
    vatNumber: 'IS123456',
    enterpriseNumber: { scheme: '0196', id: '1234567890' },
    rate: '24.00',
  };
  const iceland = abroad(ICELANDIC);
  breaks('IS-R-001', saying('InvoiceTypeCode', '393'), iceland);
  breaks('IS-R-002', marked(`${SELLER_PATH}/${LEGAL_ID}`, 'schemeID', '0088'), iceland);
  breaks('IS-R-003', without(`${SELLER_PATH}/PostalAddress/PostalZone`), iceland);
  breaks('IS-R-004', without(`${BUYER_PATH}/${LEGAL_ID}`), iceland);
  breaks('IS-R-005', without(`${BUYER_PATH}/PostalAddress/StreetName`), iceland);
  for (const [id, means] of [
    ['IS-R-006', '9'],
    ['IS-R-007', '42'],
  ] as const)
    breaks(
      id,
      saying('PaymentMeans/PayeeFinancialAccount/ID', '0123661234'),
      abroad({ ...ICELANDIC, variant: means, also: paying(means, account('012366123456')) }),
    );
  const last = abroad({
    ...ICELANDIC,
    variant: 'EINDAGI',
    also: having('', reference('2026-04-15', 'EINDAGI')),
  });
  breaks('IS-R-008', saying('AdditionalDocumentReference/ID', '15.04.2026'), last);
  breaks('IS-R-009', without('DueDate'), last);
  breaks('IS-R-010', saying('AdditionalDocumentReference/ID', '2026-03-15'), last);
}
