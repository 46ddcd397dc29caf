import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Merges two third parties in one operation. */
export async function mergeThirdParty(
  { commands }: Toolbox,
  companyId: number,
  requested: { readonly id: number; readonly into: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<null | Refusal> {
  const outcome = await commands.execute('company', companyId, { type: 'MergeThirdParty', ...requested }, context);
  return isRefusal(outcome) ? outcome : null;
}
