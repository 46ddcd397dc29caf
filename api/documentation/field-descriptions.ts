import { ACCOUNTING_WORDS } from './accounting-words.ts';
import { BANK_WORDS } from './bank-words.ts';
import { GENERAL_WORDS } from './field-words.ts';

/** Descriptions for fields whose schemas have none. */

type Fields = { [name: string]: unknown };

const WORDS: Readonly<Record<string, string>> = { ...GENERAL_WORDS, ...ACCOUNTING_WORDS, ...BANK_WORDS };

/** Self-explanatory names, for which a description would add nothing. */
const SELF_EVIDENT: ReadonlySet<string> = new Set([
  ...['name', 'label', 'title', 'description', 'message', 'detail', 'notes', 'email', 'phone', 'fax', 'website'],
  ...['street', 'house_number', 'postal_code', 'city', 'currency', 'password'],
]);

export const isSelfEvident = (name: string): boolean => SELF_EVIDENT.has(name);

/** `parent` is the field or schema that contains it. */
export function findFieldDescription(name: string, parent: string): string | undefined {
  return (
    findOwnWords(`${parent}.${name}`) ??
    findOwnWords(`${getRecordName(parent)}.${name}`) ??
    findOwnWords(name) ??
    describeBySuffix(name)
  );
}

/** Requests and responses of a record share field meanings: `CreateAccountRequest` → `Account`. */
const getRecordName = (schema: string): string =>
  schema
    .replace(/^(Create|Update|Open|Written|Posted|Post)(?=[A-Z])/, '')
    .replace(/(Request|Preview|Summary|WithDetails)$/, '');

const findOwnWords = (name: string): string | undefined => (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined);

/** Derives a description from the last word of the name. */
function describeBySuffix(name: string): string | undefined {
  const [, what, end] = /^(.+)_(id|ids|count|url)$/.exec(name) ?? [];
  if (what === undefined) return undefined;
  const words = what.replaceAll('_', ' ');
  return {
    id: `Id of the ${words}.`,
    ids: `Ids of the ${words}s.`,
    count: `How many ${words}.`,
    url: `URL of the ${words}.`,
  }[end as 'id'];
}

/** Adds a description to each field that has none. */
export function withDescriptions(value: unknown, parent: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withDescriptions(item, parent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'properties' ? describeFields(member as Fields, parent) : withDescriptions(member, parent),
    ]),
  );
}

const describeFields = (fields: Fields, parent: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describeField(name, field, parent)]));

function describeField(name: string, field: unknown, parent: string): unknown {
  const schema = withDescriptions(field, name) as Fields;
  if (typeof schema !== 'object' || schema === null || 'description' in schema) return schema;
  const description = findFieldDescription(name, parent);
  return description === undefined ? schema : { ...schema, description };
}
