import { findElement, listElements, type XmlElement } from '../../xml.ts';
import { isCreditNoteType } from '../read/document-types.ts';
import { buildCiiParty } from './cii-party.ts';
import { buildProductCodes } from './cii-product.ts';
import { createTreeBuilder, type TreeBuilder } from './cii-tree-builder.ts';

/**
 * A Cross Industry Invoice in the shape of UBL, so that the rules are written once. Only what EN 16931 and the French
 * rules look at is taken over. `findOrigin` leads back to the elements of the file.
 */
export interface ConvertedInvoice {
  readonly root: XmlElement;
  readonly findOrigin: (element: XmlElement) => XmlElement | undefined;
}

export function convertCii(file: XmlElement): ConvertedInvoice {
  const document = findElement(file, 'ExchangedDocument');
  const transaction = findElement(file, 'SupplyChainTradeTransaction');
  const settlement = findElement(transaction, 'ApplicableHeaderTradeSettlement');
  const currency = findElement(settlement, 'InvoiceCurrencyCode')?.text ?? '';
  const builder = createTreeBuilder(currency);
  const typeCode = findElement(document, 'TypeCode');
  const kind = isCreditType(typeCode?.text ?? null) ? 'CreditNote' : 'Invoice';
  const root = builder.group(kind, file, [
    ...buildHeader(builder, file, kind),
    ...buildReferences(builder, transaction),
    ...buildParties(builder, transaction),
    ...buildDelivery(builder, transaction),
    ...buildSettlement(builder, settlement, currency),
    ...listElements(transaction, 'IncludedSupplyChainTradeLineItem').flatMap((line) => buildLine(builder, line, kind)),
  ]);
  return { root: root[0]!, findOrigin: builder.findOrigin };
}

type Kind = 'Invoice' | 'CreditNote';

/** The French types of self-billed credit notes and of credit notes of advances count as well. */
const isCreditType = (code: string | null): boolean => isCreditNoteType(code) || code === '502' || code === '503';

