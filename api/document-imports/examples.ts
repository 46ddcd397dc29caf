import type { Answered, ExampleFile, Scene } from '../http/example.ts';

/** A small structured invoice that any company file takes; another number each time. */
export const invoiceFile = ({ next }: Pick<Scene, 'next'>): ExampleFile => ({
  name: 'invoice.xml',
  type: 'application/xml',
  content: `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>F-${next()}</cbc:ID>
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
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">26.25</cbc:TaxAmount>
    <cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">125.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">26.25</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>
    </cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">125.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">125.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">151.25</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">151.25</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">10</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">125.00</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>Paper</cbc:Name>
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">12.50</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>
</Invoice>
`,
});

interface UploadAnswer {
  readonly batch_id: string;
  readonly imports: readonly { readonly id: number; readonly file_url: string }[];
}

const answerOf = ({ answer }: Answered): UploadAnswer => answer as object as UploadAnswer;

const UPLOAD = 'POST /v1/companies/{company}/document-imports';

/** An import that was uploaded for this request. */
export const ofFreshImport = async ({ after }: Scene) => ({
  params: { id: answerOf(await after(UPLOAD)).imports[0]!.id },
});

/** Uploads are limited by the minute: requests that do not use an import up share one. */
const standing = new Map<string, Promise<UploadAnswer>>();

export function standingImport({ after, company }: Scene): Promise<UploadAnswer> {
  const known = standing.get(company.token) ?? after(UPLOAD).then(answerOf);
  standing.set(company.token, known);
  return known;
}

export const ofStandingImport = async (scene: Scene) => ({
  params: { id: (await standingImport(scene)).imports[0]!.id },
});
