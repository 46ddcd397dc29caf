import { expect } from 'chai';
import fc from 'fast-check';
import {
  checkEInvoice,
  detectEInvoiceFormat,
  needsReview,
  readAttachments,
  readEInvoice,
  hasSummarisedLines,
} from '../../../domain/e-invoicing/index.ts';
import { extractedSheet, type OwnIdentity, type ReadDocument } from '../../../domain/document-imports/sheet.ts';
import { add } from '../../../domain/money.ts';
import { writeXml, element, type XmlElement, type XmlNode } from '../../../domain/xml.ts';
import { Ajv } from 'ajv';
import { INVOICE, saying, parseTree, writeTree, type Tree } from '../../support/e-invoices.ts';

const OWN: OwnIdentity = {
  name: 'Moulin SA',
  vatNumber: 'FR44732829320',
  enterpriseNumber: '732829320',
  ibans: [],
  country: 'FR',
};

const date = (name: string, day: string): XmlNode =>
  element(name, [element('udt:DateTimeString', day, { format: '102' })]);

interface Sample {
  readonly typeCode?: string;
  readonly hasLines?: boolean;
  readonly hasBreakdown?: boolean;
  /** Names as ZUGFeRD 1 has them. */
  readonly isOld?: boolean;
  readonly due?: string;
  readonly more?: readonly XmlNode[];
}

function rateOf(isOld: boolean, rate: string): XmlNode {
  return element(isOld ? 'ram:ApplicablePercent' : 'ram:RateApplicablePercent', rate);
}

function lineOf(isOld: boolean, name: string, quantity: string, price: string, net: string, rate: string): XmlNode {
  const part = (word: string): string =>
    isOld ? `ram:SpecifiedSupplyChainTrade${word}` : `ram:SpecifiedLineTrade${word}`;
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', '1')]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', name)]),
    element(part('Agreement'), [element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', price)])]),
    element(part('Delivery'), [element('ram:BilledQuantity', quantity, { unitCode: 'C62' })]),
    element(part('Settlement'), [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', 'S'),
        rateOf(isOld, rate),
      ]),
      element(
        isOld ? 'ram:SpecifiedTradeSettlementMonetarySummation' : 'ram:SpecifiedTradeSettlementLineMonetarySummation',
        [element('ram:LineTotalAmount', net)],
      ),
    ]),
  ]);
}

const taxOf = (isOld: boolean, base: string, rate: string, tax: string): XmlNode =>
  element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', tax),
    element('ram:TypeCode', 'VAT'),
    element('ram:BasisAmount', base),
    element('ram:CategoryCode', 'S'),
    rateOf(isOld, rate),
  ]);

const party = (name: string, label: string, siret: string, vat: string): XmlNode =>
  element(name, [
    element('ram:Name', label),
    element('ram:SpecifiedLegalOrganization', [element('ram:ID', siret, { schemeID: '0002' })]),
    element('ram:DefinedTradeContact', [
      element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', '+33 1 23 45')]),
      element('ram:EmailURIUniversalCommunication', [element('ram:URIID', 'a@b.example')]),
    ]),
    element('ram:PostalTradeAddress', [
      element('ram:PostcodeCode', '84340'),
      element('ram:LineOne', '1242 chemin de l’olive'),
      element('ram:CityName', 'Malaucène'),
      element('ram:CountryID', 'FR'),
    ]),
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', vat, { schemeID: 'VA' })]),
  ]);

