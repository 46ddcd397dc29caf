import { shape, type EventCatalogue, type EventOf } from '../event.ts';

const followers = shape.list(shape.id);

export const mergeEvents = {
  ThirdPartyMerged: {
    version: 1,
    meaning:
      'A third party went into another: it lies in the recycle bin, and its entries and balances count for the other. Followers were merged into it before and go along.',
    schema: shape.object({ id: shape.id, version: shape.positive, into_id: shape.id, followers }),
  },
  ThirdPartyUnmerged: {
    version: 1,
    meaning:
      'A merged third party came back from the recycle bin and has its entries and balances again. Followers were merged into it before and come along.',
    schema: shape.object({ id: shape.id, version: shape.positive, from_id: shape.id, followers }),
  },
} satisfies EventCatalogue;

export type MergeEvent = EventOf<typeof mergeEvents>;
