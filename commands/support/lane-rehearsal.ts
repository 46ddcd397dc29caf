import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Kind } from '../../stores/support/aggregates.ts';
import type { Loaded } from '../../stores/support/snapshots.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { CommandContext } from './context.ts';
import { decideAll } from './lane-decisions.ts';
import { gatherCommand } from './lane-facts.ts';
import { requireOpened, type LaneState, type Rehearsed, type Requested, type Waiting } from './lane-state.ts';

/**
 * Takes all steps of a command up to the append: facts, decision, allowance and size. A rehearsed command is therefore
 * refused for the same reasons as a real one. It does not wait in the queue of the lane.
 */
export async function rehearseCommand<K extends Kind>(
  lane: LaneState<K>,
  loaded: Loaded<K>,
  requested: Requested<K>,
  context: CommandContext,
): Promise<Rehearsed<K> | Refusal> {
  const item: Waiting<K> = { requested, context, since: performance.now(), resolve: ignore, reject: ignore };
  const commands = typeof requested === 'function' ? await gatherCommand(lane, item, loaded, requested) : [requested];
  if (isRefusal(commands)) return commands;
  const { decided } = await runInTurns(decideAll(lane, [item], commands, loaded));
  const { outcome } = decided[0]!;
  if ('failed' in outcome) throw outcome.failed;
  if (isRefusal(outcome)) return outcome;
  const before = requireOpened(lane, loaded.state);
  return { events: outcome.facts, before, state: requireOpened(lane, outcome.state) };
}

const ignore = (): void => undefined;
