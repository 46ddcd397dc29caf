import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { VERSION } from '../../support/version.ts';
import { getRefusalStatus } from '../http/reply/errors.ts';
import type { Route } from '../http/routing/route.ts';
import { getOperationId, toPascalCase } from './operation-ids.ts';
import { findParameterDescription } from './parameter-descriptions.ts';
import type { RecordedExample, RecordedExamples } from './recorded.ts';
import type { JsonObject, SchemaCollector } from './schemas.ts';
import { createSchemaCollector } from './schemas.ts';
import { AREAS } from './areas.ts';
import { WEBHOOK_HEADERS, buildWebhookCalls } from '../webhooks/documentation.ts';
import { ERROR_SCHEMAS, HEADERS, PARAMETERS, PROBLEM_SCHEMA, RESPONSES, WRITE_PARAMETERS } from './shared.ts';
import { TRASHED_HEADER } from '../http/reply/reply.ts';

const DESCRIPTION = `Accounting for firms and their company files in Belgium, France and Luxembourg.

Requests and answers are JSON in UTF-8. A token is sent as \`Authorization: Bearer <token>\`. Firms and company files are
addressed by their public token, every other record by its integer id. Amounts are decimal strings with two places.
Messages come in French, Dutch, English and German.

Errors are \`{message, code, errors, error_codes}\`, or with \`Accept: application/problem+json\` the same information as defined by RFC 9457 (schema
\`Problem\`), whose \`type\` links to the code on this page. A write repeated with the same \`X-Client-Mutation-Id\` returns
200 with the stored body. Fields can be added to responses at any time: ignore unknown fields.

Unknown fields of a body and unknown query parameters are refused, because they are misspellings that the client
believes to count. With \`X-Lenient: 1\` unknown fields of a body become \`warnings\` of the answer. The parameters
\`utm_*\` and \`_\` are always ignored.`;

/** Builds the OpenAPI 3.1 document for a table of routes, with an example of each request and response. */
export function buildOpenApiDocument(
  routes: readonly Route[],
  baseUrl: string,
  examples: RecordedExamples = {},
): JsonObject {
  const schemas = createSchemaCollector();
  const paths: Record<string, JsonObject> = {};
  const answers: Record<string, JsonObject> = {};
  for (const route of routes) {
    const example = examples[getOperationId(route)];
    (paths[route.path] ??= {})[route.method] = buildOperation(route, schemas, example);
    Object.assign(answers, buildAnswerExamples(route, example));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Grandlivre',
      version: VERSION,
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
    webhooks: buildWebhookCalls(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token or an integration token.' },
      },
      parameters: { ...PARAMETERS, ...WEBHOOK_HEADERS },
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.entries(RESPONSES).map(([status, response]) => [getResponseName(status), response]),
      ),
      examples: answers,
      schemas: { ...ERROR_SCHEMAS, Problem: PROBLEM_SCHEMA, ...schemas.components },
    },
  };
}

const getAnswerName = (route: Route, status?: string) => `${toPascalCase(getOperationId(route))}Answer${status ?? ''}`;

/** Stored as named components, because a replay shows the same response again. */
const buildAnswerExamples = (route: Route, example: Partial<RecordedExample> = {}): JsonObject => ({
  ...(example.answer !== undefined && { [getAnswerName(route)]: { value: example.answer } }),
  ...Object.fromEntries(
    Object.entries(example.otherAnswers ?? {}).map(([status, value]) => [getAnswerName(route, status), { value }]),
  ),
});

/** The example for a status: its own, or that of another status with the same response schema. */
function findAnswerExample(route: Route, status: string, example: RecordedExample | undefined): string | null {
  if (!example) return null;
  if (example.otherAnswers && status in example.otherAnswers) return getAnswerName(route, status);
  const { replies } = route;
  return example.answer !== undefined && replies[Number(status)] === replies[example.status]
    ? getAnswerName(route)
    : null;
}

const getResponseName = (status: number | string) => `Status${status}`;

