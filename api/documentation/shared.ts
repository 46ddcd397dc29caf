import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { buildErrorBody, buildRefusal } from '../http/reply/errors.ts';
import type { JsonObject } from './schemas.ts';

/** Shared parts of the OpenAPI document. */

const textSchema = (maxLength?: number): JsonObject => ({
  type: 'string',
  ...(maxLength !== undefined && { maxLength }),
});

const headerParameter = (name: string, schema: JsonObject, description: string): JsonObject => ({
  name,
  in: 'header',
  required: false,
  schema,
  description,
});

const publicTokenParameter = (name: string, what: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9]{12}$' },
  description: `Public token of the ${what}. Returns 404 if the caller cannot see it.`,
});

export const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  company: publicTokenParameter('company', 'company file'),
  firm: publicTokenParameter('firm', 'firm'),
  AcceptLanguage: headerParameter(
    'Accept-Language',
    { type: 'string', examples: ['fr', 'nl', 'en', 'de'] },
    'Language of messages and labels. The stored language of the user takes precedence.',
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    textSchema(),
    'ETag of an earlier response. If nothing has changed: 304 without a body.',
  ),
  Position: headerParameter(
    'X-Position',
    { type: 'integer', minimum: 0 },
    'Position of an earlier answer: this one shows at least what that one showed or wrote. After five seconds: 503 tables_behind.',
  ),
  ClientMutationId: headerParameter(
    'X-Client-Mutation-Id',
    textSchema(64),
    'Idempotency key (alias: Idempotency-Key). A repeated request returns 200 with the stored body (empty after a 204) and X-Idempotent-Replay: 1. Nothing is executed twice.',
  ),
  BaseVersion: headerParameter(
    'X-Base-Version',
    { type: 'integer', minimum: 0 },
    'Version of the record last read (alias: If-Match with the ETag). If the record has changed since: 409 conflict, and nothing is changed.',
  ),
  OperationId: headerParameter(
    'X-Operation-Id',
    { type: 'string', format: 'uuid' },
    'Groups the changes of the request in the history; generated if absent.',
  ),
  DeviceId: headerParameter('X-Device-Id', textSchema(64), 'Installation or integration that makes the change.'),
  DeviceName: headerParameter(
    'X-Device-Name',
    textSchema(),
    'Readable name of the device, percent-encoded, at most 120 characters.',
  ),
  OccurredAt: headerParameter(
    'X-Occurred-At',
    { type: 'string', format: 'date-time' },
    'Client time of the action, limited to 24 hours around the server time.',
  ),
  Lenient: headerParameter(
    'X-Lenient',
    { type: 'string', const: '1' },
    'Unknown fields of the body are ignored and listed in `warnings` of the response instead of refused.',
  ),
  Origin: headerParameter('X-Origin', textSchema(64), 'offline_sync when an offline action is replayed.'),
};

export const WRITE_PARAMETERS = [
  'ClientMutationId',
  'BaseVersion',
  'OperationId',
  'DeviceId',
  'DeviceName',
  'OccurredAt',
  'Origin',
  'Lenient',
] as const;

export const HEADERS: Readonly<Record<string, JsonObject>> = {
  RequestId: { schema: textSchema(), description: 'Id of the request in the service logs.' },
  OperationId: {
    schema: { type: 'string', format: 'uuid' },
    description: 'Operation under which the changes were recorded; absent if nothing was recorded.',
  },
  Position: {
    schema: { type: 'integer' },
    description: 'Position in the event log that the answer shows, or up to which the request has written.',
  },
  IdempotentReplay: {
    schema: { type: 'string', const: '1' },
    description: 'The response is the stored response of an earlier request.',
  },
  ETag: {
    schema: textSchema(),
    description: 'Version of the response, `"v<version>"` for one record. Absent if there is none.',
  },
  Trashed: {
    schema: { type: 'string', const: '1' },
    description: 'The record is in the recycle bin and can be restored; absent if it was permanently deleted.',
  },
  ContentDisposition: { schema: textSchema(), description: 'Name of the file according to RFC 6266; absent for JSON.' },
  ExportFingerprint: {
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    description: 'SHA-256 of the exported data: the same data gives the same value in every format and language.',
  },
  RateLimit: {
    schema: { type: 'integer' },
    description: 'Requests allowed per minute on this route, per user or else per IP address.',
  },
  RateLimitRemaining: { schema: { type: 'integer' }, description: 'Requests left in this minute.' },
  RateLimitReset: { schema: { type: 'integer' }, description: 'End of this minute, in Unix seconds.' },
  RetryAfter: { schema: { type: 'integer' }, description: 'Seconds to wait before trying again.' },
  Allow: { schema: textSchema(), description: 'Methods supported by this path.' },
};

