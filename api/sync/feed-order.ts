import type { FeedTables } from '../../projections/sync/digests.ts';
import type { FeedSource } from './feed.ts';

/** Parents before children, so that a client can check references while reading. Others follow by name. */
const FIRST = [
  'companies',
  'fiscal-years',
  'analytic-codes',
  'vat-codes',
  'accounts',
  'journals',
  'journal-rules',
  'third-parties',
  'entries',
  'entry-attachments',
  'lettering',
  'documents',
  'document-imports',
  'coda-files',
  'bank-transactions',
  'bank-rules',
  'recurring-entries',
  'budgets',
  'fixed-assets',
];

const getRank = (resource: string): number => {
  const place = FIRST.indexOf(resource);
  return place < 0 ? FIRST.length : place;
};

export const sortFeedResources = (feed: ReadonlyMap<string, FeedSource>): readonly string[] =>
  [...feed.keys()].sort((one, other) => getRank(one) - getRank(other) || (one < other ? -1 : 1));

export const listFeedTables = (feed: ReadonlyMap<string, FeedSource>): FeedTables =>
  [...feed].map(([resource, { table }]) => ({ resource, table: table ?? resource.replaceAll('-', '_') }));
