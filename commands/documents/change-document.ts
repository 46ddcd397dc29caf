import type { ChangeDocument, RequestedChanges } from '../../domain/documents/editing.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { documentFacts, sameDocuments } from '../../projections/documents/facts.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedDocumentChange {
  readonly id: number;
  readonly changes: RequestedChanges;
  readonly isForced: boolean;
  readonly baseVersion: number | null;
}

/** `isRecorded` is false when the document already was as asked. */
export async function changeDocument(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  requested: RequestedDocumentChange,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const fresh = requested.changes.lines?.filter(({ id }) => id === null).length ?? 0;
  const lineIds = fresh === 0 ? [] : await ids.allocate(DOCUMENT_LINE_IDS, fresh);
  const outcome = await commands.execute(
    'company',
    companyId,
    () => gather(pool, companyId, requested, lineIds),
    context,
  );
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

/** Why a document that is there could not be changed so now; null when it could. */
export async function refusalOfDocumentChange(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  requested: RequestedDocumentChange,
): Promise<Refusal | null> {
  const lineIds = (requested.changes.lines ?? []).map(() => 0);
  const command = await gather(toolbox.pool, companyId, requested, lineIds);
  return isRefusal(command) ? null : refusalOf(toolbox, 'company', companyId, command);
}

async function gather(
  pool: Toolbox['pool'],
  companyId: number,
  { id, changes, isForced, baseVersion }: RequestedDocumentChange,
  lineIds: readonly number[],
): Promise<ChangeDocument | Refusal> {
  const facts = await documentFacts(pool, companyId, id);
  if (!facts) return refuse('not_found');
  const named = { third_party_id: changes.third_party_id ?? facts.third_party_id, number: numberOf(changes, facts) };
  const isAsked = !isForced && tellsApart(changes);
  const same = isAsked ? await sameDocuments(pool, companyId, named, id) : [];
  return { type: 'ChangeDocument', facts, changes, lineIds, baseVersion, sameDocuments: same };
}

const numberOf = (changes: RequestedChanges, { number }: { readonly number: string | null }): string | null =>
  changes.number === undefined ? number : changes.number;

/** A document that is there twice can still have its other fields put right. */
const tellsApart = ({ number, third_party_id, document_date, is_credit_note }: RequestedChanges): boolean =>
  [number, third_party_id, document_date, is_credit_note].some((value) => value !== undefined);
