import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { loadDocumentImportFacts } from '../../projections/document-imports/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedMove {
  readonly importId: number;
  readonly baseVersion: number | null;
}

/** Trashes or restores an import. */
export async function trashOrRestoreImport(
  { commands, pool }: Toolbox,
  companyId: number,
  type: 'TrashImport' | 'RestoreImport',
  { importId, baseVersion }: RequestedMove,
  context: CommandContext,
): Promise<Refusal | null> {
  const buildCommand = async () => {
    const facts = await loadDocumentImportFacts(pool, companyId, importId);
    return facts ? { type, facts, baseVersion } : refuse('not_found');
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : null;
}
