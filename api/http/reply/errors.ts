import { STATUS_CODES } from 'node:http';
import type { Language } from '../../../domain/language.ts';
import type { Problem, Refusal } from '../../../domain/refusal.ts';
import { refuse } from '../../../domain/refusal.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { spokenField } from '../../i18n/field-label.ts';
import { translate } from '../../i18n/translate.ts';

/** A refusal as the API answers it: a domain refusal, sometimes with headers such as `Retry-After`. */
export interface HttpRefusal extends Refusal {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Status of each code. Every other code is a business rule: 422. */
export const STATUSES = {
  invalid_json: 400,
  invalid_multipart: 400,
  authorization_repeated: 400,
  unauthenticated: 401,
  token_ability_missing: 403,
  session_token_required: 403,
  role_too_low: 403,
  demo_mode: 403,
  signature_invalid: 403,
  link_outdated: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_timeout: 408,
  conflict: 409,
  request_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  parent_failed: 424,
  parent_unknown: 424,
  multipart_required: 415,
  image_type_unsupported: 415,
  rate_limited: 429,
  lookup_quota_reached: 429,
  sign_in_locked: 429,
  password_locked: 429,
  second_factor_locked: 429,
  server_error: 500,
  database_unavailable: 503,
  event_log_unavailable: 503,
  moving: 503,
  overloaded: 503,
  projection_delayed: 503,
  projection_halted: 503,
  tables_being_made: 503,
  migration_running: 503,
  demo_unavailable: 503,
  storage_unavailable: 503,
  mail_not_configured: 503,
  mail_unavailable: 503,
  licence_not_configured: 503,
  vies_not_configured: 503,
  vies_unavailable: 503,
  peppol_not_configured: 503,
  peppol_unavailable: 503,
  access_point_not_configured: 503,
  register_not_configured: 503,
  register_unavailable: 503,
  bridge_unavailable: 503,
  external_document_differs: 409,
  storage_full: 507,
} as const satisfies Partial<Record<MessageKey, number>>;

/** Codes that the status already tells: clients of such APIs expect `{message}` alone. */
export const UNSPOKEN_CODES: ReadonlySet<string> = new Set<MessageKey>([
  'unauthenticated',
  'not_found',
  'server_error',
]);

/** Refusals of the router, spelled through the catalogue so that each has its translations. */
export function refusal(
  code: MessageKey,
  details: Pick<Problem, 'field' | 'params'> & Pick<HttpRefusal, 'headers' | 'facts'> = {},
): HttpRefusal {
  const { headers, facts, ...problem } = details;
  return { ...refuse(code, problem, facts), ...(headers && { headers }) };
}

export function statusOf({ code }: Refusal): number {
  if (code === undefined || !Object.hasOwn(STATUSES, code)) return 422;
  return STATUSES[code as keyof typeof STATUSES];
}

export interface ErrorBody {
  readonly message: string;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The code of each message of `errors`, under the same field and in the same order. */
  readonly error_codes?: Readonly<Record<string, readonly string[]>>;
  readonly [fact: string]: unknown;
}

/** `{message, code?, …facts, errors?, error_codes?}` in the caller's language. `hasFiles`: lines may be those of a file. */
export function errorBody(refused: Refusal, language: Language, hasFiles = false): ErrorBody {
  const messages = refused.problems.map((problem) => messageOf(problem, language, hasFiles));
  const first = messages[0] ?? translate(refused.code ?? 'not_valid', language);
  const message =
    messages.length > 1 ? translate('more_errors', language, { first, count: messages.length - 1 }) : first;
  const errors = statusOf(refused) === 422 || refused.problems.some((problem) => problem.field !== undefined);
  return {
    message,
    ...(refused.code !== undefined && !UNSPOKEN_CODES.has(refused.code) && { code: refused.code }),
    ...refused.facts,
    ...(errors && {
      errors: byField(refused.problems, messages),
      error_codes: byField(
        refused.problems,
        refused.problems.map(({ code }) => code),
      ),
    }),
  };
}

/** The same facts as RFC 9457 wants them. `docsUrl` is where a reader of `type` is sent. */
export function problemDetails(
  refused: Refusal,
  language: Language,
  docsUrl: string,
  instance: string,
  hasFiles = false,
) {
  const { message, ...facts } = errorBody(refused, language, hasFiles);
  const status = statusOf(refused);
  return {
    type: facts.code === undefined ? 'about:blank' : `${docsUrl}#${facts.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    instance,
    ...facts,
  };
}

/** Fields are spoken of as a person would; `path` is for the few messages about the name itself. */
function messageOf({ code, field = '', params, lists }: Problem, language: Language, hasFiles: boolean): string {
  const said = { field: spokenField(field, language, hasFiles), path: field, ...params };
  return translate(code, language, lists ? { ...said, ...enumerated(lists, language) } : said);
}

function enumerated(lists: NonNullable<Problem['lists']>, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, members]) => [
      name,
      members.map(({ code, params }) => translate(code, language, params)).join(', '),
    ]),
  );
}

function byField(problems: readonly Problem[], values: readonly string[]): Record<string, string[]> {
  // Field names come from the request: a Map keeps names such as `constructor` ordinary.
  const errors = new Map<string, string[]>();
  problems.forEach(({ field }, index) => {
    if (field === undefined) return;
    const known = errors.get(field);
    if (known) known.push(values[index]!);
    else errors.set(field, [values[index]!]);
  });
  return Object.fromEntries(errors);
}
