import type { CallOutcome, WebhookCall, WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { DueDelivery } from '../../stores/webhooks/delivery-claims.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';

type Signed = Pick<DueDelivery['endpoint'], 'secret_id' | 'retiring_secrets'>;

/** The secrets that sign calls, the newest first; of one whose secret cannot be read, none. */
export async function signingSecrets(
  secrets: WebhookSecrets,
  endpoints: readonly Signed[],
): Promise<(endpoint: Signed) => readonly string[]> {
  const now = new Date().toISOString();
  const idsOf = ({ secret_id, retiring_secrets }: Signed): string[] => [
    secret_id,
    ...retiring_secrets.filter(({ until }) => until > now).map(({ id }) => id),
  ];
  const known = await secrets.read([...new Set(endpoints.flatMap(idsOf))]);
  return (endpoint) => {
    const found = idsOf(endpoint).map((id) => known.get(id));
    return found[0] === undefined ? [] : found.filter((secret) => secret !== undefined);
  };
}

/** Nothing is sent that nobody could verify. */
export function callSigned(calls: Pick<WebhookCalls, 'post'>, call: WebhookCall): Promise<CallOutcome> {
  if (call.secrets.length > 0) return calls.post(call);
  const excerpt = 'the secret of this webhook cannot be read: rotate it';
  const startedAt = new Date().toISOString();
  return Promise.resolve({ isDelivered: false, status: null, excerpt, durationMs: 0, startedAt });
}
