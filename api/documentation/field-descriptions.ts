import { ACCOUNTING_WORDS } from './accounting-words.ts';
import { BANK_WORDS } from './bank-words.ts';
import { GENERAL_WORDS } from './field-words.ts';

/** Descriptions for fields whose schemas have none. */

type Fields = { [name: string]: unknown };

const WORDS: Readonly<Record<string, string>> = { ...GENERAL_WORDS, ...ACCOUNTING_WORDS, ...BANK_WORDS };

/** Names that say all there is to say: a reader who does not know the word would not know its description either. */
const SELF_EVIDENT: ReadonlySet<string> = new Set([
  ...['name', 'label', 'title', 'description', 'message', 'detail', 'notes', 'email', 'phone', 'fax', 'website'],
  ...['street', 'house_number', 'postal_code', 'city', 'currency', 'password'],
]);

export const isSelfEvident = (name: string): boolean => SELF_EVIDENT.has(name);

/** `parent` is the field or the schema that holds it. */
export function fieldDescription(name: string, parent: string): string | undefined {
  return own(`${parent}.${name}`) ?? own(`${recordOf(parent)}.${name}`) ?? own(name) ?? byRule(name);
}

/** What is sent and what is answered of a record have fields of the same meaning: `CreateAccountRequest` → `Account`. */
const recordOf = (schema: string): string =>
  schema
    .replace(/^(Create|Update|Open|Written|Posted|Post)(?=[A-Z])/, '')
    .replace(/(Request|Preview|Summary|WithDetails)$/, '');

const own = (name: string): string | undefined => (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined);

/** What the last word of a name tells. */
function byRule(name: string): string | undefined {
  const [, what, end] = /^(.+)_(id|ids|count|url)$/.exec(name) ?? [];
  if (what === undefined) return undefined;
  const words = what.replaceAll('_', ' ');
  return {
    id: `Id of the ${words}.`,
    ids: `Ids of the ${words}s.`,
    count: `How many ${words}.`,
    url: `Address of the ${words}.`,
  }[end as 'id'];
}

/** The schema with a description of each field that has none of its own. */
export function described(value: unknown, parent: string): unknown {
  if (Array.isArray(value)) return value.map((item) => described(item, parent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'properties' ? describedFields(member as Fields, parent) : described(member, parent),
    ]),
  );
}

const describedFields = (fields: Fields, parent: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describedField(name, field, parent)]));

function describedField(name: string, field: unknown, parent: string): unknown {
  const schema = described(field, name) as Fields;
  if (typeof schema !== 'object' || schema === null || 'description' in schema) return schema;
  const description = fieldDescription(name, parent);
  return description === undefined ? schema : { ...schema, description };
}
