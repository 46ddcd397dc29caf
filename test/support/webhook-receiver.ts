import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { startHttpServer, answerText, type ReceivedRequest, type TestHttpServer } from './http-server.ts';
import { waitUntil } from './load.ts';

/** A receiver of webhooks on this machine, which checks what comes with verifiers that are not ours. */
export interface WebhookReceiver extends TestHttpServer {
  /** Waits for this number of requests to the path and returns them. */
  received(count: number, path?: string): Promise<readonly Received[]>;
}

export interface Received extends ReceivedRequest {
  readonly envelope: Envelope;
  readonly delivery: string;
}

export interface Envelope {
  readonly id: string;
  readonly event: string;
  readonly api_version: string;
  readonly created_at: string;
  readonly firm: { readonly public_token: string; readonly name: string };
  readonly company: { readonly public_token: string; readonly name: string } | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sequence: number | null;
  readonly is_replay?: boolean;
}

const stripe = new Stripe('sk_test_of_nobody');

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = await startHttpServer(answerText('ok'));
  const at = (path: string) => server.requests.filter(({ url }) => url === path);
  return {
    ...server,
    async received(count, path = '/') {
      await waitUntil(
        `${count} calls at ${path}, of which there are ${at(path).length}`,
        () => at(path).length >= count,
      );
      return at(path).map((request) => ({
        ...request,
        envelope: JSON.parse(request.body) as Envelope,
        delivery: String(request.headers['x-service-delivery']),
      }));
    },
  };
}

/** @throws when either of two verifiers refuses the request */
export function verifyWebhook({ body, headers }: ReceivedRequest, secret: string): void {
  stripe.webhooks.constructEvent(body, headers['x-service-signature'] as string, secret);
  new Webhook(secret).verify(body, headers as Record<string, string>);
}

export function isVerified(request: ReceivedRequest, secret: string): boolean {
  try {
    verifyWebhook(request, secret);
    return true;
  } catch {
    return false;
  }
}
