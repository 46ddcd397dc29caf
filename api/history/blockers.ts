import { z } from 'zod';
import type { Blocker } from '../../domain/history/undo.ts';
import type { Language } from '../../domain/language.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { spokenField } from '../i18n/field-label.ts';
import { translate } from '../i18n/translate.ts';

export const BlockedBy = z
  .object({
    code: z.string(),
    message: z.string(),
    resource: z.string().nullable().meta({ description: 'Collection of what stands in the way, as in paths.' }),
    id: z.int().nullable().meta({ description: 'Its id there; null where it is not one thing.' }),
  })
  .meta({ id: 'BlockedBy', description: 'What stands in the way.' });

/** Why something cannot be taken back or restored, in the words of the reader. */
export function presentBlockers(refused: Refusal, language: Language): z.output<typeof BlockedBy>[] {
  const blockers = refused.facts?.['blocked_by'] as readonly Blocker[] | undefined;
  if (!blockers)
    return refused.problems.map(({ code, field, params }) => ({
      code,
      message: translate(code, language, { ...spoken(field, language), ...params }),
      resource: null,
      id: null,
    }));
  return blockers.map(({ code, params, resource, id }) => ({
    code,
    message: translate(code, language, { ...params, ...spoken(params?.['field'], language) }),
    resource,
    id,
  }));
}

const spoken = (field: string | number | undefined, language: Language): { readonly field?: string } =>
  field === undefined ? {} : { field: spokenField(String(field), language) };

/** The refusal with its reasons in words, in the message and as data. */
export function tellingBlockers(refused: Refusal, language: Language): Refusal {
  if (refused.code !== 'revert_blocked') return refused;
  const blockedBy = presentBlockers(refused, language);
  const reasons = [...new Set(blockedBy.map(({ message }) => message))].join(' ');
  return {
    ...refused,
    problems: refused.problems.map((problem) => ({ ...problem, params: { ...problem.params, reasons } })),
    facts: { ...refused.facts, blocked_by: blockedBy },
  };
}
