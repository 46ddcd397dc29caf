import { expect } from 'chai';
import { checkEInvoice, writeUbl, type BrokenRule } from '../../../domain/e-invoicing/index.ts';
import { readSchema, type Aggregate } from '../../../domain/e-invoicing/rules/schema/schema.ts';
import { SCHEMA_PROBLEMS } from '../../../domain/e-invoicing/rules/schema/texts.ts';
import { UBL_SCHEMA } from '../../../domain/e-invoicing/rules/schema/ubl.ts';
import { isDate } from '../../../domain/e-invoicing/rules/schema/values.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { buildInCategory, DETAILED, INVOICE, parseTree, writeTree } from '../../support/e-invoices.ts';

const listFindings = (broken: readonly BrokenRule[]): string[] =>
  broken.filter(({ id }) => id.startsWith('UBL-SCHEMA')).map(({ id, where }) => `${id} ${where}`);

const FOUND = '/Invoice/cac:LegalMonetaryTotal';

/** Text of the file that is replaced, and what is then found. */
const CASES: readonly (readonly [title: string, from: RegExp, to: string, found: string])[] = [
  [
    'an element of another document',
    /(<cbc:DueDate>)/,
    '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>$1',
    'UBL-SCHEMA-UNKNOWN /Invoice/cbc:CreditNoteTypeCode',
  ],
  [
    'an element in another namespace',
    /cbc:PayableAmount/g,
    'cac:PayableAmount',
    `UBL-SCHEMA-UNKNOWN ${FOUND}/cac:PayableAmount`,
  ],
  [
    'an element below a value',
    /(<cbc:DueDate>)[^<]*/,
    '$1<cbc:ID>1</cbc:ID>',
    'UBL-SCHEMA-UNKNOWN /Invoice/cbc:DueDate/cbc:ID',
  ],
  [
    'an element that comes too late',
    /(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)\s*(<cbc:DueDate>[^<]*<\/cbc:DueDate>)/,
    '$2$1',
    'UBL-SCHEMA-ORDER /Invoice/cbc:IssueDate',
  ],
  [
    'a required element that is missing',
    /<cbc:PayableAmount[^/]*\/cbc:PayableAmount>/,
    '',
    `UBL-SCHEMA-MISSING ${FOUND}`,
  ],
  [
    'an aggregate that is missing',
    /<cac:LegalMonetaryTotal>[^]*<\/cac:LegalMonetaryTotal>/,
    '',
    'UBL-SCHEMA-MISSING /Invoice',
  ],
  [
    'an element that is repeated',
    /(<cbc:DueDate>[^<]*<\/cbc:DueDate>)/,
    '$1$1',
    'UBL-SCHEMA-REPEATED /Invoice/cbc:DueDate[2]',
  ],
  ['an amount in words', /(<cbc:PayableAmount[^>]*>)[^<]*/, '$1ten', `UBL-SCHEMA-VALUE ${FOUND}/cbc:PayableAmount`],
  [
    'an amount with a comma',
    /(<cbc:PayableAmount[^>]*>)[^<]*/,
    '$110,00',
    `UBL-SCHEMA-VALUE ${FOUND}/cbc:PayableAmount`,
  ],
  ['a day that does not exist', /(<cbc:DueDate>)[^<]*/, '$12026-02-30', 'UBL-SCHEMA-VALUE /Invoice/cbc:DueDate'],
  [
    'an indicator that is neither',
    /(<cbc:ChargeIndicator>)false/,
    '$1no',
    'UBL-SCHEMA-VALUE /Invoice/cac:AllowanceCharge[1]/cbc:ChargeIndicator',
  ],
  [
    'a file that is no base64',
    /(filename="[^"]*">)[^<]*/,
    '$1%%%',
    'UBL-SCHEMA-VALUE /Invoice/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
  ],
  [
    'an amount without currency',
    /<cbc:PayableAmount currencyID="EUR">/,
    '<cbc:PayableAmount>',
    `UBL-SCHEMA-ATTRIBUTE ${FOUND}/cbc:PayableAmount`,
  ],
  [
    'an attribute of another kind',
    /<cbc:DueDate>/,
    '<cbc:DueDate schemeID="1">',
    'UBL-SCHEMA-ATTRIBUTE /Invoice/cbc:DueDate',
  ],
  ['text between elements', /<cac:LegalMonetaryTotal>/, '<cac:LegalMonetaryTotal>total', `UBL-SCHEMA-TEXT ${FOUND}`],
];

