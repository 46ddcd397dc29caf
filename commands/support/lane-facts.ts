import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { deciders, type Command, type Kind } from '../../stores/support/aggregates.ts';
import type { Loaded } from '../../stores/support/snapshots.ts';
import type { Gather, LaneState, Waiting } from './lane-state.ts';

/** Builds a command from facts outside the state, once the projections have caught up with the stream. */
export async function gatherCommand<K extends Kind>(
  lane: LaneState<K>,
  { since }: Pick<Waiting<K>, 'since'>,
  current: Loaded<K>,
  gather: Gather<K>,
): Promise<readonly Command<K>[] | Refusal> {
  const state = deciders[lane.kind].findOpened(current.state);
  if (state === null) return refuse('not_found');
  // Leave time for the append.
  const latest = lane.longestMs === null ? undefined : since + lane.longestMs / 2;
  await lane.progress.waitForPosition(await readLastPosition(lane), 0, latest, lane.stream);
  const gathered = await gather(state);
  return isRefusal(gathered) ? gathered : [gathered];
}

export async function readLastPosition<K extends Kind>({ log, stream }: LaneState<K>): Promise<number> {
  for await (const event of log.readStream(stream, { direction: 'backwards', limit: 1 })) return event.position;
  return -1;
}
