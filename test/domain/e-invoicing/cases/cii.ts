import { writeCii, type VatCategory } from '../../../../domain/e-invoicing/index.ts';
import {
  applyChange,
  BUYER,
  buildInCategory,
  buildNode,
  findAll,
  having,
  INVOICE,
  marked,
  parseTree,
  saying,
  SELLER,
  together,
  without,
  type Change,
  type Tree,
} from '../../../support/e-invoices.ts';
import { FULL, once } from './documents.ts';
import type { Cases } from './registry.ts';

/** Cases of EN 16931 in the other syntax, Cross Industry Invoice. */

const TRANSACTION = 'SupplyChainTradeTransaction';
const AGREEMENT = `${TRANSACTION}/ApplicableHeaderTradeAgreement`;
const DELIVERY = `${TRANSACTION}/ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${TRANSACTION}/ApplicableHeaderTradeSettlement`;
const LINE = `${TRANSACTION}/IncludedSupplyChainTradeLineItem`;
const LINE_SETTLEMENT = `${LINE}/SpecifiedLineTradeSettlement`;
const SUM = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const SELLER_PARTY = `${AGREEMENT}/SellerTradeParty`;
const BUYER_PARTY = `${AGREEMENT}/BuyerTradeParty`;
const REPRESENTATIVE = `${AGREEMENT}/SellerTaxRepresentativeTradeParty`;
const PAYEE = `${SETTLEMENT}/PayeeTradeParty`;
const MEANS = `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans`;
const TAX = `${SETTLEMENT}/ApplicableTradeTax`;
const PRODUCT = `${LINE}/SpecifiedTradeProduct`;
const PRICE = `${LINE}/SpecifiedLineTradeAgreement`;

const leaf = (name: string, text: string, attributes: Record<string, string> = {}): Tree =>
  buildNode(name, text, attributes);
const group = (name: string, ...children: readonly Tree[]): Tree => buildNode(name, [...children]);
const day = (name: string, text: string): Tree => group(name, leaf('DateTimeString', text, { format: '102' }));
const taxNumber = (text: string): Tree => group('SpecifiedTaxRegistration', leaf('ID', text, { schemeID: 'VA' }));
const indicator = (isCharge: boolean): Tree => group('ChargeIndicator', leaf('Indicator', String(isCharge)));

/** The first allowance, or the first charge, of the document or of the line. */
const ofKind =
  (isCharge: boolean, below: string, change: Change): Change =>
  (root) =>
    change(
      findAll(root, `${below}/SpecifiedTradeAllowanceCharge`).find(
        (one) => findAll(one, 'ChargeIndicator/Indicator')[0]!.text === String(isCharge),
      )!,
    );

const enriched: Change = together(
  having(SETTLEMENT, group('PayeeTradeParty', leaf('ID', 'F1'), leaf('Name', 'Factor NV'))),
  having(
    AGREEMENT,
    group(
      'SellerTaxRepresentativeTradeParty',
      leaf('Name', 'Representative'),
      group('PostalTradeAddress', leaf('CountryID', 'BE')),
      taxNumber('BE0477472701'),
    ),
  ),
  having(MEANS, group('ApplicableTradeSettlementFinancialCard', leaf('ID', '1234'))),
  having(`${DELIVERY}/ShipToTradeParty`, leaf('GlobalID', '7300010000001', { schemeID: '0088' })),
  having(
    PRODUCT,
    leaf('GlobalID', '7300010000001', { schemeID: '0160' }),
    group('ApplicableProductCharacteristic', leaf('Description', 'Couleur'), leaf('Value', 'Rouge')),
    group('DesignatedProductClassification', leaf('ClassCode', '65434568', { listID: 'STI' })),
    group('OriginTradeCountry', leaf('ID', 'FR')),
  ),
  having(
    LINE_SETTLEMENT,
    group('BillingSpecifiedPeriod', day('StartDateTime', '20260202'), day('EndDateTime', '20260203')),
    group(
      'AdditionalReferencedDocument',
      leaf('IssuerAssignedID', 'O1'),
      leaf('TypeCode', '130'),
      leaf('ReferenceTypeCode', 'AAA'),
    ),
  ),
  having(
    PRICE,
    group(
      'GrossPriceProductTradePrice',
      leaf('ChargeAmount', '70.00'),
      group('AppliedTradeAllowanceCharge', indicator(false), leaf('ActualAmount', '7.50')),
    ),
  ),
  having(TAX, leaf('DueDateTypeCode', '5')),
  ...[SETTLEMENT, LINE_SETTLEMENT].flatMap((below) =>
    [false, true].map((isCharge) =>
      ofKind(isCharge, below, having('', leaf('ReasonCode', isCharge ? 'FC' : '95'), leaf('BasisAmount', '100.00'))),
    ),
  ),
);

