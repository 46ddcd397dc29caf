import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import { toRequestedDocument, type RequestedDocument } from './content.ts';
import type { DocumentFacts } from './facts.ts';
import { buildConvertedEvent, findConvertedRefusal } from './converted.ts';
import { NO_STATED_RATES, type DocumentRates } from './document-rates.ts';
import { recordDocument, type DocumentToRecord, type RecordingEvent } from './recording.ts';
import type { DeductedAdvance } from './terms.ts';

/** Turns a quotation or pro forma into another document, once. */
export interface ConvertDocument extends Omit<DocumentToRecord, 'document' | 'convertedFrom' | 'newThirdParty'> {
  readonly type: 'ConvertDocument';
  readonly facts: DocumentFacts;
  readonly conversion: RequestedConversion;
  readonly baseVersion: number | null;
}

/** A quotation may become a pro forma first. */
export const CONVERSION_KINDS = ['invoice', 'advance', 'final', 'proforma'] as const;

export interface RequestedConversion {
  readonly kind: (typeof CONVERSION_KINDS)[number];
  readonly date: PlainDate;
  readonly deducts: readonly DeductedAdvance[];
  /** Null: given when it is issued. */
  readonly number: string | null;
  /** Of the new date, if its currency is foreign. Empty: those of the offer. */
  readonly rates: Partial<DocumentRates>;
}

export function decideConversion(command: ConvertDocument, file: CompanyFile): Decision<RecordingEvent> {
  const { facts, conversion, baseVersion, documentId } = command;
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  const refusal = findConversionRefusal(facts, conversion);
  if (refusal) return refusal;
  const document = buildConverted(facts, conversion);
  const recorded = recordDocument({ ...command, document, convertedFrom: facts.id }, file);
  return isRefusal(recorded) ? recorded : [...recorded, buildConvertedEvent(facts, documentId)];
}

function findConversionRefusal(facts: DocumentFacts, { kind }: RequestedConversion): Refusal | null {
  const isPossible = facts.kind === 'quotation' || (facts.kind === 'proforma' && kind !== 'proforma');
  if (!isPossible) return refuse('not_convertible', { field: 'kind' });
  return findConvertedRefusal(facts);
}

function buildConverted(
  facts: DocumentFacts,
  { kind, date, deducts, number, rates }: RequestedConversion,
): RequestedDocument {
  const requested = toRequestedDocument(facts);
  return {
    ...requested,
    kind,
    number,
    number_series_id: null,
    document_date: date,
    // The date of an offer is its validity.
    due_date: null,
    structured_communication: null,
    deducts,
    discount: requested.discount && { ...requested.discount, ...(requested.discount.days !== null && { until: null }) },
    // Tax as stated stays only with its lines.
    vat_amounts: deducts.length > 0 ? [] : requested.vat_amounts,
    ...(rates.exchange_rate !== undefined && { ...NO_STATED_RATES, ...rates }),
  };
}
