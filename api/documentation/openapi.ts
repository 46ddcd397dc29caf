import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { statusOf } from '../http/reply/errors.ts';
import type { Route } from '../http/routing/route.ts';
import { operationIdOf, pascal } from './operation-ids.ts';
import { parameterDescription } from './parameter-descriptions.ts';
import type { RecordedExample, RecordedExamples } from './recorded.ts';
import type { JsonObject, SchemaCollector } from './schemas.ts';
import { createSchemaCollector } from './schemas.ts';
import { AREAS } from './areas.ts';
import { WEBHOOK_HEADERS, webhookCalls } from './webhooks.ts';
import { ERROR_SCHEMAS, HEADERS, PARAMETERS, PROBLEM_SCHEMA, RESPONSES, WRITE_PARAMETERS } from './shared.ts';

const DESCRIPTION = `Accounting for firms and their company files in Belgium, France and Luxembourg.

Requests and answers are JSON in UTF-8. A token is sent as \`Authorization: Bearer <token>\`. Firms and company files are
addressed by their public token, every other record by its integer id. Amounts are decimal strings with two places.
Messages come in French, Dutch, English and German.

Errors are \`{message, code, errors, error_codes}\`, or with \`Accept: application/problem+json\` the same facts as RFC 9457 has them (schema
\`Problem\`), whose \`type\` leads to the code on this page. A write that is sent again with the same \`X-Client-Mutation-Id\` is
answered 200 with the memorised body. Answers may get further members at any time: ignore those that you do not know.`;

/** The OpenAPI 3.1 document of a table of routes, with an example of each request and answer. */
export function openApiDocument(
  routes: readonly Route[],
  baseUrl: string,
  examples: RecordedExamples = {},
): JsonObject {
  const schemas = createSchemaCollector();
  const paths: Record<string, JsonObject> = {};
  const answers: Record<string, JsonObject> = {};
  for (const route of routes) {
    const example = examples[operationIdOf(route)];
    (paths[route.path] ??= {})[route.method] = operationOf(route, schemas, example);
    Object.assign(answers, answersOf(route, example));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Grandlivre',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map((route) => route.area))].map((name) => ({
      name,
      ...(AREAS[name] && { description: AREAS[name] }),
    })),
    paths,
    webhooks: webhookCalls(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token or an integration token.' },
      },
      parameters: { ...PARAMETERS, ...WEBHOOK_HEADERS },
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.entries(RESPONSES).map(([status, response]) => [responseName(status), response]),
      ),
      examples: answers,
      schemas: { ...ERROR_SCHEMAS, Problem: PROBLEM_SCHEMA, ...schemas.components },
    },
  };
}

const answerName = (route: Route, status?: string) => `${pascal(operationIdOf(route))}Answer${status ?? ''}`;

/** Under names of their own, because a replay shows the answer once more. */
const answersOf = (route: Route, example: Partial<RecordedExample> = {}): JsonObject => ({
  ...(example.answer !== undefined && { [answerName(route)]: { value: example.answer } }),
  ...Object.fromEntries(
    Object.entries(example.otherAnswers ?? {}).map(([status, value]) => [answerName(route, status), { value }]),
  ),
});

/** The example that shows a status: its own, or that of another status which answers the same. */
function shownAnswer(route: Route, status: string, example: RecordedExample | undefined): string | null {
  if (!example) return null;
  if (example.otherAnswers && status in example.otherAnswers) return answerName(route, status);
  const { replies } = route;
  return example.answer !== undefined && replies[Number(status)] === replies[example.status] ? answerName(route) : null;
}

const responseName = (status: number | string) => `Status${status}`;

