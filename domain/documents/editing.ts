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
import type { ChangedContent, DocumentContent, DocumentEvent, DocumentFile, DocumentLine } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';
import { findConvertedRefusal } from './converted.ts';
import { NO_RELATED, resolveReferences, type RelatedDocuments } from './references.ts';
import { findSameDocumentRefusal, type SameDocument } from './same-document.ts';
import {
  findOwnNumberProblems,
  findTakenProblems,
  isIssued,
  isOffer,
  refuseNumber,
  type TakenNumber,
} from './numbering.ts';
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
  /** One per new line, and those that `countDeductionLines` returns. */
  readonly lineIds: readonly number[];
  readonly sameDocuments: readonly SameDocument[];
  /** Facts about the documents that it names; absent: none of this company file. */
  readonly related?: RelatedDocuments;
  /** Absent: none. */
  readonly takenNumbers?: readonly TakenNumber[];
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
  /** Absent: none. */
  readonly takenNumbers?: readonly TakenNumber[];
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
  return facts.is_held ? refuse('document_held_externally') : findConvertedRefusal(facts);
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
  'paid_on',
  'paid_by',
  'exchange_rate_on',
  'exchange_rate_source',
  'tax_exchange_rate',
  'tax_exchange_rate_on',
  'tax_exchange_rate_source',
] as const satisfies readonly (keyof DocumentContent)[];

export const extractContent = (facts: DocumentFacts): DocumentContent => pickContent(facts, CONTENT) as DocumentContent;

const pickContent = (content: DocumentContent, names: readonly (keyof DocumentContent)[]): ChangedContent =>
  Object.fromEntries(names.map((name) => [name, content[name]]));

function decideChange(command: ChangeDocument, file: CompanyFile): Decision<DocumentEvent> {
  const { facts } = command;
  const before = extractContent(facts);
  const changes = alignKind(command.changes, before);
  const fresh = command.lineIds.values();
  const { value: ownIds, problems: ofLineIds } = resolveLineIds(command, fresh);
  const asked = { ...toRequestedDocument(before), ...withTaxes(changes, before) };
  const { value: requested, problems: ofReferences } = concernsReferences(changes)
    ? resolveReferences(asked, command.related ?? NO_RELATED, facts.id, file)
    : { value: asked, problems: NO_PROBLEMS };
  const lineIds = placeLineIds(asked, requested, ownIds, facts, fresh);
  const { value: after, problems: ofContent } = buildContent(requested, lineIds, file);
  const problems = joinProblems(ofLineIds, ofReferences, ofContent);
  if (problems.length > 0 || !after) return refuseInvalid(problems);
  const same = findSameDocumentRefusal(after, command.sameDocuments);
  if (same) return same;
  const changed = CONTENT.filter((name) => !isSameJson(after[name], before[name]));
  if (changed.length === 0) return [];
  const ofNumber = findNumberProblems(command, changed, after, file);
  if (ofNumber.length > 0) return refuseNumber(ofNumber);
  const { id, version } = facts;
  const data = {
    id,
    version: version + 1,
    changes: pickContent(after, changed),
    previous: pickContent(before, changed),
  };
  return [{ type: 'DocumentChanged', data }];
}

/** What identifies a document stays as it is once the document was issued. */
const FIXED: readonly (keyof DocumentContent)[] = [
  'direction',
  'is_credit_note',
  'number',
  'document_date',
  'kind',
  'number_series_id',
];
const NUMBERED: readonly (keyof DocumentContent)[] = ['direction', 'number', 'kind', 'number_series_id'];

function findNumberProblems(
  { facts, takenNumbers = [] }: ChangeDocument,
  changed: readonly (keyof DocumentContent)[],
  after: DocumentContent,
  file: CompanyFile,
): readonly Problem[] {
  if (isIssued(facts))
    return changed.filter((name) => FIXED.includes(name)).map((field) => ({ code: 'document_issued', field }));
  return changed.some((name) => NUMBERED.includes(name)) ? findOwnNumberProblems(after, takenNumbers, file) : [];
}

