import { z } from 'zod';
import { DELIVERY_STATUSES, type AttemptRow, type DeliveryRow } from '../../projections/webhooks/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';

const answer = {
  response_status: z.int().nullable().meta({ description: 'Status of the last answer; null if there was none.' }),
  response_excerpt: z
    .string()
    .nullable()
    .meta({ description: 'The first 2000 characters of the last response, or why there was none.' }),
  duration_ms: z.int().nullable().meta({ description: 'Duration of the last attempt.' }),
};

export const WebhookDelivery = z
  .object({
    id: recordId,
    event_id: z.string().meta({ description: 'Id of the event, `evt_…`: the same for all endpoints and attempts.' }),
    event: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int().min(0).meta({ description: 'Number of attempts.' }),
    next_attempt_at: timestamp.nullable().meta({ description: 'Time of the next attempt; null if there is none.' }),
    ...answer,
    delivered_at: timestamp.nullable(),
    created_at: timestamp,
    replay_id: z.string().nullable().meta({ description: 'The replay that made it; null otherwise.' }),
    payload: z.string().meta({ description: 'The exact request body.' }),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryAttempt = z
  .object({
    number: z.int().min(1),
    outcome: z.enum(['delivered', 'failed', 'interrupted']).meta({
      description: '`interrupted`: the sending process ended; the delivery may have arrived.',
    }),
    at: timestamp.meta({ description: 'Start of the attempt.' }),
    response_status: z.int().nullable().meta({ description: 'Status of the answer; null if there was none.' }),
    response_excerpt: z
      .string()
      .nullable()
      .meta({ description: 'The first 2000 characters of the response, or why there was none.' }),
    duration_ms: z.int().nullable(),
  })
  .meta({ id: 'WebhookDeliveryAttempt' });

export function presentDelivery(row: DeliveryRow): z.output<typeof WebhookDelivery> {
  return {
    id: row.id,
    event_id: row.event_id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at,
    response_status: row.response_status,
    response_excerpt: row.response_excerpt,
    duration_ms: row.duration_ms,
    delivered_at: row.delivered_at,
    created_at: row.created_at,
    replay_id: row.replay_id,
    payload: row.body,
  };
}

export const presentAttempt = ({ at, ...attempt }: AttemptRow): z.output<typeof DeliveryAttempt> => ({
  ...attempt,
  at: formatTimestamp(at),
});
