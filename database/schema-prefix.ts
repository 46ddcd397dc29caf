import type pg from 'pg';

/**
 * A second instance of the service in one database, such as the demo. All statements name the schemas `log`, `read`,
 * `ops` and `vault`; on a connection with a prefix they mean `demo_7_log` and so on. Locks and notifications are separate as well.
 * The prefix is part of the address of the database, so that every connection to it has the same one.
 */

const PARAMETER = 'schema_prefix';
/** The number makes the locks of instances differ. */
const PREFIX = /^[a-z]+_(\d{1,6})_$/;
/** Above the distance between the lock numbers of the service. */
const LOCKS_APART = 1_000;
const MAX_TRANSLATED = 5_000;

export function withSchemaPrefix(url: string, prefix: string): string {
  const changed = new URL(url);
  changed.searchParams.set(PARAMETER, prefix);
  return changed.href;
}

/** Empty for the service itself. */
export function readSchemaPrefix(url: string): string {
  if (!url.includes(PARAMETER)) return '';
  return new URL(url).searchParams.get(PARAMETER) ?? '';
}

/** The schemas of an instance, in the order of creation. */
export const listPrefixedSchemas = (prefix: string): readonly string[] =>
  ['public', 'log', 'ops', 'vault', 'read', 'read_next', 'read_verify', 'read_file'].map((name) => `${prefix}${name}`);

/** @throws if the prefix is not of the expected form, because it becomes part of every statement */
export function createTranslator(prefix: string): (sql: string) => string {
  const number = PREFIX.exec(prefix)?.[1];
  if (number === undefined) throw new Error(`"${prefix}" is not a prefix of schemas`);
  const offset = (Number(number) + 1) * LOCKS_APART;
  const rules: readonly (readonly [RegExp, string])[] = [
    // The operators of pg_trgm exist once in a database.
    [/(?<![\w."])("?)(log|ops|vault|read(?:_\w+)?)\1\.(?!gin_trgm_ops)/g, `$1${prefix}$2$1.`],
    [/\bpublic\.(?=grandlivre_migrations\b)/g, `${prefix}public.`],
    [/\b(SCHEMA (?:IF (?:NOT )?EXISTS )?|RENAME TO )(log|ops|vault|read(?:_\w+)?)\b/g, `$1${prefix}$2`],
    [/(?<=\bnspname (?:= |IN \((?:'\w+', )*))'(log|ops|vault|read)'/g, `'${prefix}$1'`],
    [/\b(pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock(?:_shared)?\()/g, `$1${offset} + `],
    [/\b(classid|objid) = (?=\d)/g, `$1 = ${offset} + `],
    [/\b(pg_notify\('|LISTEN ")(?=grandlivre_)/g, `$1${prefix}`],
  ];
  const translated = new Map<string, string>();
  return (sql) => {
    const known = translated.get(sql);
    if (known !== undefined) return known;
    const text = rules.reduce((changed, [found, replacement]) => changed.replace(found, replacement), sql);
    if (translated.size >= MAX_TRANSLATED) translated.clear();
    translated.set(sql, text);
    return text;
  };
}

/** Translates the statements of a connection; one without a prefix is left as it is. */
export function translateStatements(client: pg.ClientBase, url: string): void {
  const prefix = readSchemaPrefix(url);
  if (prefix === '') return;
  const translate = getTranslator(prefix);
  const send = client.query.bind(client) as unknown as (...given: unknown[]) => unknown;
  const query = (statement: string | pg.QueryConfig, ...others: unknown[]): unknown =>
    typeof statement === 'string'
      ? send(translate(statement), ...others)
      : send({ ...statement, text: translate(statement.text) }, ...others);
  Object.assign(client, { query });
}

/** Connections of one instance share their translations. */
const translators = new Map<string, (sql: string) => string>();

function getTranslator(prefix: string): (sql: string) => string {
  let translate = translators.get(prefix);
  if (translate === undefined) {
    // Few instances exist at a time; those of earlier nights are forgotten.
    if (translators.size >= 4) translators.clear();
    translate = createTranslator(prefix);
    translators.set(prefix, translate);
  }
  return translate;
}
