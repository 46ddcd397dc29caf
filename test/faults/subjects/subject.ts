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

export type KillPoint = 'after-claim' | 'before-append' | 'after-append' | 'before-projection' | 'after-projection';

/** Whether the request has been written when the process is killed there. */
export const isWrittenAt = (point: KillPoint): boolean => point !== 'after-claim' && point !== 'before-append';
