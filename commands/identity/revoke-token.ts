import type { TokenKind } from '../../domain/identity/user-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Revokes a token of the user, optionally only if it is of this kind. Returns the log position that every process must
 * have processed.
 */
export async function revokeToken(
  { commands }: Toolbox,
  userId: number,
  token: { readonly id: number; readonly kind?: TokenKind },
  context: CommandContext,
): Promise<number | null | Refusal> {
  const command = { type: 'RevokeToken' as const, tokenId: token.id, ...(token.kind && { kind: token.kind }) };
  const outcome = await commands.execute('user', userId, command, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}
