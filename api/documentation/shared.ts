import type { JsonObject } from './schemas.ts';

/** The parts of the OpenAPI document that many operations refer to. */

const text = (maxLength?: number): JsonObject => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) });

const header = (name: string, schema: JsonObject, description: string): JsonObject => ({
  name,
  in: 'header',
  required: false,
  schema,
  description,
});

const publicToken = (name: string, what: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9]{12}$' },
  description: `Public token of the ${what}. One that the caller cannot see answers 404.`,
});

export const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  company: publicToken('company', 'company file'),
  firm: publicToken('firm', 'firm'),
  AcceptLanguage: header(
    'Accept-Language',
    { type: 'string', examples: ['fr', 'nl', 'en', 'de'] },
    'Language of messages and labels. The stored language of the user wins.',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    text(),
    'ETag of an earlier answer. When nothing of it has changed: 304 without a body.',
  ),
  ClientMutationId: header(
    'X-Client-Mutation-Id',
    text(64),
    'Idempotence key (alias: Idempotency-Key). A repetition answers 200 with the memorised body (an empty one after a 204) and X-Idempotent-Replay: 1; nothing is executed twice.',
  ),
  BaseVersion: header(
    'X-Base-Version',
    { type: 'integer', minimum: 0 },
    'Version of the record last read (alias: If-Match with the ETag). When the record has moved on: 409 conflict, and nothing changes.',
  ),
  OperationId: header(
    'X-Operation-Id',
    { type: 'string', format: 'uuid' },
    'Groups the changes of the request in the history; generated when absent.',
  ),
  DeviceId: header('X-Device-Id', text(64), 'Installation or integration that makes the change.'),
  DeviceName: header('X-Device-Name', text(), 'Readable name of the device, percent-encoded, 120 characters at most.'),
  OccurredAt: header(
    'X-Occurred-At',
    { type: 'string', format: 'date-time' },
    'Client time of the action, kept within 24 hours around the time of the server.',
  ),
  Origin: header('X-Origin', text(64), 'offline_sync when an action made offline is replayed.'),
};

export const WRITE_PARAMETERS = [
  'ClientMutationId',
  'BaseVersion',
  'OperationId',
  'DeviceId',
  'DeviceName',
  'OccurredAt',
  'Origin',
] as const;

export const HEADERS: Readonly<Record<string, JsonObject>> = {
  RequestId: { schema: text(), description: 'Id of the request, as in the logs of the service.' },
  OperationId: {
    schema: { type: 'string', format: 'uuid' },
    description: 'Operation under which changes were recorded; absent when nothing was.',
  },
  IdempotentReplay: {
    schema: { type: 'string', const: '1' },
    description: 'The memorised answer of an earlier request.',
  },
  ETag: {
    schema: text(),
    description: 'Version of what is answered, `"v<version>"` for one record; absent where there is none.',
  },
  Trashed: {
    schema: { type: 'string', const: '1' },
    description: 'The record is in the recycle bin, and can be restored; absent when it is gone for good.',
  },
  ContentDisposition: { schema: text(), description: 'Name of the file, as RFC 6266 has it; absent from JSON.' },
  ExportFingerprint: {
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    description: 'SHA-256 of the data exported: the same data gives the same value in every format and language.',
  },
  RateLimit: {
    schema: { type: 'integer' },
    description: 'Requests allowed a minute on this route, by user, else by address.',
  },
  RateLimitRemaining: { schema: { type: 'integer' }, description: 'Requests left in this minute.' },
  RateLimitReset: { schema: { type: 'integer' }, description: 'End of this minute, in Unix seconds.' },
  RetryAfter: { schema: { type: 'integer' }, description: 'Seconds to wait before trying again.' },
  Allow: { schema: text(), description: 'Methods that this address knows.' },
};

