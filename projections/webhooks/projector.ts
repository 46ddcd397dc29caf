import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getRecordedAt, getStreamId } from '../support/provenance.ts';
import { webhooks } from './tables.ts';

/** There is more than one only when secrets are changed several times a day. */
const MOST_RETIRING = 3;

export function projectWebhook(event: WebhookEvent, stored: RecordedEvent, batch: Batch): void {
  const at = getRecordedAt(stored);
  if (event.type === 'WebhookAdded') {
    batch.put(webhooks, {
      ...event.data,
      firm_id: getStreamId(stored),
      // Earlier versions recorded the maker as the user of the event only.
      maker_id: event.data.maker_id ?? stored.metadata.user_id ?? null,
      retiring_secrets: [],
      is_active_since: at,
      version: 1,
      created_position: stored.position,
      created_at: at,
      updated_at: at,
      removed_at: null,
    });
    return;
  }
  const { id, version } = event.data;
  const row = batch.get(webhooks, id);
  if (!row) throw new Error(`Webhook ${id} does not exist`);
  const moved = { ...row, version, updated_at: at };
  switch (event.type) {
    case 'WebhookChanged': {
      const { changes } = event.data;
      const hasTurned = changes.is_active !== undefined;
      batch.put(webhooks, { ...moved, ...changes, ...(hasTurned && { is_active_since: at }) });
      return;
    }
    case 'WebhookTakenOver':
      batch.put(webhooks, { ...moved, maker_id: event.data.maker_id });
      return;
    case 'WebhookSecretRotated': {
      const { secret_id, secret_hint, previous_secret_id, previous_until } = event.data;
      const retiring = [...row.retiring_secrets, { id: previous_secret_id, until: previous_until }].filter(
        ({ until }) => until > at,
      );
      batch.put(webhooks, { ...moved, secret_id, secret_hint, retiring_secrets: retiring.slice(-MOST_RETIRING) });
      return;
    }
    case 'WebhookRemoved':
      batch.put(webhooks, { ...moved, url: '', is_active: false, retiring_secrets: [], removed_at: at });
      return;
  }
}