function buildOperation(route: Route, schemas: SchemaCollector, example: RecordedExample | undefined): JsonObject {
  const parameters = buildParameters(route, schemas, example);
  return {
    operationId: getOperationId(route),
    tags: [route.area],
    summary: route.summary,
    description: describeAccess(route),
    ...(route.deprecation && { deprecated: true }),
    ...(isOpen(route) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...((route.body || route.upload) && {
      requestBody: { required: !hasOnlyDryRun(route), content: buildRequestContent(route, schemas, example) },
    }),
    responses: {
      ...buildSuccessResponses(route, schemas, example),
      ...buildRepeatResponses(route, schemas, example),
      ...buildErrorResponses(route),
    },
  };
}

/** Routes without a body of their own may be called without one. */
const hasOnlyDryRun = ({ body }: Route): boolean =>
  body instanceof z.ZodObject && Object.keys(body.shape).every((name) => name === 'dry_run');

/** The example of a parameter, if there is one. */
function buildParameterExample(values: JsonObject | undefined, name: string, schema: unknown): JsonObject {
  if (!values || !Object.hasOwn(values, name)) return {};
  const value = values[name];
  // In a URL everything is text.
  const isNumber = (schema as JsonObject)['type'] === 'integer' && typeof value === 'string';
  return { example: isNumber ? Number(value) : value };
}

/** A single example, or one of each kind. */
function buildBodyExample({ body, kinds }: Partial<RecordedExample>): JsonObject {
  if (!kinds) return body === undefined ? {} : { example: body };
  return { examples: Object.fromEntries(Object.entries(kinds).map(([kind, value]) => [kind, { value }])) };
}

function buildRequestContent(
  route: Route,
  schemas: SchemaCollector,
  example: Partial<RecordedExample> = {},
): JsonObject {
  const { body, upload } = route;
  const schema = body && schemas.registerInput(body, `${toPascalCase(getOperationId(route))}Request`);
  if (!upload) return { 'application/json': { schema, ...buildBodyExample(example) } };
  const { field, types, maxFiles, maxBytes } = upload;
  const file: JsonObject = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
  const fields = body && schemas.convertInput(body);
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
    ...(upload.orJson && { 'application/json': { schema, ...buildBodyExample(example) } }),
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
  token: 'Needs a token with any ability.',
  signed: 'Opened by a signed URL.',
  bridge: 'Reserved for the external platform.',
  operator: 'Reserved for the operator of the service.',
  provider:
    'Reserved for the access point, which signs the body: `X-Signature: sha256=` followed by its HMAC-SHA256 in hexadecimal.',
};

function describeAccess(route: Route): string {
  const sentences = [ABILITIES[route.ability]];
  if (route.role === 'platform') sentences.push('For platform admins.');
  else if (route.role !== 'any') sentences.push(`Role \`${route.role}\` or higher.`);
  if (route.demo === 'blocked') sentences.push('Not available in the demo.');
  if (route.heavy !== undefined)
    sentences.push(`Expensive${route.heavy === 'as_file' ? ' as a file' : ''}: one at a time per firm.`);
  if (route.perMinute !== undefined) sentences.push(`At most ${route.perMinute} requests per minute.`);
  return sentences.join(' ');
}

function buildParameters(route: Route, schemas: SchemaCollector, example: Partial<RecordedExample> = {}): JsonObject[] {
  const isWrite = route.method !== 'get';
  return [
    ...buildPathParameters(route, schemas, example),
    ...listProperties(route.query && schemas.convertParameters(route.query)).map(([name, schema, required]) => ({
      name,
      in: 'query',
      required,
      description: findDescription(schema) ?? findParameterDescription(name),
      schema,
      ...buildParameterExample(example.query, name, schema),
    })),
    referToParameter('AcceptLanguage'),
    ...(isRevalidated(route) ? [referToParameter('IfNoneMatch')] : []),
    ...(!isWrite && hasPosition(route) ? [referToParameter('Position')] : []),
    ...(isWrite
      ? WRITE_PARAMETERS.filter((name) => !isOpen(route) || !OF_A_CALLER.has(name)).map(referToParameter)
      : []),
  ];
}

/** Routes of a caller read or write the tables. */
const hasPosition = ({ ability }: Route): boolean => ['read', 'write', 'sync', 'session', 'token'].includes(ability);

/** Idempotency keys belong to a user. Routes without an authenticated user, such as sign-in, ignore them. */
const OF_A_CALLER: ReadonlySet<string> = new Set(['ClientMutationId', 'BaseVersion']);

const referToParameter = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

function buildPathParameters(route: Route, schemas: SchemaCollector, example: Partial<RecordedExample>): JsonObject[] {
  const declared = new Map(
    listProperties(route.params && schemas.convertParameters(route.params)).map(([name, schema]) => [name, schema]),
  );
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    if (!declared.has(name) && name in PARAMETERS) return referToParameter(name);
    const schema = declared.get(name) ?? { type: 'string' };
    const description = findDescription(schema) ?? findParameterDescription(name);
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema,
      ...buildParameterExample(example.params, name, schema),
    };
  });
}

function findDescription(schema: unknown): string | undefined {
  const { description } = (schema ?? {}) as JsonObject;
  return typeof description === 'string' ? description : undefined;
}

function listProperties(schema: JsonObject | undefined): [name: string, schema: unknown, required: boolean][] {
  const required = (schema?.['required'] ?? []) as readonly string[];
  return Object.entries((schema?.['properties'] ?? {}) as JsonObject).map(([name, property]) => [
    name,
    property,
    required.includes(name),
  ]);
}

function buildSuccessResponses(
  route: Route,
  schemas: SchemaCollector,
  example: RecordedExample | undefined,
): JsonObject {
  const headers = buildSuccessHeaders(route);
  return Object.fromEntries(
    Object.entries(route.replies).map(([status, schema]) => [
      status,
      {
        description: STATUS_CODES[status] ?? 'Answer',
        headers,
        ...(schema && {
          content: {
            ...(!isFileOnly(route, schema) &&
              buildJsonContent(schema, schemas, findAnswerExample(route, status, example))),
            ...(status === '200' && buildFileContent(route, example)),
          },
        }),
      },
    ]),
  );
}