const MESSAGE: JsonObject = { type: 'string', description: 'In the language of the caller.' };
const CODE: JsonObject = {
  type: 'string',
  description: 'Stable machine-readable code. `GET /v1/reference/error-codes` lists all codes.',
};
const ERRORS: JsonObject = {
  type: 'object',
  description: 'Messages by dotted field path, such as lines.0.account_id.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

const ERROR_CODES: JsonObject = {
  type: 'object',
  description: 'The stable code of each message in `errors`, under the same field and in the same order.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};
const USED_BY: JsonObject = {
  type: 'array',
  description:
    'With `in_use`: the resources that use the record, with their number (entries of a VAT code: at most 10000).',
  items: {
    type: 'object',
    required: ['resource', 'count'],
    properties: {
      resource: { type: 'string', examples: ['entries', 'journals'], description: 'Path segment of the collection.' },
      count: { type: 'integer', description: 'Number of records.' },
    },
  },
};

const buildErrorSchema = (required: readonly string[], properties: JsonObject, description: string): JsonObject => ({
  type: 'object',
  description,
  required: ['message', 'code', ...required],
  properties: { message: MESSAGE, code: CODE, ...properties },
  additionalProperties: true,
});

/** Messages and codes by field, if the refusal concerns fields. */
const BY_FIELD: JsonObject = { errors: ERRORS, error_codes: ERROR_CODES };

/** Each status has one schema, and each schema has a message. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Error: buildErrorSchema([], BY_FIELD, 'Why a request was refused.'),
  ForbiddenError: buildErrorSchema(
    [],
    {
      required_ability: {
        type: 'string',
        enum: ['read', 'write', 'sync'],
        description: 'With `token_ability_missing`: the ability that the token needs.',
      },
      ...BY_FIELD,
    },
    'Why the caller is not allowed to do this.',
  ),
  ConflictError: buildErrorSchema(
    [],
    {
      server_version: { type: 'integer', description: 'With `conflict`: current version of the record.' },
      server_data: {
        type: ['object', 'null'],
        description: 'With `conflict`: current state of the record, as its GET shows it.',
        additionalProperties: true,
      },
      ...BY_FIELD,
    },
    'The record has changed, or the same request is still running.',
  ),
  ValidationError: buildErrorSchema(
    ['errors', 'error_codes'],
    {
      ...BY_FIELD,
      reason: {
        type: 'string',
        enum: ['period_locked', 'fiscal_year_closed'],
        description: 'With `period_locked`: the cause, a locked period or a closed fiscal year.',
      },
      used_by: USED_BY,
    },
    'All validation errors, by field.',
  ),
  UnavailableError: buildErrorSchema([], BY_FIELD, 'A dependency that is unreachable or not configured.'),
};

export const PROBLEM_SCHEMA: JsonObject = {
  type: 'object',
  description: 'The same information as an RFC 9457 problem, for clients that accept application/problem+json.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: { type: 'string', description: 'Link to the code on the documentation page.' },
    title: { type: 'string', description: 'HTTP status text.' },
    status: { type: 'integer', description: 'HTTP status code.' },
    detail: { type: 'string', description: 'Same as `message` in the plain form.' },
    instance: { type: 'string', description: 'Id of the request, as in `X-Request-Id`.' },
    code: CODE,
    ...BY_FIELD,
  },
  additionalProperties: true,
};

const buildErrorResponse = (
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
      // Translated when the document is built, which most processes never do.
      get example() {
        return buildErrorBody(refused, 'en');
      },
    },
  },
});

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

export const RESPONSES: Readonly<Record<number, JsonObject>> = {
  304: {
    description: 'Nothing has changed since the answer with the ETag in `If-None-Match`; there is no body.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ETag: { $ref: '#/components/headers/ETag' },
    },
  },
  400: buildErrorResponse(
    'The body is not valid JSON (`invalid_json`) or not a form (`invalid_multipart`), or the Authorization header is repeated.',
    buildRefusal('invalid_json'),
  ),
  401: buildErrorResponse('The token is missing, unknown, revoked or expired.', buildRefusal('unauthenticated')),
  403: buildErrorResponse(
    'The token lacks the ability (`token_ability_missing`, `session_token_required`), the role is too low (`role_too_low`), or the operation is not available in demo mode (`demo_mode`).',
    buildRefusal('token_ability_missing', {
      params: { required_ability: 'write' },
      facts: { required_ability: 'write' },
    }),
    {},
    'ForbiddenError',
  ),
  404: buildErrorResponse('Unknown, or not visible to the caller.', buildRefusal('not_found')),
  405: buildErrorResponse('The path exists, but not with this method.', buildRefusal('method_not_allowed'), {
    Allow: { $ref: '#/components/headers/Allow' },
  }),
  408: buildErrorResponse('The body did not arrive in time.', buildRefusal('body_timeout')),
  409: buildErrorResponse(
    'The record has changed since the given version (`conflict`, with `server_version` and `server_data`), or the same request is still running (`request_in_progress`).',
    buildRefusal('conflict', { facts: { server_version: 3, server_data: { id: 1, version: 3 } } }),
    {},
    'ConflictError',
  ),
  413: buildErrorResponse(
    'The JSON body is too large (`payload_too_large`).',
    buildRefusal('payload_too_large', { params: { max: 1_048_576 } }),
  ),
  415: buildErrorResponse(
    'The body is not JSON in UTF-8, or not a form where files are expected (`multipart_required`), or the type of a file is not accepted.',
    buildRefusal('unsupported_media_type'),
  ),
  422: buildErrorResponse(
    'Fields or headers are invalid, or an accounting rule is broken; `errors` lists all problems.',
    refuseInvalid([
      { code: 'required', field: 'entry_date' },
      { code: 'account_unknown', field: 'lines.0.account' },
    ]),
    {},
    'ValidationError',
  ),
  429: buildErrorResponse(
    'Too many requests (`rate_limited`) on this route by this user or IP address in the current minute.',
    buildRefusal('rate_limited', { params: { seconds: 42 } }),
    retryAfter,
  ),
  500: buildErrorResponse('Internal error. Use the request id to find it in the logs.', buildRefusal('internal_error')),
  503: buildErrorResponse(
    'Temporarily unavailable; always with a code (`database_unavailable`, `event_log_unavailable`, `overloaded`, …).',
    buildRefusal('database_unavailable'),
    retryAfter,
    'UnavailableError',
  ),
  507: buildErrorResponse(
    'The file storage is full; nothing was stored (`storage_full`).',
    buildRefusal('storage_full'),
    retryAfter,
  ),
};
