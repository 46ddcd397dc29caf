import type { CallOutcome, WebhookCall, WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { DueDelivery } from '../../stores/webhooks/delivery-claims.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';

type Signed = Pick<DueDelivery['endpoint'], 'secret_id' | 'retiring_secrets'>;

/** Loads the signing secrets, newest first; empty for an endpoint whose secret cannot be read. */
export async function loadSigningSecrets(
  secrets: WebhookSecrets,
  endpoints: readonly Signed[],
): Promise<(endpoint: Signed) => readonly string[]> {
  const now = new Date().toISOString();
  const listSecretIds = ({ secret_id, retiring_secrets }: Signed): string[] => [
    secret_id,
    ...retiring_secrets.filter(({ until }) => until > now).map(({ id }) => id),
  ];
  const known = await secrets.read([...new Set(endpoints.flatMap(listSecretIds))]);
  return (endpoint) => {
    const found = listSecretIds(endpoint).map((id) => known.get(id));
    return found[0] === undefined ? [] : found.filter((secret) => secret !== undefined);
  };
}

/** Refuses to send an unsigned call, which the receiver could not verify. */
export function callSigned(calls: Pick<WebhookCalls, 'postCall'>, call: WebhookCall): Promise<CallOutcome> {
  if (call.secrets.length > 0) return calls.postCall(call);
  const excerpt = 'the secret of this webhook cannot be read; rotate it';
  const startedAt = new Date().toISOString();
  return Promise.resolve({ isDelivered: false, status: null, excerpt, durationMs: 0, startedAt });
}