/** A document of 118.48 and 9.49 of tax, in whichever profile. */
function cii({
  typeCode = '380',
  hasLines = true,
  hasBreakdown = true,
  isOld = false,
  due = '127.97',
  more = [],
}: Sample = {}): Promise<Tree> {
  const transaction = isOld ? 'rsm:SpecifiedSupplyChainTradeTransaction' : 'rsm:SupplyChainTradeTransaction';
  const header = (word: string): string =>
    isOld ? `ram:ApplicableSupplyChainTrade${word}` : `ram:ApplicableHeaderTrade${word}`;
  const namespace = isOld
    ? 'urn:ferd:CrossIndustryDocument:invoice:1p0'
    : 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
  const root = isOld ? 'rsm:CrossIndustryDocument' : 'rsm:CrossIndustryInvoice';
  return parseTree(
    writeXml(
      element(
        root,
        [
          element(isOld ? 'rsm:HeaderExchangedDocument' : 'rsm:ExchangedDocument', [
            element('ram:ID', 'FA-2026-8'),
            element('ram:TypeCode', typeCode),
            date('ram:IssueDateTime', '20260303'),
            element('ram:IncludedNote', [element('ram:Content', 'Merci pour votre commande, paiement à 30 jours')]),
          ]),
          element(transaction, [
            ...(hasLines
              ? [
                  lineOf(isOld, 'Nougat', '5', '4.10', '20.48', '20.00'),
                  lineOf(isOld, 'Huile', '5', '19.60', '98.00', '5.50'),
                ]
              : []),
            element(header('Agreement'), [
              party('ram:SellerTradeParty', 'Au bon moulin', '999999998', 'FR11999999998'),
              party('ram:BuyerTradeParty', 'Moulin SA', '732829320', 'FR44732829320'),
            ]),
            element(header('Delivery'), ' '),
            element(header('Settlement'), [
              element('ram:PaymentReference', '+++010/8068/17183+++'),
              element('ram:InvoiceCurrencyCode', 'EUR'),
              element('ram:SpecifiedTradeSettlementPaymentMeans', [
                element('ram:TypeCode', '30'),
                element('ram:PayeePartyCreditorFinancialAccount', [
                  element('ram:IBANID', 'FR20 1242 1242 1242 1242 1242 124'),
                ]),
                element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', 'FIDCFR21XXX')]),
              ]),
              ...(hasBreakdown ? [taxOf(isOld, '20.48', '20.00', '4.10'), taxOf(isOld, '98.00', '5.50', '5.39')] : []),
              ...more,
              element('ram:SpecifiedTradePaymentTerms', [date('ram:DueDateDateTime', '20260402')]),
              element(
                isOld
                  ? 'ram:SpecifiedTradeSettlementMonetarySummation'
                  : 'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
                [
                  element('ram:LineTotalAmount', '118.48'),
                  element('ram:TaxBasisTotalAmount', '118.48'),
                  element('ram:TaxTotalAmount', '11.30', { currencyID: 'USD' }),
                  element('ram:TaxTotalAmount', '9.49', { currencyID: 'EUR' }),
                  element('ram:GrandTotalAmount', '127.97'),
                  element('ram:DuePayableAmount', due),
                ],
              ),
            ]),
          ]),
        ],
        {
          'xmlns:rsm': namespace,
          'xmlns:ram': `${namespace}:ram`,
          'xmlns:udt': `${namespace}:udt`,
        },
      ),
    ),
  );
}

