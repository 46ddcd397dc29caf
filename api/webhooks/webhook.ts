import { z } from 'zod';
import { PAUSED_REASONS } from '../../projections/webhooks/makers.ts';
import type { WebhookRow } from '../../projections/webhooks/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';

const Health = z.object({
  status: z.enum(['ok', 'failing', 'paused']).meta({
    description: 'Health of the endpoint: `failing` if the last attempt failed, `paused` while nothing is sent.',
  }),
  since: timestamp.meta({ description: 'When this status began.' }),
  success_rate: z.number().min(0).max(1).nullable().meta({
    description: 'Share of the attempts of the last 24 hours that were delivered; null if there were none.',
  }),
});

export const Webhook = z
  .object({
    id: recordId,
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()).meta({ description: 'Names of events, or `*` alone for all events.' }),
    is_active: z.boolean(),
    paused_reason: z.enum(PAUSED_REASONS).nullable().meta({
      description:
        'Why nothing is delivered: the maker left the firm or lost the role. A member who sees all company files resumes it with `is_active: true` and becomes its maker.',
    }),
    created_by: z
      .object({ id: recordId, name: z.string() })
      .nullable()
      .meta({ description: 'The maker: events of company files that this user can see are delivered.' }),
    secret_hint: z.string().meta({ description: 'Last characters of the secret, to recognise it.' }),
    last_delivery_at: timestamp.nullable().meta({ description: 'When it was last called.' }),
    last_status: z
      .enum(['delivered', 'failed'])
      .nullable()
      .meta({ description: 'Result of the last attempt; null before the first.' }),
    health: Health,
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Webhook' });

export function presentWebhook(row: WebhookRow): z.output<typeof Webhook> {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: [...row.events],
    is_active: row.is_active,
    paused_reason: row.paused_reason,
    created_by: row.maker_id === null ? null : { id: row.maker_id, name: row.maker_name ?? '' },
    secret_hint: row.secret_hint,
    last_delivery_at: row.last_delivery_at,
    last_status: row.last_status,
    health: computeHealth(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

function computeHealth(row: WebhookRow): z.output<typeof Health> {
  const attempts = row.delivered + row.failed;
  const success_rate = attempts === 0 ? null : Math.round((row.delivered / attempts) * 10_000) / 10_000;
  if (!row.is_active || row.paused_reason !== null)
    return { status: 'paused', since: row.is_active_since, success_rate };
  const status = row.last_status === 'failed' ? 'failing' : 'ok';
  return { status, since: row.health_since ?? row.created_at, success_rate };
}
