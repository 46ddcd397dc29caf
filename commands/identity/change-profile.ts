import type { Profile } from '../../domain/identity/user-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns the log position that every process must have processed; null if nothing changed. */
export async function changeProfile(
  { commands }: Toolbox,
  userId: number,
  changes: Profile,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const outcome = await commands.execute('user', userId, { type: 'ChangeProfile', changes }, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}
