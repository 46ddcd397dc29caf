import { invalid, type Refusal } from '../../domain/refusal.ts';
import { errorBody, refusal } from '../http/reply/errors.ts';
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
    properties: {
      resource: { type: 'string', examples: ['entries', 'journals'], description: 'Path segment of the collection.' },
      count: { type: 'integer', description: 'How many of them.' },
    },
  },
};

const errorSchema = (required: readonly string[], properties: JsonObject, description: string): JsonObject => ({
  type: 'object',
  description,
  required: ['message', ...required],
  properties: { message: MESSAGE, code: CODE, ...properties },
  additionalProperties: true,
});

/** What the fields of a refused request say, where it is about fields. */
const BY_FIELD: JsonObject = { errors: ERRORS, error_codes: ERROR_CODES };

/** Each status has one schema, and each schema has a message. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Error: errorSchema([], BY_FIELD, 'Why a request was refused.'),
  ForbiddenError: errorSchema(
    [],
    {
      required_ability: {
        type: 'string',
        enum: ['read', 'write', 'sync'],
        description: 'With `token_ability_missing`: the ability that the token needs.',
      },
      ...BY_FIELD,
    },
    'Who may not do this, and why.',
  ),
  ConflictError: errorSchema(
    [],
    {
      server_version: { type: 'integer', description: 'With `conflict`: version that the record has now.' },
      server_data: {
        type: ['object', 'null'],
        description: 'With `conflict`: the record as its GET shows it now.',
        additionalProperties: true,
      },
      ...BY_FIELD,
    },
    'The record has moved on, or the same request is still running.',
  ),
  ValidationError: errorSchema(
    ['errors', 'error_codes'],
    {
      ...BY_FIELD,
      reason: {
        type: 'string',
        enum: ['period_locked', 'fiscal_year_closed'],
        description: 'With `period_locked`: what is in the way, the lock of the period or the closing of the year.',
      },
      used_by: USED_BY,
    },
    'All that is wrong, field by field.',
  ),
  UnavailableError: errorSchema(['code'], BY_FIELD, 'What cannot be reached at the moment, or is not configured.'),
};

export const PROBLEM_SCHEMA: JsonObject = {
  type: 'object',
  description: 'The same facts as RFC 9457 has them, for those who accept application/problem+json.',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string', description: 'Address of the code on the documentation page; `about:blank` without one.' },
    title: { type: 'string', description: 'The status in words.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { type: 'string', description: 'The `message` of the plain form.' },
    instance: { type: 'string', description: 'Id of the request, as in `X-Request-Id`.' },
    code: CODE,
    ...BY_FIELD,
  },
  additionalProperties: true,
};

const errorResponse = (
  description: string,
  refused: Refusal,
  headers: JsonObject = {},
  schema = 'Error',
): JsonObject => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...headers },
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${schema}` },
      // Put into words when the document is made, which most processes never do.
      get example() {
        return errorBody(refused, 'en');
      },
    },
  },
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
    refusal('invalid_json'),
  ),
  401: errorResponse('The token is missing, unknown, revoked or expired.', refusal('unauthenticated')),
  403: errorResponse(
    'The token lacks the ability (`token_ability_missing`, `session_token_required`), the role is too low (`role_too_low`), or the operation is closed in demo mode (`demo_mode`).',
    refusal('token_ability_missing', {
      params: { required_ability: 'write' },
      facts: { required_ability: 'write' },
    }),
    {},
    'ForbiddenError',
  ),
  404: errorResponse('Unknown, or not visible to the caller.', refusal('not_found')),
  405: errorResponse('The address exists, the method does not.', refusal('method_not_allowed'), {
    Allow: { $ref: '#/components/headers/Allow' },
  }),
  408: errorResponse('The body did not arrive in time.', refusal('body_timeout')),
  409: errorResponse(
    'The record has moved on since the version given (`conflict`, with `server_version` and `server_data`), or the same request is still running (`request_in_progress`).',
    refusal('conflict', { facts: { server_version: 3, server_data: { id: 1, version: 3 } } }),
    {},
    'ConflictError',
  ),
  413: errorResponse(
    'The JSON body is too large (`body_too_large`).',
    refusal('body_too_large', { params: { max: 1_048_576 } }),
  ),
  415: errorResponse(
    'The body is not JSON in UTF-8, or not a form where files are expected (`multipart_required`); or a file is of a type that is not taken.',
    refusal('unsupported_media_type'),
  ),
  422: errorResponse(
    'Fields or headers are wrong, or a rule of accounting is broken; `errors` tells them all.',
    invalid([
      { code: 'required', field: 'entry_date' },
      { code: 'account_unknown', field: 'lines.0.account' },
    ]),
    {},
    'ValidationError',
  ),
  429: errorResponse(
    'Too many requests (`rate_limited`): those of this route, by this user or address, in this minute.',
    refusal('rate_limited', { params: { seconds: 42 } }),
    retryAfter,
  ),
  500: errorResponse('An internal error. The request id leads to it in the logs.', refusal('server_error')),
  503: errorResponse(
    'Temporarily unavailable; always with a code (`database_unavailable`, `event_log_unavailable`, `overloaded`, …).',
    refusal('database_unavailable'),
    retryAfter,
    'UnavailableError',
  ),
  507: errorResponse(
    'The file storage is full; nothing was kept (`storage_full`).',
    refusal('storage_full'),
    retryAfter,
  ),
};
