import { z } from 'zod';
import { recordId } from './output.ts';

/** A possible mistake in a request that succeeded: reported beside the reply, never instead of it. */
export const Warning = z
  .object({
    code: z.string().meta({ description: 'Stable machine-readable reason.' }),
    message: z.string().meta({ description: 'Message in the language of the caller.' }),
    field: z.string().meta({ description: 'Dotted path of the field concerned.' }),
    entry_id: recordId.optional().meta({ description: 'The other entry concerned.' }),
    document_id: recordId.optional().meta({ description: 'The other document concerned.' }),
    third_party_id: recordId.optional().meta({ description: 'The other third party concerned.' }),
    line: z.int().optional().meta({ description: 'Line of the imported file.' }),
  })
  .meta({ id: 'Warning' });

export type Warning = z.output<typeof Warning>;

/** The `warnings` member of a reply; absent when there are none. */
export const warningsMember = z
  .array(Warning)
  .optional()
  .meta({ description: 'Possible mistakes; absent if there are none.' });

export const withWarnings = <Body extends object>(body: Body, warnings: readonly Warning[]): Body =>
  warnings.length === 0 ? body : { ...body, warnings };