function buildHeader(builder: TreeBuilder, file: XmlElement, kind: Kind): XmlElement[] {
  const { leaf, date, text } = builder;
  const context = findElement(file, 'ExchangedDocumentContext');
  const document = findElement(file, 'ExchangedDocument');
  const settlement = findElement(file, 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement');
  return [
    ...leaf('CustomizationID', findElement(context, 'GuidelineSpecifiedDocumentContextParameter/ID')),
    ...leaf('ProfileID', findElement(context, 'BusinessProcessSpecifiedDocumentContextParameter/ID')),
    ...leaf('ID', findElement(document, 'ID')),
    ...date('IssueDate', findElement(document, 'IssueDateTime')),
    ...date('DueDate', findElement(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime')),
    ...leaf(`${kind}TypeCode`, findElement(document, 'TypeCode')),
    ...listElements(document, 'IncludedNote').flatMap((note) => {
      const subject = findElement(note, 'SubjectCode')?.text;
      const content = findElement(note, 'Content')?.text ?? '';
      return text('Note', note, subject === undefined ? content : `#${subject}#${content}`);
    }),
    ...date('TaxPointDate', findElement(settlement, 'ApplicableTradeTax/TaxPointDate')),
    ...leaf('DocumentCurrencyCode', findElement(settlement, 'InvoiceCurrencyCode')),
    ...leaf('TaxCurrencyCode', findElement(settlement, 'TaxCurrencyCode')),
  ];
}

/** Codes of UNTDID 2475 and what UBL has for them (UNTDID 2005). */
const TAX_POINTS: Readonly<Record<string, string>> = { '5': '3', '29': '35', '72': '432' };

function buildReferences(builder: TreeBuilder, transaction: XmlElement | undefined): XmlElement[] {
  const { leaf, date, text, group } = builder;
  const agreement = findElement(transaction, 'ApplicableHeaderTradeAgreement');
  const settlement = findElement(transaction, 'ApplicableHeaderTradeSettlement');
  const period = findElement(settlement, 'BillingSpecifiedPeriod');
  const taxPoint = findElement(settlement, 'ApplicableTradeTax/DueDateTypeCode');
  const buildReference = (name: string, from: XmlElement | undefined) =>
    group(name, from, leaf('ID', findElement(from, 'IssuerAssignedID')));
  return [
    ...leaf('BuyerReference', findElement(agreement, 'BuyerReference')),
    ...group('InvoicePeriod', period ?? taxPoint, [
      ...date('StartDate', findElement(period, 'StartDateTime')),
      ...date('EndDate', findElement(period, 'EndDateTime')),
      ...(taxPoint ? text('DescriptionCode', taxPoint, TAX_POINTS[taxPoint.text] ?? '-') : []),
    ]),
    ...buildReference('OrderReference', findElement(agreement, 'BuyerOrderReferencedDocument')),
    ...listElements(settlement, 'InvoiceReferencedDocument').flatMap((reference) =>
      group('BillingReference', reference, buildInvoiceReference(builder, reference)),
    ),
    ...buildReference('ContractDocumentReference', findElement(agreement, 'ContractReferencedDocument')),
    ...listElements(agreement, 'AdditionalReferencedDocument').flatMap((reference) => {
      const file = findElement(reference, 'AttachmentBinaryObject');
      return group('AdditionalDocumentReference', reference, [
        ...builder.scheme(
          'ID',
          findElement(reference, 'IssuerAssignedID'),
          findElement(reference, 'ReferenceTypeCode'),
        ),
        ...buildObjectType(builder, reference),
        ...leaf('DocumentDescription', findElement(reference, 'Name')),
        ...group('Attachment', file, leaf('EmbeddedDocumentBinaryObject', file)),
      ]);
    }),
  ];
}

/** The type of a reference to what is invoiced; UBL has no types for other references. */
function buildObjectType({ leaf }: TreeBuilder, reference: XmlElement): XmlElement[] {
  const type = findElement(reference, 'TypeCode');
  return type?.text === '130' ? leaf('DocumentTypeCode', type) : [];
}

const buildInvoiceReference = ({ leaf, date, group }: TreeBuilder, reference: XmlElement): XmlElement[] =>
  group('InvoiceDocumentReference', reference, [
    ...leaf('ID', findElement(reference, 'IssuerAssignedID')),
    ...date('IssueDate', findElement(reference, 'FormattedIssueDateTime')),
    ...leaf('DocumentTypeCode', findElement(reference, 'TypeCode')),
  ]);

function buildParties(builder: TreeBuilder, transaction: XmlElement | undefined): XmlElement[] {
  const agreement = findElement(transaction, 'ApplicableHeaderTradeAgreement');
  const seller = findElement(agreement, 'SellerTradeParty');
  const buyer = findElement(agreement, 'BuyerTradeParty');
  const payee = findElement(transaction, 'ApplicableHeaderTradeSettlement/PayeeTradeParty');
  const representative = findElement(agreement, 'SellerTaxRepresentativeTradeParty');
  const { group } = builder;
  return [
    ...group(
      'AccountingSupplierParty',
      seller,
      group('Party', seller, buildCiiParty(builder, seller, { isNamedAsParty: false })),
    ),
    ...group(
      'AccountingCustomerParty',
      buyer,
      group('Party', buyer, buildCiiParty(builder, buyer, { isNamedAsParty: false })),
    ),
    ...group('PayeeParty', payee, buildCiiParty(builder, payee, { isNamedAsParty: true })),
    ...group(
      'TaxRepresentativeParty',
      representative,
      buildCiiParty(builder, representative, { isNamedAsParty: true }),
    ),
  ];
}

function buildDelivery({ leaf, date, group }: TreeBuilder, transaction: XmlElement | undefined): XmlElement[] {
  const delivery = findElement(transaction, 'ApplicableHeaderTradeDelivery');
  const event = findElement(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime');
  const to = findElement(delivery, 'ShipToTradeParty');
  if (!event && !to) return [];
  const address = findElement(to, 'PostalTradeAddress');
  return group('Delivery', delivery, [
    ...date('ActualDeliveryDate', event),
    ...group('DeliveryLocation', to, [
      ...leaf('ID', findElement(to, 'GlobalID') ?? findElement(to, 'ID')),
      ...group(
        'Address',
        address,
        group(
          'Country',
          findElement(address, 'CountryID'),
          leaf('IdentificationCode', findElement(address, 'CountryID')),
        ),
      ),
    ]),
  ]);
}

function buildSettlement(builder: TreeBuilder, settlement: XmlElement | undefined, currency: string): XmlElement[] {
  const { leaf, amount, group } = builder;
  const sum = findElement(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const taxes = listElements(sum, 'TaxTotalAmount');
  const own = taxes.find(({ attributes }) => (attributes['currencyID'] ?? currency) === currency);
  const terms = findElement(settlement, 'SpecifiedTradePaymentTerms/Description');
  return [
    ...listElements(settlement, 'SpecifiedTradeSettlementPaymentMeans').flatMap((means, index) => {
      const account = findElement(means, 'PayeePartyCreditorFinancialAccount');
      return group('PaymentMeans', means, [
        ...leaf('PaymentMeansCode', findElement(means, 'TypeCode')),
        ...leaf('PaymentID', findElement(settlement, 'PaymentReference')),
        ...group(
          'PayeeFinancialAccount',
          account,
          leaf('ID', findElement(account, 'IBANID') ?? findElement(account, 'ProprietaryID')),
        ),
        ...listElements(means, 'ApplicableTradeSettlementFinancialCard').flatMap((card) =>
          group('CardAccount', card, leaf('PrimaryAccountNumberID', findElement(card, 'ID'))),
        ),
        // The mandate belongs to the terms, not to a means.
        ...(index === 0 ? listElements(settlement, 'SpecifiedTradePaymentTerms/DirectDebitMandateID') : []).flatMap(
          (mandate) => group('PaymentMandate', mandate, leaf('ID', mandate)),
        ),
      ]);
    }),
    ...group('PaymentTerms', terms, leaf('Note', terms)),
    ...listElements(settlement, 'SpecifiedTradeAllowanceCharge').flatMap((one) => buildAllowance(builder, one, true)),
    ...group('TaxTotal', settlement, [
      ...amount('TaxAmount', own),
      ...listElements(settlement, 'ApplicableTradeTax').flatMap((tax) =>
        group('TaxSubtotal', tax, [
          ...amount('TaxableAmount', findElement(tax, 'BasisAmount')),
          ...amount('TaxAmount', findElement(tax, 'CalculatedAmount')),
          ...buildCategory(builder, 'TaxCategory', tax),
        ]),
      ),
    ]),
    ...taxes.filter((tax) => tax !== own).flatMap((tax) => group('TaxTotal', tax, amount('TaxAmount', tax))),
    ...group('LegalMonetaryTotal', sum, [
      ...amount('LineExtensionAmount', findElement(sum, 'LineTotalAmount')),
      ...amount('TaxExclusiveAmount', findElement(sum, 'TaxBasisTotalAmount')),
      ...amount('TaxInclusiveAmount', findElement(sum, 'GrandTotalAmount')),
      ...amount('AllowanceTotalAmount', findElement(sum, 'AllowanceTotalAmount')),
      ...amount('ChargeTotalAmount', findElement(sum, 'ChargeTotalAmount')),
      ...amount('PrepaidAmount', findElement(sum, 'TotalPrepaidAmount')),
      ...amount('PayableRoundingAmount', findElement(sum, 'RoundingAmount')),
      ...amount('PayableAmount', findElement(sum, 'DuePayableAmount')),
    ]),
  ];
}

const buildCategory = ({ leaf, text, group }: TreeBuilder, name: string, tax: XmlElement | undefined): XmlElement[] =>
  group(name, tax, [
    ...leaf('ID', findElement(tax, 'CategoryCode')),
    ...leaf('Percent', findElement(tax, 'RateApplicablePercent')),
    ...leaf('TaxExemptionReasonCode', findElement(tax, 'ExemptionReasonCode')),
    ...leaf('TaxExemptionReason', findElement(tax, 'ExemptionReason')),
    ...group('TaxScheme', tax, text('ID', tax, findElement(tax, 'TypeCode')?.text ?? '')),
  ]);

function buildAllowance(builder: TreeBuilder, one: XmlElement, isTaxed: boolean): XmlElement[] {
  const { leaf, amount, group } = builder;
  const tax = findElement(one, 'CategoryTradeTax');
  return group('AllowanceCharge', one, [
    ...leaf('ChargeIndicator', findElement(one, 'ChargeIndicator/Indicator')),
    ...leaf('AllowanceChargeReasonCode', findElement(one, 'ReasonCode')),
    ...leaf('AllowanceChargeReason', findElement(one, 'Reason')),
    ...leaf('MultiplierFactorNumeric', findElement(one, 'CalculationPercent')),
    ...amount('Amount', findElement(one, 'ActualAmount')),
    ...amount('BaseAmount', findElement(one, 'BasisAmount')),
    ...(isTaxed ? buildCategory(builder, 'TaxCategory', tax) : []),
  ]);
}

function buildLine(builder: TreeBuilder, line: XmlElement, kind: Kind): XmlElement[] {
  const { leaf, date, amount, group } = builder;
  const settlement = findElement(line, 'SpecifiedLineTradeSettlement');
  const product = findElement(line, 'SpecifiedTradeProduct');
  const price = findElement(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const gross = findElement(line, 'SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/ChargeAmount');
  const period = findElement(settlement, 'BillingSpecifiedPeriod');
  const sum = findElement(settlement, 'SpecifiedTradeSettlementLineMonetarySummation');
  return group(`${kind}Line`, line, [
    ...leaf('ID', findElement(line, 'AssociatedDocumentLineDocument/LineID')),
    // UBL has it in a reference of the line to its own document.
    ...leaf('LineStatusReasonCode', findElement(line, 'AssociatedDocumentLineDocument/LineStatusReasonCode')),
    ...leaf(
      kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity',
      findElement(line, 'SpecifiedLineTradeDelivery/BilledQuantity'),
    ),
    ...amount('LineExtensionAmount', findElement(sum, 'LineTotalAmount')),
    ...group('InvoicePeriod', period, [
      ...date('StartDate', findElement(period, 'StartDateTime')),
      ...date('EndDate', findElement(period, 'EndDateTime')),
    ]),
    ...listElements(settlement, 'InvoiceReferencedDocument').flatMap((reference) =>
      group('BillingReference', reference, buildInvoiceReference(builder, reference)),
    ),
    ...listElements(settlement, 'AdditionalReferencedDocument').flatMap((reference) =>
      group('DocumentReference', reference, [
        ...builder.scheme(
          'ID',
          findElement(reference, 'IssuerAssignedID'),
          findElement(reference, 'ReferenceTypeCode'),
        ),
        ...buildObjectType(builder, reference),
      ]),
    ),
    ...listElements(settlement, 'SpecifiedTradeAllowanceCharge').flatMap((one) => buildAllowance(builder, one, false)),
    // The category belongs to the line, also if there is no product.
    ...group('Item', product ?? settlement, [
      ...leaf('Description', findElement(product, 'Description')),
      ...leaf('Name', findElement(product, 'Name')),
      ...buildCategory(builder, 'ClassifiedTaxCategory', findElement(settlement, 'ApplicableTradeTax')),
      ...buildProductCodes(builder, product),
      ...listElements(product, 'ApplicableProductCharacteristic').flatMap((property) =>
        group('AdditionalItemProperty', property, [
          ...leaf('Name', findElement(property, 'Description')),
          ...leaf('NameCode', findElement(property, 'TypeCode')),
          ...leaf('Value', findElement(property, 'Value')),
          ...leaf('ValueQuantity', findElement(property, 'ValueMeasure')),
        ]),
      ),
    ]),
    ...group('Price', price, [
      ...amount('PriceAmount', findElement(price, 'ChargeAmount')),
      ...leaf('BaseQuantity', findElement(price, 'BasisQuantity')),
      ...group('AllowanceCharge', gross, amount('BaseAmount', gross)),
    ]),
  ]);
}
