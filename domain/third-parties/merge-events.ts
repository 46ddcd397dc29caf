import { shape, type EventCatalogue, type EventOf } from '../event.ts';

const followers = shape.list(shape.id);

export const mergeEvents = {
  ThirdPartyMerged: {
    version: 1,
    meaning:
      'A third party was merged into another: it is in the recycle bin, and its entries and balances count for the other. Followers are third parties that had been merged into it before and move along.',
    schema: shape.object({ id: shape.id, version: shape.positive, into_id: shape.id, followers }),
  },
  ThirdPartyUnmerged: {
    version: 1,
    meaning:
      'A merged third party was restored from the recycle bin, with its entries and balances. Followers are third parties that had been merged into it before and move along.',
    schema: shape.object({ id: shape.id, version: shape.positive, from_id: shape.id, followers }),
  },
} satisfies EventCatalogue;

export type MergeEvent = EventOf<typeof mergeEvents>;
