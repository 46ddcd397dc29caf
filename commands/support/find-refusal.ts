import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { deciders, type Command, type Kind } from '../../stores/support/aggregates.ts';
import type { CommandPath } from './command-path.ts';

/** Why a command would be refused now; null when it would be carried out. Nothing is recorded. */
export async function refusalOf<K extends Kind>(
  { commands }: { readonly commands: Pick<CommandPath, 'look'> },
  kind: K,
  id: number,
  command: Command<K>,
): Promise<Refusal | null> {
  const decision = deciders[kind].decide(command, await commands.look(kind, id));
  return isRefusal(decision) ? decision : null;
}

/** Several refusals as one: a reason that goes for the whole request stays its code. Null for none. */
export function allOf(...refusals: readonly (Refusal | null)[]): Refusal | null {
  const refused = refusals.filter((one) => one !== null);
  const [first, ...others] = refused;
  if (!first || others.length === 0) return first ?? null;
  const problems = refused.flatMap((one) => one.problems);
  const reason = refused.find(({ code }) => code !== undefined);
  return reason ? { ...reason, problems } : { refused: true, problems };
}
