import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { ROTATION_HOURS } from '../../domain/webhooks/webhooks.ts';
import type { WebhookFields } from '../../domain/webhooks/webhook-events.ts';
import type { WebhookCalls } from '../../outside/webhooks/calls.ts';
import { hintOf } from '../../outside/webhooks/signature.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { wakeSenders } from '../../stores/webhooks/delivery-queue.ts';
import { forgetDeliveries } from '../../stores/webhooks/delivery-retention.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';

/** The endpoints of a firm: added, changed, given another secret, removed. */

export interface WebhookTools extends Toolbox {
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookCalls: Pick<WebhookCalls, 'mayCall'>;
}

export interface SecretShown {
  readonly id: number;
  /** Null when an earlier run of the same request has made another one: it is shown once. */
  readonly secret: string | null;
}

export interface WebhookChange {
  readonly id: number;
  readonly baseVersion: number | null;
}

export async function addWebhook(
  tools: WebhookTools,
  firmId: number,
  fields: WebhookFields,
  secret: string,
  context: CommandContext,
): Promise<SecretShown | Refusal> {
  const refused = await refusedUrl(tools, fields.url);
  if (refused) return refused;
  const { commands, ids, webhookSecrets } = tools;
  const [webhookId] = await ids.allocate('webhooks', 1);
  const secretId = await webhookSecrets.store(webhookId!, secret);
  const command = { type: 'AddWebhook', webhookId: webhookId!, fields, secretId, secretHint: hintOf(secret) } as const;
  const outcome = await commands.execute('firm', firmId, command, context);
  if (isRefusal(outcome)) {
    await webhookSecrets.forget(webhookId!);
    return outcome;
  }
  await wakeSenders(tools.pool);
  const { data } = firstOfType(outcome.events, 'WebhookAdded');
  return { id: data.id, secret: await shown(tools, data.secret_id, secret) };
}

export async function changeWebhook(
  tools: WebhookTools,
  firmId: number,
  { id: webhookId, baseVersion }: WebhookChange,
  changes: Partial<WebhookFields>,
  context: CommandContext,
): Promise<{ readonly recorded: boolean } | Refusal> {
  const refused = changes.url === undefined ? null : await refusedUrl(tools, changes.url);
  if (refused) return refused;
  const command = { type: 'ChangeWebhook', webhookId, changes, baseVersion } as const;
  const outcome = await tools.commands.execute('firm', firmId, command, context);
  if (isRefusal(outcome)) return outcome;
  // What has waited for a paused endpoint goes out now.
  if (outcome.events.length > 0) await wakeSenders(tools.pool);
  return { recorded: outcome.events.length > 0 };
}

export async function rotateSecret(
  tools: WebhookTools,
  firmId: number,
  { id: webhookId, baseVersion }: WebhookChange,
  secret: string,
  context: CommandContext,
): Promise<SecretShown | Refusal> {
  const { commands, webhookSecrets } = tools;
  const { webhooks } = await commands.look('firm', firmId);
  if (!webhooks.get(webhookId)) return refuse('not_found');
  const secretId = await webhookSecrets.store(webhookId, secret);
  const outcome = await commands.execute(
    'firm',
    firmId,
    {
      ...{ type: 'RotateWebhookSecret', webhookId, baseVersion },
      ...{ secretId, secretHint: hintOf(secret), previousUntil: inHours(ROTATION_HOURS) },
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const { data } = firstOfType(outcome.events, 'WebhookSecretRotated');
  return { id: webhookId, secret: await shown(tools, data.secret_id, secret) };
}

export async function removeWebhook(
  { commands, pool, webhookSecrets }: WebhookTools,
  firmId: number,
  { id: webhookId, baseVersion }: WebhookChange,
  context: CommandContext,
): Promise<{ readonly recorded: boolean } | Refusal> {
  const command = { type: 'RemoveWebhook', webhookId, baseVersion } as const;
  const outcome = await commands.execute('firm', firmId, command, context);
  if (isRefusal(outcome)) return outcome;
  // Should the process die here, a job of the night does it.
  await webhookSecrets.forget(webhookId);
  await forgetDeliveries(pool, webhookId);
  return { recorded: outcome.events.length > 0 };
}

/** Why calls cannot go there; null when they can. */
export async function refusedUrl({ webhookCalls }: WebhookTools, url: string): Promise<Refusal | null> {
  return (await webhookCalls.mayCall(url)) ? null : refuse('webhook_url_refused', { field: 'url' });
}

/** A request that was interrupted finds what it has made: the same secret, when it comes from the same session. */
async function shown({ webhookSecrets }: WebhookTools, id: string, secret: string): Promise<string | null> {
  const known = (await webhookSecrets.read([id])).get(id);
  return known === secret ? secret : null;
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().replace('Z', '000Z');
