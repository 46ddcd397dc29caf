import {
  having,
  buildNode,
  saying,
  without,
  marked,
  together,
  type Change,
  type Tree,
} from '../../../support/e-invoices.ts';
import { amount, category, ofKind } from './documents.ts';
import type { Cases } from './registry.ts';

/** Cases of EN 16931: content, sums, decimals and codes, and those of Peppol on the same elements. */
export function addEn16931Cases({ breaks }: Cases): void {
  const REMOVALS: readonly (readonly [string, string])[] = [
    ['BR-01', 'CustomizationID'],
    ['BR-02', 'ID'],
    ['BR-03', 'IssueDate'],
    ['BR-04', 'InvoiceTypeCode'],
    ['BR-05', 'DocumentCurrencyCode'],
    ['BR-06', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'],
    ['BR-07', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'],
    ['BR-08', 'AccountingSupplierParty/Party/PostalAddress'],
    ['BR-09', 'AccountingSupplierParty/Party/PostalAddress/Country'],
    ['BR-10', 'AccountingCustomerParty/Party/PostalAddress'],
    ['BR-11', 'AccountingCustomerParty/Party/PostalAddress/Country'],
    ['BR-12', 'LegalMonetaryTotal/LineExtensionAmount'],
    ['BR-13', 'LegalMonetaryTotal/TaxExclusiveAmount'],
    ['BR-14', 'LegalMonetaryTotal/TaxInclusiveAmount'],
    ['BR-15', 'LegalMonetaryTotal/PayableAmount'],
    ['BR-16', 'InvoiceLine'],
    ['BR-17', 'PayeeParty/PartyName'],
    ['BR-18', 'TaxRepresentativeParty/PartyName'],
    ['BR-19', 'TaxRepresentativeParty/PostalAddress'],
    ['BR-20', 'TaxRepresentativeParty/PostalAddress/Country'],
    ['BR-21', 'InvoiceLine/ID'],
    ['BR-22', 'InvoiceLine/InvoicedQuantity'],
    ['BR-24', 'InvoiceLine/LineExtensionAmount'],
    ['BR-25', 'InvoiceLine/Item/Name'],
    ['BR-26', 'InvoiceLine/Price/PriceAmount'],
    ['BR-45', 'TaxTotal/TaxSubtotal/TaxableAmount'],
    ['BR-46', 'TaxTotal/TaxSubtotal/TaxAmount'],
    ['BR-47', 'TaxTotal/TaxSubtotal/TaxCategory/ID'],
    ['BR-48', 'TaxTotal/TaxSubtotal/TaxCategory/Percent'],
    ['BR-49', 'PaymentMeans/PaymentMeansCode'],
    ['BR-50', 'PaymentMeans/PayeeFinancialAccount/ID'],
    ['BR-52', 'AdditionalDocumentReference/ID'],
    ['BR-54', 'InvoiceLine/Item/AdditionalItemProperty/Value'],
    ['BR-55', 'BillingReference/InvoiceDocumentReference/ID'],
    ['BR-56', 'TaxRepresentativeParty/PartyTaxScheme'],
    ['BR-57', 'Delivery/DeliveryLocation/Address/Country'],
    ['BR-61', 'PaymentMeans/PayeeFinancialAccount'],
    ['BR-CO-04', 'InvoiceLine/Item/ClassifiedTaxCategory'],
    ['BR-CO-18', 'TaxTotal'],
    ['PEPPOL-EN16931-R001', 'ProfileID'],
    ['PEPPOL-EN16931-R010', 'AccountingCustomerParty/Party/EndpointID'],
    ['PEPPOL-EN16931-R020', 'AccountingSupplierParty/Party/EndpointID'],
    ['PEPPOL-EN16931-R053', 'TaxTotal/TaxSubtotal'],
  ];
  for (const [id, path] of REMOVALS) breaks(id, without(path));

  const LINE_PERIOD = 'InvoiceLine/InvoicePeriod';
  breaks('BR-23', marked('InvoiceLine/InvoicedQuantity', 'unitCode', null));
  breaks('BR-27', saying('InvoiceLine/Price/PriceAmount', '-62.50'));
  breaks('BR-28', saying('InvoiceLine/Price/AllowanceCharge/BaseAmount', '-70.00'));
  breaks('BR-29', saying('InvoicePeriod/EndDate', '2026-01-01'));
  breaks('BR-30', saying(`${LINE_PERIOD}/EndDate`, '2026-02-01'));
  breaks('BR-51', saying('PaymentMeans/CardAccount/PrimaryAccountNumberID', '4111111111111111'));
  breaks('BR-53', marked('TaxTotal/TaxAmount', 'currencyID', 'EUR'));
  breaks('BR-62', marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', null));
  breaks('BR-63', marked('AccountingCustomerParty/Party/EndpointID', 'schemeID', null));
  breaks('BR-64', marked('InvoiceLine/Item/StandardItemIdentification/ID', 'schemeID', null));
  breaks('BR-65', marked('InvoiceLine/Item/CommodityClassification/ItemClassificationCode', 'listID', null));

  /** The same rules for allowances and charges, of the document and of its lines. */
  const REASONS = together(without('AllowanceChargeReason'), without('AllowanceChargeReasonCode'));
  for (const [isCharge, below, amountRule, categoryRule, reasonRule, coRule, decimal, baseDecimal] of [
    [false, '', 'BR-31', 'BR-32', 'BR-33', 'BR-CO-21', 'BR-DEC-01', 'BR-DEC-02'],
    [true, '', 'BR-36', 'BR-37', 'BR-38', 'BR-CO-22', 'BR-DEC-05', 'BR-DEC-06'],
    [false, 'InvoiceLine', 'BR-41', null, 'BR-42', 'BR-CO-23', 'BR-DEC-24', 'BR-DEC-25'],
    [true, 'InvoiceLine', 'BR-43', null, 'BR-44', 'BR-CO-24', 'BR-DEC-27', 'BR-DEC-28'],
  ] as const) {
    breaks(amountRule, ofKind(isCharge, below, without('Amount')));
    if (categoryRule) breaks(categoryRule, ofKind(isCharge, below, without('TaxCategory')));
    breaks(reasonRule, ofKind(isCharge, below, REASONS));
    breaks(coRule, ofKind(isCharge, below, REASONS));
    breaks(decimal, ofKind(isCharge, below, saying('Amount', '5.001')));
    breaks(baseDecimal, ofKind(isCharge, below, saying('BaseAmount', '100.001')));
  }

  breaks('BR-CO-03', having('', buildNode('TaxPointDate', '2026-03-01')));
  breaks('BR-CO-09', saying('AccountingSupplierParty/Party/PartyTaxScheme/CompanyID', '0477472701'));
  breaks('BR-CO-10', saying('LegalMonetaryTotal/LineExtensionAmount', '1.00'));
  breaks('BR-CO-11', saying('LegalMonetaryTotal/AllowanceTotalAmount', '1.00'));
  breaks('BR-CO-12', saying('LegalMonetaryTotal/ChargeTotalAmount', '1.00'));
  breaks('BR-CO-13', saying('LegalMonetaryTotal/TaxExclusiveAmount', '1.00'));
  breaks('BR-CO-14', saying('TaxTotal/TaxSubtotal/TaxAmount', '1.00'));
  breaks('BR-CO-15', saying('LegalMonetaryTotal/TaxInclusiveAmount', '1.00'));
  breaks('BR-CO-16', saying('LegalMonetaryTotal/PayableAmount', '1.00'));
  breaks('BR-CO-17', saying('TaxTotal/TaxSubtotal/TaxAmount', '1.00'));
  breaks('BR-CO-19', without('InvoicePeriod/StartDate', 'InvoicePeriod/EndDate', 'InvoicePeriod/DescriptionCode'));
  breaks('BR-CO-20', without(`${LINE_PERIOD}/StartDate`, `${LINE_PERIOD}/EndDate`));
  breaks('BR-CO-25', without('DueDate'));
  breaks(
    'BR-CO-26',
    without('AccountingSupplierParty/Party/PartyTaxScheme', 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID'),
  );

  for (const [id, path] of [
    ['BR-DEC-09', 'LegalMonetaryTotal/LineExtensionAmount'],
    ['BR-DEC-10', 'LegalMonetaryTotal/AllowanceTotalAmount'],
    ['BR-DEC-11', 'LegalMonetaryTotal/ChargeTotalAmount'],
    ['BR-DEC-12', 'LegalMonetaryTotal/TaxExclusiveAmount'],
    ['BR-DEC-13', 'TaxTotal/TaxAmount'],
    ['BR-DEC-14', 'LegalMonetaryTotal/TaxInclusiveAmount'],
    ['BR-DEC-15', 'TaxTotal/TaxAmount'],
    ['BR-DEC-18', 'LegalMonetaryTotal/PayableAmount'],
    ['BR-DEC-19', 'TaxTotal/TaxSubtotal/TaxableAmount'],
    ['BR-DEC-20', 'TaxTotal/TaxSubtotal/TaxAmount'],
    ['BR-DEC-23', 'InvoiceLine/LineExtensionAmount'],
  ] as const)
    breaks(id, saying(path, '12.345'));
  breaks('BR-DEC-16', having('LegalMonetaryTotal', amount('PrepaidAmount', '0.001')));
  breaks('BR-DEC-17', having('LegalMonetaryTotal', amount('PayableRoundingAmount', '0.001')));

  const CODES: readonly (readonly [string, Change])[] = [
    ['BR-CL-01', saying('InvoiceTypeCode', '999')],
    ['BR-CL-03', marked('InvoiceLine/Price/PriceAmount', 'currencyID', 'EURO')],
    ['BR-CL-04', saying('DocumentCurrencyCode', 'EURO')],
    ['BR-CL-05', saying('TaxCurrencyCode', 'KRONA')],
    ['BR-CL-06', saying('InvoicePeriod/DescriptionCode', '99')],
    ['BR-CL-07', marked('InvoiceLine/DocumentReference/ID', 'schemeID', '12345')],
    ['BR-CL-10', marked('PayeeParty/PartyIdentification/ID', 'schemeID', '9999')],
    ['BR-CL-11', marked('AccountingSupplierParty/Party/PartyLegalEntity/CompanyID', 'schemeID', 'BCE')],
    ['BR-CL-13', marked('InvoiceLine/Item/CommodityClassification/ItemClassificationCode', 'listID', 'cpv')],
    ['BR-CL-14', saying('AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode', 'UK')],
    ['BR-CL-15', saying('InvoiceLine/Item/OriginCountry/IdentificationCode', 'ZZ')],
    ['BR-CL-16', saying('PaymentMeans/PaymentMeansCode', '999')],
    ['BR-CL-17', saying('TaxTotal/TaxSubtotal/TaxCategory/ID', 'X')],
    ['BR-CL-18', saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', 'X')],
    ['BR-CL-19', ofKind(false, '', saying('AllowanceChargeReasonCode', '999'))],
    ['BR-CL-20', ofKind(true, '', saying('AllowanceChargeReasonCode', '999'))],
    ['BR-CL-21', marked('InvoiceLine/Item/StandardItemIdentification/ID', 'schemeID', 'EAN')],
    ['BR-CL-22', having('TaxTotal/TaxSubtotal/TaxCategory', buildNode('TaxExemptionReasonCode', 'BECAUSE'))],
    ['BR-CL-23', marked('InvoiceLine/InvoicedQuantity', 'unitCode', 'PIECES')],
    [
      'BR-CL-24',
      marked('AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject', 'mimeCode', 'text/html'),
    ],
    ['BR-CL-25', marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', '0001')],
    ['BR-CL-26', marked('Delivery/DeliveryLocation/ID', 'schemeID', 'GLN')],
    [
      'PEPPOL-EN16931-CL001',
      marked('AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject', 'mimeCode', 'text/html'),
    ],
    ['PEPPOL-EN16931-CL002', ofKind(false, '', saying('AllowanceChargeReasonCode', '1'))],
    ['PEPPOL-EN16931-CL003', ofKind(true, '', saying('AllowanceChargeReasonCode', '95'))],
    ['PEPPOL-EN16931-CL006', saying('InvoicePeriod/DescriptionCode', '99')],
    ['PEPPOL-EN16931-CL007', marked('LegalMonetaryTotal/PayableAmount', 'currencyID', 'EU')],
    ['PEPPOL-EN16931-CL008', marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', 'EM')],
  ];
  for (const [id, change] of CODES) breaks(id, change);

  // The same rules where the element is there, but empty, unreadable or about another tax.
  for (const [id, path] of [
    ['BR-01', 'CustomizationID'],
    ['BR-02', 'ID'],
    ['BR-03', 'IssueDate'],
    ['BR-04', 'InvoiceTypeCode'],
    ['BR-05', 'DocumentCurrencyCode'],
    ['BR-06', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'],
    ['BR-07', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'],
    ['BR-09', 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode'],
    ['BR-11', 'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode'],
    ['BR-18', 'TaxRepresentativeParty/PartyName/Name'],
    ['BR-20', 'TaxRepresentativeParty/PostalAddress/Country/IdentificationCode'],
    ['BR-21', 'InvoiceLine/ID'],
    ['BR-25', 'InvoiceLine/Item/Name'],
    ['BR-50', 'PaymentMeans/PayeeFinancialAccount/ID'],
    ['BR-52', 'AdditionalDocumentReference/ID'],
    ['BR-CL-16', 'PaymentMeans/PaymentMeansCode'],
    ['BR-CL-17', 'TaxTotal/TaxSubtotal/TaxCategory/ID'],
    ['BR-CL-18', 'InvoiceLine/Item/ClassifiedTaxCategory/ID'],
  ] as const)
    breaks(id, saying(path, ''));
  breaks('BR-27', without('InvoiceLine/Price/PriceAmount'));
  breaks('BR-32', ofKind(false, '', without('TaxCategory/TaxScheme')));
  breaks('BR-37', ofKind(true, '', saying('TaxCategory/TaxScheme/ID', 'GST')));
  for (const id of ['BR-47', 'BR-48']) breaks(id, without('TaxTotal/TaxSubtotal/TaxCategory/TaxScheme'));
  breaks('BR-56', saying('TaxRepresentativeParty/PartyTaxScheme/TaxScheme/ID', 'TAX'));
  breaks('BR-CO-04', without('InvoiceLine/Item/ClassifiedTaxCategory/TaxScheme'));
  breaks('BR-S-02', without('InvoiceLine/Item/ClassifiedTaxCategory/TaxScheme'));
  breaks('BR-CO-11', without('LegalMonetaryTotal/AllowanceTotalAmount'));
  breaks('BR-CO-12', without('LegalMonetaryTotal/ChargeTotalAmount'));
  breaks('BR-CO-13', without('LegalMonetaryTotal/TaxExclusiveAmount'));
  breaks('BR-CO-14', without('TaxTotal/TaxAmount'));
  breaks('BR-CO-15', without('LegalMonetaryTotal'));
  breaks('BR-CO-15', marked('TaxTotal/TaxAmount', 'currencyID', 'EUR'));
  breaks('BR-CO-16', without('LegalMonetaryTotal/PayableAmount'));
  breaks('BR-CO-17', without('TaxTotal/TaxSubtotal/TaxAmount'));
  breaks(
    'BR-CO-26',
    together(
      without(
        'AccountingSupplierParty/Party/PartyTaxScheme',
        'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID',
      ),
      having(
        'AccountingSupplierParty/Party',
        buildNode('PartyIdentification', [buildNode('ID', 'BE02ZZZ0123456789', { schemeID: 'SEPA' })]),
      ),
    ),
  );
  const card = (): Tree => buildNode('CardAccount', [buildNode('PrimaryAccountNumberID', '1234')]);
  const mandate = (): Tree => buildNode('PaymentMandate', [buildNode('ID', 'M1')]);
  breaks('BR-66', having('PaymentMeans', card()));
  breaks('BR-67', having('PaymentMeans', mandate(), mandate()));
  breaks(
    'BR-CL-22',
    saying('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode', 'BECAUSE'),
    category('AE', '0.00'),
  );
  breaks('BR-CL-08', saying('Note', '#XYZ#Merci'));
}
