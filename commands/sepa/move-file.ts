import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Records the first download of the file. */
export async function markSepaFileDownloaded(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  id: number,
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute('company', companyId, { type: 'DownloadSepaFile', id }, context);
  return isRefusal(outcome) ? outcome : null;
}

export async function cancelSepaFile(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: { readonly id: number; readonly reason: string; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute('company', companyId, { type: 'CancelSepaFile', ...requested }, context);
  return isRefusal(outcome) ? outcome : null;
}