const buildJsonContent = (schema: z.ZodType, schemas: SchemaCollector, example: string | null): JsonObject => ({
  'application/json': {
    schema: schemas.convertOutput(schema),
    ...(example !== null && { examples: { answer: { $ref: `#/components/examples/${example}` } } }),
  },
});

/** A file without a JSON form. */
const isFileOnly = ({ fileTypes }: Route, schema: z.ZodType): boolean =>
  fileTypes !== undefined && schema instanceof z.ZodString;

/** A read whose response may carry an ETag for revalidation. */
const isRevalidated = ({ method, ability, fileTypes }: Route): boolean =>
  method === 'get' && ability !== 'signed' && !fileTypes;

/** Responses to a repeated request: 304 for a read, the stored body for a write. */
function buildRepeatResponses(
  route: Route,
  schemas: SchemaCollector,
  example: RecordedExample | undefined,
): JsonObject {
  if (isRevalidated(route)) return { 304: { $ref: `#/components/responses/${getResponseName(304)}` } };
  if (route.method === 'get' || 200 in route.replies) return {};
  const [schema] = Object.values(route.replies);
  return {
    200: {
      description:
        'Replay: the stored response of the first request with this `X-Client-Mutation-Id`. Nothing is executed twice.',
      headers: buildSuccessHeaders(route),
      ...(schema && {
        content: buildJsonContent(schema, schemas, example?.answer === undefined ? null : getAnswerName(route)),
      }),
    },
  };
}

/** Files are described by media type; text files may have an example. */
const buildFileContent = ({ fileTypes = [] }: Route, { csv }: Partial<RecordedExample> = {}): JsonObject =>
  Object.fromEntries(
    fileTypes.map((type) => {
      const [name] = type.split(';') as [string];
      // A JSON file is downloaded as it is: its content depends on the form.
      const shown =
        name === 'application/json' ? { example: '{}' } : name === 'text/csv' && csv !== undefined && { example: csv };
      return [name, { schema: { type: 'string', format: 'binary' }, ...shown }] as const;
    }),
  );

function buildSuccessHeaders(route: Route): JsonObject {
  const referToHeader = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    'X-Request-Id': referToHeader('RequestId'),
    ...(hasPosition(route) && { 'X-Position': referToHeader('Position') }),
    ...(route.method !== 'get' && {
      'X-Operation-Id': referToHeader('OperationId'),
      ...(!isOpen(route) && { 'X-Idempotent-Replay': referToHeader('IdempotentReplay') }),
    }),
    ...((route.params || isRevalidated(route)) && !route.fileTypes && { ETag: referToHeader('ETag') }),
    ...(route.method === 'delete' && { [TRASHED_HEADER]: referToHeader('Trashed') }),
    ...(route.fileTypes && {
      'Content-Disposition': referToHeader('ContentDisposition'),
      'X-Export-Fingerprint': referToHeader('ExportFingerprint'),
    }),
    'X-RateLimit-Limit': referToHeader('RateLimit'),
    'X-RateLimit-Remaining': referToHeader('RateLimitRemaining'),
    'X-RateLimit-Reset': referToHeader('RateLimitReset'),
  };
}

function buildErrorResponses(route: Route): JsonObject {
  const isWrite = route.method !== 'get';
  const statuses = [
    ...(route.body || route.upload || !isOpen(route) ? [400] : []),
    ...(isOpen(route) ? [] : [401]),
    ...(route.ability === 'public' && route.demo !== 'blocked' ? [] : [403]),
    ...(route.path.includes('{') ? [404] : []),
    405,
    ...(isWrite ? [409] : []),
    ...(route.body || route.upload ? [408, 415] : []),
    // A file that is too large is reported on its field.
    ...(route.upload === undefined ? (route.body ? [413] : []) : route.upload.orJson ? [413] : []),
    ...(isWrite || route.query ? [422] : []),
    429,
    500,
    503,
    ...(route.upload ? [507] : []),
  ];
  return Object.fromEntries(statuses.map((status) => [status, buildErrorResponse(route, status)]));
}

/** The shared response, or one that adds the error codes of this route. */
function buildErrorResponse(route: Route, status: number): JsonObject {
  const codes = (route.errorCodes ?? []).filter((code) => getCodeStatus(code) === status);
  if (codes.length === 0) return { $ref: `#/components/responses/${getResponseName(status)}` };
  const named = codes.map((code) => `[\`${code}\`](/docs#${code})`).join(', ');
  return {
    $ref: `#/components/responses/${getResponseName(status)}`,
    description: `${String(RESPONSES[status]?.['description'])} Codes: ${named}.`,
  };
}

const getCodeStatus = (code: string) => getRefusalStatus({ refused: true, code, problems: [] });
