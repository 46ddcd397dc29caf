import type { CompanyFile } from '../company-file-state.ts';
import { isSameJson } from '../json.ts';
import {
  refuseInvalid,
  refuse,
  assertUnreachable,
  joinProblems,
  NO_PROBLEMS,
  type Checked,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import { documentBin } from './bin.ts';
import { refuseBookedDocument } from './booking.ts';
import { buildContent, toRequestedDocument, type RequestedDocument, type RequestedDocumentLine } from './content.ts';
import type { ChangedContent, DocumentContent, DocumentEvent, DocumentFile } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';
import { findSameDocumentRefusal, type SameDocument } from './same-document.ts';
import { alignKind } from './terms.ts';
import { findVersionConflict } from '../versions.ts';

/** Commands for an unbooked document. */
export type DocumentCommand = ChangeDocument | AttachDocumentFile | TrashDocument | RestoreDocument;

interface OfDocument {
  readonly facts: DocumentFacts;
  readonly baseVersion: number | null;
}

export interface ChangeDocument extends OfDocument {
  readonly type: 'ChangeDocument';
  readonly changes: RequestedChanges;
  /** One per new line. */
  readonly lineIds: readonly number[];
  readonly sameDocuments: readonly SameDocument[];
}

/** Lines are given all together or not at all; a line with an id replaces the existing one. */
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
      return findEditRefusal(command) ?? decideChange(command, file);
    case 'AttachDocumentFile':
      return findEditRefusal(command) ?? decideAttachment(command);
    case 'TrashDocument':
      return findEditRefusal(command) ?? decideTrash(command);
    case 'RestoreDocument':
      return decideRestore(command, file);
    default:
      return assertUnreachable(command);
  }
}

/** Reason why a document cannot be changed: booked, trashed, or changed since the client read it. */
function findEditRefusal({ facts, baseVersion }: OfDocument): Refusal | null {
  if (facts.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  if (facts.is_booked) return refuseBookedDocument(facts);
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
  'kind',
  'number_series_id',
  'credits',
  'deducts',
  'supply_date',
  'supply_period',
  'delivery_address',
  'order_reference',
  'nature',
  'discount',
  'payment_terms_text',
] as const satisfies readonly (keyof DocumentContent)[];

export const extractContent = (facts: DocumentFacts): DocumentContent => pickContent(facts, CONTENT) as DocumentContent;

const pickContent = (content: DocumentContent, names: readonly (keyof DocumentContent)[]): ChangedContent =>
  Object.fromEntries(names.map((name) => [name, content[name]]));

function decideChange(command: ChangeDocument, file: CompanyFile): Decision<DocumentEvent> {
  const { facts } = command;
  const before = extractContent(facts);
  const changes = alignKind(command.changes, before);
  const { value: lineIds, problems: ofLineIds } = resolveLineIds(command);
  const requested = { ...toRequestedDocument(before), ...withTaxes(changes, before) };
  const { value: after, problems: ofContent } = buildContent(requested, lineIds, file);
  const problems = joinProblems(ofLineIds, ofContent);
  if (problems.length > 0 || !after) return refuseInvalid(problems);
  const same = findSameDocumentRefusal(after, command.sameDocuments);
  if (same) return same;
  const changed = CONTENT.filter((name) => !isSameJson(after[name], before[name]));
  if (changed.length === 0) return [];
  const { id, version } = facts;
  const data = {
    id,
    version: version + 1,
    changes: pickContent(after, changed),
    previous: pickContent(before, changed),
  };
  return [{ type: 'DocumentChanged', data }];
}

/** Stated tax is kept until its base changes. */
function withTaxes({ lines, ...changes }: RequestedChanges, before: DocumentContent): Partial<RequestedDocument> {
  const isReckonedAnew =
    lines !== undefined ||
    (changes.direction ?? before.direction) !== before.direction ||
    (changes.discount !== undefined && !isSameJson(changes.discount, before.discount));
  return {
    ...(isReckonedAnew && { vat_amounts: [] }),
    ...changes,
    ...(lines && { lines: lines.map(({ id: _id, ...line }) => line) }),
  };
}

function resolveLineIds({ facts, changes, lineIds }: ChangeDocument): Checked<readonly number[]> {
  if (!changes.lines) return { value: facts.lines.map(({ id }) => id), problems: NO_PROBLEMS };
  const problems: Problem[] = [];
  const own = new Set(facts.lines.map(({ id }) => id));
  const fresh = lineIds.values();
  const ids = changes.lines.map(({ id }, index) => {
    // Each line can be named only once.
    if (id !== null && !own.delete(id)) problems.push({ code: 'document_line_unknown', field: `lines.${index}.id` });
    return id ?? fresh.next().value!;
  });
  return { value: ids, problems };
}

function decideAttachment({
  facts: { id, version, file: previous },
  file,
}: AttachDocumentFile): Decision<DocumentEvent> {
  if (previous?.sha256 === file.sha256 && previous.name === file.name) return [];
  const data = { id, version: version + 1, file, ...(previous && { previous }) };
  return [{ type: 'DocumentFileAttached', data }];
}

const decideTrash = ({ facts: { id, version } }: TrashDocument): Decision<DocumentEvent> => [
  { type: 'DocumentTrashed', data: { id, version: version + 1 } },
];

/** Restores the document unchanged: all its references must exist, and it must not have been recorded again. */
function decideRestore(
  { type, facts, baseVersion, sameDocuments }: RestoreDocument,
  file: CompanyFile,
): Decision<DocumentEvent> {
  return documentBin.decideMove({ type, id: facts.id, baseVersion }, facts, () => {
    const content = extractContent(facts);
    const lineIds = facts.lines.map(({ id }) => id);
    const { problems } = buildContent(toRequestedDocument(content), lineIds, file);
    return problems.length > 0 ? refuseInvalid(problems) : findSameDocumentRefusal(content, sameDocuments);
  });
}
