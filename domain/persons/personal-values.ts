import type { Json, JsonRecord } from '../json.ts';
import { isNaturalPerson } from './is-natural.ts';
import { mentionsName } from './mentioned-names.ts';
import { listValues, splitPath, visitValues } from './paths.ts';
import type { OwnKey, PersonalFields, PersonReference } from './personal-fields.ts';

/** Finds the personal values of an event and the keys that they are encrypted with. */

/** What the state of the stream knows about persons. */
export interface KnownPersons {
  /** The stream, such as `company-5`; ids of keys begin with it. */
  readonly stream: string;
  /** Fields of a third party, before and after the event. Empty for an unknown one. */
  listThirdParties(id: number): readonly KnownThirdParty[];
  findThirdPartyOfDocument(id: number): number | null;
  /** Ids of all third parties. */
  listThirdPartyIds(): Iterable<number>;
}

export type KnownThirdParty = {
  readonly name?: string | null;
  readonly is_natural_person?: boolean | null;
  readonly vat_number?: string | null;
  readonly enterprise_number?: string | null;
};

export interface PersonalValue {
  /** Such as `lines.2.label`. */
  readonly place: string;
  readonly value: Json;
  /** Id of the key, or the text that identifies someone outside, from whom the id is derived. */
  readonly key: string | { readonly outsider: string };
}

interface Person {
  readonly booksKey: PersonalValue['key'];
  readonly contactKey: PersonalValue['key'];
  readonly names: readonly string[];
}

export function findPersonalValues(
  declared: readonly PersonalFields[],
  data: JsonRecord,
  known: KnownPersons,
): readonly PersonalValue[] {
  let found: Map<string, PersonalValue> | null = null;
  for (const fields of declared) {
    if (fields.only && !hasMembers(data, fields.only)) continue;
    visitValues(data, splitPath(fields.at ?? ''), '', (object, place) => {
      found = collectValues({ fields, data, object: object as JsonRecord, place }, known, found);
    });
  }
  return found === null ? [] : [...(found as Map<string, PersonalValue>).values()];
}

const hasMembers = (data: JsonRecord, only: Readonly<Record<string, string>>): boolean =>
  Object.entries(only).every(([name, value]) => data[name] === value);

interface Scope {
  readonly fields: PersonalFields;
  readonly data: JsonRecord;
  readonly object: JsonRecord;
  /** Place of the object. */
  readonly place: string;
}

type Found = Map<string, PersonalValue> | null;

function collectValues(scope: Scope, known: KnownPersons, before: Found): Found {
  const { fields } = scope;
  let found = before;
  const add = (paths: readonly string[] | undefined, choose: (value: Json) => PersonalValue['key'] | null): void => {
    for (const path of paths ?? [])
      visitPath(scope, path, (value, place) => {
        if (isEmpty(value) || found?.has(place)) return;
        const key = choose(value);
        if (key !== null) (found ??= new Map<string, PersonalValue>()).set(place, { place, value, key });
      });
  };
  if (fields.always) {
    const [id] = listIds(scope, fields.person.thirdParties);
    if (id !== undefined) add(fields.always, () => buildPerson(id, known).booksKey);
  }
  const persons = findPersons(scope, known);
  const [first] = persons;
  if (first) {
    add(fields.books, () => first.booksKey);
    add(fields.contact, () => first.contactKey);
    add(fields.mentions, (value) => persons.find(({ names }) => mentionsName(value, names))?.booksKey ?? null);
  } else if (fields.person.anyone) {
    add(fields.mentions, (value) => findMentioned(value, known)?.booksKey ?? null);
  }
  return found;
}

const isEmpty = (value: Json): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function visitPath(scope: Scope, path: string, visit: (value: Json, place: string) => void): void {
  if (path.startsWith('/')) visitValues(scope.data, splitPath(path.slice(1)), '', visit);
  else visitValues(scope.object, splitPath(path), scope.place, visit);
}

