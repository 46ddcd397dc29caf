import type { z } from 'zod';
import type { Problem } from '../../../domain/refusal.ts';
import type { MessageKey } from '../../i18n/catalogue.ts';

/** Attached by our fields to their issues, so that a problem keeps its key and parameters through zod. */
export interface IssueParams {
  readonly key: MessageKey;
  readonly params?: Problem['params'];
}

type Issue = z.core.$ZodIssue;
type UnionIssue = Pick<z.core.$ZodIssueInvalidUnion, 'input'> & { readonly options?: readonly unknown[] };

/** Every issue of a failed parse as a problem with the dotted path of its field. */
export function listProblems(error: z.core.$ZodError, root = 'body'): Problem[] {
  return error.issues.flatMap((issue) => listIssueProblems(issue, root));
}

function listIssueProblems(issue: Issue, root: string): Problem[] {
  const field = issue.path.length === 0 ? root : issue.path.join('.');
  const { key, params } = getIssueMeaning(issue);
  return [{ code: key, field, ...(params && { params }) }];
}

/** The message key and parameters of an issue. */
export function getIssueMeaning(issue: Issue): IssueParams {
  switch (issue.code) {
    case 'custom':
      return isIssueParams(issue.params) ? issue.params : { key: 'not_valid' };
    case 'invalid_type':
      return { key: isMissing(issue) ? 'required' : (TYPES[issue.expected] ?? 'not_valid') };
    case 'invalid_value':
      if (isMissing(issue)) return { key: 'required' };
      return { key: 'not_one_of', params: { values: issue.values.map(String).join(', ') } };
    case 'too_big':
      return describeTooBig(issue.origin, Number(issue.maximum));
    case 'too_small':
      return describeTooSmall(issue.origin, Number(issue.minimum));
    case 'invalid_format':
      return { key: FORMATS[issue.format] ?? 'not_valid' };
    case 'invalid_union':
      if (issue.discriminator !== undefined) return describeUnknownKind(issue.discriminator, issue);
      return { key: isMissing(issue) ? 'required' : 'not_valid' };
    default:
      return { key: 'not_valid' };
  }
}

/** The discriminator of a union is missing or has an unknown value. */
function describeUnknownKind(member: string, { input, options }: UnionIssue): IssueParams {
  const reported = (input as Readonly<Record<string, unknown>> | undefined)?.[member] ?? null;
  const values = (options ?? []).filter((value) => typeof value === 'string').join(', ');
  return reported === null ? { key: 'required' } : { key: 'not_one_of', params: { values } };
}

/** The parse reports its input, so that "absent" can be distinguished from "wrong type". */
function isMissing(issue: Issue): boolean {
  return issue.input === undefined || issue.input === null;
}

function isIssueParams(params: unknown): params is IssueParams {
  return typeof params === 'object' && params !== null && 'key' in params && typeof params.key === 'string';
}

const TYPES: Readonly<Record<string, MessageKey>> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_an_integer',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  tuple: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
};

const FORMATS: Readonly<Record<string, MessageKey>> = {
  email: 'not_an_email',
  uuid: 'not_a_uuid',
  url: 'not_a_url',
  date: 'not_a_date',
  datetime: 'not_a_timestamp',
};

function describeTooBig(origin: string, max: number): IssueParams {
  if (origin === 'string') return { key: 'text_too_long', params: { max } };
  if (origin === 'array' || origin === 'set') return { key: 'list_too_long', params: { max } };
  return { key: 'number_too_large', params: { max } };
}

function describeTooSmall(origin: string, min: number): IssueParams {
  if (origin === 'string') return { key: 'text_too_short', params: { min } };
  if (origin === 'array' || origin === 'set') return { key: 'list_too_short', params: { min } };
  return { key: 'number_too_small', params: { min } };
}
