import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords, evolveRecords } from '../records/records.ts';
import { refuseInvalid, isRefusal, joinProblems, type Decision, type Refusal } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { bookContent, type BookingEvent, type RequestedBooking } from './booking.ts';
import { buildContent, type RequestedDocument } from './content.ts';
import type {
  DocumentContent,
  DocumentEvent,
  DocumentFile,
  DocumentOrigin,
  DocumentSource,
} from './document-events.ts';
import { buildMissingSeries } from '../number-series/default-series.ts';
import { findOwnNumberProblems, giveNumber, isOffer, refuseNumber, type TakenNumber } from './numbering.ts';
import { NO_RELATED, resolveReferences, type RelatedDocuments } from './references.ts';
import { findSameDocumentRefusal, type SameDocument } from './same-document.ts';
import { findDeductedAdvance } from './credit-limits.ts';
import { listStatedTerms, omitTerms } from './terms.ts';

/**
 * Records a document in the company file; on request together with a new third party and with the entry that books it.
 * All or nothing.
 */
export interface RecordDocument extends DocumentToRecord {
  readonly type: 'RecordDocument';
}

export interface DocumentToRecord {
  readonly documentId: number;
  /** One per line. */
  readonly lineIds: readonly number[];
  /** With `newThirdParty`, its `third_party_id` is the id of the new third party. */
  readonly document: RequestedDocument;
  readonly origin: DocumentOrigin;
  readonly source: DocumentSource;
  readonly importId?: number;
  /** Already stored. */
  readonly file?: DocumentFile;
  /** Facts about the documents that it names; absent: it names none of this company file. */
  readonly related?: RelatedDocuments;
  /** The quotation or pro forma that it was made from. */
  readonly convertedFrom?: number;
  readonly newThirdParty?: { readonly id: number; readonly data: JsonRecord };
  /** Existing documents with the same third party and number; empty: no check. */
  readonly sameDocuments: readonly SameDocument[];
  /** Numbers in use among those that the document has or may get; absent: none. */
  readonly takenNumbers?: readonly TakenNumber[];
  /** For the default series of a file that has none. */
  readonly seriesIds?: readonly number[];
  /** Absent: the document is booked later. */
  readonly booking?: RequestedBooking;
}

export type RecordingEvent = RecordEvent | BookingEvent;

/** For decisions that include the recording of a document, such as the validation of an import. */
export function recordDocument(command: DocumentToRecord, file: CompanyFile): Decision<RecordingEvent> {
  const newThirdParty = createThirdParty(command, file);
  if (isRefusal(newThirdParty)) return newThirdParty;
  const made = [...newThirdParty, ...buildMissingSeries(command.seriesIds ?? [], file)];
  const known: CompanyFile = {
    ...file,
    records: made.reduce((records, event) => evolveRecords(records, event), file.records),
  };
  const { related = NO_RELATED, documentId, lineIds } = command;
  const { value: referring, problems: ofReferences } = resolveReferences(command.document, related, documentId, known);
  const { value: requested, problems: ofContent } = buildContent(referring, lineIds, known);
  const problems = joinProblems(ofReferences, ofContent);
  if (problems.length > 0 || !requested) return refuseInvalid(problems);
  const deducted = requested.is_credit_note ? findDeductedAdvance({ ...requested, id: documentId }, related) : null;
  if (deducted) return deducted;
  const same = findSameDocumentRefusal(requested, command.sameDocuments);
  if (same) return same;
  if (lacksOwnNumber(requested, command.origin)) return refuseInvalid([{ code: 'required', field: 'number' }]);
  const taken = command.takenNumbers ?? [];
  const ofNumber = findOwnNumberProblems(requested, taken, known);
  if (ofNumber.length > 0) return refuseNumber(ofNumber);
  const offer = isOffer(requested) && requested.number === null ? giveNumber(requested, null, taken, known) : null;
  if (offer && !offer.value) return refuseNumber(offer.problems);
  const { number_place, ...given } = offer?.value ?? {};
  const content = { ...requested, ...given };
  const { documentId: id, origin, source, importId, file: kept, booking, convertedFrom } = command;
  const recorded: DocumentEvent = {
    type: 'DocumentRecorded',
    data: {
      id,
      ...omitTerms(content),
      ...listStatedTerms(content),
      origin,
      source,
      ...(importId !== undefined && { import_id: importId }),
      ...(kept && { file: kept }),
      ...(convertedFrom !== undefined && { converted_from_id: convertedFrom }),
      ...(number_place && { number_place }),
    },
  };
  if (!booking) return [...made, recorded];
  const booked = bookContent({ ...content, id, version: 1 }, { takenNumbers: taken, ...booking }, known);
  return isRefusal(booked) ? booked : [...made, recorded, ...booked];
}

/** A sale that another program has issued has its number already. */
const lacksOwnNumber = ({ direction, number }: DocumentContent, origin: DocumentOrigin): boolean =>
  origin !== 'manual' && origin !== 'recurring' && direction === 'sale' && number === null;

export const decideRecording = (command: RecordDocument, file: CompanyFile): Decision<RecordingEvent> =>
  recordDocument(command, file);

function createThirdParty({ newThirdParty }: DocumentToRecord, file: CompanyFile): readonly RecordEvent[] | Refusal {
  if (!newThirdParty) return [];
  const command = { type: 'CreateRecords', resource: thirdParties.name, records: [newThirdParty] } as const;
  const made = decideRecords(command, file);
  if (!isRefusal(made)) return made;
  return { ...made, problems: made.problems.map((one) => ({ ...one, field: `new_third_party.${one.field}` })) };
}
