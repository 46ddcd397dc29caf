import { z } from 'zod';
import type { Blocker } from '../../domain/history/undo.ts';
import type { Language } from '../../domain/language.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { selectLabels } from '../http/reply/errors.ts';
import { formatFieldPath } from '../i18n/field-label.ts';
import { translate } from '../i18n/translate.ts';

export const BlockedBy = z
  .object({
    code: z.string(),
    message: z.string(),
    resource: z.string().nullable().meta({ description: 'Collection of the blocking record, as in paths.' }),
    id: z.int().nullable().meta({ description: 'Id of the blocking record; null if there is no single one.' }),
  })
  .meta({ id: 'BlockedBy', description: 'What blocks the action.' });

/** Reasons why a change cannot be undone or a record restored, in the language of the reader. */
export function presentBlockers(refused: Refusal, language: Language): z.output<typeof BlockedBy>[] {
  const blockers = refused.facts?.['blocked_by'] as readonly Blocker[] | undefined;
  if (!blockers)
    return refused.problems.map(({ code, field, params, labels }) => ({
      code,
      message: translate(code, language, {
        ...toFieldParam(field, language),
        ...params,
        ...selectLabels(labels, language),
      }),
      resource: null,
      id: null,
    }));
  return blockers.map(({ code, params, labels, resource, id }) => ({
    code,
    message: translate(code, language, {
      ...params,
      ...selectLabels(labels, language),
      ...toFieldParam(params?.['field'], language),
    }),
    resource,
    id,
  }));
}

const toFieldParam = (field: string | number | undefined, language: Language): { readonly field?: string } =>
  field === undefined ? {} : { field: formatFieldPath(String(field), language) };

/** Adds the translated reasons to the message and the data of the refusal. */
export function withBlockerReasons(refused: Refusal, language: Language): Refusal {
  if (!refused.facts?.['blocked_by']) return refused;
  const blockedBy = presentBlockers(refused, language);
  const reasons = [...new Set(blockedBy.map(({ message }) => message))].join(' ');
  return {
    ...refused,
    problems: refused.problems.map((problem) => ({ ...problem, params: { ...problem.params, reasons } })),
    facts: { ...refused.facts, blocked_by: blockedBy },
  };
}
