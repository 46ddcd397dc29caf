import { z } from 'zod';
import { recordId } from './output.ts';

/** What was done, and yet may be a mistake: beside the answer, never instead of it. */
export const Warning = z
  .object({
    code: z.string().meta({ description: 'Stable reason for machines.' }),
    message: z.string().meta({ description: 'In the language of the caller.' }),
    field: z.string().meta({ description: 'Dotted path of the field that it is about.' }),
    entry_id: recordId.optional().meta({ description: 'The other entry.' }),
    document_id: recordId.optional().meta({ description: 'The other document.' }),
    third_party_id: recordId.optional().meta({ description: 'The other third party.' }),
    line: z.int().optional().meta({ description: 'Line of the file that was imported.' }),
  })
  .meta({ id: 'Warning' });

export type Warning = z.output<typeof Warning>;

/** The member of an answer that has them; it is absent when there are none. */
export const warningsMember = z
  .array(Warning)
  .optional()
  .meta({ description: 'What may be a mistake; absent when nothing is.' });

export const withWarnings = <Body extends object>(body: Body, warnings: readonly Warning[]): Body =>
  warnings.length === 0 ? body : { ...body, warnings };
