import type { Json, JsonRecord } from '../json.ts';
import type { Fields, RecordDeclaration } from './declaration.ts';
import type { Field } from './field.ts';

/** What records say about one another: by a field, or within the items of a list, as the lines of a rule name accounts. */

export interface Reference {
  /** Where a client finds it: `account_id`, or `lines.0.account_id`. */
  readonly field: string;
  /** The resource of what is named. */
  readonly to: string;
  readonly id: number;
}

export function referencesIn({ fields }: Pick<RecordDeclaration, 'fields'>, data: JsonRecord): readonly Reference[] {
  const found: Reference[] = [];
  const add = (field: string, to: string, id: Json | undefined): void => {
    if (typeof id === 'number') found.push({ field, to, id });
  };
  for (const [name, field] of referring(fields)) {
    if (field.kind === 'reference') add(name, field.to, data[name]);
    for (const [member, to] of namedWithin(field))
      itemsOf(data[name]).forEach((item, index) => {
        for (const [place, id] of valuesAt(item, member)) add(`${name}.${index}.${place}`, to, id);
      });
  }
  return found;
}

/** Whether records of the resource can name records of the other one at all. */
export const canName = ({ fields }: Pick<RecordDeclaration, 'fields'>, to: string): boolean =>
  referring(fields).some(
    ([, field]) =>
      (field.kind === 'reference' && field.to === to) || namedWithin(field).some(([, target]) => target === to),
  );

/** Whether a record names that one. */
export const names = (resource: Pick<RecordDeclaration, 'fields'>, data: JsonRecord, to: string, id: number): boolean =>
  referencesIn(resource, data).some((reference) => reference.to === to && reference.id === id);

/** The fields that name another record with the one in its place; none where it is not named. */
export function naming(
  { fields }: Pick<RecordDeclaration, 'fields'>,
  data: JsonRecord,
  to: string,
  { from, into }: { readonly from: number; readonly into: number },
): JsonRecord {
  const changes: Record<string, Json> = {};
  for (const [name, field] of referring(fields)) {
    if (field.editable === 'internal') continue;
    if (field.kind === 'reference' && field.to === to && data[name] === from) changes[name] = into;
    const members = namedWithin(field).flatMap(([member, target]) => (target === to ? [member] : []));
    const items = itemsOf(data[name]);
    if (items.some((item) => members.some((member) => item[member] === from)))
      changes[name] = items.map((item) => ({
        ...item,
        ...Object.fromEntries(members.filter((member) => item[member] === from).map((member) => [member, into])),
      }));
  }
  return changes;
}

const referringOf = new WeakMap<Fields, readonly (readonly [name: string, field: Field])[]>();

/** Most fields name nothing, and whoever asks has many records to look at. */
function referring(fields: Fields): readonly (readonly [name: string, field: Field])[] {
  let found = referringOf.get(fields);
  if (!found) {
    found = Object.entries(fields).filter(([, field]) => field.kind === 'reference' || namedWithin(field).length > 0);
    referringOf.set(fields, found);
  }
  return found;
}

const namedWithin = (field: Field): readonly (readonly [member: string, to: string])[] =>
  field.kind === 'object' && field.names ? Object.entries(field.names) : [];

/** What a member of an item says, or that of the items of a list within it: `analytics.code_id`. */
function valuesAt(item: JsonRecord, member: string): readonly (readonly [place: string, value: Json | undefined])[] {
  const [list = '', inner] = member.split('.');
  if (inner === undefined) return [[member, item[member]]];
  return itemsOf(item[list]).map((one, index) => [`${list}.${index}.${inner}`, one[inner]] as const);
}

const itemsOf = (value: Json | undefined): readonly JsonRecord[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isRecord) : [];

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