const read = (document: typeof INVOICE): Promise<Tree> => parseTree(writeCii(document));
const full = once('CII', async () => applyChange(await read(FULL), enriched));
const category = (code: VatCategory, rate: string | null) =>
  once(`CII ${code}`, () => read(buildInCategory(code, rate)));

export function addCiiCases({ breaks: add }: Cases): void {
  const breaks = (id: string, change: Change, from: () => Promise<Tree> = full): void => add(id, change, from);
  addContentCases(breaks);
  addSumCases(breaks);
  addCodeCases(breaks);
  addCategoryCases(breaks);
}

type Breaks = (id: string, change: Change, from?: () => Promise<Tree>) => void;

function addContentCases(breaks: Breaks): void {
  for (const [id, ...paths] of [
    ['BR-01', 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'],
    ['BR-02', 'ExchangedDocument/ID'],
    ['BR-03', 'ExchangedDocument/IssueDateTime'],
    ['BR-04', 'ExchangedDocument/TypeCode'],
    ['BR-05', `${SETTLEMENT}/InvoiceCurrencyCode`],
    ['BR-06', `${SELLER_PARTY}/Name`],
    ['BR-07', `${BUYER_PARTY}/Name`],
    ['BR-08', `${SELLER_PARTY}/PostalTradeAddress`],
    ['BR-09', `${SELLER_PARTY}/PostalTradeAddress/CountryID`],
    ['BR-10', `${BUYER_PARTY}/PostalTradeAddress`],
    ['BR-11', `${BUYER_PARTY}/PostalTradeAddress/CountryID`],
    ['BR-12', `${SUM}/LineTotalAmount`],
    ['BR-13', `${SUM}/TaxBasisTotalAmount`],
    ['BR-14', `${SUM}/GrandTotalAmount`],
    ['BR-15', `${SUM}/DuePayableAmount`],
    ['BR-16', LINE],
    ['BR-17', `${PAYEE}/Name`],
    ['BR-18', `${REPRESENTATIVE}/Name`],
    ['BR-19', `${REPRESENTATIVE}/PostalTradeAddress`],
    ['BR-20', `${REPRESENTATIVE}/PostalTradeAddress/CountryID`],
    ['BR-21', `${LINE}/AssociatedDocumentLineDocument/LineID`],
    ['BR-22', `${LINE}/SpecifiedLineTradeDelivery/BilledQuantity`],
    ['BR-24', `${LINE_SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`],
    ['BR-25', `${PRODUCT}/Name`],
    ['BR-26', `${PRICE}/NetPriceProductTradePrice/ChargeAmount`],
    ['BR-27', `${PRICE}/NetPriceProductTradePrice/ChargeAmount`],
    ['BR-45', `${TAX}/BasisAmount`],
    ['BR-46', `${TAX}/CalculatedAmount`],
    ['BR-47', `${TAX}/CategoryCode`],
    ['BR-48', `${TAX}/RateApplicablePercent`],
    ['BR-49', `${MEANS}/TypeCode`],
    ['BR-50', `${MEANS}/PayeePartyCreditorFinancialAccount/IBANID`],
    ['BR-52', `${AGREEMENT}/AdditionalReferencedDocument/IssuerAssignedID`],
    ['BR-54', `${PRODUCT}/ApplicableProductCharacteristic/Value`],
    ['BR-55', `${SETTLEMENT}/InvoiceReferencedDocument/IssuerAssignedID`],
    ['BR-56', `${REPRESENTATIVE}/SpecifiedTaxRegistration`],
    ['BR-57', `${DELIVERY}/ShipToTradeParty/PostalTradeAddress/CountryID`],
    ['BR-61', `${MEANS}/PayeePartyCreditorFinancialAccount`],
  ] as const)
    breaks(id, without(...paths));
  breaks('BR-23', marked(`${LINE}/SpecifiedLineTradeDelivery/BilledQuantity`, 'unitCode', null));
  breaks('BR-27', saying(`${PRICE}/NetPriceProductTradePrice/ChargeAmount`, '-62.50'));
  breaks('BR-28', saying(`${PRICE}/GrossPriceProductTradePrice/ChargeAmount`, '-70.00'));
  breaks('BR-29', saying(`${SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`, '20260101'));
  breaks('BR-30', saying(`${LINE_SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`, '20260201'));
  breaks('BR-51', saying(`${MEANS}/ApplicableTradeSettlementFinancialCard/ID`, '4111111111111111'));
  breaks('BR-53', marked(`${SUM}/TaxTotalAmount`, 'currencyID', 'EUR'));
  breaks('BR-62', marked(`${SELLER_PARTY}/URIUniversalCommunication/URIID`, 'schemeID', null));
  breaks('BR-63', marked(`${BUYER_PARTY}/URIUniversalCommunication/URIID`, 'schemeID', null));
  breaks('BR-64', marked(`${PRODUCT}/GlobalID`, 'schemeID', null));
  breaks('BR-65', marked(`${PRODUCT}/DesignatedProductClassification/ClassCode`, 'listID', null));
  const card = (): Tree => group('ApplicableTradeSettlementFinancialCard', leaf('ID', '1234'));
  breaks('BR-66', having(MEANS, card()));
  const terms = (): Tree => group('SpecifiedTradePaymentTerms', leaf('DirectDebitMandateID', 'M1'));
  breaks('BR-67', having(SETTLEMENT, terms(), terms()));
  for (const [isCharge, below, amountRule, categoryRule, reasonRules, decimal, baseDecimal] of [
    [false, SETTLEMENT, 'BR-31', 'BR-32', ['BR-33', 'BR-CO-21'], 'BR-DEC-01', 'BR-DEC-02'],
    [true, SETTLEMENT, 'BR-36', 'BR-37', ['BR-38', 'BR-CO-22'], 'BR-DEC-05', 'BR-DEC-06'],
    [false, LINE_SETTLEMENT, 'BR-41', null, ['BR-42', 'BR-CO-23'], 'BR-DEC-24', 'BR-DEC-25'],
    [true, LINE_SETTLEMENT, 'BR-43', null, ['BR-44', 'BR-CO-24'], 'BR-DEC-27', 'BR-DEC-28'],
  ] as const) {
    breaks(amountRule, ofKind(isCharge, below, without('ActualAmount')));
    if (categoryRule) breaks(categoryRule, ofKind(isCharge, below, without('CategoryTradeTax/CategoryCode')));
    for (const id of reasonRules) breaks(id, ofKind(isCharge, below, without('Reason', 'ReasonCode')));
    breaks(decimal, ofKind(isCharge, below, saying('ActualAmount', '5.001')));
    breaks(baseDecimal, ofKind(isCharge, below, saying('BasisAmount', '100.001')));
  }
}

function addSumCases(breaks: Breaks): void {
  breaks('BR-CO-03', having(TAX, group('TaxPointDate', leaf('DateString', '20260301', { format: '102' }))));
  breaks('BR-CO-04', without(`${LINE_SETTLEMENT}/ApplicableTradeTax`));
  breaks('BR-CO-09', saying(`${SELLER_PARTY}/SpecifiedTaxRegistration/ID`, '0477472701'));
  for (const [id, path] of [
    ['BR-CO-10', 'LineTotalAmount'],
    ['BR-CO-11', 'AllowanceTotalAmount'],
    ['BR-CO-12', 'ChargeTotalAmount'],
    ['BR-CO-13', 'TaxBasisTotalAmount'],
    ['BR-CO-15', 'GrandTotalAmount'],
    ['BR-CO-16', 'DuePayableAmount'],
  ] as const)
    breaks(id, saying(`${SUM}/${path}`, '1.00'));
  breaks('BR-CO-14', saying(`${TAX}/CalculatedAmount`, '1.00'));
  breaks('BR-CO-17', saying(`${TAX}/CalculatedAmount`, '1.00'));
  breaks('BR-CO-18', without(TAX));
  breaks(
    'BR-CO-19',
    without(
      `${SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime`,
      `${SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime`,
      `${TAX}/DueDateTypeCode`,
    ),
  );
  breaks(
    'BR-CO-20',
    without(
      `${LINE_SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime`,
      `${LINE_SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime`,
    ),
  );
  breaks('BR-CO-25', without(`${SETTLEMENT}/SpecifiedTradePaymentTerms`));
  breaks(
    'BR-CO-26',
    without(`${SELLER_PARTY}/SpecifiedTaxRegistration`, `${SELLER_PARTY}/SpecifiedLegalOrganization/ID`),
  );
  for (const [id, path] of [
    ['BR-DEC-09', 'LineTotalAmount'],
    ['BR-DEC-10', 'AllowanceTotalAmount'],
    ['BR-DEC-11', 'ChargeTotalAmount'],
    ['BR-DEC-12', 'TaxBasisTotalAmount'],
    ['BR-DEC-13', 'TaxTotalAmount'],
    ['BR-DEC-14', 'GrandTotalAmount'],
    ['BR-DEC-15', 'TaxTotalAmount'],
    ['BR-DEC-18', 'DuePayableAmount'],
  ] as const)
    breaks(id, saying(`${SUM}/${path}`, '12.345'));
  breaks('BR-DEC-16', having(SUM, leaf('TotalPrepaidAmount', '0.001')));
  breaks('BR-DEC-17', having(SUM, leaf('RoundingAmount', '0.001')));
  breaks('BR-DEC-19', saying(`${TAX}/BasisAmount`, '12.345'));
  breaks('BR-DEC-20', saying(`${TAX}/CalculatedAmount`, '12.345'));
  breaks(
    'BR-DEC-23',
    saying(`${LINE_SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`, '12.345'),
  );
}

function addCodeCases(breaks: Breaks): void {
  const cases: readonly (readonly [string, Change])[] = [
    ['BR-CL-01', saying('ExchangedDocument/TypeCode', '999')],
    ['BR-CL-03', marked(`${SUM}/TaxTotalAmount`, 'currencyID', 'EURO')],
    ['BR-CL-04', saying(`${SETTLEMENT}/InvoiceCurrencyCode`, 'EURO')],
    ['BR-CL-05', saying(`${SETTLEMENT}/TaxCurrencyCode`, 'KRONA')],
    ['BR-CL-06', saying(`${TAX}/DueDateTypeCode`, '99')],
    ['BR-CL-07', saying(`${LINE_SETTLEMENT}/AdditionalReferencedDocument/ReferenceTypeCode`, '12345')],
    ['BR-CL-08', having('ExchangedDocument/IncludedNote', leaf('SubjectCode', 'XYZ'))],
    ['BR-CL-10', having(SELLER_PARTY, leaf('GlobalID', '1', { schemeID: '9999' }))],
    ['BR-CL-11', marked(`${SELLER_PARTY}/SpecifiedLegalOrganization/ID`, 'schemeID', 'BCE')],
    ['BR-CL-13', marked(`${PRODUCT}/DesignatedProductClassification/ClassCode`, 'listID', 'cpv')],
    ['BR-CL-14', saying(`${SELLER_PARTY}/PostalTradeAddress/CountryID`, 'UK')],
    ['BR-CL-15', saying(`${PRODUCT}/OriginTradeCountry/ID`, 'ZZ')],
    ['BR-CL-16', saying(`${MEANS}/TypeCode`, '999')],
    ['BR-CL-17', saying(`${TAX}/CategoryCode`, 'X')],
    ['BR-CL-18', saying(`${LINE_SETTLEMENT}/ApplicableTradeTax/CategoryCode`, 'X')],
    ['BR-CL-19', ofKind(false, SETTLEMENT, saying('ReasonCode', '999'))],
    ['BR-CL-20', ofKind(true, SETTLEMENT, saying('ReasonCode', '999'))],
    ['BR-CL-21', marked(`${PRODUCT}/GlobalID`, 'schemeID', 'EAN')],
    ['BR-CL-22', having(TAX, leaf('ExemptionReasonCode', 'BECAUSE'))],
    ['BR-CL-23', marked(`${LINE}/SpecifiedLineTradeDelivery/BilledQuantity`, 'unitCode', 'PIECES')],
    ['BR-CL-24', marked(`${AGREEMENT}/AdditionalReferencedDocument/AttachmentBinaryObject`, 'mimeCode', 'text/html')],
    ['BR-CL-25', marked(`${SELLER_PARTY}/URIUniversalCommunication/URIID`, 'schemeID', '0001')],
    ['BR-CL-26', marked(`${DELIVERY}/ShipToTradeParty/GlobalID`, 'schemeID', 'GLN')],
  ];
  for (const [id, change] of cases) breaks(id, change);
}

const CATEGORIES: readonly (readonly [string, VatCategory, string | null])[] = [
  ['S', 'S', '21.00'],
  ['Z', 'Z', '0.00'],
  ['E', 'E', '0.00'],
  ['AE', 'AE', '0.00'],
  ['IC', 'K', '0.00'],
  ['G', 'G', '0.00'],
  ['O', 'O', null],
  ['IG', 'L', '7.00'],
  ['IP', 'M', '4.00'],
];

/** The numbers of the parties that a category needs are missing, or are there where none may be. */
function spoilNumbers(code: VatCategory): Change {
  if (code === 'O') return having(SELLER_PARTY, taxNumber('BE0477472701'));
  return code === 'AE' || code === 'K'
    ? without(`${BUYER_PARTY}/SpecifiedTaxRegistration`, `${BUYER_PARTY}/SpecifiedLegalOrganization`)
    : without(`${SELLER_PARTY}/SpecifiedTaxRegistration`);
}

/** A rate that the category cannot have. */
const spoilRate = (code: VatCategory, path: string): Change =>
  code === 'O'
    ? having(path, leaf('RateApplicablePercent', '0'))
    : saying(`${path}/RateApplicablePercent`, code === 'S' ? '0' : code === 'L' || code === 'M' ? '-1' : '5');

function addCategoryCases(breaks: Breaks): void {
  for (const [name, code, rate] of CATEGORIES) {
    const from = category(code, rate);
    const breaksHere = (number: string, change: Change): void => breaks(`BR-${name}-${number}`, change, from);
    const hasReason = !['S', 'Z', 'L', 'M'].includes(code);
    breaksHere('01', saying(`${TAX}/CategoryCode`, code === 'Z' ? 'S' : 'Z'));
    for (const number of ['02', '03', '04']) breaksHere(number, spoilNumbers(code));
    breaksHere('05', spoilRate(code, `${LINE_SETTLEMENT}/ApplicableTradeTax`));
    breaksHere('06', ofKind(false, SETTLEMENT, spoilRate(code, 'CategoryTradeTax')));
    breaksHere('07', ofKind(true, SETTLEMENT, spoilRate(code, 'CategoryTradeTax')));
    breaksHere('08', saying(`${TAX}/BasisAmount`, '999.00'));
    breaksHere('09', saying(`${TAX}/CalculatedAmount`, '999.00'));
    breaksHere('09', without(`${TAX}/CalculatedAmount`));
    breaksHere(
      '10',
      hasReason
        ? without(`${TAX}/ExemptionReason`, ...(code === 'E' ? [] : [`${TAX}/ExemptionReasonCode`]))
        : having(TAX, leaf('ExemptionReason', 'Sans raison')),
    );
  }
  breaks('BR-S-02', saying(`${LINE_SETTLEMENT}/ApplicableTradeTax/TypeCode`, 'GST'), category('S', '21.00'));
  const intraCommunity = category('K', '0.00');
  breaks('BR-IC-11', without(`${DELIVERY}/ActualDeliverySupplyChainEvent`), intraCommunity);
  breaks('BR-IC-12', without(`${DELIVERY}/ShipToTradeParty`), intraCommunity);
  const outside = category('O', null);
  breaks(
    'BR-O-11',
    having(SETTLEMENT, group('ApplicableTradeTax', leaf('TypeCode', 'VAT'), leaf('CategoryCode', 'S'))),
    outside,
  );
  breaks('BR-O-12', saying(`${LINE_SETTLEMENT}/ApplicableTradeTax/CategoryCode`, 'S'), outside);
  breaks('BR-O-13', ofKind(false, SETTLEMENT, saying('CategoryTradeTax/CategoryCode', 'S')), outside);
  breaks('BR-O-14', ofKind(true, SETTLEMENT, saying('CategoryTradeTax/CategoryCode', 'S')), outside);
  const split = once('CII B', async () =>
    applyChange(
      await read({
        ...INVOICE,
        seller: { ...SELLER, vatNumber: 'IT00743110157', address: { ...SELLER.address, country: 'IT' } },
        buyer: { ...BUYER, vatNumber: 'IT00743110157', address: { ...BUYER.address, country: 'IT' } },
      }),
      together(saying(`${LINE_SETTLEMENT}/ApplicableTradeTax/CategoryCode`, 'B'), saying(`${TAX}/CategoryCode`, 'B')),
    ),
  );
  breaks('BR-B-01', saying(`${BUYER_PARTY}/PostalTradeAddress/CountryID`, 'BE'), split);
  breaks('BR-B-02', saying(`${TAX}/CategoryCode`, 'S'), split);
}
