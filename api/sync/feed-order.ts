import type { FeedTables } from '../../projections/sync/digests.ts';
import type { FeedSource } from './feed.ts';

/** Parents before children, so that a client can check references while it reads. Others follow by their name. */
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

const placeOf = (resource: string): number => {
  const place = FIRST.indexOf(resource);
  return place < 0 ? FIRST.length : place;
};

export const inOrder = (feed: ReadonlyMap<string, FeedSource>): readonly string[] =>
  [...feed.keys()].sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1));

export const tablesOf = (feed: ReadonlyMap<string, FeedSource>): FeedTables =>
  [...feed].map(([resource, { table }]) => ({ resource, table: table ?? resource.replaceAll('-', '_') }));
