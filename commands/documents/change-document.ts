import type { CompanyFile } from '../../domain/company-file-state.ts';
import { concernsReferences, type ChangeDocument, type RequestedChanges } from '../../domain/documents/editing.ts';
import { toNumberedDocument } from '../../domain/documents/numbering.ts';
import { countDeductionLines, listNamedDocuments } from '../../domain/documents/references.ts';
import { alignKind } from '../../domain/documents/terms.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts, findSameDocuments } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';
import { withChangedRates } from './known-rate.ts';

export interface RequestedDocumentChange {
  readonly id: number;
  readonly changes: RequestedChanges;
  readonly isForced: boolean;
  readonly baseVersion: number | null;
}

/** `isRecorded` is false if the document already was as requested. */
export async function changeDocument(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDocumentChange,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildChangeCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

export async function buildChangeCommand(
  { pool, ids }: Sources,
  companyId: number,
  { id, changes, isForced, baseVersion }: RequestedDocumentChange,
  file: CompanyFile,
): Promise<ChangeDocument | Refusal> {
  const facts = await findDocumentFacts(pool, companyId, id);
  if (!facts) return refuse('not_found');
  const identity = {
    third_party_id: changes.third_party_id ?? facts.third_party_id,
    number: getChangedNumber(changes, facts),
  };
  const isAsked = !isForced && changesIdentity(changes);
  const same = isAsked ? await findSameDocuments(pool, companyId, identity, id) : [];
  const names = { credits: changes.credits ?? facts.credits, deducts: changes.deducts ?? facts.deducts };
  const named = concernsReferences(changes) ? listNamedDocuments(names) : [];
  const related = await readRelatedDocuments(pool, companyId, named);
  const added = changes.lines?.filter((line) => line.id === null).length ?? 0;
  const fresh = added + countDeductionLines(names, related);
  const lineIds = fresh === 0 ? [] : await ids.allocate(DOCUMENT_LINE_IDS, fresh);
  const numbered = toNumberedDocument({ ...facts, ...alignKind(changes, facts) });
  const takenNumbers = numbered.number === null ? [] : await readTakenNumbers(pool, companyId, numbered, file, id);
  const own = { sameDocuments: same, takenNumbers, related };
  const rated = await withChangedRates(pool, companyId, changes, facts);
  return { type: 'ChangeDocument', facts, changes: rated, lineIds, baseVersion, ...own };
}

const getChangedNumber = (changes: RequestedChanges, { number }: { readonly number: string | null }): string | null =>
  changes.number === undefined ? number : changes.number;

/** Duplicates are checked only if an identifying field changes, so that a duplicate can still be corrected otherwise. */
const changesIdentity = ({ number, third_party_id, document_date, is_credit_note }: RequestedChanges): boolean =>
  [number, third_party_id, document_date, is_credit_note].some((value) => value !== undefined);
