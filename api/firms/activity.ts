import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import type { ActivityRow } from '../../projections/firms/activity.ts';
import { publicToken, recordId, timestamp } from '../http/reply/output.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';
import { buildSentences } from '../history/change-sentences.ts';
import type { Services } from '../services.ts';

export const ActivityItem = z
  .object({
    id: z.int(),
    /** Event type for machines; `action` is its translation. */
    event: z.string(),
    action: z.string(),
    summary: z.string().meta({ description: 'The same as a sentence with the user and the object.' }),
    operation_id: z.string(),
    user: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
    company: z.object({ public_token: publicToken, code: z.string(), name: z.string() }).nullable(),
    device: z.object({ id: z.string().nullable(), name: z.string().nullable() }).nullable(),
    token_kind: z.string(),
    origin: z.string(),
    occurred_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'ActivityItem' });

export async function presentActivities(
  services: Pick<Services, 'pool' | 'log'>,
  rows: readonly ActivityRow[],
  language: Language,
): Promise<z.output<typeof ActivityItem>[]> {
  const sentences = await buildSentences(services, rows, language);
  return rows.map((row) => presentActivity(row, sentences.get(row.position)!, language));
}

function presentActivity(row: ActivityRow, summary: string, language: Language): z.output<typeof ActivityItem> {
  const { user_id, device_id, device_name, company_token, company_code, company_name } = row;
  return {
    id: row.position,
    event: row.type,
    action: translate(getActivityMessageKey(row.type), language),
    summary,
    operation_id: row.operation_id,
    user: user_id === null ? null : { id: user_id, name: row.user_name },
    company:
      company_token === null || company_code === null || company_name === null
        ? null
        : { public_token: company_token, code: company_code, name: company_name },
    device: device_id === null && device_name === null ? null : { id: device_id, name: device_name },
    token_kind: row.token_kind,
    origin: row.origin,
    occurred_at: row.occurred_at,
    created_at: row.recorded_at,
  };
}

/** `EntryPosted` → `activity_entry_posted`; types without a specific message get the general one. */
export function getActivityMessageKey(type: string): string {
  const key = `activity${type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  return isMessageKey(key) ? key : 'activity_other';
}
