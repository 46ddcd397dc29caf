import type { BinSource } from './history/bin.ts';
import { withKnownAt } from './http/routing/known-at.ts';
import type { Route } from './http/routing/route.ts';
import type { MessageKey } from './i18n/catalogue.ts';
import type { Messages } from './i18n/messages.ts';
import type { RecordApi } from './records/record-api.ts';
import { recordFeed } from './records/feed.ts';
import type { FeedSource } from './sync/feed.ts';

/**
 * What one subject of accounting adds to the API. The folder of a subject has an `index.ts` with this manifest, `messages.ts`
 * with its words, and files of routes; `api/routes.ts` lists the subjects. Folders without an `index.ts` are no subjects but
 * what all of them stand on: `http`, `i18n`, `access`, `documentation`, `exports`.
 */
export interface Subject {
  /** Its rows of the API; rows that speak of all subjects are made from the whole. */
  readonly routes: readonly Route[] | ((api: Api) => readonly Route[]);
  /** Its words; the catalogue lists them too (`api/i18n/subjects.ts`). */
  readonly messages?: Messages;
  /** What is edited field by field: such resources are in the feed and come back from the recycle bin without further ado. */
  readonly records?: readonly RecordApi[];
  /** Its other resources that the projector announces as changed, by their name in the synchronisation feed. */
  readonly feed?: Readonly<Record<string, FeedSource>>;
  /** Its other resources that lie in the recycle bin, by their collection. */
  readonly bin?: Readonly<Record<string, BinSource>>;
}

/** All subjects together. */
export interface Api {
  readonly routes: readonly Route[];
  /** By the name of the resource. */
  readonly records: ReadonlyMap<string, RecordApi>;
  readonly feed: ReadonlyMap<string, FeedSource>;
  readonly bin: ReadonlyMap<string, BinSource>;
}

/** A message that the catalogue does not list is a compile error that names it. */
type Catalogued<Own extends Messages> = Own & { readonly [Key in Exclude<keyof Own, MessageKey>]: never };

export function subject<Own extends Messages>(declaration: Subject & { readonly messages?: Catalogued<Own> }): Subject {
  return declaration;
}

export function assembled(subjects: readonly Subject[]): Api {
  const records = subjects.flatMap((one) => one.records ?? []);
  const feed = [
    ...records.map((record) => [record.resource.name, recordFeed(record)] as const),
    ...subjects.flatMap((one) => Object.entries(one.feed ?? {})),
  ];
  const api = {
    routes: [] as readonly Route[],
    records: new Map(records.map((record) => [record.resource.name, record])),
    feed: uniqueMap('the feed shows', feed),
    bin: uniqueMap(
      'the recycle bin gives back',
      subjects.flatMap((one) => Object.entries(one.bin ?? {})),
    ),
  };
  api.routes = subjects.flatMap(({ routes }) => (typeof routes === 'function' ? routes(api) : routes)).map(withKnownAt);
  return api;
}

function uniqueMap<Value>(what: string, entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>();
  for (const [name, value] of entries) {
    if (map.has(name)) throw new Error(`Two subjects declare how ${what} ${name}`);
    map.set(name, value);
  }
  return map;
}
