import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import { refuse } from '../../../domain/refusal.ts';
import { STATUSES, statusOf, UNSPOKEN_CODES } from '../../http/reply/errors.ts';
import type { Route } from '../../http/routing/route.ts';
import { route } from '../../http/routing/route.ts';
import { catalogue, isMessageKey, type MessageKey } from '../../i18n/catalogue.ts';
import { keptAnswers, labelLanguage, LanguageQuery } from './answers.ts';

/**
 * Codes with a status of their own are in the table of statuses, those of one route in its declaration. What is left is
 * answered with 422 by more than one route, or before a route is chosen.
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
      description: 'As the member `code` of an error has it, or `error_codes` beside a message about a field.',
    }),
    status: z.int(),
    message: z.string().meta({ description: 'Its meaning. Words in braces stand for what differs from case to case.' }),
  })
  .meta({ id: 'ErrorCode' });

const kept = keptAnswers(4);

export function errorCodeRoute(routes: () => readonly Route[]): Route {
  return route({
    method: 'get',
    area: 'meta',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    path: '/v1/reference/error-codes',
    summary: 'Every machine code that errors carry, with its status and meaning',
    query: LanguageQuery,
    replies: { 200: z.array(ErrorCode) },
    handle(request) {
      const language = labelLanguage(request);
      return kept('error-codes', language, () => explainedCodes(routes(), language));
    },
  });
}

/** Every code with its status and what it means. */
export const explainedCodes = (routes: readonly Route[], language: Language): z.output<typeof ErrorCode>[] =>
  errorCodes(routes).map((code) => ({ code, status: statusOf(refuse(code)), message: meaningOf(code, language) }));

/** Messages that say something else than what is wrong: labels, explanations, letters, parts of other messages. */
const NO_ERRORS =
  /^(activity|address|letter|lettered_by|page|rule|used_by|vat_prefix)_|^(default_journal_takes_document|no_journal_takes_document|more_errors|refused|provisional_result|earlier_years_closed_along|next_fiscal_year_missing)$/;

/** What can be wrong with a field: every message that is not known to be something else. */
const fieldCodes = (): string[] => Object.keys(catalogue).filter((key) => !NO_ERRORS.test(key));

/** Every code that a body may carry, in alphabetical order. */
export function errorCodes(routes: readonly Route[]): MessageKey[] {
  const declared = routes.flatMap(({ errorCodes }) => errorCodes ?? []);
  const codes = [...Object.keys(STATUSES), ...GENERAL_CODES, ...declared, ...fieldCodes()];
  return [...new Set(codes)]
    .filter((code) => !UNSPOKEN_CODES.has(code))
    .filter(isMessageKey)
    .sort();
}

/** The message with the names of its parameters in place of their values: `At most {max} lines.` */
export function meaningOf(key: MessageKey, language: Language): string {
  const source: string = catalogue[key][language];
  if (!source.includes('{')) return source;
  const message = new IntlMessageFormat(source, language, undefined, { ignoreTag: true });
  return textOf(message.getAst(), '');
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** Kinds of the parts of a message, as the parser numbers them. */
const LITERAL = 0;
const NUMBER_SIGN = 7;

/** A plural is reported by its general form, in which the number sign stands for the number itself. */
function textOf(elements: Elements, counted: string): string {
  return elements
    .map((element) => {
      if ((element.type as number) === LITERAL) return (element as { value: string }).value;
      if ((element.type as number) === NUMBER_SIGN) return `{${counted}}`;
      const { value: name, options } = element as { value: string; options?: Record<string, { value: Elements }> };
      const other = options?.['other'];
      return other === undefined ? `{${name}}` : textOf(other.value, name);
    })
    .join('');
}
