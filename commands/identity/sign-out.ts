import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Revokes a token of the user. Gives the place in the log that every process must have taken note of. */
export async function revokeToken(
  { commands }: Toolbox,
  userId: number,
  tokenId: number,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const outcome = await commands.execute('user', userId, { type: 'RevokeToken', tokenId }, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}
