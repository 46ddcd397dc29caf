import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDetachableFile } from '../../projections/attachments/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedDetachment {
  readonly entryId: number;
  readonly attachmentId: number;
  readonly baseVersion: number | null;
}

export async function detachFile(
  { commands, pool }: Toolbox,
  companyId: number,
  { entryId, attachmentId, baseVersion }: RequestedDetachment,
  context: CommandContext,
): Promise<Refusal | undefined> {
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findDetachableFile(pool, companyId, entryId, attachmentId);
      return facts ? { type: 'DetachFile', facts, baseVersion } : refuse('not_found');
    },
    context,
  );
  return isRefusal(outcome) ? outcome : undefined;
}
