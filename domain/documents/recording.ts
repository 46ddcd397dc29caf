import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords, evolveRecords } from '../records/records.ts';
import { invalid, isRefusal, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { bookingOf, type RequestedBooking } from './booking.ts';
import { contentOf, type RequestedDocument } from './content.ts';
import type { DocumentEvent, DocumentFile, DocumentOrigin, DocumentSource } from './document-events.ts';
import { refusalOfSame, type SameDocument } from './same-document.ts';

/**
 * A document comes into the company file; with it, where that is asked for, a third party that is not there yet and the entry
 * that books it. All of it or nothing.
 */
export interface RecordDocument extends DocumentToRecord {
  readonly type: 'RecordDocument';
}

export interface DocumentToRecord {
  readonly documentId: number;
  /** One for each line. */
  readonly lineIds: readonly number[];
  /** With `newThirdParty`, its `third_party_id` is that one's. */
  readonly document: RequestedDocument;
  readonly origin: DocumentOrigin;
  readonly source: DocumentSource;
  readonly importId?: number;
  /** Kept already. */
  readonly file?: DocumentFile;
  readonly newThirdParty?: { readonly id: number; readonly data: JsonRecord };
  /** What is there under its third party and number; empty: taken all the same. */
  readonly sameDocuments: readonly SameDocument[];
  /** Absent: it waits to be booked. */
  readonly booking?: RequestedBooking;
}

export type RecordingEvent = RecordEvent | DocumentEvent | EntryEvent;

/** For whoever records documents in a decision of its own, such as the validation of an import. */
export function recordDocument(command: DocumentToRecord, file: CompanyFile): Decision<RecordingEvent> {
  const made = thirdPartyMade(command, file);
  if (isRefusal(made)) return made;
  const known: CompanyFile = { ...file, records: made.reduce(evolveRecords, file.records) };
  const problems: Problem[] = [];
  const content = contentOf(command.document, command.lineIds, known, problems);
  if (!content) return invalid(problems);
  const same = refusalOfSame(content, command.sameDocuments);
  if (same) return same;
  const { documentId: id, origin, source, importId, file: kept, booking } = command;
  const recorded: DocumentEvent = {
    type: 'DocumentRecorded',
    data: {
      ...{ id, ...content, origin, source },
      ...(importId !== undefined && { import_id: importId }),
      ...(kept && { file: kept }),
    },
  };
  if (!booking) return [...made, recorded];
  const booked = bookingOf({ ...content, id, version: 1 }, booking, known);
  return isRefusal(booked) ? booked : [...made, recorded, ...booked];
}

export const decideRecording = (command: RecordDocument, file: CompanyFile): Decision<RecordingEvent> =>
  recordDocument(command, file);

function thirdPartyMade({ newThirdParty }: DocumentToRecord, file: CompanyFile): readonly RecordEvent[] | Refusal {
  if (!newThirdParty) return [];
  const command = { type: 'CreateRecords', resource: thirdParties.name, records: [newThirdParty] } as const;
  const made = decideRecords(command, file);
  if (!isRefusal(made)) return made;
  return { ...made, problems: made.problems.map((one) => ({ ...one, field: `new_third_party.${one.field}` })) };
}
