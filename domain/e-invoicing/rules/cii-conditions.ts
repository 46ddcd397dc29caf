import { findElement, findText, listElements, type XmlElement } from '../../xml.ts';
import type { SyntaxCondition } from './syntax-rules.ts';
import { toLabels } from './texts.ts';

/** Rules of the binding of CII to EN 16931 that are more than a number of elements. */
export interface CiiCondition extends SyntaxCondition {
  readonly isOfAllProfiles: boolean;
}

const SETTLEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';

const TRANSFERS: ReadonlySet<string> = new Set(['30', '58']);

/** Documents that may be referred to: a tender, an invoiced object, a supporting document. */
const REFERENCE_TYPES: ReadonlySet<string> = new Set(['50', '130', '916']);

const isOfType = ({ name, children }: XmlElement, type: string): boolean =>
  name === 'AdditionalReferencedDocument' && children.some((child) => child.name === 'TypeCode' && child.text === type);

const hasChild = ({ children }: XmlElement, name: string): boolean => children.some((child) => child.name === name);

const hasOneValue = (elements: readonly XmlElement[]): boolean => new Set(elements.map(({ text }) => text)).size <= 1;

const isDay = (text: string): boolean => /^\d{4}(1[0-2]|0[1-9])(3[01]|[12]\d|0[1-9])$/.test(text);

const NOT_ALIKE = toLabels(
  'Ces valeurs doivent être identiques.',
  'Deze waarden moeten gelijk zijn.',
  'These values must be the same.',
  'Diese Werte müssen gleich sein.',
);
const NOT_HERE = toLabels(
  'Cette référence ne peut pas contenir cet élément.',
  'Deze verwijzing mag dit element niet bevatten.',
  'This reference must not contain this element.',
  'Dieser Verweis darf dieses Element nicht enthalten.',
);

/** A child that only references of one type may have. */
const onlyIn = (id: string, child: string, type: string): CiiCondition => ({
  id,
  context: '*ReferencedDocument',
  isOfAllProfiles: false,
  holds: (reference) => !hasChild(reference, child) || isOfType(reference, type),
  message: NOT_HERE,
});

export const CII_CONDITIONS: readonly CiiCondition[] = [
  {
    id: 'CII-SR-462',
    context: SETTLEMENT,
    isOfAllProfiles: false,
    holds: (settlement) => hasOneValue(listElements(settlement, 'ApplicableTradeTax/DueDateTypeCode')),
    message: NOT_ALIKE,
  },
  {
    id: 'CII-SR-467',
    context: SETTLEMENT,
    isOfAllProfiles: false,
    holds: (settlement) => hasOneValue(listElements(settlement, 'SpecifiedTradeSettlementPaymentMeans/TypeCode')),
    message: NOT_ALIKE,
  },
  {
    id: 'CII-SR-468',
    context: SETTLEMENT,
    isOfAllProfiles: false,
    holds: (settlement) => hasOneValue(listElements(settlement, 'SpecifiedTradeSettlementPaymentMeans/Information')),
    message: NOT_ALIKE,
  },
  {
    id: 'CII-SR-470',
    context: `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans`,
    isOfAllProfiles: true,
    holds: (means) =>
      !TRANSFERS.has(findText(means, 'TypeCode') ?? '') ||
      ['IBANID', 'ProprietaryID'].some((name) => findElement(means, `PayeePartyCreditorFinancialAccount/${name}`)),
    message: toLabels(
      'Un virement doit indiquer le compte du bénéficiaire (BT-84).',
      'Een overschrijving moet de rekening van de begunstigde vermelden (BT-84).',
      'A credit transfer must state the account of the payee (BT-84).',
      'Eine Überweisung muss das Konto des Empfängers nennen (BT-84).',
    ),
  },
  onlyIn('CII-DT-015', 'URIID', '916'),
  {
    id: 'CII-DT-018',
    context: '*ReferencedDocument',
    isOfAllProfiles: false,
    holds: (reference) =>
      !hasChild(reference, 'TypeCode') || [...REFERENCE_TYPES].some((type) => isOfType(reference, type)),
    message: NOT_HERE,
  },
  onlyIn('CII-DT-021', 'Name', '916'),
  onlyIn('CII-DT-022', 'AttachmentBinaryObject', '916'),
  onlyIn('CII-DT-024', 'ReferenceTypeCode', '130'),
  {
    id: 'CII-DT-027',
    context: '*ReferencedDocument',
    isOfAllProfiles: false,
    holds: (reference) =>
      !hasChild(reference, 'FormattedIssueDateTime') || reference.name === 'InvoiceReferencedDocument',
    message: NOT_HERE,
  },
  {
    id: 'CII-DT-037',
    context: '*TradeTax',
    isOfAllProfiles: true,
    holds: (tax) => !hasChild(tax, 'TypeCode') || findText(tax, 'TypeCode') === 'VAT',
    message: toLabels(
      'Le type de taxe doit être VAT.',
      'Het type belasting moet VAT zijn.',
      'The type of tax must be VAT.',
      'Die Steuerart muss VAT sein.',
    ),
  },
  {
    id: 'CII-DT-097',
    context: '//DateTimeString',
    isOfAllProfiles: true,
    holds: ({ attributes, text }) => attributes['format'] !== '102' || isDay(text),
    message: toLabels(
      'La date au format 102 s’écrit AAAAMMJJ.',
      'Een datum in formaat 102 wordt geschreven als JJJJMMDD.',
      'A date in format 102 is written YYYYMMDD.',
      'Ein Datum im Format 102 wird JJJJMMTT geschrieben.',
    ),
  },
];