function operationOf(route: Route, schemas: SchemaCollector, example: RecordedExample | undefined): JsonObject {
  const parameters = parametersOf(route, schemas, example);
  return {
    operationId: operationIdOf(route),
    tags: [route.area],
    summary: route.summary,
    description: accessSentence(route),
    ...(route.deprecation && { deprecated: true }),
    ...(isOpen(route) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...((route.body || route.upload) && {
      requestBody: { required: true, content: contentOf(route, schemas, example) },
    }),
    responses: {
      ...successesOf(route, schemas, example),
      ...repetitionsOf(route, schemas, example),
      ...errorsOf(route),
    },
  };
}

/** The example of one parameter, where there is one. */
function exampleOf(values: JsonObject | undefined, name: string, schema: unknown): JsonObject {
  if (!values || !Object.hasOwn(values, name)) return {};
  const value = values[name];
  // As it stands in an address everything is text.
  const isNumber = (schema as JsonObject)['type'] === 'integer' && typeof value === 'string';
  return { example: isNumber ? Number(value) : value };
}

/** One example, or one of each kind. */
function bodyExample({ body, kinds }: Partial<RecordedExample>): JsonObject {
  if (!kinds) return body === undefined ? {} : { example: body };
  return { examples: Object.fromEntries(Object.entries(kinds).map(([kind, value]) => [kind, { value }])) };
}

function contentOf(route: Route, schemas: SchemaCollector, example: Partial<RecordedExample> = {}): JsonObject {
  const { body, upload } = route;
  const schema = body && schemas.named(body, `${pascal(operationIdOf(route))}Request`);
  if (!upload) return { 'application/json': { schema, ...bodyExample(example) } };
  const { field, types, maxFiles, maxBytes } = upload;
  const file: JsonObject = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
  const fields = body && schemas.input(body);
  const properties = (fields?.['properties'] ?? {}) as JsonObject;
  const required = [...((fields?.['required'] ?? []) as readonly string[]), maxFiles > 1 ? `${field}[]` : field];
  const files =
    maxFiles > 1
      ? { [`${field}[]`]: { type: 'array', items: file, maxItems: maxFiles, description: `Up to ${maxFiles} files.` } }
      : { [field]: file };
  const name = required.at(-1)!;
  const content = (example.form ?? example.file)?.content;
  const form = content !== undefined && {
    example: { ...(example.file && (example.body as JsonObject)), [name]: maxFiles > 1 ? [content] : content },
  };
  const encoding = types && { encoding: { [name]: { contentType: types.join(', ') } } };
  return {
    ...(upload.orJson && { 'application/json': { schema, ...bodyExample(example) } }),
    'multipart/form-data': {
      schema: { type: 'object', properties: { ...properties, ...files }, required },
      ...encoding,
      ...form,
    },
  };
}

const isOpen = ({ ability }: Route) => ability === 'public' || ability === 'signed';

const ABILITIES: Readonly<Record<Route['ability'], string>> = {
  public: 'Public.',
  read: 'Needs the ability `read`.',
  write: 'Needs the ability `write`.',
  sync: 'Needs the ability `sync`.',
  session: 'Needs a session token.',
  signed: 'Opened by a signed URL.',
  bridge: 'Reserved to the external platform.',
  operator: 'Reserved to whoever runs the service.',
  provider:
    'Reserved to the access point, which signs the body: `X-Signature: sha256=` and its HMAC-SHA256 in hexadecimal.',
};

function accessSentence(route: Route): string {
  const sentences = [ABILITIES[route.ability]];
  if (route.role === 'platform') sentences.push('For platform admins.');
  else if (route.role !== 'any') sentences.push(`Role \`${route.role}\` or higher.`);
  if (route.demo === 'blocked') sentences.push('Not in demo.');
  if (route.heavy !== undefined)
    sentences.push(`Expensive${route.heavy === 'as_file' ? ' as a file' : ''}: one at a time for each firm.`);
  if (route.perMinute !== undefined) sentences.push(`At most ${route.perMinute} a minute.`);
  return sentences.join(' ');
}

function parametersOf(route: Route, schemas: SchemaCollector, example: Partial<RecordedExample> = {}): JsonObject[] {
  const isWrite = route.method !== 'get';
  return [
    ...pathParameters(route, schemas, example),
    ...propertiesOf(route.query && schemas.parameters(route.query)).map(([name, schema, required]) => ({
      name,
      in: 'query',
      required,
      description: descriptionOf(schema) ?? parameterDescription(name),
      schema,
      ...exampleOf(example.query, name, schema),
    })),
    reference('AcceptLanguage'),
    ...(isRevalidated(route) ? [reference('IfNoneMatch')] : []),
    ...(isWrite ? WRITE_PARAMETERS.filter((name) => !isOpen(route) || !OF_A_CALLER.has(name)).map(reference) : []),
  ];
}

/** A key counts for the user who sends it: where nobody is known yet, as at sign-in, it is not read. */
const OF_A_CALLER: ReadonlySet<string> = new Set(['ClientMutationId', 'BaseVersion']);

const reference = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

function pathParameters(route: Route, schemas: SchemaCollector, example: Partial<RecordedExample>): JsonObject[] {
  const declared = new Map(
    propertiesOf(route.params && schemas.parameters(route.params)).map(([name, schema]) => [name, schema]),
  );
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    if (!declared.has(name) && name in PARAMETERS) return reference(name);
    const schema = declared.get(name) ?? { type: 'string' };
    const description = descriptionOf(schema) ?? parameterDescription(name);
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema,
      ...exampleOf(example.params, name, schema),
    };
  });
}

function descriptionOf(schema: unknown): string | undefined {
  const { description } = (schema ?? {}) as JsonObject;
  return typeof description === 'string' ? description : undefined;
}

function propertiesOf(schema: JsonObject | undefined): [name: string, schema: unknown, required: boolean][] {
  const required = (schema?.['required'] ?? []) as readonly string[];
  return Object.entries((schema?.['properties'] ?? {}) as JsonObject).map(([name, property]) => [
    name,
    property,
    required.includes(name),
  ]);
}

