import { findText, listElements, type XmlElement } from '../../../xml.ts';

/** Notes with a subject code (BT-21), written in UBL as `#PMT#text`; one note may contain several of them. */
export interface SubjectNote {
  readonly subject: string;
  readonly text: string;
}

export function listSubjectNotes(root: XmlElement): readonly SubjectNote[] {
  const all = listElements(root, 'Note')
    .map(({ text }) => text)
    .join('#');
  return [...all.matchAll(/#([A-Z]{3})#([^#]*)/g)].map(([, subject = '', text = '']) => ({
    subject,
    text: text.trim(),
  }));
}

/** The treatment that the note BAR asks for; null if there is none. */
export const findTreatment = (root: XmlElement): string | null =>
  listSubjectNotes(root).find(({ subject }) => subject === 'BAR')?.text ?? null;

/** Types of documents that the buyer issues. */
export const SELF_BILLED_TYPES: ReadonlySet<string> = new Set(['389', '501', '500', '471', '473', '261', '502']);

export const findTypeCode = (root: XmlElement): string | null =>
  findText(root, 'InvoiceTypeCode') ?? findText(root, 'CreditNoteTypeCode');

/** BT-9: a credit note in UBL carries it with the means of payment. */
export const findDueDate = (root: XmlElement): string | null =>
  findText(root, 'DueDate') ?? findText(root, 'PaymentMeans/PaymentDueDate');
