import type { CompanyFile } from '../company-file-state.ts';
import { documentEvents, type DocumentEvent } from '../documents/document-events.ts';
import { evolveDocuments } from '../documents/state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { evolveLedger } from '../ledger/state.ts';
import { letteringEvents, type LetteringEvent } from '../lettering/lettering-events.ts';
import { evolveLettering } from '../lettering/state.ts';
import { recordEvents, type RecordEvent } from '../records/record-events.ts';
import { evolveRecords } from '../records/records.ts';
import { ID_KINDS, type IdsNeeded, type OccurrenceEvent, type OccurrenceIds } from './occurrence.ts';

/** Steps of a run: which ids are taken, and the file after each occurrence. */

/** As many as `countNeededIds` returns. Unused ids are dropped. */
export type GivenIds = Readonly<Record<(typeof ID_KINDS)[number], readonly number[]>> & {
  /** For the default series of a file that has none and issues documents. */
  readonly series: readonly number[];
};

export function startTakingIds(given: GivenIds) {
  const taken = Object.fromEntries(ID_KINDS.map((kind) => [kind, 0])) as Record<(typeof ID_KINDS)[number], number>;
  return {
    /** Null if there are not enough. */
    reserve(needed: IdsNeeded): OccurrenceIds | null {
      const slice = (kind: (typeof ID_KINDS)[number]) => given[kind].slice(taken[kind], taken[kind] + needed[kind]);
      if (ID_KINDS.some((kind) => slice(kind).length < needed[kind])) return null;
      const [entryId = 0, reversalId = 0] = slice('entries');
      return {
        entryId,
        reversalId,
        lineIds: slice('lines'),
        letteringIds: slice('letterings'),
        documentId: slice('documents')[0] ?? 0,
        documentLineIds: slice('documentLines'),
        seriesIds: given.series,
      };
    },
    take(needed: IdsNeeded): void {
      for (const kind of ID_KINDS) taken[kind] += needed[kind];
    },
  };
}

const isLettering = (event: OccurrenceEvent): event is LetteringEvent => event.type in letteringEvents;
const isDocument = (event: OccurrenceEvent): event is DocumentEvent => event.type in documentEvents;
const isRecord = (event: OccurrenceEvent): event is RecordEvent => event.type in recordEvents;

export function evolveFile(file: CompanyFile, event: OccurrenceEvent): CompanyFile {
  if (isLettering(event)) return { ...file, lettering: evolveLettering(file.lettering, event) };
  if (isDocument(event)) return { ...file, documents: evolveDocuments(file.documents, event) };
  if (isRecord(event)) return { ...file, records: evolveRecords(file.records, event) };
  return { ...file, ledger: evolveLedger(file.ledger, event satisfies EntryEvent) };
}
