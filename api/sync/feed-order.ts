import type { FeedTables } from '../../projections/sync/digests.ts';
import type { Api } from '../subject.ts';
import type { FeedSource } from './feed.ts';

/** In the declared order. Resources without a position follow by name. */
export const sortFeedResources = ({ feed, feedOrder }: Pick<Api, 'feed' | 'feedOrder'>): readonly string[] => {
  const getRank = (resource: string): number => feedOrder.get(resource) ?? Infinity;
  return [...feed.keys()].sort((one, other) => {
    const [first, second] = [getRank(one), getRank(other)];
    return first === second ? (one < other ? -1 : 1) : first - second;
  });
};

export const listFeedTables = (feed: ReadonlyMap<string, FeedSource>): FeedTables =>
  [...feed].map(([resource, { table }]) => ({ resource, table: table ?? resource.replaceAll('-', '_') }));
