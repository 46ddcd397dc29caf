import { compare } from '../../money.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import { needs, required, rule, stated, toWarning } from './builders.ts';
import { countElements, findVatCategory, hasElement, hasVatNumber, isVat, parseNumberAt } from './conditions.ts';
import type { Rule } from './rule.ts';
import { TERMS } from './terms.ts';
import { filled, toLabels } from './texts.ts';

/** EN 16931, BR-01 to BR-65: minimum content of a document. */

const isAbsentOrNotNegative = (line: XmlElement, path: string): boolean => {
  const number = parseNumberAt(line, path);
  return number === null || compare(number, '0.00') >= 0;
};

/** A period with both ends must not end before it begins. */
const isPeriodInOrder = (period: XmlElement): boolean => {
  const [from, to] = [findText(period, 'StartDate'), findText(period, 'EndDate')];
  return from === null || to === null || from <= to;
};

const ENDS_BEFORE = toLabels(
  'La période finit avant de commencer.',
  'De periode eindigt voor ze begint.',
  'The period ends before it begins.',
  'Der Zeitraum endet, bevor er beginnt.',
);
const CORRECT_PERIOD = toLabels(
  'Corrigez les dates de la période.',
  'Corrigeer de data van de periode.',
  'Correct the dates of the period.',
  'Berichtigen Sie die Daten des Zeitraums.',
);
const NEGATIVE = toLabels(
  'Montant négatif : {term}.',
  'Negatief bedrag: {term}.',
  'Negative amount: {term}.',
  'Negativer Betrag: {term}.',
);
const TURN_QUANTITY = toLabels(
  'Indiquez un prix positif et une quantité négative.',
  'Geef een positieve prijs en een negatieve hoeveelheid op.',
  'Enter a positive price and a negative quantity.',
  'Geben Sie einen positiven Preis und eine negative Menge an.',
);
const CARD_TOO_LONG = toLabels(
  'Le numéro de carte montre plus que ses derniers chiffres.',
  'Het kaartnummer toont meer dan de laatste cijfers.',
  'The card number shows more than its last digits.',
  'Die Kartennummer zeigt mehr als ihre letzten Ziffern.',
);
const MASK_CARD = toLabels(
  'N’indiquez que les quatre à six derniers chiffres.',
  'Vermeld alleen de laatste vier tot zes cijfers.',
  'Enter only the last four to six digits.',
  'Geben Sie nur die letzten vier bis sechs Ziffern an.',
);

const ONE_CARD = toLabels(
  'Plus d’une carte de paiement (BG-18).',
  'Meer dan één betaalkaart (BG-18).',
  'More than one payment card (BG-18).',
  'Mehr als eine Zahlungskarte (BG-18).',
);
const ONE_MANDATE = toLabels(
  'Plus d’un mandat de prélèvement (BG-19).',
  'Meer dan één domiciliëringsmandaat (BG-19).',
  'More than one direct debit mandate (BG-19).',
  'Mehr als ein Lastschriftmandat (BG-19).',
);
const KEEP_ONE_MEANS = toLabels(
  'N’indiquez qu’un seul de ces moyens de paiement.',
  'Vermeld slechts één van deze betaalmiddelen.',
  'Enter only one of these means of payment.',
  'Geben Sie nur eines dieser Zahlungsmittel an.',
);

const REASON = ['AllowanceChargeReason', 'AllowanceChargeReasonCode'];

