import { z } from 'zod';
import type { RefusedPart } from '../../domain/bridge/bridge-events.ts';
import type { Language } from '../../domain/language.ts';
import { publicToken, timestamp } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';

export const BridgeProblem = z
  .object({
    resource: z.enum(['firms', 'members', 'companies']),
    external_id: z.string(),
    field: z.string().nullable().meta({ description: 'The field that was left out; null for the whole record.' }),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'BridgeProblem' });

/** Result of mirroring a record of the platform. */
export const Mirrored = z
  .object({
    external_id: z.string(),
    public_token: publicToken
      .nullable()
      .meta({ description: 'Id of the mirrored record; null if it was not accepted.' }),
    is_outdated: z.boolean().meta({ description: 'Newer data is already stored: nothing was changed.' }),
    is_whole: z.boolean().meta({ description: 'False: a background job continues with the rest.' }),
    synced_at: timestamp,
    problems: z.array(BridgeProblem).meta({ description: 'Parts that were left out, with the reason.' }),
  })
  .meta({ id: 'BridgeMirror' });

export const presentProblems = (
  refused: readonly RefusedPart[],
  language: Language,
): z.output<typeof BridgeProblem>[] =>
  refused.map((part) => ({ ...part, message: getProblemMessage(part.code, language) }));

/** Messages about limits need figures that are not stored: a general message is used instead. */
function getProblemMessage(code: string, language: Language): string {
  const message = isMessageKey(code) ? translate(code, language) : '{';
  return message.includes('{') ? translate('external_part_refused', language) : message;
}

export const presentMirrorResult = (
  external_id: string,
  public_token: string | null,
  { isOutdated, isWhole = true, refused }: { isOutdated: boolean; isWhole?: boolean; refused: readonly RefusedPart[] },
  language: Language,
): z.output<typeof Mirrored> => ({
  external_id,
  public_token,
  is_outdated: isOutdated,
  is_whole: isWhole,
  synced_at: formatTimestamp(new Date()),
  problems: presentProblems(refused, language),
});
