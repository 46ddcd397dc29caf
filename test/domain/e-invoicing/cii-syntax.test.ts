import { expect } from 'chai';
import { checkEInvoice, writeCii } from '../../../domain/e-invoicing/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { checkCiiSyntax, CII_COUNTING_RULES } from '../../../domain/e-invoicing/rules/cii-syntax.ts';
import { CII_AGGREGATES, CII_SCHEMA } from '../../../domain/e-invoicing/rules/schema/cii.ts';
import type { Aggregate } from '../../../domain/e-invoicing/rules/schema/schema.ts';
import { CII_CONDITIONS } from '../../../domain/e-invoicing/rules/cii-conditions.ts';
import { DETAILED, INVOICE, parseTree } from '../../support/e-invoices.ts';

/** Part of the file that is replaced, and by what; each change breaks the rules that are named. */
const CASES: readonly (readonly [rules: string, from: RegExp, to: string])[] = [
  ['CII-SCHEMA-MISSING', /<ram:ApplicableHeaderTradeDelivery>[^]*?<\/ram:ApplicableHeaderTradeDelivery>/, ''],
  ['CII-SCHEMA-MISSING', /<ram:InvoiceCurrencyCode>.*<\/ram:InvoiceCurrencyCode>/, ''],
  ['CII-SCHEMA-ORDER', /(<ram:ID>2026-0017<\/ram:ID>)\s*(<ram:TypeCode>380<\/ram:TypeCode>)/, '$2$1'],
  [
    'CII-SCHEMA-ORDER',
    /(<ram:SellerTradeParty>[^]*<\/ram:SellerTradeParty>)\s*(<ram:BuyerTradeParty>[^]*<\/ram:BuyerTradeParty>)/,
    '$2$1',
  ],
  ['CII-SCHEMA-REPEATED', /(<ram:InvoiceCurrencyCode>.*<\/ram:InvoiceCurrencyCode>)/, '$1$1'],
  ['CII-SCHEMA-UNKNOWN', /<ram:BuyerReference>/, '<ram:BuyersReference>1</ram:BuyersReference><ram:BuyerReference>'],
  ['CII-SCHEMA-UNKNOWN', /(<\/?)udt:(DateTimeString)/g, '$1ram:$2'],
  ['CII-SCHEMA-VALUE', /(<ram:GrandTotalAmount>)[^<]*/, '$1ten'],
  ['CII-SCHEMA-VALUE', /(<udt:Indicator>)[^<]*/, '$1no'],
  ['CII-SCHEMA-TEXT', /<rsm:ExchangedDocument>/, '<rsm:ExchangedDocument>text'],
  ['CII-SR-010', /(<ram:GuidelineSpecifiedDocumentContextParameter>\s*)<ram:ID>.*<\/ram:ID>/, '$1<ram:X>1</ram:X>'],
  [
    'CII-SR-014',
    /<ram:TypeCode>380<\/ram:TypeCode>/,
    '<ram:TypeCode>380</ram:TypeCode><ram:TypeCode>380</ram:TypeCode>',
  ],
  ['CII-SR-439', /<ram:ChargeAmount>.*<\/ram:ChargeAmount>/, ''],
  ['CII-SR-463', /<ram:ChargeIndicator>[^]*?<\/ram:ChargeIndicator>/, ''],
  [
    'CII-SR-467',
    /(<ram:ApplicableTradeTax>\s*<ram:Calc)/,
    '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>48</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>$1',
  ],
  [
    'CII-SR-470',
    /<ram:SpecifiedTradeSettlementPaymentMeans>[^]*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/,
    '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>30</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>',
  ],
  ['CII-SR-487', /(<ram:DuePayableAmount>.*<\/ram:DuePayableAmount>)/, '$1$1'],
  ['CII-DT-005', /<rsm:ExchangedDocument>\s*<ram:ID>/, '<rsm:ExchangedDocument><ram:ID schemeID="1">'],
  ['CII-DT-031', /<ram:GrandTotalAmount>/, '<ram:GrandTotalAmount currencyID="EUR">'],
  ['CII-DT-037', /<ram:TypeCode>VAT<\/ram:TypeCode>/, '<ram:TypeCode>GST</ram:TypeCode>'],
  ['CII-DT-088', /<ram:LineOne>/, '<ram:StreetName>A</ram:StreetName><ram:LineOne>'],
  ['CII-DT-097', /(format="102">)\d{4}/, '$199'],
];

describe('the syntax of a Cross Industry Invoice', () => {
  it('is right in what we write', async () => {
    for (const document of [INVOICE, DETAILED]) {
      const root = await parseTree(writeCii(document));
      expect(checkCiiSyntax(root)).to.deep.equal([]);
      expect(checkEInvoice(root, { syntax: 'cii' })).to.deep.equal([]);
    }
  });

  it('is that of a schema without loose ends', () => {
    const reached = new Set<Aggregate>();
    const open = [CII_SCHEMA.root];
    for (let one = open.pop(); one; one = open.pop()) {
      if (reached.has(one)) continue;
      reached.add(one);
      for (const { content } of one.children.values()) if (content) open.push(content);
    }
    expect(reached.size).to.equal(CII_AGGREGATES.size);
  });

  it('is told together with the business rules', async () => {
    const xml = writeCii(INVOICE).replace(/<ram:InvoiceCurrencyCode>.*<\/ram:InvoiceCurrencyCode>/, '');
    const broken = checkEInvoice(await parseTree(xml), { syntax: 'cii' });
    expect(broken.map(({ id }) => id)).to.include.members(['CII-SCHEMA-MISSING', 'BR-05']);
  });

  for (const [rule, from, to] of CASES)
    it(`breaks ${rule} where it is wrong (${from})`, async () => {
      const xml = writeCii(DETAILED);
      const changed = xml.replace(from, to);
      expect(changed).not.to.equal(xml);
      const broken = checkEInvoice(await parseTree(changed), { syntax: 'cii' });
      expect(broken.map(({ id }) => id)).to.include(rule);
      const [first] = broken.filter(({ id }) => id === rule);
      expect(first!.where).to.match(/^\/CrossIndustryInvoice/);
    });

  it('may be extended by profiles that say so, but keeps what is required', async () => {
    const extended = writeCii(DETAILED)
      .replace('<ram:LineOne>', '<ram:StreetName>A</ram:StreetName><ram:LineOne>')
      .replace('urn:cen.eu:en16931:2017', 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended');
    expect(checkCiiSyntax(await parseTree(extended))).to.deep.equal([]);
    const without = extended.replaceAll(/<ram:ChargeIndicator>[^]*?<\/ram:ChargeIndicator>/g, '');
    const ids = checkCiiSyntax(await parseTree(without)).map(({ id }) => id);
    expect(new Set(ids)).to.deep.equal(new Set(['CII-SR-463']));
  });

  it('is told in four languages', () => {
    expect(CII_COUNTING_RULES.length).to.be.above(80);
    for (const { message } of CII_CONDITIONS)
      for (const language of LANGUAGES) expect(message[language]).to.match(/\.$/);
  });
});
