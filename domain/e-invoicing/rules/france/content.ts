import type { XmlElement } from '../../../xml.ts';
import { findText } from '../../../xml.ts';
import { parseDate } from '../../read/values.ts';
import { countElements } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { frenchRule, getListsOf } from './build-rule.ts';
import { findTreatment, findTypeCode, listSubjectNotes } from './notes.ts';

/** BR-FR: number, dates, codes, notes and attachments. */

const MAX_NUMBER = 35;
const isShort = ({ text }: XmlElement): boolean => text.length <= MAX_NUMBER;
const isPlain = ({ text }: XmlElement): boolean => /^[A-Za-z0-9+\-_/]+$/.test(text);

/** A day that exists, between 2000 and 2099. */
const isFrenchDate = ({ text }: XmlElement): boolean => text.startsWith('20') && parseDate(text) === text;

const countNotes = (root: XmlElement, subject: string): number =>
  listSubjectNotes(root).filter((note) => note.subject === subject).length;

/** Required: recovery costs, late-payment penalties, discount. */
const REQUIRED_NOTES = { PMT: 'note_pmt', PMD: 'note_pmd', AAB: 'note_aab' } as const;
const SINGLE_NOTES = ['PMT', 'PMD', 'AAB', 'TXD'] as const;

export const FRENCH_CONTENT_RULES: readonly Rule[] = [
  frenchRule('BR-FR-01', 'number', isShort, { says: 'number_long', hint: 'number' }),
  frenchRule('BR-FR-01', 'precedingNumber', isShort, { says: 'preceding_long', hint: 'preceding' }),
  frenchRule('BR-FR-02', 'number', isPlain, { says: 'number_characters', hint: 'number' }),
  frenchRule('BR-FR-02', 'precedingNumber', isPlain, { says: 'preceding_characters', hint: 'preceding' }),
  frenchRule('BR-FR-03', 'date', isFrenchDate, { says: 'date', hint: 'date' }),
  frenchRule('BR-FR-04', 'typeCode', ({ text }, document) => getListsOf(document).typeCodes.has(text), {
    says: 'type_code',
    hint: 'type_code',
  }),
  frenchRule('BR-FR-04', 'precedingType', ({ text }, document) => getListsOf(document).typeCodes.has(text), {
    says: 'preceding_type',
    hint: 'type_code',
  }),
  ...Object.entries(REQUIRED_NOTES).map(([subject, says]) =>
    frenchRule('BR-FR-05', 'document', (root) => countNotes(root, subject) > 0, { says, hint: 'note_add' }),
  ),
  ...SINGLE_NOTES.map((subject) =>
    frenchRule('BR-FR-06', 'document', (root) => countNotes(root, subject) <= 1, {
      says: 'note_twice',
      hint: 'note_once',
      parts: { subject },
    }),
  ),
  frenchRule(
    'BR-FR-08',
    'document',
    (root, document) => getListsOf(document).businessProcesses.has(findText(root, 'ProfileID') ?? ''),
    { says: 'business_process', hint: 'business_process', field: 'nature' },
  ),
  frenchRule('BR-FR-17', 'attachmentKind', ({ text }, document) => getListsOf(document).attachments.has(text), {
    says: 'attachment_kind',
    hint: 'attachment_kind',
  }),
  frenchRule(
    'BR-FR-18',
    'document',
    (_, { findAt }) =>
      findAt('AdditionalDocumentReference/DocumentDescription').filter(({ element }) => element.text === 'LISIBLE')
        .length <= 1,
    { says: 'attachment_readable', hint: 'attachment_readable' },
  ),
  frenchRule(
    'BR-FR-20',
    'document',
    (root, document) => {
      const treatment = findTreatment(root);
      return treatment === null || getListsOf(document).treatments.has(treatment);
    },
    { says: 'treatment', hint: 'treatment' },
  ),
  frenchRule('BR-FR-31', 'document', (root) => countNotes(root, 'BAR') <= 1, {
    says: 'note_twice',
    hint: 'note_once',
    parts: { subject: 'BAR' },
  }),
];

const CORRECTIVE: ReadonlySet<string> = new Set(['384', '471', '472', '473']);
const CREDITS: ReadonlySet<string> = new Set(['261', '381', '396', '502', '503']);

const hasNumberAndDate = (reference: XmlElement): boolean =>
  findText(reference, 'ID') !== null && findText(reference, 'IssueDate') !== null;

export const FRENCH_REFERENCE_RULES: readonly Rule[] = [
  frenchRule(
    'BR-FR-CO-03',
    'document',
    (root) =>
      findTypeCode(root) !== '262' ||
      ['ContractDocumentReference/ID', 'InvoicePeriod/StartDate', 'InvoicePeriod/EndDate'].every(
        (path) => findText(root, path) !== null,
      ),
    { says: 'global_rebate', hint: 'global_rebate' },
  ),
  frenchRule(
    'BR-FR-CO-04',
    'document',
    (root) => !CORRECTIVE.has(findTypeCode(root) ?? '') || countElements(root, 'BillingReference') === 1,
    { says: 'corrective', hint: 'corrective', field: 'credits' },
  ),
  frenchRule(
    'BR-FR-CO-05',
    'document',
    (root, { findAt, isInvoice }) => {
      if (!CREDITS.has(findTypeCode(root) ?? '')) return true;
      const references = findAt('BillingReference/InvoiceDocumentReference');
      if (references.some(({ element }) => hasNumberAndDate(element))) return true;
      const name = isInvoice ? 'InvoiceLine' : 'CreditNoteLine';
      const lines = findAt(name);
      const ofLines = findAt(`${name}/BillingReference/InvoiceDocumentReference`);
      return (
        lines.length > 0 &&
        lines.every(({ element }) =>
          ofLines.some((one) => one.parent?.parent?.element === element && hasNumberAndDate(one.element)),
        )
      );
    },
    { says: 'credit_reference', hint: 'credit_reference', field: 'credits' },
  ),
];
