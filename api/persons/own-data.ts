import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { listOwnFirms, listOwnTokens, listOwnUses } from '../../projections/identity/own-data.ts';
import { findUser } from '../../projections/identity/queries.ts';
import type { Services } from '../services.ts';
import { publicToken, recordId, timestamp } from '../http/reply/output.ts';
import { createTimestamp } from '../../commands/support/timestamp.ts';
import { translate } from '../i18n/translate.ts';

/** The export of what is known of a user. */

const OwnFirm = z
  .object({
    public_token: publicToken,
    name: z.string(),
    role: z.string(),
    joined_at: timestamp.meta({ description: 'When you joined the team.' }),
    left_at: timestamp.nullable().meta({ description: 'When you left the team. Null: you are a member.' }),
  })
  .meta({ id: 'OwnFirm' });

const OwnToken = z
  .object({
    kind: z.string().meta({ description: '`session` or `integration`.' }),
    name: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable().meta({ description: 'When it was revoked.' }),
    last_used_at: timestamp.nullable(),
    ip: z.string().nullable().meta({ description: 'Network address of the last use.' }),
  })
  .meta({ id: 'OwnToken' });

const OwnUse = z
  .object({
    resource: z.string().meta({ description: 'Where you appear.' }),
    count: z.int().meta({ description: 'Number of records.' }),
    first_at: timestamp.nullable().meta({ description: 'When the first one was recorded.' }),
    last_at: timestamp.nullable().meta({ description: 'When the last one was recorded.' }),
  })
  .meta({ id: 'OwnUse' });

export const OwnData = z
  .object({
    generated_at: timestamp,
    user: z.object({
      id: recordId,
      name: z.string(),
      email: z.string(),
      pending_email: z.string().nullable(),
      locale: z.enum(LANGUAGES).nullable().meta({ description: 'Your language. Null: the language of the firm.' }),
      has_second_factor: z.boolean().meta({ description: 'True if signing in requires a code.' }),
    }),
    firms: z.array(OwnFirm),
    tokens: z.array(OwnToken).meta({ description: 'Sessions and integration tokens, the newest 500.' }),
    used_in: z.array(OwnUse).meta({ description: 'Where you appear in the books and the settings.' }),
    kept: z
      .string()
      .meta({ description: 'Until when these data are kept, and what stays after the account is deleted.' }),
    how_to_delete: z.string().meta({ description: 'How to delete the account.' }),
  })
  .meta({ id: 'OwnData' });

export async function readOwnData(
  { pool }: Pick<Services, 'pool'>,
  userId: number,
  language: Language,
): Promise<z.output<typeof OwnData>> {
  const [user, firms, tokens, uses] = await Promise.all([
    findUser(pool, userId),
    listOwnFirms(pool, userId),
    listOwnTokens(pool, userId),
    listOwnUses(pool, userId),
  ]);
  const { id, name, email, pending_email, locale, has_second_factor } = user!;
  return {
    generated_at: createTimestamp(),
    user: { id, name, email, pending_email, locale, has_second_factor },
    firms: [...firms],
    tokens: [...tokens],
    used_in: [...uses],
    kept: translate('account_kept', language),
    how_to_delete: translate('account_how_to_delete', language),
  };
}
