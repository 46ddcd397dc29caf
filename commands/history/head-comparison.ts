import type { EpochSigner, SignedEpoch } from '../../stores/history/epoch.ts';
import type { SignedHead } from '../../stores/history/head.ts';

/** Whether a stream is still the one whose head was signed. */

export type IsGenuineEpoch = EpochSigner['isGenuineEpoch'];

/** Heads that were signed before there were epochs belong to the first one. */
export const getHeadEpoch = ({ epoch = 1 }: Pick<SignedHead, 'epoch'>): number => epoch;

/** The epoch of a stream, if its first event has a genuine statement of one. */
export function acceptEpoch(stream: string, epoch: SignedEpoch | null, isGenuine: IsGenuineEpoch): SignedEpoch | null {
  return epoch !== null && isGenuine(stream, epoch) ? epoch : null;
}

/** Null if the head belongs to the epoch of the stream and must be compared with the event of its revision. */
export function compareWithEpoch(head: SignedHead, epoch: SignedEpoch | null): 'matches' | 'differs' | null {
  const current = epoch?.number ?? 1;
  if (getHeadEpoch(head) === current) return null;
  // A head of a later epoch: the log of an earlier one was put back.
  if (epoch === null || getHeadEpoch(head) > current) return 'differs';
  if (head.revision !== epoch.revision || getHeadEpoch(head) !== current - 1)
    return head.revision <= epoch.revision ? 'matches' : 'differs';
  return head.hash === epoch.previous_hash ? 'matches' : 'differs';
}