function successesOf(route: Route, schemas: SchemaCollector, example: RecordedExample | undefined): JsonObject {
  const headers = successHeaders(route);
  return Object.fromEntries(
    Object.entries(route.replies).map(([status, schema]) => [
      status,
      {
        description: STATUS_CODES[status] ?? 'Answer',
        headers,
        ...(schema && {
          content: {
            ...(!isFileAlone(route, schema) && jsonOf(schema, schemas, shownAnswer(route, status, example))),
            ...(status === '200' && filesOf(route, example)),
          },
        }),
      },
    ]),
  );
}

const jsonOf = (schema: z.ZodType, schemas: SchemaCollector, example: string | null): JsonObject => ({
  'application/json': {
    schema: schemas.output(schema),
    ...(example !== null && { examples: { answer: { $ref: `#/components/examples/${example}` } } }),
  },
});

/** A file that has no form in JSON. */
const isFileAlone = ({ fileTypes }: Route, schema: z.ZodType): boolean =>
  fileTypes !== undefined && schema instanceof z.ZodString;

/** A read whose answer may carry an ETag, which the next one may send back. */
const isRevalidated = ({ method, ability, fileTypes }: Route): boolean =>
  method === 'get' && ability !== 'signed' && !fileTypes;

/** What is answered to a request that was made before: nothing new to a read, the memorised body to a write. */
function repetitionsOf(route: Route, schemas: SchemaCollector, example: RecordedExample | undefined): JsonObject {
  if (isRevalidated(route)) return { 304: { $ref: `#/components/responses/${responseName(304)}` } };
  if (route.method === 'get' || 200 in route.replies) return {};
  const [schema] = Object.values(route.replies);
  return {
    200: {
      description:
        'Replay: the memorised answer of the request that was made first with this `X-Client-Mutation-Id`; nothing is executed twice.',
      headers: successHeaders(route),
      ...(schema && { content: jsonOf(schema, schemas, example?.answer === undefined ? null : answerName(route)) }),
    },
  };
}

/** Files are described by their type; one that is text can be shown. */
const filesOf = ({ fileTypes = [] }: Route, { csv }: Partial<RecordedExample> = {}): JsonObject =>
  Object.fromEntries(
    fileTypes.map((type) => {
      const [name] = type.split(';') as [string];
      const shown = name === 'text/csv' && csv !== undefined && { example: csv };
      return [name, { schema: { type: 'string', format: 'binary' }, ...shown }] as const;
    }),
  );

function successHeaders(route: Route): JsonObject {
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    'X-Request-Id': header('RequestId'),
    ...(route.method !== 'get' && {
      'X-Operation-Id': header('OperationId'),
      ...(!isOpen(route) && { 'X-Idempotent-Replay': header('IdempotentReplay') }),
    }),
    ...((route.params || isRevalidated(route)) && !route.fileTypes && { ETag: header('ETag') }),
    ...(route.method === 'delete' && { 'X-Trashed': header('Trashed') }),
    ...(route.fileTypes && {
      'Content-Disposition': header('ContentDisposition'),
      'X-Export-Fingerprint': header('ExportFingerprint'),
    }),
    'X-RateLimit-Limit': header('RateLimit'),
    'X-RateLimit-Remaining': header('RateLimitRemaining'),
    'X-RateLimit-Reset': header('RateLimitReset'),
  };
}

function errorsOf(route: Route): JsonObject {
  const isWrite = route.method !== 'get';
  const statuses = [
    ...(route.body || route.upload || !isOpen(route) ? [400] : []),
    ...(isOpen(route) ? [] : [401]),
    ...(route.ability === 'public' && route.demo !== 'blocked' ? [] : [403]),
    ...(route.path.includes('{') ? [404] : []),
    405,
    ...(isWrite ? [409] : []),
    ...(route.body || route.upload ? [408, 415] : []),
    // A file that is too large is told at its field.
    ...(route.upload === undefined ? (route.body ? [413] : []) : route.upload.orJson ? [413] : []),
    ...(isWrite || route.query ? [422] : []),
    429,
    500,
    503,
    ...(route.upload ? [507] : []),
  ];
  return Object.fromEntries(statuses.map((status) => [status, errorOf(route, status)]));
}

/** The shared response, or one that adds the codes of this route. */
function errorOf(route: Route, status: number): JsonObject {
  const codes = (route.errorCodes ?? []).filter((code) => statusOfCode(code) === status);
  if (codes.length === 0) return { $ref: `#/components/responses/${responseName(status)}` };
  const named = codes.map((code) => `[\`${code}\`](/docs#${code})`).join(', ');
  return {
    $ref: `#/components/responses/${responseName(status)}`,
    description: `${String(RESPONSES[status]?.['description'])} Codes: ${named}.`,
  };
}

const statusOfCode = (code: string) => statusOf({ refused: true, code, problems: [] });
