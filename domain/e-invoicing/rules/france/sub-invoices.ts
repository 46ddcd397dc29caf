import { findText, listElements, type XmlElement } from '../../../xml.ts';
import type { CheckedDocument } from '../checked-document.ts';
import type { Rule } from '../rule.ts';
import { frenchRule } from './build-rule.ts';
import { SELF_BILLED_TYPES } from './notes.ts';

/** BR-FR-MV, BR-FR-BD: invoices of several sellers, and invoices in both directions, whose lines are grouped. */

const SEVERAL_SELLERS: ReadonlySet<string> = new Set(['B8', 'S8', 'M8']);
const BOTH_DIRECTIONS: ReadonlySet<string> = new Set(['B9', 'S9', 'M9']);

const isCase = ({ root }: CheckedDocument, cases: ReadonlySet<string>): boolean =>
  cases.has(findText(root.element, 'ProfileID') ?? '');

/** Group, detail or information, stated in a reference of the line to its own document. */
function hasSubtype(line: XmlElement, { root }: CheckedDocument): boolean {
  const number = findText(root.element, 'ID');
  return (
    findText(line, 'LineStatusReasonCode') !== null ||
    listElements(line, 'BillingReference/InvoiceDocumentReference').some(
      (reference) => findText(reference, 'ID') === number && findText(reference, 'DocumentStatusCode') !== null,
    )
  );
}

export const FRENCH_SUB_INVOICE_RULES: readonly Rule[] = [
  frenchRule(
    'BR-FR-MV-01',
    'line',
    (line, document) =>
      !(isCase(document, SEVERAL_SELLERS) || isCase(document, BOTH_DIRECTIONS)) || hasSubtype(line, document),
    { says: 'line_subtype', hint: 'line_subtype' },
  ),
  frenchRule(
    'BR-FR-MV-13',
    'typeCode',
    ({ text }, document) => !isCase(document, SEVERAL_SELLERS) || !SELF_BILLED_TYPES.has(text),
    { says: 'several_sellers_type', hint: 'type_code' },
  ),
  frenchRule(
    'BR-FR-BD-13',
    'typeCode',
    ({ text }, document) => !isCase(document, BOTH_DIRECTIONS) || SELF_BILLED_TYPES.has(text),
    { says: 'both_directions_type', hint: 'type_code' },
  ),
];
