import type { Json, JsonRecord } from '../json.ts';
import type { Fields, RecordDeclaration } from './declaration.ts';
import type { Field } from './field.ts';

/** References between records: by a field, or within the items of a list, such as accounts in the lines of a rule. */

export interface Reference {
  /** The field path: `account_id`, or `lines.0.account_id`. */
  readonly field: string;
  /** The resource of the target. */
  readonly to: string;
  readonly id: number;
}

export function listReferences({ fields }: Pick<RecordDeclaration, 'fields'>, data: JsonRecord): readonly Reference[] {
  const found: Reference[] = [];
  const addReference = (field: string, to: string, id: Json | undefined): void => {
    if (typeof id === 'number') found.push({ field, to, id });
  };
  for (const [name, field] of listReferringFields(fields)) {
    if (field.kind === 'reference') addReference(name, field.to, data[name]);
    for (const [member, to] of listItemReferences(field))
      listItems(data[name]).forEach((item, index) => {
        for (const [place, id] of listValuesAt(item, member)) addReference(`${name}.${index}.${place}`, to, id);
      });
  }
  return found;
}

/** Can records of this resource refer to records of the other one? */
export const canReferTo = ({ fields }: Pick<RecordDeclaration, 'fields'>, to: string): boolean =>
  listReferringFields(fields).some(
    ([, field]) =>
      (field.kind === 'reference' && field.to === to) || listItemReferences(field).some(([, target]) => target === to),
  );

/** Does this record refer to the other one? */
export const refersTo = (
  resource: Pick<RecordDeclaration, 'fields'>,
  data: JsonRecord,
  to: string,
  id: number,
): boolean => listReferences(resource, data).some((reference) => reference.to === to && reference.id === id);

/** The fields that refer to a record, with the reference replaced. Empty if there are none. */
export function replaceReferences(
  { fields }: Pick<RecordDeclaration, 'fields'>,
  data: JsonRecord,
  to: string,
  { from, into }: { readonly from: number; readonly into: number },
): JsonRecord {
  const changes: Record<string, Json> = {};
  for (const [name, field] of listReferringFields(fields)) {
    if (field.editable === 'internal') continue;
    if (field.kind === 'reference' && field.to === to && data[name] === from) changes[name] = into;
    const members = listItemReferences(field).flatMap(([member, target]) => (target === to ? [member] : []));
    const items = listItems(data[name]);
    if (items.some((item) => members.some((member) => item[member] === from)))
      changes[name] = items.map((item) => ({
        ...item,
        ...Object.fromEntries(members.filter((member) => item[member] === from).map((member) => [member, into])),
      }));
  }
  return changes;
}

const referringOf = new WeakMap<Fields, readonly (readonly [name: string, field: Field])[]>();

/** Cached, because most fields are not references and callers check many records. */
function listReferringFields(fields: Fields): readonly (readonly [name: string, field: Field])[] {
  let found = referringOf.get(fields);
  if (!found) {
    found = Object.entries(fields).filter(
      ([, field]) => field.kind === 'reference' || listItemReferences(field).length > 0,
    );
    referringOf.set(fields, found);
  }
  return found;
}

const listItemReferences = (field: Field): readonly (readonly [member: string, to: string])[] =>
  field.kind === 'object' && field.names ? Object.entries(field.names) : [];

/** The value of a member of an item, or of the items of a nested list: `analytics.code_id`. */
function listValuesAt(
  item: JsonRecord,
  member: string,
): readonly (readonly [place: string, value: Json | undefined])[] {
  const [list = '', inner] = member.split('.');
  if (inner === undefined) return [[member, item[member]]];
  return listItems(item[list]).map((one, index) => [`${list}.${index}.${inner}`, one[inner]] as const);
}

const listItems = (value: Json | undefined): readonly JsonRecord[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter(isRecord) : [];

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
