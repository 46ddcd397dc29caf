import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import { refuse } from '../../../domain/refusal.ts';
import { STATUSES, getRefusalStatus } from '../../http/reply/errors.ts';
import type { Route } from '../../http/routing/route.ts';
import { route } from '../../http/routing/route.ts';
import { catalogue, isMessageKey, type MessageKey } from '../../i18n/catalogue.ts';
import { createReplyCache, getLabelLanguage, LanguageQuery } from './answers.ts';

/**
 * Codes with a status of their own are in the table of statuses; codes of a single route are in its declaration. The rest
 * are returned with 422 by several routes, or before a route is chosen.
 */
export const GENERAL_CODES: readonly MessageKey[] = [
  'append_too_large',
  'body_too_deep',
  'company_limit_reached',
  'country_pack_unavailable',
  'idempotency_key_reused',
  'period_locked',
  'storage_limit_reached',
  'token_limit_reached',
  'user_limit_reached',
];

const ErrorCode = z
  .object({
    code: z.string().meta({
      description: 'As in `code` of an error, or in `error_codes` for a field.',
    }),
    status: z.int(),
    message: z.string().meta({ description: 'Meaning of the code. Words in braces are placeholders.' }),
  })
  .meta({ id: 'ErrorCode' });

const kept = createReplyCache(4);

export function createErrorCodeRoute(routes: () => readonly Route[]): Route {
  return route({
    method: 'get',
    area: 'meta',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    path: '/v1/reference/error-codes',
    summary: 'List all error codes with their status and meaning',
    query: LanguageQuery,
    replies: { 200: z.array(ErrorCode) },
    handle(request) {
      const language = getLabelLanguage(request);
      return kept('error-codes', language, () => explainErrorCodes(routes(), language));
    },
  });
}

/** Every code with its status and meaning. */
export const explainErrorCodes = (routes: readonly Route[], language: Language): z.output<typeof ErrorCode>[] =>
  listErrorCodes(routes).map((code) => ({
    code,
    status: getRefusalStatus(refuse(code)),
    message: explainCode(code, language),
  }));

/** Messages that are not errors: labels, sentences, explanations, advice, letters, parts of other messages. */
const NO_ERRORS =
  /^(activity|address|import_reason|letter|lettered_by|page|rule|told|used_by|vat_control|vat_prefix)_|_solution$|^sender_link_mail|^(audit_pack_readme|default_journal_takes_document|no_journal_takes_document|more_errors|refused|provisional_result|earlier_years_closed_along|next_fiscal_year_missing)$/;

/** Codes of field errors: every message that is not known to be something else. */
const listFieldCodes = (): string[] => Object.keys(catalogue).filter((key) => !NO_ERRORS.test(key));

/** All codes that an error body can contain, in alphabetical order. */
export function listErrorCodes(routes: readonly Route[]): MessageKey[] {
  const declared = routes.flatMap(({ errorCodes }) => errorCodes ?? []);
  const codes = [...Object.keys(STATUSES), ...GENERAL_CODES, ...declared, ...listFieldCodes()];
  return [...new Set(codes)].filter(isMessageKey).sort();
}

/** The message with the names of its parameters in place of their values: `At most {max} lines.` */
export function explainCode(key: MessageKey, language: Language): string {
  const source: string = catalogue[key][language];
  if (!source.includes('{')) return source;
  const message = new IntlMessageFormat(source, language, undefined, { ignoreTag: true });
  return formatElements(message.getAst(), '');
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** Element types of a message, as numbered by the parser. */
const LITERAL = 0;
const NUMBER_SIGN = 7;

/** A plural is shown in its general form, where the number sign becomes the parameter. */
function formatElements(elements: Elements, counted: string): string {
  return elements
    .map((element) => {
      if ((element.type as number) === LITERAL) return (element as { value: string }).value;
      if ((element.type as number) === NUMBER_SIGN) return `{${counted}}`;
      const { value: name, options } = element as { value: string; options?: Record<string, { value: Elements }> };
      const other = options?.['other'];
      return other === undefined ? `{${name}}` : formatElements(other.value, name);
    })
    .join('');
}
