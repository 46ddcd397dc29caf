import type { CompanyFile } from '../company-file-state.ts';
import { sameJson } from '../json.ts';
import { conflict } from '../records/records.ts';
import { invalid, refuse, unreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { documentBooked } from './booking.ts';
import { contentOf, requestedFrom, type RequestedDocument, type RequestedDocumentLine } from './content.ts';
import type { ChangedContent, DocumentContent, DocumentEvent, DocumentFile } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';
import { refusalOfSame, type SameDocument } from './same-document.ts';

/** What is done with a document while it waits to be booked. */
export type DocumentCommand = ChangeDocument | AttachDocumentFile | TrashDocument | RestoreDocument;

interface OfDocument {
  readonly facts: DocumentFacts;
  readonly baseVersion: number | null;
}

export interface ChangeDocument extends OfDocument {
  readonly type: 'ChangeDocument';
  readonly changes: RequestedChanges;
  /** One for each line that is new. */
  readonly lineIds: readonly number[];
  readonly sameDocuments: readonly SameDocument[];
}

/** Lines are given all together, or not at all; one with an id is the one that it was. */
export type RequestedChanges = Partial<Omit<RequestedDocument, 'lines'>> & {
  readonly lines?: readonly (RequestedDocumentLine & { readonly id: number | null })[];
};

export interface AttachDocumentFile extends OfDocument {
  readonly type: 'AttachDocumentFile';
  readonly file: DocumentFile;
}

export interface TrashDocument extends OfDocument {
  readonly type: 'TrashDocument';
}

export interface RestoreDocument extends OfDocument {
  readonly type: 'RestoreDocument';
  readonly sameDocuments: readonly SameDocument[];
}

export function decideDocument(command: DocumentCommand, file: CompanyFile): Decision<DocumentEvent> {
  switch (command.type) {
    case 'ChangeDocument':
      return untouchable(command) ?? change(command, file);
    case 'AttachDocumentFile':
      return untouchable(command) ?? attach(command);
    case 'TrashDocument':
      return untouchable(command) ?? trash(command);
    case 'RestoreDocument':
      return restore(command, file);
    default:
      return unreachable(command);
  }
}

/** Why a document stays as it is: it is in the books, it is gone, or it is another than the client knows. */
function untouchable({ facts, baseVersion }: OfDocument): Refusal | null {
  if (facts.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  if (facts.is_booked) return documentBooked(facts);
  return facts.is_held ? refuse('document_held_externally') : null;
}

const CONTENT = [
  'direction',
  'is_credit_note',
  'number',
  'document_date',
  'due_date',
  'currency',
  'exchange_rate',
  'structured_communication',
  'third_party_id',
  'lines',
  'vat',
  'amount_net',
  'amount_vat',
  'amount_gross',
  'notes',
] as const satisfies readonly (keyof DocumentContent)[];

export const contentIn = (facts: DocumentFacts): DocumentContent => partOf(facts, CONTENT) as DocumentContent;

const partOf = (content: DocumentContent, names: readonly (keyof DocumentContent)[]): ChangedContent =>
  Object.fromEntries(names.map((name) => [name, content[name]]));

function change(command: ChangeDocument, file: CompanyFile): Decision<DocumentEvent> {
  const { facts, changes } = command;
  const before = contentIn(facts);
  const problems: Problem[] = [];
  const lineIds = lineIdsOf(command, problems);
  const requested = { ...requestedFrom(before), ...withTaxes(changes, before) };
  const after = contentOf(requested, lineIds, file, problems);
  if (problems.length > 0 || !after) return invalid(problems);
  const same = refusalOfSame(after, command.sameDocuments);
  if (same) return same;
  const changed = CONTENT.filter((name) => !sameJson(after[name], before[name]));
  if (changed.length === 0) return [];
  const { id, version } = facts;
  const data = { id, version: version + 1, changes: partOf(after, changed), previous: partOf(before, changed) };
  return [{ type: 'DocumentChanged', data }];
}

/** Tax that stands on the document stays as it is, until something changes that it is reckoned on. */
function withTaxes({ lines, ...changes }: RequestedChanges, before: DocumentContent): Partial<RequestedDocument> {
  const isReckonedAnew = lines !== undefined || (changes.direction ?? before.direction) !== before.direction;
  return {
    ...(isReckonedAnew && { vat_amounts: [] }),
    ...changes,
    ...(lines && { lines: lines.map(({ id: _id, ...line }) => line) }),
  };
}

function lineIdsOf({ facts, changes, lineIds }: ChangeDocument, problems: Problem[]): readonly number[] {
  if (!changes.lines) return facts.lines.map(({ id }) => id);
  const own = new Set(facts.lines.map(({ id }) => id));
  const fresh = lineIds.values();
  return changes.lines.map(({ id }, index) => {
    // Each line is named once.
    if (id !== null && !own.delete(id)) problems.push({ code: 'document_line_unknown', field: `lines.${index}.id` });
    return id ?? fresh.next().value!;
  });
}

function attach({ facts: { id, version, file: previous }, file }: AttachDocumentFile): Decision<DocumentEvent> {
  if (previous?.sha256 === file.sha256 && previous.name === file.name) return [];
  const data = { id, version: version + 1, file, ...(previous && { previous }) };
  return [{ type: 'DocumentFileAttached', data }];
}

const trash = ({ facts: { id, version } }: TrashDocument): Decision<DocumentEvent> => [
  { type: 'DocumentTrashed', data: { id, version: version + 1 } },
];

/** It comes back as it was: what it names must be there, and nobody may have recorded it again meanwhile. */
function restore({ facts, baseVersion, sameDocuments }: RestoreDocument, file: CompanyFile): Decision<DocumentEvent> {
  if (!facts.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  const problems: Problem[] = [];
  const content = contentIn(facts);
  contentOf(
    requestedFrom(content),
    facts.lines.map(({ id }) => id),
    file,
    problems,
  );
  if (problems.length > 0) return invalid(problems);
  const same = refusalOfSame(content, sameDocuments);
  return same ?? [{ type: 'DocumentRestored', data: { id: facts.id, version: facts.version + 1 } }];
}
