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
