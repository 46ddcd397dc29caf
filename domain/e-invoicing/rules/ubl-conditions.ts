import { findElement, findText, listElements, type XmlElement } from '../../xml.ts';
import { hasElement, hasTwoDecimals, isCharge } from './conditions.ts';
import type { SyntaxCondition } from './syntax-rules.ts';
import { toLabels } from './texts.ts';

/** Rules of the binding of UBL to EN 16931 that are more than a number of elements. */

const SUPPLIER = 'AccountingSupplierParty/Party';
const CUSTOMER = 'AccountingCustomerParty/Party';

const isOfType = (reference: XmlElement, type: string): boolean => findText(reference, 'DocumentTypeCode') === type;

/** Numbers of a party under the VAT scheme, or under any other. */
const countTaxNumbers = (party: XmlElement | undefined, isVat: boolean): number =>
  listElements(party, 'PartyTaxScheme')
    .filter((scheme) => {
      const id = findText(scheme, 'TaxScheme/ID');
      return id !== null && (id.toUpperCase() === 'VAT') === isVat;
    })
    .filter((scheme) => hasElement(scheme, 'CompanyID')).length;

const countDistinct = (elements: readonly XmlElement[]): number => new Set(elements.map(({ text }) => text)).size;

const isCreditorNumber = ({ attributes }: XmlElement): boolean => attributes['schemeID']?.toUpperCase() === 'SEPA';

/** The payee has a name, and not that of the seller. */
const isOtherThanSeller = (payee: XmlElement, root: XmlElement): boolean => {
  const names = listElements(payee, 'PartyName/Name').map(({ text }) => text);
  const sellers = listElements(root, `${SUPPLIER}/PartyLegalEntity/RegistrationName`).map(({ text }) => text);
  return names.some((name) => sellers.some((seller) => seller !== name));
};

const ONLY_ONE = toLabels(
  'Ne peut figurer qu’une fois.',
  'Mag maar één keer voorkomen.',
  'Must not occur more than once.',
  'Darf nur einmal vorkommen.',
);
const ALIKE = toLabels(
  'Ces valeurs doivent être identiques.',
  'Deze waarden moeten gelijk zijn.',
  'These values must be the same.',
  'Diese Werte müssen gleich sein.',
);
const PAYEE = toLabels(
  'Le bénéficiaire doit avoir un nom, différent de celui du vendeur, et chaque donnée une seule fois.',
  'De begunstigde moet een andere naam hebben dan de verkoper, en elk gegeven mag maar één keer voorkomen.',
  'The payee must have a name, other than that of the seller, and each detail only once.',
  'Der Zahlungsempfänger muss einen anderen Namen haben als der Verkäufer, und jede Angabe nur einmal.',
);
const NO_OBJECT = toLabels(
  'Seule la référence d’un objet facturé (type 130) peut indiquer un registre ou un type.',
  'Alleen de verwijzing naar een gefactureerd object (type 130) mag een register of een type vermelden.',
  'Only the reference of an invoiced object (type 130) may state a scheme or a type.',
  'Nur der Verweis auf ein abgerechnetes Objekt (Typ 130) darf ein Register oder einen Typ nennen.',
);
const OBJECT_ONLY = toLabels(
  'La référence d’un objet facturé (type 130) ne peut contenir ni pièce jointe ni description.',
  'De verwijzing naar een gefactureerd object (type 130) mag geen bijlage of omschrijving bevatten.',
  'The reference of an invoiced object (type 130) must not contain an attachment or a description.',
  'Der Verweis auf ein abgerechnetes Objekt (Typ 130) darf weder Anlage noch Beschreibung enthalten.',
);

const holdsOnce = (id: string, context: string, count: (element: XmlElement) => number): SyntaxCondition => ({
  id,
  context,
  holds: (element) => count(element) <= 1,
  message: ONLY_ONE,
});

const ofPayee = (id: string, count: (payee: XmlElement) => number): SyntaxCondition => ({
  id,
  context: 'PayeeParty',
  holds: (payee, { root }) => count(payee) <= 1 && isOtherThanSeller(payee, root.element),
  message: PAYEE,
});

/** Allowances, or charges, of the document and of its lines. */
const ofAllowances = (id: string, isOfCharges: boolean): SyntaxCondition => ({
  id,
  context: '//AllowanceCharge',
  holds: (one) => isCharge(one) !== isOfCharges || listElements(one, 'AllowanceChargeReason').length <= 1,
  message: ONLY_ONE,
});

