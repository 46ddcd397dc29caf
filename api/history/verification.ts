import { z } from 'zod';
import type { StreamVerification } from '../../commands/history/verify-log.ts';
import type { Language } from '../../domain/language.ts';
import { plainDate } from '../http/reply/output.ts';
import { translate } from '../i18n/translate.ts';

const hash = z.string().meta({ description: 'SHA-256 of the event and the previous hash, in hexadecimal.' });
const revision = z.int().min(0).meta({ description: 'Place in the company file’s own log, from 0.' });

export const ChainVerification = z
  .object({
    is_intact: z.boolean(),
    events: z.int().min(0),
    head: z.object({ position: z.int(), revision, hash }).nullable().meta({ description: 'The last event.' }),
    anchors: z.array(z.object({ day: plainDate, revision, hash, is_intact: z.boolean() })).meta({
      description: 'Signed position of the log at the end of each day, stored outside the log. Oldest first.',
    }),
    first_problem: z
      .object({
        revision: revision.meta({ description: 'Revision of the first event that differs from what was written.' }),
        reason: z.enum([
          'revision_out_of_order',
          'foreign_stream',
          'hash_mismatch',
          'previous_hash_mismatch',
          'head_mismatch',
          'truncated',
          'position_gap',
        ]),
        message: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'ChainVerification' });

export function presentVerification(
  { events, head, anchors, firstProblem }: StreamVerification,
  language: Language,
): z.output<typeof ChainVerification> {
  return {
    is_intact: firstProblem === null,
    events,
    head,
    anchors: anchors.map(({ isIntact, ...anchor }) => ({ ...anchor, is_intact: isIntact })),
    first_problem: firstProblem && {
      revision: firstProblem.revision,
      reason: firstProblem.reason,
      // Shown counting from one.
      message: translate(`chain_${firstProblem.reason}`, language, { number: firstProblem.revision + 1 }),
    },
  };
}