export const CONTENT_RULES: readonly Rule[] = [
  stated('BR-01', 'document', 'CustomizationID', 'specification', 'document'),
  stated('BR-02', 'document', 'ID', 'number', 'document'),
  stated('BR-03', 'document', 'IssueDate', 'issueDate', 'document'),
  stated('BR-04', 'document', ['InvoiceTypeCode', 'CreditNoteTypeCode'], 'typeCode', 'document'),
  stated('BR-05', 'document', 'DocumentCurrencyCode', 'currency', 'document'),
  stated(
    'BR-06',
    'document',
    'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName',
    'sellerName',
    'seller',
  ),
  stated('BR-07', 'document', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName', 'buyerName', 'buyer'),
  required('BR-08', 'document', 'AccountingSupplierParty/Party/PostalAddress', 'sellerAddress', 'seller'),
  stated('BR-09', 'sellerAddress', 'Country/IdentificationCode', 'sellerCountry', 'seller'),
  required('BR-10', 'document', 'AccountingCustomerParty/Party/PostalAddress', 'buyerAddress', 'buyer'),
  stated('BR-11', 'buyerAddress', 'Country/IdentificationCode', 'buyerCountry', 'buyer'),
  required('BR-12', 'totals', 'LineExtensionAmount', 'lineTotal', 'document'),
  required('BR-13', 'totals', 'TaxExclusiveAmount', 'taxExclusive', 'document'),
  required('BR-14', 'totals', 'TaxInclusiveAmount', 'taxInclusive', 'document'),
  required('BR-15', 'totals', 'PayableAmount', 'payable', 'document'),
  rule(
    'BR-16',
    'document',
    (root) => hasElement(root, 'InvoiceLine') || hasElement(root, 'CreditNoteLine'),
    toLabels(
      'Le document n’a pas de ligne.',
      'Het document heeft geen lijnen.',
      'The document has no lines.',
      'Der Beleg hat keine Position.',
    ),
    toLabels(
      'Ajoutez au moins une ligne.',
      'Voeg minstens één lijn toe.',
      'Add at least one line.',
      'Fügen Sie mindestens eine Position hinzu.',
    ),
  ),
  needs('BR-17', 'payee', isOtherThanSeller, 'payeeName', 'payee'),
  stated('BR-18', 'representative', 'PartyName/Name', 'representativeName', 'representative'),
  required('BR-19', 'representative', 'PostalAddress', 'representativeAddress', 'representative'),
  stated('BR-20', 'representativeAddress', 'Country/IdentificationCode', 'representativeCountry', 'representative'),
  stated('BR-21', 'line', 'ID', 'lineId', 'line'),
  required('BR-22', 'line', ['InvoicedQuantity', 'CreditedQuantity'], 'quantity', 'line'),
  needs('BR-23', 'line', (line) => findQuantity(line)?.attributes['unitCode'] !== undefined, 'unit', 'line'),
  required('BR-24', 'line', 'LineExtensionAmount', 'lineNet', 'line'),
  stated('BR-25', 'line', 'Item/Name', 'itemName', 'line'),
  required('BR-26', 'line', 'Price/PriceAmount', 'price', 'line'),
  required('BR-27', 'line', 'Price/PriceAmount', 'price', 'line'),
  rule(
    'BR-27',
    'line',
    (line) => isAbsentOrNotNegative(line, 'Price/PriceAmount'),
    filled(NEGATIVE, { term: TERMS.price }),
    TURN_QUANTITY,
  ),
  rule(
    'BR-28',
    'line',
    (line) => isAbsentOrNotNegative(line, 'Price/AllowanceCharge/BaseAmount'),
    filled(NEGATIVE, { term: TERMS.grossPrice }),
    TURN_QUANTITY,
  ),
  rule('BR-29', 'period', isPeriodInOrder, ENDS_BEFORE, CORRECT_PERIOD),
  rule('BR-30', 'linePeriod', isPeriodInOrder, ENDS_BEFORE, CORRECT_PERIOD),
  required('BR-31', 'documentAllowance', 'Amount', 'allowanceAmount', 'allowance'),
  needs('BR-32', 'documentAllowance', hasVatCategory, 'allowanceCategory', 'allowance'),
  required('BR-33', 'documentAllowance', REASON, 'allowanceReason', 'allowance'),
  required('BR-36', 'documentCharge', 'Amount', 'chargeAmount', 'allowance'),
  needs('BR-37', 'documentCharge', hasVatCategory, 'chargeCategory', 'allowance'),
  required('BR-38', 'documentCharge', REASON, 'chargeReason', 'allowance'),
  required('BR-41', 'lineAllowance', 'Amount', 'lineAllowanceAmount', 'allowance'),
  required('BR-42', 'lineAllowance', REASON, 'lineAllowanceReason', 'allowance'),
  required('BR-43', 'lineCharge', 'Amount', 'lineChargeAmount', 'allowance'),
  required('BR-44', 'lineCharge', REASON, 'lineChargeReason', 'allowance'),
  required('BR-45', 'subtotal', 'TaxableAmount', 'taxable', 'tax'),
  required('BR-46', 'subtotal', 'TaxAmount', 'categoryTax', 'tax'),
  needs('BR-47', 'subtotal', hasVatCategory, 'category', 'tax'),
  needs(
    'BR-48',
    'subtotal',
    (subtotal) => {
      const category = findVatCategory(subtotal, 'TaxCategory');
      return category !== undefined && (hasElement(category, 'Percent') || findText(category, 'ID') === 'O');
    },
    'rate',
    'tax',
  ),
  required('BR-49', 'payment', 'PaymentMeansCode', 'paymentMeans', 'payment'),
  needs(
    'BR-50',
    'payeeAccount',
    (account, _, { parent }) => !isTransfer(parent!.element) || findText(account, 'ID') !== null,
    'account',
    'payment',
  ),
  toWarning(rule('BR-51', 'cardNumber', ({ text }) => text.length <= 10, CARD_TOO_LONG, MASK_CARD)),
  stated('BR-52', 'supportingDocument', 'ID', 'supportingDocument', 'document'),
  needs(
    'BR-53',
    'taxCurrency',
    ({ text }, { findAt }) =>
      findAt('TaxTotal/TaxAmount').some(({ element }) => element.attributes['currencyID'] === text),
    'taxInCurrency',
    'tax',
  ),
  needs(
    'BR-54',
    'itemProperty',
    (property) => hasElement(property, 'Name') && hasElement(property, 'Value'),
    'itemAttribute',
    'line',
  ),
  required('BR-55', 'precedingInvoice', 'InvoiceDocumentReference/ID', 'precedingInvoice', 'document'),
  needs('BR-56', 'representative', hasVatNumber, 'representativeVat', 'representative'),
  required('BR-57', 'deliveryAddress', 'Country/IdentificationCode', 'deliveryCountry', 'delivery'),
  needs(
    'BR-61',
    'payment',
    (payment) => !isTransfer(payment) || hasElement(payment, 'PayeeFinancialAccount/ID'),
    'account',
    'payment',
  ),
  rule('BR-66', 'document', (root) => countElements(root, 'PaymentMeans/CardAccount') <= 1, ONE_CARD, KEEP_ONE_MEANS),
  rule(
    'BR-67',
    'document',
    (root) => countElements(root, 'PaymentMeans/PaymentMandate') <= 1,
    ONE_MANDATE,
    KEEP_ONE_MEANS,
  ),
  needs('BR-62', 'sellerEndpoint', hasScheme, 'sellerEndpointScheme', 'seller'),
  needs('BR-63', 'buyerEndpoint', hasScheme, 'buyerEndpointScheme', 'buyer'),
  needs('BR-64', 'standardItemId', hasScheme, 'standardIdScheme', 'line'),
  needs(
    'BR-65',
    'itemClassification',
    ({ attributes }) => attributes['listID'] !== undefined,
    'classificationScheme',
    'line',
  ),
];

function hasScheme({ attributes }: XmlElement): boolean {
  return attributes['schemeID'] !== undefined;
}

function findQuantity(line: XmlElement): XmlElement | undefined {
  return findElement(line, 'InvoicedQuantity') ?? findElement(line, 'CreditedQuantity');
}

function isTransfer(payment: XmlElement): boolean {
  const means = findText(payment, 'PaymentMeansCode');
  return means === '30' || means === '58';
}

function hasVatCategory(taxed: XmlElement): boolean {
  return listElements(taxed, 'TaxCategory').some((category) => isVat(category) && hasElement(category, 'ID'));
}

function isOtherThanSeller(payee: XmlElement, { findAt }: Parameters<Rule['holds']>[1]): boolean {
  const seller = findAt('AccountingSupplierParty/Party')[0]?.element;
  const shares = (path: string): boolean => {
    const ofSeller = new Set(listElements(seller, path).map(({ text }) => text));
    return listElements(payee, path).some(({ text }) => ofSeller.has(text));
  };
  return hasElement(payee, 'PartyName/Name') && !shares('PartyName/Name') && !shares('PartyIdentification/ID');
}