describe('the schema of UBL 2.1', () => {
  it('is kept by what we write', async () => {
    const documents = [
      INVOICE,
      DETAILED,
      { ...DETAILED, type: 'credit_note' as const },
      { ...INVOICE, typeCode: '389' as const },
      ...(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const).map((code) =>
        buildInCategory(code, code === 'O' ? null : code === 'S' ? '21.00' : '0.00'),
      ),
    ];
    for (const document of documents) expect(checkEInvoice(await writeTree(document))).to.deep.equal([]);
  });

  for (const [title, from, to, found] of CASES)
    it(`does not allow ${title}`, async () => {
      const xml = writeUbl(DETAILED);
      const changed = xml.replace(from, to);
      expect(changed).not.to.equal(xml);
      const broken = checkEInvoice(await parseTree(changed));
      expect(listFindings(broken)).to.include(found);
    });

  it('has a case of each problem', () => {
    for (const problem of SCHEMA_PROBLEMS)
      expect(
        CASES.some(([, , , found]) => found.startsWith(`UBL-SCHEMA-${problem} `)),
        problem,
      ).to.equal(true);
  });

  it('allows what is beyond the standard, which is then a warning', async () => {
    const xml = writeUbl(DETAILED)
      .replace('<cbc:DueDate>', '<cbc:IssueTime>10:00:00Z</cbc:IssueTime><cbc:DueDate>')
      .replace(
        '<cac:AccountingSupplierParty>',
        '<cac:Signature><cbc:ID>1</cbc:ID></cac:Signature><cac:AccountingSupplierParty>',
      );
    const broken = checkEInvoice(await parseTree(xml));
    expect(broken.map(({ id, severity }) => `${id} ${severity}`)).to.deep.equal([
      'UBL-CR-006 warning',
      'UBL-CR-137 warning',
    ]);
  });

  it('is told once for each aggregate that is out of order', async () => {
    const root = await parseTree(writeUbl(INVOICE));
    root.children.unshift(root.children.pop()!);
    expect(listFindings(checkEInvoice(root))).to.deep.equal(['UBL-SCHEMA-ORDER /Invoice/cbc:CustomizationID']);
  });

  it('is told together with the business rules', async () => {
    const xml = writeUbl(INVOICE)
      .replace(/<cbc:IssueDate>[^<]*<\/cbc:IssueDate>/, '')
      .replace('>BE0477472701<', '>0477472701<');
    const ids = checkEInvoice(await parseTree(xml)).map(({ id }) => id);
    expect(ids).to.include.members(['UBL-SCHEMA-MISSING', 'BR-03', 'BR-CO-09']);
  });

  it('is told in four languages, at a few of many places', async () => {
    const root = await writeTree({ ...INVOICE, lines: Array.from({ length: 100 }, () => INVOICE.lines[0]!) });
    for (const { name, children } of root.children) if (name === 'InvoiceLine') children.shift();
    const broken = checkEInvoice(root).filter(({ id }) => id === 'UBL-SCHEMA-MISSING');
    expect(broken).to.have.length(20);
    expect(broken[19]).to.include({ where: '/Invoice/cac:InvoiceLine[20]', path: 'lines.19', severity: 'fatal' });
    for (const language of LANGUAGES) expect(broken[0]!.message[language]).to.match(/^\p{Lu}.*ID\.$/u);
  });

  it('is a table without loose ends', () => {
    const reached = new Set<Aggregate>();
    const open = ['Invoice', 'CreditNote'].map((name) => UBL_SCHEMA.get(name)!);
    for (let one = open.pop(); one; one = open.pop()) {
      if (reached.has(one)) continue;
      reached.add(one);
      for (const { content } of one.children.values()) if (content) open.push(content);
    }
    expect(reached.size).to.equal(UBL_SCHEMA.size);
    expect(() =>
      readSchema([
        ['aggregate', 'children'],
        ['A', 'B:C'],
      ]),
    ).to.throw('C');
    expect(() =>
      readSchema([
        ['aggregate', 'children'],
        ['A', 'B?'],
      ]),
    ).to.throw('B?');
  });

  it('knows the days of the calendar', () => {
    for (const day of ['2026-02-28', '2024-02-29', '2026-12-31Z', '2026-01-01+02:00'])
      expect(isDate(day), day).to.equal(true);
    for (const day of ['2026-02-29', '2026-13-01', '2026-00-10', '20260101', '2026-1-1', ''])
      expect(isDate(day), day).to.equal(false);
  });
});
