import type { Options } from 'minisearch';

/** What a result of the search shows. */
export interface Found {
  readonly kind: 'guide' | 'page' | 'route' | 'error' | 'field';
  readonly title: string;
  readonly href: string;
  readonly note: string;
}

/** Names such as `period_locked` are found as a whole and by their parts. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '');

/** Of two equally good results, a guide explains more than a field. */
const WEIGHTS: Readonly<Record<Found['kind'], number>> = { guide: 1.6, route: 1.3, error: 1.2, page: 1, field: 0.7 };

/** Used to build the index and to search in it: both must agree. */
export const SEARCH_OPTIONS: Options = {
  fields: ['title', 'note', 'text'],
  storeFields: ['kind', 'title', 'href', 'note'],
  tokenize: splitWords,
  searchOptions: {
    boost: { title: 4, note: 2 },
    boostDocument: (_, __, stored) => WEIGHTS[(stored as Partial<Found> | undefined)?.kind ?? 'field'],
    combineWith: 'AND',
    prefix: (word) => word.length > 1,
    fuzzy: (word) => (word.length > 5 ? 0.15 : false),
  },
};
