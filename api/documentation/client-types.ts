/**
 * The OpenAPI document as TypeScript: the paths with what each operation takes and answers, in the shape that `openapi-fetch`
 * and others of its kind expect of `paths` and `components`. Made from the document alone, so that a test knows when it is old.
 */

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export function clientTypes(document: object): string {
  const { paths, components, info } = document as { paths: Record<string, Json>; components: Json; info: Json };
  const schemas = Object.entries(components['schemas'] as Record<string, Json>);
  const responses = Object.entries(components['responses'] as Record<string, Json>);
  return [
    `/** The API of ${String(info['title'])} ${String(info['version'])}. Made by npm run docs:client: do not change it by hand. */`,
    'export interface paths {',
    ...Object.entries(paths).map(([path, item]) => `  ${JSON.stringify(path)}: ${pathOf(item, components)};`),
    '}',
    'export interface components {',
    '  schemas: {',
    ...schemas.map(([name, schema]) => `    ${JSON.stringify(name)}: ${typeOf(schema)};`),
    '  };',
    '  responses: {',
    ...responses.map(([name, one]) => `    ${JSON.stringify(name)}: ${responseOf(one)};`),
    '  };',
    '}',
    '',
  ].join('\n');
}

/** Methods that a path does not have are named too: so a client tells them apart. */
function pathOf(item: Json, components: Json): string {
  const members = METHODS.map((method) => {
    const operation = item[method] as Json | undefined;
    return operation ? `${method}: ${operationOf(operation, components)}` : `${method}?: never`;
  });
  return `{ ${members.join('; ')} }`;
}

function operationOf(operation: Json, components: Json): string {
  const parameters = ((operation['parameters'] ?? []) as readonly Json[]).map((one) => resolved(one, components));
  const of = (place: string): string => {
    const own = parameters.filter((one) => one['in'] === place);
    if (own.length === 0) return `${place}?: never`;
    const isNeeded = own.some((one) => one['required'] === true);
    const members = own.map((one) => member(String(one['name']), one['schema'] as Json, one['required'] === true));
    return `${place}${isNeeded ? '' : '?'}: { ${members.join('; ')} }`;
  };
  const body = operation['requestBody'] as Json | undefined;
  const responses = Object.entries(operation['responses'] as Record<string, Json>).map(
    ([status, one]) => `${status}: ${shared(one) ?? responseOf(one)}`,
  );
  return [
    `{ parameters: { ${['query', 'header', 'path', 'cookie'].map(of).join('; ')} }`,
    body ? `requestBody: { content: ${contentOf(body['content'] as Json)} }` : 'requestBody?: never',
    `responses: { ${responses.join('; ')} } }`,
  ].join('; ');
}

function resolved(one: Json, components: Json): Json {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(String(one['$ref'])) ?? [];
  return kind === undefined ? one : ((components[kind] as Record<string, Json>)[name!] ?? one);
}

/** What many answer alike is said once. */
function shared({ $ref }: Json): string | null {
  const [, name] = /^#\/components\/responses\/(.+)$/.exec(String($ref)) ?? [];
  return name === undefined ? null : `components['responses'][${JSON.stringify(name)}]`;
}

function responseOf({ content }: Json): string {
  return `{ headers: { [name: string]: unknown }; content${content ? `: ${contentOf(content as Json)}` : '?: never'} }`;
}

function contentOf(content: Json): string {
  const members = Object.entries(content).map(([type, one]) => {
    const { schema } = one as { schema?: Json };
    // What is no JSON is a file.
    const isJson = /json|form/.test(type) && schema !== undefined;
    return `${JSON.stringify(type)}: ${isJson ? typeOf(schema) : 'string'}`;
  });
  return `{ ${members.join('; ')} }`;
}

const member = (name: string, schema: Json, isNeeded: boolean): string =>
  `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${isNeeded ? '' : '?'}: ${typeOf(schema)}`;

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of a JSON schema, as far as schemas of ours go. */
export function typeOf(schema: Json): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return `components['schemas'][${JSON.stringify($ref.split('/').at(-1))}]`;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const forms = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (forms) return [...new Set(forms.map(typeOf))].map(bracketed).join(' | ');
  if (Array.isArray(allOf)) return (allOf as readonly Json[]).map(typeOf).map(bracketed).join(' & ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one as string })).join(' | ');
  if (type === 'array') return `(${schema['items'] ? typeOf(schema['items'] as Json) : 'unknown'})[]`;
  if (type === 'object' || schema['properties']) return objectOf(schema);
  return SIMPLE[String(type)] ?? 'unknown';
}

const bracketed = (type: string): string => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type);

function objectOf({ properties, required, additionalProperties }: Json): string {
  const needed = new Set((required ?? []) as readonly string[]);
  const members = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, schema]) =>
    member(name, schema, needed.has(name)),
  );
  if (typeof additionalProperties === 'object' && additionalProperties !== null && members.length === 0)
    return `{ [name: string]: ${typeOf(additionalProperties as Json)} }`;
  return members.length === 0 ? '{ [name: string]: unknown }' : `{ ${members.join('; ')} }`;
}
