import type { Json, JsonRecord } from '../../domain/json.ts';

/** Results for language models: small, with lists as tables instead of repeated member names. */

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

/** Rows of a table inside a record or report; the rest is read with the cursor. */
const MAX_ROWS = 200;
const PAGING = new Set([
  ...['data', 'current_page', 'last_page', 'per_page', 'total', 'from', 'to', 'first_page_url', 'last_page_url'],
  ...['next_page_url', 'prev_page_url', 'path', 'links'],
]);

/** Where a result begins: page of a list, or first row of the tables. */
export interface Place {
  readonly offset: number;
  readonly limit: number;
}

/** A list as the API returns it: a bare list, `{data}`, or a page. Null for anything else. */
export function presentList(body: Json, columns: readonly string[] | undefined, place: Place): JsonRecord | null {
  if (isList(body)) return { ...cutRows(body, columns, place) };
  if (!isRecord(body) || !isList(body['data'])) return null;
  if (typeof body['last_page'] !== 'number')
    return { ...cutRows(body['data'], columns, place), ...presentRest(body, new Set(['data'])) };
  const page = Number(body['current_page']);
  return {
    ...toTable(body['data'], columns),
    cursor: page < body['last_page'] ? String(page + 1) : null,
    total: body['total'],
    ...presentRest(body, PAGING),
  };
}

const presentRest = (body: JsonRecord, left: ReadonlySet<string>): JsonRecord =>
  compactRecord(Object.fromEntries(Object.entries(body).filter(([name]) => !left.has(name))));

function cutRows(items: readonly Json[], columns: readonly string[] | undefined, { offset, limit }: Place): JsonRecord {
  const end = offset + limit;
  return {
    ...toTable(items.slice(offset, end), columns),
    cursor: end < items.length ? String(end) : null,
    total: items.length,
  };
}

/** A record or report. Long tables are cut, all at the same row. */
export function presentRecord(body: Json, offset: number): JsonRecord {
  let isCut = false;
  const cut = (value: Json): Json => {
    if (isList(value)) {
      const end = offset + MAX_ROWS;
      isCut ||= value.length > end;
      return value.length > MAX_ROWS || offset > 0 ? value.slice(offset, end) : value;
    }
    return value;
  };
  const presented = compact(body, cut);
  const record = isRecord(presented) ? presented : { value: presented };
  return isCut ? { ...record, cursor: String(offset + MAX_ROWS) } : record;
}

function toTable(items: readonly Json[], columns?: readonly string[]): { columns: Json; rows: Json } {
  const names =
    columns ?? [...new Set(items.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))].filter(isShown);
  const rows = items.map((item) => names.map((name) => compact(getMember(item, name))));
  return { columns: [...names], rows };
}

function getMember(item: Json, path: string): Json {
  let value: Json | undefined = item;
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined;
  return value ?? null;
}

/** A signed link opens its file for anybody who has it, so it is never part of a conversation. */
const isShown = (name: string): boolean => !name.endsWith('_url');

/** Lists of records become tables; members that are null are left out. */
function compact(value: Json, cut: (value: Json) => Json = (whole) => whole): Json {
  if (isList(value)) {
    const items = cut(value) as readonly Json[];
    if (items.length < 2 || !items.every(isRecord)) return items.map((item) => compact(item, cut));
    const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter(
      (name) => isShown(name) && items.some((item) => (item[name] ?? null) !== null),
    );
    return { columns: names, rows: items.map((item) => names.map((name) => compact(item[name] ?? null, cut))) };
  }
  return isRecord(value) ? compactRecord(value, cut) : value;
}

const compactRecord = (record: JsonRecord, cut?: (value: Json) => Json): JsonRecord =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name, member]) => isShown(name) && (member ?? null) !== null)
      .map(([name, member]) => [name, compact(member!, cut)]),
  );

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
export const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of an argument as it stands in a path, a query or a header. */
export const toText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Invisible characters, in which instructions can be hidden from the person who reads along. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;

/** JSON in which invisible characters can be seen: they are escaped, which changes no value. */
export const toVisibleJson = (value: object): string =>
  JSON.stringify(value).replace(INVISIBLE, (found) =>
    [...Array(found.length).keys()]
      .map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
