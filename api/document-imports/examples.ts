import type { Answered, ExampleFile, Scene } from '../http/routing/example.ts';

/** A small structured invoice valid for any company file, with a different number and amount each time. */
export function buildInvoiceFile({ next }: Pick<Scene, 'next'>): ExampleFile {
  const number = next();
  const [net, tax, gross] = [`${number * 100}.00`, `${number * 21}.00`, `${number * 121}.00`];
  return { name: 'invoice.xml', type: 'application/xml', content: renderInvoice(number, { net, tax, gross }) };
}

const renderInvoice = (
  number: number,
  { net, tax, gross }: Readonly<Record<'net' | 'tax' | 'gross', string>>,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>F-${number}</cbc:ID>
  <cbc:IssueDate>2026-01-15</cbc:IssueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyName><cbc:Name>Papeterie du Centre</cbc:Name></cac:PartyName>
    <cac:PostalAddress><cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>BE0477472701</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>Papeterie du Centre SRL</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyLegalEntity><cbc:RegistrationName>Buyer</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>
    <cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">${net}</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>
    </cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">${net}</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">${gross}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">${gross}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">10</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>Paper</cbc:Name>
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">${number * 10}.00</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>
</Invoice>
`;

interface UploadAnswer {
  readonly batch_id: string;
  readonly imports: readonly { readonly id: number; readonly file_url: string }[];
}

const toUploadAnswer = ({ answer }: Answered): UploadAnswer => answer as object as UploadAnswer;

const UPLOAD = 'POST /v1/companies/{company}/document-imports';
const SPLIT = `${UPLOAD}/{id}/split`;

/** Uploads an import for this request. */
export const createExampleImport = async ({ after }: Scene) => ({
  params: { id: toUploadAnswer(await after(UPLOAD)).imports[0]!.id },
});

/** Uploads are rate-limited: examples that do not consume the import share one. */
export const getSharedImport = ({ once, after }: Scene): Promise<UploadAnswer> =>
  once(UPLOAD, async () => toUploadAnswer(await after(UPLOAD)));

export const getSharedImportParams = async (scene: Scene) => ({
  params: { id: (await getSharedImport(scene)).imports[0]!.id },
});

/** Uploads a PDF with two pages to split. */
export const createExamplePages = async ({ after, next }: Scene) => ({
  params: { id: toUploadAnswer(await after(UPLOAD, { file: buildTwoPages(next()) })).imports[0]!.id },
  body: { pages: [[1], [2]] },
});

/** The parts of a document, to be joined again. */
export const createExamplesToJoin = async ({ after }: Scene) => ({
  body: { import_ids: toUploadAnswer(await after(SPLIT)).imports.map(({ id }) => id) },
});

function buildTwoPages(number: number): ExampleFile {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    ...[1, 2].map(
      (page) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page + 4} 0 R /Resources << /Font << /F1 7 0 R >> >> >>`,
    ),
    ...[1, 2].map((page) => {
      const drawing = `BT /F1 12 Tf 50 780 Td (Invoice ${number}-${page}) Tj ET`;
      return `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`;
    }),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let content = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = content.length;
    content += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = content.length;
  content += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  content += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return { name: 'invoices.pdf', type: 'application/pdf', content };
}
