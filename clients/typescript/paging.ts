import type { GrandlivreClient } from './client.ts';
import { unwrap } from './errors.ts';
import type { paths } from './schema.d.ts';

type Get<Path extends keyof paths> = NonNullable<paths[Path]['get']>;
type Body<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Found } } } }
  ? Found
  : never;
type Query<Operation> = Operation extends { parameters: { query?: infer Found } } ? NonNullable<Found> : never;

/** Lists that come in pages: their path takes `page`, and their body has `data`. */
export type PagedPath = {
  [Path in keyof paths]: Body<Get<Path>> extends { data: readonly unknown[] }
    ? 'page' extends keyof Query<Get<Path>>
      ? Path
      : never
    : never;
}[keyof paths];

export type ItemOfPath<Path extends PagedPath> =
  Body<Get<Path>> extends { data: readonly (infer Item)[] } ? Item : never;

interface Page {
  readonly data: readonly unknown[];
  readonly current_page?: number;
  readonly last_page?: number;
  readonly has_more?: boolean;
  readonly meta?: { readonly last_page?: number };
}

/** The service limits it where a list allows fewer. */
const PER_PAGE = 100;

/** All records of a list, page by page as they are needed. */
export async function* listAll<Path extends PagedPath>(
  client: GrandlivreClient,
  path: Path,
  init: { readonly params: Get<Path>['parameters']; readonly signal?: AbortSignal },
): AsyncGenerator<ItemOfPath<Path>, void, undefined> {
  const { params, signal } = init;
  // The path is one of many here: what it takes and returns is checked above.
  const get = client.GET as unknown as (path: string, init: object) => Promise<{ data?: Page; response: Response }>;
  const query = { per_page: PER_PAGE, ...params.query } as { readonly page?: number };
  for (let page = query.page ?? 1; ; page += 1) {
    const body = await unwrap(get(path, { params: { ...params, query: { ...query, page } }, signal }));
    yield* body.data as ItemOfPath<Path>[];
    if (!isFollowed(body, page)) return;
  }
}

function isFollowed({ last_page, has_more, meta, data }: Page, page: number): boolean {
  const last = last_page ?? meta?.last_page;
  return data.length > 0 && (last === undefined ? has_more === true : page < last);
}
