import type { CompanyFile } from '../company-file-state.ts';
import { formatDate } from '../local-notation.ts';
import type { Labels, Language } from '../language.ts';
import { isAbove, computeLeftToDeduct, type FollowingDocument } from './what-is-left.ts';
import { isNegative, isZero, negate, share, sum, ZERO, type SignedAmount } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { Checked, Problem } from '../refusal.ts';
import { getBookCurrency, type RequestedDocument, type RequestedDocumentLine } from './content.ts';
import type { DocumentFacts } from './facts.ts';
import { getUsualKind, isWithoutAccounting, type CreditedInvoice, type RequestedCredit } from './terms.ts';

/** The invoices that a credit note names, and the advances that a final invoice deducts as negative lines. */

/** Facts about the documents that a document names. */
export interface RelatedDocuments {
  readonly documents: ReadonlyMap<number, DocumentFacts>;
  /** All documents that name one of them and are not trashed. */
  readonly followers: readonly FollowingDocument[];
}

/** Invoices named by an imported credit note, and the documents among them. */
export interface ImportedCredits {
  readonly credits: readonly CreditedInvoice[];
  readonly related: RelatedDocuments;
}

export const NO_RELATED: RelatedDocuments = { documents: new Map(), followers: [] };

/** Ids of the documents that a document names. */
export function listNamedDocuments({ credits = [], deducts = [] }: Pick<RequestedDocument, 'credits' | 'deducts'>) {
  return [...credits, ...deducts].flatMap(({ document_id }) => (document_id === null ? [] : [document_id]));
}

/** One line per VAT code of an advance: at most as many as the advance has lines. */
export const countDeductionLines = (
  { deducts = [] }: Pick<RequestedDocument, 'deducts'>,
  { documents }: RelatedDocuments,
): number => deducts.reduce((count, { document_id }) => count + (documents.get(document_id)?.lines.length ?? 0), 0);

/**
 * The document with the numbers and dates of the invoices that it credits, and with a line for each deduction. `id`: its
 * own, so that its earlier deductions do not count.
 */
export function resolveReferences(
  requested: RequestedDocument,
  related: RelatedDocuments,
  id: number,
  file: CompanyFile,
): Checked<RequestedDocument> {
  const problems: Problem[] = [];
  const credits = (requested.credits ?? []).map((credit, index) => {
    const problem = findCreditProblem(credit, requested, related);
    if (problem) problems.push({ code: problem, field: `credits.${index}.document_id` });
    return completeCredit(credit, related);
  });
  if (credits.length > 0 && !requested.is_credit_note)
    problems.push({ code: 'credits_of_credit_note_only', field: 'credits' });
  problems.push(...findRepeated('credits', credits));
  const deducts = requested.deducts ?? [];
  const isFinal = (requested.kind ?? getUsualKind(requested)) === 'final';
  if (isFinal && deducts.length === 0) problems.push({ code: 'required', field: 'deducts' });
  if (!isFinal && deducts.length > 0) problems.push({ code: 'deducts_of_final_only', field: 'deducts' });
  problems.push(...findRepeated('deducts', deducts));
  const customer = findLiveRecord(file.records, thirdParties, requested.third_party_id);
  const language = customer?.data.language ?? file.identity.locale;
  const followers = related.followers.filter((other) => other.id !== id);
  const own = requested.lines.filter(({ deducted_document_id }) => deducted_document_id === undefined);
  const deductions = deducts.flatMap(({ document_id, amount }, index) => {
    const advance = related.documents.get(document_id);
    const problem = findAdvanceProblem(advance, requested, file);
    if (problem || !advance) {
      problems.push({ code: problem ?? 'deducted_document_unknown', field: `deducts.${index}.document_id` });
      return [];
    }
    const left = computeLeftToDeduct(advance, followers, listGrosses(related));
    const whole = sum(left.values());
    if (isZero(amount)) problems.push({ code: 'deduction_zero', field: `deducts.${index}.amount` });
    if (isAbove(amount, whole)) {
      const params = { left: isNegative(whole) ? ZERO : whole, number: advance.number ?? '' };
      problems.push({ code: 'deduction_exceeds_advance', field: `deducts.${index}.amount`, params });
      return [];
    }
    return buildDeductionLines(advance, amount, left, language);
  });
  const lines = requested.is_credit_note ? requested.lines : [...own, ...deductions];
  return { value: { ...requested, credits, deducts, lines }, problems };
}

export const listGrosses = ({ documents }: RelatedDocuments): ReadonlyMap<number, SignedAmount> =>
  new Map([...documents.values()].map(({ id, amount_gross }) => [id, amount_gross]));

function findCreditProblem(
  { document_id }: RequestedCredit,
  { direction, third_party_id }: RequestedDocument,
  { documents }: RelatedDocuments,
): string | null {
  if (document_id === null) return null;
  const invoice = documents.get(document_id);
  if (!invoice || invoice.is_trashed) return 'credited_document_unknown';
  if (invoice.is_credit_note || isWithoutAccounting(invoice) || invoice.direction !== direction)
    return 'credited_document_not_invoice';
  return invoice.third_party_id === third_party_id ? null : 'credited_document_of_another';
}

function completeCredit(credit: RequestedCredit, { documents }: RelatedDocuments): RequestedCredit {
  const invoice = credit.document_id === null ? undefined : documents.get(credit.document_id);
  if (!invoice) return credit;
  return { ...credit, number: invoice.number ?? credit.number, date: invoice.document_date };
}

function findAdvanceProblem(
  advance: DocumentFacts | undefined,
  { third_party_id, currency, direction }: RequestedDocument,
  file: CompanyFile,
): string | null {
  if (!advance || advance.is_trashed) return 'deducted_document_unknown';
  if (advance.kind !== 'advance' || !advance.is_booked || advance.direction !== direction)
    return 'deducted_document_not_advance';
  if (advance.third_party_id !== third_party_id) return 'deducted_document_of_another';
  return advance.currency === (currency ?? getBookCurrency(file)) ? null : 'deducted_document_of_another_currency';
}

function findRepeated(field: string, named: readonly { readonly document_id: number | null }[]): readonly Problem[] {
  const ids = named.map(({ document_id }) => document_id);
  return ids.flatMap((id, index) =>
    id !== null && ids.indexOf(id) < index
      ? [{ code: 'document_repeated', field: `${field}.${index}.document_id` }]
      : [],
  );
}

const LABELS: Labels = {
  fr: 'Acompte {number} du {date}',
  nl: 'Voorschot {number} van {date}',
  en: 'Advance {number} of {date}',
  de: 'Anzahlung {number} vom {date}',
};

function buildDeductionLines(
  { id, number, document_date, lines }: DocumentFacts,
  amount: SignedAmount,
  left: ReadonlyMap<number, SignedAmount>,
  language: Language,
): readonly RequestedDocumentLine[] {
  const codes = [...left].filter(([, net]) => !isZero(net) && !isNegative(net));
  const parts = share(
    amount,
    codes.map(([, net]) => net),
  );
  const description = LABELS[language]
    .replace('{number}', number ?? String(id))
    .replace('{date}', formatDate(document_date, language));
  return codes.flatMap(([vat_code_id], index): readonly RequestedDocumentLine[] =>
    isZero(parts[index]!)
      ? []
      : [
          {
            description,
            quantity: null,
            unit_price: null,
            amount_net: negate(parts[index]!),
            account: null,
            account_id: lines.find((line) => line.vat_code_id === vat_code_id)!.account_id,
            vat_code: null,
            vat_code_id,
            deducted_document_id: id,
          },
        ],
  );
}
