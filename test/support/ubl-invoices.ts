/** Structured invoices to try imports with: one supplier, one customer, as many lines as are asked for. */

export interface UblParty {
  readonly name: string;
  readonly vat?: string;
  readonly country?: string;
}

export interface UblInvoice {
  readonly number: string;
  readonly date?: string;
  readonly seller?: UblParty;
  readonly buyer?: UblParty;
  readonly iban?: string;
  /** Makes a credit note of these invoices. */
  readonly credits?: readonly { readonly number: string; readonly date: string }[];
  readonly lines?: readonly {
    readonly name: string;
    readonly net: string;
    readonly rate?: string;
    readonly category?: string;
  }[];
}

export const SELLER: UblParty = { name: 'Papeterie du Centre SRL', vat: 'BE0477472701', country: 'BE' };

const buildParty = ({ name, vat, country = 'BE' }: UblParty): string => `<cac:Party>
    <cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>
    <cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    ${vat ? `<cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>` : ''}
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party>`;

const buildCategory = (tag: string, id: string, rate: string) =>
  `<cac:${tag}><cbc:ID>${id}</cbc:ID><cbc:Percent>${rate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${tag}>`;

const buildReference = (credited: { readonly number: string; readonly date: string }): string =>
  `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${credited.number}</cbc:ID><cbc:IssueDate>${credited.date}</cbc:IssueDate></cac:InvoiceDocumentReference></cac:BillingReference>`;

export function buildUblInvoice({
  number,
  date = '2026-01-15',
  seller = SELLER,
  buyer = { name: 'Client' },
  iban,
  credits,
  lines = [{ name: 'Papier', net: '125.00' }],
}: UblInvoice): string {
  const taxed = lines.map((line) => ({ rate: '21', category: 'S', ...line }));
  const rates = [...new Set(taxed.map(({ rate, category: id }) => `${id} ${rate}`))];
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const shares = rates.map((key) => {
    const [id, rate] = key.split(' ') as [string, string];
    const base = taxed
      .filter((line) => `${line.category} ${line.rate}` === key)
      .reduce((sum, { net }) => sum + cents(net), 0);
    return { id, rate, base, tax: Math.round((base * Number(rate)) / 100) };
  });
  const shown = (amount: number) => (amount / 100).toFixed(2);
  const net = shares.reduce((sum, { base }) => sum + base, 0);
  const tax = shares.reduce((sum, share) => sum + share.tax, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>
  <cbc:InvoiceTypeCode>${credits ? 381 : 380}</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  ${(credits ?? []).map(buildReference).join('')}
  <cac:AccountingSupplierParty>${buildParty(seller)}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${buildParty(buyer)}</cac:AccountingCustomerParty>
  ${iban ? `<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>` : ''}
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${shown(tax)}</cbc:TaxAmount>
  ${shares
    .map(
      (share) => `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">${shown(share.base)}</cbc:TaxableAmount>
    <cbc:TaxAmount currencyID="EUR">${shown(share.tax)}</cbc:TaxAmount>${buildCategory('TaxCategory', share.id, share.rate)}</cac:TaxSubtotal>`,
    )
    .join('')}</cac:TaxTotal>
  <cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">${shown(net)}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">${shown(net)}</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="EUR">${shown(net + tax)}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="EUR">${shown(net + tax)}</cbc:PayableAmount></cac:LegalMonetaryTotal>
  ${taxed
    .map(
      (
        line,
        index,
      ) => `<cac:InvoiceLine><cbc:ID>${index + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">${line.net}</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>${line.name}</cbc:Name>${buildCategory('ClassifiedTaxCategory', line.category, line.rate)}</cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">${line.net}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
    )
    .join('')}
</Invoice>
`;
}
