import { STATUS_CODES } from 'node:http';
import type { Language } from '../../../domain/language.ts';
import type { Problem, Refusal } from '../../../domain/refusal.ts';
import { refuse } from '../../../domain/refusal.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { formatFieldPath } from '../../i18n/field-label.ts';
import { translate } from '../../i18n/translate.ts';

/** A domain refusal as an HTTP response, optionally with headers such as `Retry-After`. */
export interface HttpRefusal extends Refusal {
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the status of the code: a rate that is unknown is not found by a GET. */
  readonly status?: number;
  /** Sent instead of the JSON: the uploaded file with its errors. */
  readonly file?: { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> };
}

/** HTTP status of each code. All other codes are business rules: 422. */
export const STATUSES = {
  bad_request: 400,
  invalid_json: 400,
  protocol_message_invalid: 400,
  invalid_multipart: 400,
  authorization_repeated: 400,
  unauthenticated: 401,
  token_ability_missing: 403,
  session_token_required: 403,
  session_limited_to_firm: 403,
  role_too_low: 403,
  demo_mode: 403,
  signature_invalid: 403,
  origin_not_allowed: 403,
  link_outdated: 403,
  not_found: 404,
  demo_off: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  body_timeout: 408,
  conflict: 409,
  request_in_progress: 409,
  declaration_moved: 409,
  participant_taken: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  parent_failed: 424,
  parent_unknown: 424,
  multipart_required: 415,
  image_type_unsupported: 415,
  validation_failed: 422,
  rate_limited: 429,
  lookup_quota_reached: 429,
  demo_quota_exceeded: 429,
  mail_quota_exceeded: 429,
  sign_in_locked: 429,
  password_locked: 429,
  second_factor_locked: 429,
  headers_too_large: 431,
  internal_error: 500,
  database_unavailable: 503,
  event_log_unavailable: 503,
  moving: 503,
  overloaded: 503,
  projection_delayed: 503,
  projection_halted: 503,
  tables_behind: 503,
  tables_being_made: 503,
  not_ready: 503,
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
  platform_not_configured: 503,
  platform_unavailable: 503,
  register_not_configured: 503,
  register_unavailable: 503,
  bridge_unavailable: 503,
  external_document_differs: 409,
  storage_full: 507,
} as const satisfies Partial<Record<MessageKey, number>>;

/** The code of a refusal that has none of its own: its fields have theirs in `error_codes`. */
const GENERAL_CODE = 'validation_failed' satisfies MessageKey;

export const getRefusalCode = ({ code }: Refusal): string => code ?? GENERAL_CODE;

/** Refusals of the router; codes come from the message catalogue, so that each has its translations. */
export function buildRefusal(
  code: MessageKey,
  details: Pick<Problem, 'field' | 'params'> & Pick<HttpRefusal, 'headers' | 'facts'> = {},
): HttpRefusal {
  const { headers, facts, ...problem } = details;
  return { ...refuse(code, problem, facts), ...(headers && { headers }) };
}

export function getRefusalStatus({ code, status }: HttpRefusal): number {
  if (status !== undefined) return status;
  if (code === undefined || !Object.hasOwn(STATUSES, code)) return 422;
  return STATUSES[code as keyof typeof STATUSES];
}

export interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The code of each message in `errors`, under the same field and in the same order. */
  readonly error_codes?: Readonly<Record<string, readonly string[]>>;
  readonly [fact: string]: unknown;
}

/** `{message, code, …facts, errors?, error_codes?}` in the language of the caller. `hasFiles`: lines may refer to a file. */
export function buildErrorBody(refused: Refusal, language: Language, hasFiles = false): ErrorBody {
  const messages = refused.problems.map((problem) => translateProblem(problem, language, hasFiles));
  const first = messages[0] ?? translate(refused.code ?? GENERAL_CODE, language);
  const message =
    messages.length > 1 ? translate('more_errors', language, { first, count: messages.length - 1 }) : first;
  const errors = getRefusalStatus(refused) === 422 || refused.problems.some((problem) => problem.field !== undefined);
  return {
    message,
    code: getRefusalCode(refused),
    ...refused.facts,
    ...(errors && {
      errors: groupByField(refused.problems, messages),
      error_codes: groupByField(
        refused.problems,
        refused.problems.map(({ code }) => code),
      ),
    }),
  };
}

/** The same information as an RFC 9457 problem. `type` links to `docsUrl`. */
export function buildProblemDetails(
  refused: Refusal,
  language: Language,
  docsUrl: string,
  instance: string,
  hasFiles = false,
) {
  const { message, ...facts } = buildErrorBody(refused, language, hasFiles);
  const status = getRefusalStatus(refused);
  return {
    type: `${docsUrl}#${facts.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    instance,
    ...facts,
  };
}

/** Uses readable field names; `path` is for the few messages about the technical name. */
export function translateProblem(problem: Problem, language: Language, hasFiles: boolean): string {
  const { code, field = '', params, labels, lists } = problem;
  const said = {
    field: formatFieldPath(field, language, hasFiles),
    path: field,
    ...params,
    ...selectLabels(labels, language),
  };
  return translate(code, language, lists ? { ...said, ...translateLists(lists, language) } : said);
}

/** The texts of a message that are known in all languages, in the language of the message. */
export const selectLabels = (labels: Problem['labels'] = {}, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, texts]) => [name, texts[language]]));

function translateLists(lists: NonNullable<Problem['lists']>, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, members]) => [
      name,
      members.map(({ code, params }) => translate(code, language, params)).join(', '),
    ]),
  );
}

function groupByField(problems: readonly Problem[], values: readonly string[]): Record<string, string[]> {
  // Field names come from the request: a Map keeps names such as `constructor` harmless.
  const errors = new Map<string, string[]>();
  problems.forEach(({ field }, index) => {
    if (field === undefined) return;
    const known = errors.get(field);
    if (known) known.push(values[index]!);
    else errors.set(field, [values[index]!]);
  });
  return Object.fromEntries(errors);
}