function read(root: XmlElement): ReadDocument {
  const found = readEInvoice(root, OWN);
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

const codes = ({ warnings }: ReadDocument): string[] => warnings.map(({ code }) => code);

describe('reading Cross Industry Invoices', () => {
  it('reads the invoices that a credit note corrects', async () => {
    const reference = element('ram:InvoiceReferencedDocument', [
      element('ram:IssuerAssignedID', 'FA-2026-3'),
      date('ram:FormattedIssueDateTime', '20260104'),
    ]);
    const { sheet } = read(await cii({ typeCode: '381', more: [reference] }));
    expect(sheet.credits).to.deep.equal([{ number: 'FA-2026-3', date: '2026-01-04' }]);
  });

  for (const isOld of [false, true])
    it(`reads ${isOld ? 'ZUGFeRD 1' : 'Factur-X'} with lines`, async () => {
      const root = await cii({ isOld });
      expect(detectEInvoiceFormat(root)).to.equal(isOld ? 'zugferd1' : 'cii');
      const { sheet, warnings } = read(root);
      expect(warnings).to.deep.equal([]);
      expect(sheet).to.deep.include({
        document_type: 'invoice',
        direction: 'purchase',
        number: 'FA-2026-8',
        date: '2026-03-03',
        due_date: '2026-04-02',
        structured_communication: '010806817183',
        currency: 'EUR',
        confidence: '1.00',
        language: 'fr',
        payment: { iban: 'FR2012421242124212421242124', bic: 'FIDCFR21XXX', paid: false },
      });
      expect(sheet.counterparty).to.deep.include({
        name: 'Au bon moulin',
        vat_number: 'FR11999999998',
        enterprise_number: '999999998',
        postal_code: '84340',
        email: 'a@b.example',
      });
      expect(sheet.totals).to.deep.include({ net: '118.48', vat: '9.49', gross: '127.97' });
      expect(
        sheet.lines.map((line) => [line.description, line.quantity, line.unit_price, line.amount_net, line.amount_vat]),
      ).to.deep.equal([
        ['Nougat', '5', '4.096', '20.48', '4.10'],
        ['Huile', '5', '19.6', '98.00', '5.39'],
      ]);
    });

  it('reads credit notes by their type', async () => {
    expect(read(await cii({ typeCode: '381' })).sheet.document_type).to.equal('credit_note');
  });

  it('makes a line of each rate where there are no lines (BASIC WL)', async () => {
    const found = read(await cii({ hasLines: false }));
    expect(codes(found)).to.deep.equal(['lines_summarised']);
    expect(hasSummarisedLines(found)).to.equal(true);
    expect(needsReview(found)).to.equal(true);
    expect(
      found.sheet.lines.map((line) => [line.vat_rate, line.amount_net, line.amount_vat, line.amount_gross]),
    ).to.deep.equal([
      ['20.00', '20.48', '4.10', '24.58'],
      ['5.50', '98.00', '5.39', '103.39'],
    ]);
    expect(found.sheet.nature).to.equal(null);
  });

  it('makes one line where there is no breakdown either, and sees what was paid in advance (MINIMUM)', async () => {
    const found = read(await cii({ hasLines: false, hasBreakdown: false, due: '100.00' }));
    expect(codes(found)).to.deep.equal(['prepaid_amount', 'lines_summarised']);
    expect(found.sheet.lines.map((line) => [line.vat_rate, line.amount_net, line.amount_vat])).to.deep.equal([
      [null, '118.48', '9.49'],
    ]);
    expect(found.sheet.totals.prepaid).to.equal('27.97');
  });

  it('takes an amount due that is less for a mistake where a prepayment could have been told', async () => {
    expect(codes(read(await cii({ due: '100.00' })))).to.deep.equal(['totals_mismatch']);
  });

  it('reads allowances, charges and freight of the document', async () => {
    const charge = (isCharge: boolean, amount: string): XmlNode =>
      element('ram:SpecifiedTradeAllowanceCharge', [
        element('ram:ChargeIndicator', [element('udt:Indicator', String(isCharge))]),
        element('ram:ActualAmount', amount),
        element('ram:CategoryTradeTax', [element('ram:CategoryCode', 'S'), element('ram:RateApplicablePercent', '20')]),
      ]);
    const freight = element('ram:SpecifiedLogisticsServiceCharge', [
      element('ram:Description', 'Port'),
      element('ram:AppliedAmount', '2.00'),
      element('ram:AppliedTradeTax', [element('ram:CategoryCode', 'S'), element('ram:RateApplicablePercent', '20')]),
    ]);
    const { sheet, warnings } = read(await cii({ more: [charge(false, '5.00'), charge(true, '3.00'), freight] }));
    expect(warnings).to.deep.equal([]);
    expect(sheet.lines.slice(2).map((line) => [line.description, line.amount_net])).to.deep.equal([
      ['Remise', '-5.00'],
      ['Frais', '3.00'],
      ['Port', '2.00'],
    ]);
  });

  it('is held against the rules of its own syntax, unless it is said to be UBL', async () => {
    const invoice = await cii();
    expect(checkEInvoice(invoice)).to.deep.equal(checkEInvoice(invoice, { syntax: 'cii' }));
    expect(checkEInvoice(invoice, { syntax: 'ubl' }).map(({ id }) => id)).to.deep.equal(['UBL-ROOT']);
  });
});

/** Names and values as documents have them, in any disorder. */
const NAMES =
  'ID IssueDate DueDate InvoiceTypeCode DocumentCurrencyCode TaxCurrencyCode AccountingSupplierParty AccountingCustomerParty Party PartyTaxScheme TaxScheme CompanyID PartyLegalEntity RegistrationName EndpointID PostalAddress Country IdentificationCode PaymentMeans PaymentMeansCode PaymentID PayeeFinancialAccount TaxTotal TaxAmount TaxSubtotal TaxableAmount TaxCategory Percent LegalMonetaryTotal LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableRoundingAmount PayableAmount InvoiceLine CreditNoteLine InvoicedQuantity CreditedQuantity Item Name ClassifiedTaxCategory Price PriceAmount BaseQuantity AllowanceCharge ChargeIndicator Amount BaseAmount MultiplierFactorNumeric Note InvoicePeriod StartDate EndDate AdditionalDocumentReference Attachment EmbeddedDocumentBinaryObject ExchangedDocument SupplyChainTradeTransaction ApplicableHeaderTradeAgreement ApplicableHeaderTradeSettlement SellerTradeParty SpecifiedTaxRegistration IncludedSupplyChainTradeLineItem SpecifiedLineTradeSettlement ApplicableTradeTax CategoryCode RateApplicablePercent BasisAmount CalculatedAmount SpecifiedTradeSettlementHeaderMonetarySummation GrandTotalAmount DuePayableAmount TypeCode constructor __proto__'.split(
    ' ',
  );
const VALUES =
  '0 -0 1 -1 21 0.005 1e9 .5 5. 99999999999999999999 -999999999999.99 NaN Infinity S O AE K VAT EUR XXX BE BE0477472701 0208 2026-02-30 2026-03-01 20260301 true false +++010/8068/17183+++ BE68539007547034 AAAA \ud800 constructor'.split(
    ' ',
  );

const SHEET = new Ajv({ strict: false }).compile(extractedSheet);

describe('documents of strangers', () => {
  const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES, '') }, fc.string({ maxLength: 20 }));
  const attributes = fc.dictionary(
    fc.constantFrom('schemeID', 'currencyID', 'unitCode', 'mimeCode', 'filename'),
    value,
    { maxKeys: 2 },
  );
  const tree = (levels: number): fc.Arbitrary<XmlElement> =>
    fc.record({
      name: fc.constantFrom(...NAMES),
      namespace: fc.constant('urn:x'),
      attributes,
      children: levels === 0 ? fc.constant([]) : fc.array(tree(levels - 1), { maxLength: 4 }),
      text: value,
    });
  const ROOTS = [
    ['Invoice', 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'],
    ['CreditNote', 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2'],
    ['CrossIndustryInvoice', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
    ['CrossIndustryDocument', 'urn:ferd:CrossIndustryDocument:invoice:1p0'],
    ['Other', 'urn:x'],
  ] as const;

  function expectWhole(root: XmlElement): void {
    checkEInvoice(root);
    readAttachments(root);
    const found = readEInvoice(root, OWN);
    if ('refused' in found) return;
    expect(SHEET(found.sheet), JSON.stringify(SHEET.errors)).to.equal(true);
    for (const { amount_net, amount_vat, amount_gross } of found.sheet.lines)
      expect(amount_gross).to.equal(amount_net === null || amount_vat === null ? null : add(amount_net, amount_vat));
    expect(found.sheet.confidence === '1.00').to.equal(
      !needsReview(found) && !codes(found).includes('structured_communication_invalid'),
    );
  }

  it('are read and checked without an exception, whatever their tree', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROOTS), fc.array(tree(4), { maxLength: 10 }), ([name, namespace], children) => {
        expectWhole({ name, namespace, attributes: {}, children, text: '' });
      }),
      { numRuns: 150 },
    );
  });

  it('are read and checked without an exception, whatever a valid one is bent to', async () => {
    const roots = [
      await writeTree(INVOICE),
      await writeTree({ ...INVOICE, type: 'credit_note' }),
      await cii(),
      await cii({ isOld: true }),
    ];
    const paths = roots.map((root) => pathsOf(root));
    fc.assert(
      fc.property(
        fc.nat(roots.length - 1),
        fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 6 }),
        (index, changes) => {
          const root = structuredClone(roots[index]!);
          for (const [at, text] of changes) saying(paths[index]![at % paths[index]!.length]!, text)(root);
          expectWhole(root);
        },
      ),
      { numRuns: 200 },
    );
  });
});

function pathsOf({ children }: Tree, above = ''): string[] {
  return children.flatMap((child) => {
    const path = `${above}${child.name}`;
    return child.children.length === 0 ? [path] : pathsOf(child, `${path}/`);
  });
}
