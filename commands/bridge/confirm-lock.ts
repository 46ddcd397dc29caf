import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentByExternalId, findExternalDocument } from '../../projections/bridge/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface LockConfirmed {
  readonly documentId: number;
  readonly lockedAt: string;
  /** False if it was already known to be locked. */
  readonly isRecorded: boolean;
}

/** Records that the external platform has locked a document, whether ours or its own. */
export async function confirmLock(
  { pool, commands }: Toolbox,
  externalId: string,
  lockedAt: Date,
  context: CommandContext,
): Promise<LockConfirmed | Refusal> {
  const document = await findDocumentByExternalId(pool, externalId);
  if (!document) return refuse('not_found');
  const { id: documentId, company_id: companyId } = document;
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findExternalDocument(pool, companyId, documentId);
      return { type: 'ConfirmLock', documentId, externalId, facts, lockedAt: lockedAt.toISOString() };
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const known = await findExternalDocument(pool, companyId, documentId);
  const isRecorded = outcome.events.length > 0;
  return { documentId, lockedAt: known?.locked_at ?? lockedAt.toISOString(), isRecorded };
}
