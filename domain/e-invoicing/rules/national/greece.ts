import { findElement, findText, listElements, type XmlElement } from '../../../xml.ts';
import { toWarning } from '../builders.ts';
import type { CheckedDocument } from '../checked-document.ts';
import type { Rule } from '../rule.ts';
import { TERMS } from '../terms.ts';
import { COMPLETE, CORRECT_NUMBER, toLabels } from '../texts.ts';
import {
  buildMissingMessage,
  createNationalRules,
  findBuyerTaxCountry,
  findOwnTaxCountry,
  isTaxedIn,
} from './sellers.ts';

/** Rules for sellers that are taxed in Greece. */

const NUMBER = toLabels(
  'numéro de document grec : numéro fiscal|date|établissement|type|série|numéro',
  'Grieks documentnummer: fiscaal nummer|datum|vestiging|type|reeks|nummer',
  'Greek document number: tax number|date|branch|type|series|number',
  'griechische Belegnummer: Steuernummer|Datum|Niederlassung|Art|Serie|Nummer',
);
const NUMBER_HINT = toLabels(
  'Écrivez les six parties, séparées par |, avec la date JJ/MM/AAAA.',
  'Schrijf de zes delen, gescheiden door |, met de datum als DD/MM/JJJJ.',
  'Write the six parts, separated by |, with the date as DD/MM/YYYY.',
  'Schreiben Sie die sechs Teile, getrennt durch |, mit dem Datum als TT/MM/JJJJ.',
);
const VAT_NUMBER = toLabels(
  'numéro de TVA grec (EL et neuf chiffres)',
  'Grieks btw-nummer (EL en negen cijfers)',
  'Greek VAT number (EL and nine digits)',
  'griechische MwSt.-Nummer (EL und neun Ziffern)',
);
const ADDRESS = toLabels(
  'adresse électronique grecque (registre 9933, numéro fiscal)',
  'Grieks elektronisch adres (register 9933, fiscaal nummer)',
  'Greek electronic address (register 9933, tax number)',
  'griechische elektronische Adresse (Register 9933, Steuernummer)',
);
const MARK = toLabels(
  'numéro M.AR.K du document',
  'M.AR.K-nummer van het document',
  'M.AR.K number of the document',
  'M.AR.K-Nummer des Belegs',
);
const LINK = toLabels(
  'adresse web de vérification de la facture',
  'webadres voor de controle van de factuur',
  'web address to verify the invoice',
  'Internetadresse zur Prüfung der Rechnung',
);
const TWO_LINKS = toLabels(
  'Plus d’une adresse web de vérification de la facture.',
  'Meer dan één webadres voor de controle van de factuur.',
  'More than one web address to verify the invoice.',
  'Mehr als eine Internetadresse zur Prüfung der Rechnung.',
);
const KEEP_ONE = toLabels('N’en gardez qu’une.', 'Houd er één.', 'Keep only one.', 'Behalten Sie nur eine.');

const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['1.1', '1.6', '2.1', '2.4', '5.1', '5.2']);
const WEIGHTS = [256, 128, 64, 32, 16, 8, 4, 2];

