import type { KillPoint } from '../killing.ts';
import type { Relay } from '../relay.ts';

/** A request that a process is killed in the middle of. */
export interface KilledSubject {
  /** As the end of the sentence "a process that is killed …". */
  readonly name: string;
  readonly points: readonly KillPoint[];
  /** What holds after the kill, in the words of a test. */
  readonly claim: string;
  prove(relay: Relay, point: KillPoint): Promise<void>;
}
