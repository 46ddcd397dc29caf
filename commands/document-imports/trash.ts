import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { importFacts } from '../../projections/document-imports/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedMove {
  readonly importId: number;
  readonly baseVersion: number | null;
}

/** Into the recycle bin, or back from it. */
export async function moveImport(
  { commands, pool }: Toolbox,
  companyId: number,
  type: 'TrashImport' | 'RestoreImport',
  { importId, baseVersion }: RequestedMove,
  context: CommandContext,
): Promise<Refusal | null> {
  const gather = async () => {
    const facts = await importFacts(pool, companyId, importId);
    return facts ? { type, facts, baseVersion } : refuse('not_found');
  };
  const outcome = await commands.execute('company', companyId, gather, context);
  return isRefusal(outcome) ? outcome : null;
}
