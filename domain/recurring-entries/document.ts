import type { CompanyFile } from '../company-file-state.ts';
import { addDays, type PlainDate } from '../dates.ts';
import type { RequestedDocument, RequestedDocumentLine } from '../documents/content.ts';
import { findLastIssueDate, type NumberedDocument, type TakenNumber } from '../documents/numbering.ts';
import { recordDocument, type RecordingEvent } from '../documents/recording.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { applyIndexation } from './amounts.ts';
import type { Template, TemplateLine } from './recurring-events.ts';
import { fillDatePlaceholders } from './date-placeholders.ts';
import { resolveMergedParty, toRequestedShares, type Posted } from './template.ts';

/** A sale made from a template: recorded, issued with a number of its series and booked, all or nothing. */

export interface DocumentIds {
  readonly documentId: number;
  readonly documentLineIds: readonly number[];
  readonly entryId: number;
  readonly lineIds: readonly number[];
  /** For the default series of a file that has none. */
  readonly seriesIds: readonly number[];
}

export interface IssuedDocument {
  readonly entry: Posted;
  /** With the entry. */
  readonly events: readonly RecordingEvent[];
}

type ToIssue = Pick<Template, 'journal_id' | 'number_series_id'>;

const toNumbered = ({ number_series_id }: ToIssue, date: PlainDate): NumberedDocument => ({
  direction: 'sale',
  kind: 'invoice',
  is_credit_note: false,
  number_series_id: number_series_id ?? null,
  document_date: date,
});

/** The document that gets the number of a date, as far as its number depends on it. */
export function toNumberedOccurrence(
  template: ToIssue,
  date: PlainDate,
  file: CompanyFile,
): NumberedDocument & { readonly number: null } {
  return { ...toNumbered(template, getIssueDate(template, date, file)), number: null };
}

/** Dates follow the order of numbers: after a later document of the series, it is issued on that day. */
function getIssueDate(template: ToIssue, date: PlainDate, file: CompanyFile): PlainDate {
  const last = findLastIssueDate(toNumbered(template, date), template.journal_id, file);
  return last !== null && last > date ? last : date;
}

export function issueDocument(
  template: Template,
  date: PlainDate,
  { documentId, documentLineIds, entryId, lineIds, seriesIds }: DocumentIds,
  takenNumbers: readonly TakenNumber[],
  file: CompanyFile,
): IssuedDocument | Refusal {
  const decision = recordDocument(
    {
      documentId,
      lineIds: documentLineIds,
      document: buildDocument(template, date, file),
      origin: 'recurring',
      source: 'data',
      sameDocuments: [],
      takenNumbers,
      seriesIds,
      booking: {
        entryId,
        lineIds,
        journal_id: template.journal_id,
        entry_date: null,
        sameReferences: [],
        isStrict: template.strict ?? false,
      },
    },
    file,
  );
  if (isRefusal(decision)) return decision;
  const entry = decision.find((event): event is Posted => event.type === 'EntryPosted');
  return { entry: entry!, events: decision };
}

function buildDocument(template: Template, date: PlainDate, file: CompanyFile): RequestedDocument {
  const { third_party_id, number_series_id = null, payment_days, discount, nature = null } = template;
  const document_date = getIssueDate(template, date, file);
  const fill = (text: string | undefined): string | null => fillDatePlaceholders(text ?? null, date);
  return {
    direction: 'sale',
    is_credit_note: false,
    kind: 'invoice',
    number: null,
    document_date,
    ...(document_date !== date && { supply_date: date }),
    due_date: payment_days === undefined ? null : addDays(document_date, payment_days),
    currency: null,
    exchange_rate: null,
    structured_communication: null,
    third_party_id: resolveMergedParty(third_party_id ?? 0, file),
    lines: template.lines.map((line) => buildLine(line, date)),
    vat_amounts: [],
    notes: fill(template.notes),
    number_series_id,
    delivery_address: template.delivery_address ?? null,
    order_reference: fill(template.order_reference),
    nature,
    discount: discount ? { ...discount, amount: null, until: null } : null,
    payment_terms_text: template.payment_terms_text ?? null,
  };
}

/** An indexed line raises its price, or its amount if it has no price. */
function buildLine(line: TemplateLine, date: PlainDate): RequestedDocumentLine {
  const { account, account_id, vat_code, vat_code_id, indexation, unit, discount_percent } = line;
  const index = (value: string | undefined): string | null =>
    value === undefined ? null : indexation ? applyIndexation(value, indexation, date) : value;
  return {
    account,
    account_id,
    vat_code,
    vat_code_id,
    description: fillDatePlaceholders(line.description ?? '', date) ?? '',
    quantity: line.quantity ?? null,
    unit_price: index(line.unit_price),
    amount_net: index(line.amount_net),
    ...(unit !== undefined && { unit }),
    ...(discount_percent !== undefined && { discount_percent }),
    ...toRequestedShares(line),
  };
}