const MESSAGE: JsonObject = { type: 'string', description: 'In the language of the caller.' };
const CODE: JsonObject = {
  type: 'string',
  description: 'Stable reason for machines, where one exists; `GET /v1/reference/error-codes` lists them all.',
};
const ERRORS: JsonObject = {
  type: 'object',
  description: 'Messages by dotted path of the field, such as lines.0.account_id.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

const ERROR_CODES: JsonObject = {
  type: 'object',
  description: 'The stable code of each message of `errors`, under the same field and in the same order.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};
const USED_BY: JsonObject = {
  type: 'array',
  description:
    'With `in_use`: what uses the record, and how many of each there are (entries of a VAT code: 10000 at most).',
  items: {
    type: 'object',
    required: ['resource', 'count'],
    properties: { resource: { type: 'string', examples: ['entries', 'journals'] }, count: { type: 'integer' } },
  },
};

const errorSchema = (required: readonly string[], properties: JsonObject, description: string): JsonObject => ({
  type: 'object',
  description,
  required: ['message', ...required],
  properties: { message: MESSAGE, code: CODE, ...properties },
  additionalProperties: true,
});

/** Each status has one schema, and each schema has a message. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Error: errorSchema([], { errors: ERRORS, error_codes: ERROR_CODES }, 'Why a request was refused.'),
  ConflictError: errorSchema(
    [],
    {
      server_version: { type: 'integer', description: 'Version that the record has now.' },
      server_data: {
        type: ['object', 'null'],
        description: 'The record as its GET shows it now.',
        additionalProperties: true,
      },
      errors: ERRORS,
      error_codes: ERROR_CODES,
    },
    'The record has moved on, or the same request is still running.',
  ),
  ValidationError: errorSchema(
    ['errors'],
    { errors: ERRORS, error_codes: ERROR_CODES, used_by: USED_BY },
    'All that is wrong, field by field.',
  ),
};

export const PROBLEM_SCHEMA: JsonObject = {
  type: 'object',
  description: 'The same facts as RFC 9457 has them, for those who accept application/problem+json.',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    error_codes: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
  additionalProperties: true,
};

const errorResponse = (description: string, headers: JsonObject = {}, schema = 'Error'): JsonObject => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...headers },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

export const RESPONSES: Readonly<Record<number, JsonObject>> = {
  304: {
    description: 'Nothing has changed since the answer whose ETag `If-None-Match` has; there is no body.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ETag: { $ref: '#/components/headers/ETag' },
    },
  },
  400: errorResponse(
    'The body is not valid JSON (`invalid_json`) or not a form (`invalid_multipart`), or the Authorization header comes twice.',
  ),
  401: errorResponse('The token is missing, unknown, revoked or expired.'),
  403: errorResponse(
    'The token lacks the ability (`token_ability_missing`, `session_token_required`), the role is too low (`role_too_low`), or the operation is closed in demo mode (`demo_mode`).',
  ),
  404: errorResponse('Unknown, or not visible to the caller.'),
  405: errorResponse('The address exists, the method does not.', { Allow: { $ref: '#/components/headers/Allow' } }),
  408: errorResponse('The body did not arrive in time.'),
  409: errorResponse(
    'The record has moved on since the version given (`conflict`, with `server_version` and `server_data`), or the same request is still running (`request_in_progress`).',
    {},
    'ConflictError',
  ),
  413: errorResponse('The JSON body is too large (`body_too_large`).'),
  415: errorResponse(
    'The body is not JSON in UTF-8, or not a form where files are expected (`multipart_required`); or a file is of a type that is not taken.',
  ),
  422: errorResponse(
    'Fields or headers are wrong, or a rule of accounting is broken; `errors` tells them all.',
    {},
    'ValidationError',
  ),
  429: errorResponse(
    'Too many requests (`rate_limited`): those of this route, by this user or address, in this minute.',
    retryAfter,
  ),
  500: errorResponse('An internal error. The request id leads to it in the logs.'),
  503: errorResponse(
    'Temporarily unavailable; always with a code (`database_unavailable`, `event_log_unavailable`, `overloaded`, …).',
    retryAfter,
  ),
  507: errorResponse('The file storage is full; nothing was kept (`storage_full`).', retryAfter),
};
