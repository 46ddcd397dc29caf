import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Command, Kind } from '../../stores/support/aggregates.ts';
import type { CommandPath } from './command-path.ts';

/** Finds why a command would be refused now; null if it would succeed. Nothing is recorded. */
export async function findRefusal<K extends Kind>(
  { commands }: { readonly commands: Pick<CommandPath, 'preview'> },
  kind: K,
  id: number,
  command: Command<K>,
): Promise<Refusal | null> {
  const outcome = await commands.preview(kind, id, command);
  return isRefusal(outcome) ? outcome : null;
}

/** Merges several refusals; a code for the whole request is preserved. Null if there are none. */
export function mergeRefusals(...refusals: readonly (Refusal | null)[]): Refusal | null {
  const refused = refusals.filter((one) => one !== null);
  const [first, ...others] = refused;
  if (!first || others.length === 0) return first ?? null;
  const problems = refused.flatMap((one) => one.problems);
  const reason = refused.find(({ code }) => code !== undefined);
  return reason ? { ...reason, problems } : { refused: true, problems };
}