/** Nine digits, the last of which checks the others. */
function isTaxNumber(text: string): boolean {
  if (!/^\d{9}/.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return (sum % 11) % 10 === Number(text[8]);
}

const isGreekVatNumber = (text: string): boolean => text.startsWith('EL') && isTaxNumber(text.slice(2));

const listVatNumbers = (party: XmlElement | undefined): readonly XmlElement[] =>
  listElements(party, 'PartyTaxScheme')
    .filter((scheme) => findText(scheme, 'TaxScheme/ID') === 'VAT')
    .flatMap((scheme) => listElements(scheme, 'CompanyID'));

const hasOneVatNumber = (party: XmlElement): boolean => {
  const numbers = listVatNumbers(party);
  return numbers.length === 1 && isGreekVatNumber(numbers[0]!.text);
};

const isAddress = ({ attributes, text }: XmlElement): boolean => attributes['schemeID'] === '9933' && isTaxNumber(text);

const isGreek = isTaxedIn('GR', 'EL');
const isInGreece = (document: CheckedDocument): boolean => isGreek(document) && document.sellerCountry === 'GR';
const isBetweenGreeks = (document: CheckedDocument): boolean =>
  isGreek(document) && ['GR', 'EL'].includes(findBuyerTaxCountry(document) ?? '');
const isSellerGreek = (document: CheckedDocument): boolean => ['GR', 'EL'].includes(findOwnTaxCountry(document) ?? '');

const isDescribedAs = (reference: XmlElement, description: string): boolean =>
  findText(reference, 'DocumentDescription') === description;
const isMark = (reference: XmlElement): boolean => isDescribedAs(reference, '##M.AR.K##');
const isLink = (reference: XmlElement): boolean => isDescribedAs(reference, '##INVOICE|URL##');
const countReferences = (root: XmlElement, isOne: (reference: XmlElement) => boolean): number =>
  listElements(root, 'AdditionalDocumentReference').filter(isOne).length;

/** The tax number of the seller or of the representative. */
const isNumberOfSeller = (text: string, { findAt }: CheckedDocument): boolean =>
  [findAt('AccountingSupplierParty/Party')[0], findAt('TaxRepresentativeParty')[0]].some((party) =>
    listVatNumbers(party?.element).some((number) => number.text.slice(2, 11) === text),
  );

const isIssueDate = (text: string, { root }: CheckedDocument): boolean =>
  /\/(19|20)\d{2}$/.test(text) && text === findText(root.element, 'IssueDate')?.split('-').toReversed().join('/');

type SegmentCheck = (text: string, document: CheckedDocument) => boolean;
const SEGMENTS: readonly SegmentCheck[] = [
  (text, document) => text.length === 9 && isTaxNumber(text) && isNumberOfSeller(text, document),
  isIssueDate,
  (text) => /^\d+$/.test(text),
  (text) => DOCUMENT_TYPES.has(text),
  (text) => text !== '',
  (text) => text !== '',
];

export function buildGreekRules(): Rule[] {
  const { missing, malformed } = createNationalRules(isGreek);
  const { national: inGreece, malformed: malformedInGreece } = createNationalRules(isInGreece);
  const { malformed: malformedBetween } = createNationalRules(isBetweenGreeks);
  const { malformed: malformedOfSeller } = createNationalRules(isSellerGreek);
  return [
    malformed('GR-R-001-1', 'number', ({ text }) => text.split('|').length === 6, NUMBER, NUMBER_HINT),
    ...SEGMENTS.map((isValid, index) =>
      malformed(
        `GR-R-001-${index + 2}`,
        'number',
        ({ text }, document) => isValid(text.split('|')[index] ?? '', document),
        NUMBER,
        NUMBER_HINT,
      ),
    ),
    missing('GR-R-002', 'seller', 'PartyName/Name', TERMS.sellerName, COMPLETE.seller),
    malformed(
      'GR-R-003',
      'seller',
      (seller) => listVatNumbers(seller).every(({ text }) => isGreekVatNumber(text)),
      VAT_NUMBER,
      CORRECT_NUMBER,
    ),
    inGreece(
      'GR-R-004-1',
      'document',
      (root) => countReferences(root, isMark) === 1,
      buildMissingMessage(MARK),
      COMPLETE.document,
    ),
    malformedInGreece(
      'GR-R-004-2',
      'supportingDocument',
      (reference) => !isMark(reference) || /^[1-9]\d*/.test(findText(reference, 'ID') ?? ''),
      MARK,
      COMPLETE.document,
    ),
    missing('GR-R-005', 'buyer', 'PartyName/Name', TERMS.buyerName, COMPLETE.buyer),
    malformedBetween('GR-R-006', 'buyer', hasOneVatNumber, VAT_NUMBER, COMPLETE.buyer),
    inGreece('GR-R-008-2', 'document', (root) => countReferences(root, isLink) <= 1, TWO_LINKS, KEEP_ONE),
    malformed(
      'GR-R-008-3',
      'supportingDocument',
      (reference) =>
        !isLink(reference) || (findElement(reference, 'Attachment/ExternalReference/URI')?.text ?? '') !== '',
      LINK,
      COMPLETE.document,
    ),
    malformedOfSeller('GR-R-009', 'sellerEndpoint', isAddress, ADDRESS, CORRECT_NUMBER),
    malformedBetween('GR-R-010', 'buyerEndpoint', isAddress, ADDRESS, CORRECT_NUMBER),
    toWarning(
      inGreece(
        'GR-S-008-1',
        'document',
        (root) => countReferences(root, isLink) === 1,
        buildMissingMessage(LINK),
        COMPLETE.document,
      ),
    ),
    toWarning(malformed('GR-S-011', 'seller', hasOneVatNumber, VAT_NUMBER, COMPLETE.seller)),
  ];
}