/** Stated tax is kept until its base changes. */
function withTaxes({ lines, ...changes }: RequestedChanges, before: DocumentContent): Partial<RequestedDocument> {
  const isReckonedAnew =
    lines !== undefined ||
    changes.deducts !== undefined ||
    (changes.direction ?? before.direction) !== before.direction ||
    (changes.discount !== undefined && !isSameJson(changes.discount, before.discount));
  const known = new Map(before.lines.map((line) => [line.id, line]));
  return {
    ...(isReckonedAnew && { vat_amounts: [] }),
    ...changes,
    ...(lines && { lines: lines.map(({ id, ...line }) => ({ ...line, ...pickMarks(known.get(id ?? 0)) })) }),
  };
}

/** Ids of new lines, in order. */
type Ids = ArrayIterator<number>;

/** A line keeps what it credits or deducts. */
function pickMarks({ credited_line_id, deducted_document_id }: Partial<DocumentLine> = {}) {
  return {
    ...(credited_line_id !== undefined && { credited_line_id }),
    ...(deducted_document_id !== undefined && { deducted_document_id }),
  };
}

const REFERRING = ['credits', 'deducts', 'lines', 'kind', 'is_credit_note', 'third_party_id', 'currency'] as const;

/** Whether the documents that it names must be looked at again. */
export const concernsReferences = (changes: RequestedChanges): boolean =>
  REFERRING.some((name) => changes[name] !== undefined);

/** Deduction lines are built again: one of the same advance and VAT code keeps its id. */
function placeLineIds(
  asked: RequestedDocument,
  { lines }: RequestedDocument,
  ownIds: readonly number[],
  facts: DocumentFacts,
  fresh: Ids,
): readonly number[] {
  if (lines === asked.lines) return ownIds;
  const kept = new Map(asked.lines.map((line, index) => [line, ownIds[index]!]));
  const findEarlier = ({ deducted_document_id, vat_code_id }: RequestedDocumentLine): number | undefined =>
    facts.lines.find((line) => line.deducted_document_id === deducted_document_id && line.vat_code_id === vat_code_id)
      ?.id;
  return lines.map((line) => kept.get(line) ?? findEarlier(line) ?? fresh.next().value!);
}

function resolveLineIds({ facts, changes }: ChangeDocument, fresh: Ids): Checked<readonly number[]> {
  if (!changes.lines) return { value: facts.lines.map(({ id }) => id), problems: NO_PROBLEMS };
  const problems: Problem[] = [];
  const own = new Set(facts.lines.map(({ id }) => id));
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

/** An issued document is credited, never deleted. */
function decideTrash({ facts }: TrashDocument): Decision<DocumentEvent> {
  if (isIssued(facts)) return refuse('document_issued', { field: 'status' });
  return [{ type: 'DocumentTrashed', data: { id: facts.id, version: facts.version + 1 } }];
}

/** Restores the document unchanged: all its references must exist, and it must not have been recorded again. */
function decideRestore(
  { type, facts, baseVersion, sameDocuments, takenNumbers = [] }: RestoreDocument,
  file: CompanyFile,
): Decision<DocumentEvent> {
  return documentBin.decideMove({ type, id: facts.id, baseVersion }, facts, () => {
    const content = extractContent(facts);
    const lineIds = facts.lines.map(({ id }) => id);
    const { problems: ofContent } = buildContent(toRequestedDocument(content), lineIds, file);
    const ofNumber = facts.number === null || isOffer(facts) ? [] : findTakenProblems(content, takenNumbers);
    const problems = [...ofContent, ...ofNumber];
    return problems.length > 0 ? refuseInvalid(problems) : findSameDocumentRefusal(content, sameDocuments);
  });
}