export const UBL_CONDITIONS: readonly SyntaxCondition[] = [
  holdsOnce(
    'UBL-SR-04',
    '/',
    (root) =>
      listElements(root, 'AdditionalDocumentReference').filter(
        (reference) => isOfType(reference, '130') && hasElement(reference, 'ID'),
      ).length,
  ),
  holdsOnce('UBL-SR-12', '/', (root) => countTaxNumbers(findElement(root, SUPPLIER), true)),
  holdsOnce('UBL-SR-13', '/', (root) => countTaxNumbers(findElement(root, SUPPLIER), false)),
  holdsOnce('UBL-SR-18', '/', (root) => countTaxNumbers(findElement(root, CUSTOMER), true)),
  ofPayee('UBL-SR-19', (payee) => listElements(payee, 'PartyName/Name').length),
  ofPayee(
    'UBL-SR-20',
    (payee) => listElements(payee, 'PartyIdentification/ID').filter((id) => !isCreditorNumber(id)).length,
  ),
  ofPayee('UBL-SR-21', (payee) => listElements(payee, 'PartyLegalEntity/CompanyID').length),
  {
    id: 'UBL-SR-29',
    context: '/',
    holds: (_, { findAt }) =>
      findAt('//PartyIdentification/ID').filter(({ element }) => isCreditorNumber(element)).length <= 1,
    message: ONLY_ONE,
  },
  ofAllowances('UBL-SR-30', false),
  ofAllowances('UBL-SR-31', true),
  {
    id: 'UBL-SR-43',
    context: '//AdditionalDocumentReference',
    holds: (reference, { isInvoice }) =>
      isOfType(reference, '130') ||
      (!isInvoice && isOfType(reference, '50')) ||
      (findElement(reference, 'ID')?.attributes['schemeID'] === undefined &&
        !hasElement(reference, 'DocumentTypeCode')),
    message: NO_OBJECT,
  },
  {
    id: 'UBL-SR-44',
    context: '/',
    holds: (_, { findAt }) => countDistinct(findAt('//PaymentID').map(({ element }) => element)) <= 1,
    message: ALIKE,
  },
  holdsOnce(
    'UBL-SR-46',
    '/',
    (root) =>
      listElements(root, 'PaymentMeans/PaymentMeansCode').filter(({ attributes }) => attributes['name'] !== undefined)
        .length,
  ),
  {
    id: 'UBL-SR-47',
    context: '/',
    holds: (_, { findAt }) => countDistinct(findAt('//PaymentMeansCode').map(({ element }) => element)) <= 1,
    message: ALIKE,
  },
  {
    id: 'UBL-DT-01',
    context: '/',
    holds: (_, { indexByName }) =>
      [...indexByName()].every(
        ([name, located]) =>
          !name.endsWith('Amount') ||
          name.endsWith('PriceAmount') ||
          located.every(
            ({ element, parent }) =>
              hasTwoDecimals(element.text) ||
              (parent?.element.name === 'AllowanceCharge' && parent.parent?.element.name === 'Price'),
          ),
      ),
    message: toLabels(
      'Un montant a plus de deux décimales.',
      'Een bedrag heeft meer dan twee decimalen.',
      'An amount has more than two decimals.',
      'Ein Betrag hat mehr als zwei Nachkommastellen.',
    ),
  },
  {
    id: 'UBL-DT-18',
    severity: 'warning',
    context: '/',
    holds: (_, { indexByName }) =>
      [...indexByName()].every(
        ([name, located]) =>
          name === 'PaymentMeansCode' || located.every(({ element }) => element.attributes['name'] === undefined),
      ),
    message: toLabels(
      'L’attribut name n’est utilisé que pour le moyen de paiement.',
      'Het attribuut name wordt alleen voor het betaalmiddel gebruikt.',
      'The attribute name is only used on the payment means.',
      'Das Attribut name wird nur beim Zahlungsmittel verwendet.',
    ),
  },
  {
    id: 'UBL-CR-002',
    severity: 'warning',
    context: 'UBLVersionID',
    holds: ({ text }) => text === '2.1',
    message: toLabels(
      'La version d’UBL doit être 2.1.',
      'De versie van UBL moet 2.1 zijn.',
      'The version of UBL must be 2.1.',
      'Die Version von UBL muss 2.1 sein.',
    ),
  },
  {
    id: 'UBL-CR-412',
    severity: 'warning',
    context: 'PaymentMeans',
    holds: (means, { isInvoice }) => !isInvoice || !hasElement(means, 'PaymentDueDate'),
    message: toLabels(
      'L’échéance d’une facture figure dans DueDate.',
      'De vervaldatum van een factuur staat in DueDate.',
      'The due date of an invoice is in DueDate.',
      'Das Fälligkeitsdatum einer Rechnung steht in DueDate.',
    ),
  },
  {
    id: 'UBL-CR-665',
    severity: 'warning',
    context: '//AdditionalDocumentReference',
    holds: (reference) =>
      isOfType(reference, '130') || findElement(reference, 'ID')?.attributes['schemeID'] === undefined,
    message: NO_OBJECT,
  },
  {
    id: 'UBL-CR-666',
    context: '//AdditionalDocumentReference',
    holds: (reference) => !isOfType(reference, '130') || !hasElement(reference, 'Attachment'),
    message: OBJECT_ONLY,
  },
  {
    id: 'UBL-CR-673',
    context: '//AdditionalDocumentReference',
    holds: (reference) => !isOfType(reference, '130') || !hasElement(reference, 'DocumentDescription'),
    message: OBJECT_ONLY,
  },
];
