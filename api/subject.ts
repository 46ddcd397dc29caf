import type { BinSource } from './history/bin.ts';
import { withKnownAt } from './http/routing/known-at.ts';
import type { Route } from './http/routing/route.ts';
import type { MessageKey } from './i18n/catalogue.ts';
import type { Messages } from './i18n/messages.ts';
import type { RecordApi } from './records/record-api.ts';
import { createRecordFeed } from './records/feed.ts';
import type { ImportSheet } from './records/import/sheet.ts';
import type { FeedSource } from './sync/feed.ts';

/**
 * Contribution of one subject of accounting to the API. The folder of a subject has an `index.ts` with this manifest,
 * `messages.ts` with its texts, and route files; `api/routes.ts` lists the subjects. Folders without an `index.ts` are
 * shared foundations, not subjects: `http`, `i18n`, `access`, `documentation`, `exports`.
 */
export interface Subject {
  /** Descriptions of the areas of the documentation that it introduces. */
  readonly areas?: Readonly<Record<string, string>>;
  /** Its routes; routes that concern all subjects are built from the whole API. */
  readonly routes: readonly Route[] | ((api: Api) => readonly Route[]);
  /** Its texts; the catalogue lists them too (`api/i18n/subjects.ts`). */
  readonly messages?: Messages;
  /** Resources edited field by field: they are in the feed and restorable from the recycle bin automatically. */
  readonly records?: readonly RecordApi[];
  /** Other resources whose changes the projector announces, by their name in the synchronisation feed. */
  readonly feed?: Readonly<Record<string, FeedSource>>;
  /**
   * Positions of its resources in the feed: parents before children, so that a client can check references while reading.
   * Others follow by name.
   */
  readonly feedOrder?: Readonly<Record<string, number>>;
  /** Tables that can be imported from files, each with a template. */
  readonly imports?: readonly ImportSheet[];
  /** Other resources that can be in the recycle bin, by collection. */
  readonly bin?: Readonly<Record<string, BinSource>>;
}

/** All subjects together. */
export interface Api {
  readonly routes: readonly Route[];
  /** Descriptions of the areas of the documentation. */
  readonly areas: Readonly<Record<string, string>>;
  /** By resource name. */
  readonly records: ReadonlyMap<string, RecordApi>;
  readonly feed: ReadonlyMap<string, FeedSource>;
  /** Positions in the feed, by resource. */
  readonly feedOrder: ReadonlyMap<string, number>;
  readonly bin: ReadonlyMap<string, BinSource>;
  /** By name. */
  readonly imports: ReadonlyMap<string, ImportSheet>;
}

/** A message missing from the catalogue is a compile error that names it. */
type Catalogued<Own extends Messages> = Own & { readonly [Key in Exclude<keyof Own, MessageKey>]: never };

export function subject<Own extends Messages>(declaration: Subject & { readonly messages?: Catalogued<Own> }): Subject {
  return declaration;
}

export function assembleApi(subjects: readonly Subject[]): Api {
  const records = subjects.flatMap((one) => one.records ?? []);
  const feed = [
    ...records.map((record) => [record.resource.name, createRecordFeed(record)] as const),
    ...subjects.flatMap((one) => Object.entries(one.feed ?? {})),
  ];
  const api = {
    routes: [] as readonly Route[],
    areas: Object.assign({}, ...subjects.map(({ areas }) => areas)) as Record<string, string>,
    records: new Map(records.map((record) => [record.resource.name, record])),
    feed: buildUniqueMap('feed source', feed),
    feedOrder: buildUniqueMap(
      'position in the feed',
      subjects.flatMap((one) => Object.entries(one.feedOrder ?? {})),
    ),
    bin: buildUniqueMap(
      'recycle bin source',
      subjects.flatMap((one) => Object.entries(one.bin ?? {})),
    ),
    imports: buildUniqueMap(
      'template',
      subjects.flatMap((one) => (one.imports ?? []).map((sheet) => [sheet.name, sheet] as const)),
    ),
  };
  api.routes = subjects.flatMap(({ routes }) => (typeof routes === 'function' ? routes(api) : routes)).map(withKnownAt);
  return api;
}

function buildUniqueMap<Value>(
  what: string,
  entries: readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>();
  for (const [name, value] of entries) {
    if (map.has(name)) throw new Error(`Two subjects declare a ${what} for ${name}`);
    map.set(name, value);
  }
  return map;
}