function listScopeValues({ data, object }: Scope, path: string): readonly Json[] {
  return path.startsWith('/') ? listValues(data, splitPath(path.slice(1))) : listValues(object, splitPath(path));
}

/** Natural persons only. */
function findPersons(scope: Scope, known: KnownPersons): readonly Person[] {
  const { person } = scope.fields;
  if (person.user) return [toPerson(known.stream, [])];
  const ids = listReferredIds(scope, person, known);
  if (ids.length > 0) return ids.filter((id) => isNatural(id, known)).map((id) => buildPerson(id, known));
  if (person.own) return listOwnKeys(scope, person, person.own, known);
  if (person.outsider) return listOutsiders(scope, person.outsider, person.name);
  return [];
}

function listReferredIds(scope: Scope, { thirdParties, document }: PersonReference, known: KnownPersons): number[] {
  const ids = listIds(scope, thirdParties);
  if (document === undefined) return ids;
  const [documentId] = listScopeValues(scope, document);
  const of = typeof documentId === 'number' ? known.findThirdPartyOfDocument(documentId) : null;
  return of === null || ids.includes(of) ? ids : [...ids, of];
}

const NO_IDS: readonly number[] = [];

function listIds(scope: Scope, paths: readonly string[] = []): number[] {
  const ids: number[] = [];
  for (const path of paths)
    for (const id of listScopeValues(scope, path)) if (typeof id === 'number' && !ids.includes(id)) ids.push(id);
  return ids.length === 0 ? (NO_IDS as number[]) : ids;
}

function listOwnKeys(scope: Scope, person: PersonReference, own: OwnKey, known: KnownPersons): readonly Person[] {
  const [id] = listScopeValues(scope, own.id);
  if (typeof id !== 'number') return [];
  if (own.unless?.some((path) => listScopeValues(scope, path).length > 0)) return [];
  const names = person.name === undefined ? [] : listScopeValues(scope, person.name);
  return [toPerson(`${known.stream}/${own.kind}-${id}`, names as readonly string[])];
}

function listOutsiders(scope: Scope, paths: readonly string[], name: string | undefined): readonly Person[] {
  for (const path of paths) {
    const [text] = listScopeValues(scope, path);
    if (typeof text !== 'string' || normaliseOutsider(text) === '') continue;
    const key = { outsider: normaliseOutsider(text) };
    const names = name === undefined ? [] : (listScopeValues(scope, name) as readonly string[]);
    return [{ booksKey: key, contactKey: key, names }];
  }
  return [];
}

/** The same for an IBAN or a name however it is written. Labels of bank entries have the communication after the name. */
export const normaliseOutsider = (text: string): string =>
  text.split(' - ')[0]!.replace(/\s+/g, ' ').trim().toUpperCase();

const toPerson = (key: string, names: readonly string[]): Person => ({ booksKey: key, contactKey: key, names });

/** An unknown third party may be a natural person. */
function isNatural(id: number, known: KnownPersons): boolean {
  const versions = known.listThirdParties(id);
  return versions.length === 0 || versions.some((version) => isNaturalPerson(version));
}

export const buildPersonKeyId = (stream: string, thirdPartyId: number, kind: 'books' | 'contact'): string =>
  `${stream}/third-party-${thirdPartyId}/${kind}`;

function buildPerson(id: number, known: KnownPersons): Person {
  return {
    booksKey: buildPersonKeyId(known.stream, id, 'books'),
    contactKey: buildPersonKeyId(known.stream, id, 'contact'),
    names: known.listThirdParties(id).flatMap(({ name }) => (name ? [name] : [])),
  };
}

function findMentioned(value: Json, known: KnownPersons): Person | null {
  for (const id of known.listThirdPartyIds()) {
    if (!isNatural(id, known)) continue;
    const person = buildPerson(id, known);
    if (mentionsName(value, person.names)) return person;
  }
  return null;
}
