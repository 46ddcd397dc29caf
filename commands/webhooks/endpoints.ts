import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { ROTATION_HOURS } from '../../domain/webhooks/webhooks.ts';
import type { WebhookFields } from '../../domain/webhooks/webhook-events.ts';
import type { WebhookCalls } from '../../outside/webhooks/calls.ts';
import { formatSecretHint } from '../../outside/webhooks/signature.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { wakeWebhookSenders } from '../../stores/webhooks/delivery-queue.ts';
import { deleteDeliveries } from '../../stores/webhooks/delivery-retention.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';

/** Adds, changes and removes the webhook endpoints of a firm, and rotates their secrets. */

export interface WebhookTools extends Toolbox {
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookCalls: Pick<WebhookCalls, 'canCall'>;
}

export interface SecretShown {
  readonly id: number;
  /** Null if an earlier run of the same request created another secret, since it is shown only once. */
  readonly secret: string | null;
}

export interface WebhookChange {
  readonly id: number;
  readonly baseVersion: number | null;
  /** The member who takes over a webhook whose maker left or lost the role. */
  readonly newMakerId?: number | null;
}

export async function addWebhook(
  tools: WebhookTools,
  firmId: number,
  fields: WebhookFields,
  secret: string,
  context: CommandContext,
): Promise<SecretShown | Refusal> {
  const refused = await findUrlRefusal(tools, fields.url);
  if (refused) return refused;
  const { commands, ids, webhookSecrets } = tools;
  const [webhookId] = await ids.allocate('webhooks', 1);
  const secretId = await webhookSecrets.store(webhookId!, secret);
  const command = {
    type: 'AddWebhook',
    webhookId: webhookId!,
    fields,
    secretId,
    secretHint: formatSecretHint(secret),
    makerId: context.userId,
  } as const;
  const outcome = await commands.execute('firm', firmId, command, context);
  if (isRefusal(outcome)) {
    await webhookSecrets.removeSecrets(webhookId!);
    return outcome;
  }
  await wakeWebhookSenders(tools.pool);
  const { data } = getFirstOfType(outcome.events, 'WebhookAdded');
  return { id: data.id, secret: await revealSecret(tools, data.secret_id, secret) };
}

export async function changeWebhook(
  tools: WebhookTools,
  firmId: number,
  { id: webhookId, baseVersion, newMakerId = null }: WebhookChange,
  changes: Partial<WebhookFields>,
  context: CommandContext,
): Promise<{ readonly recorded: boolean } | Refusal> {
  const refused = changes.url === undefined ? null : await findUrlRefusal(tools, changes.url);
  if (refused) return refused;
  const command = { type: 'ChangeWebhook', webhookId, changes, newMakerId, baseVersion } as const;
  const outcome = await tools.commands.execute('firm', firmId, command, context);
  if (isRefusal(outcome)) return outcome;
  // Deliveries that waited for a paused endpoint are sent now.
  if (outcome.events.length > 0) await wakeWebhookSenders(tools.pool);
  return { recorded: outcome.events.length > 0 };
}

export async function rotateWebhookSecret(
  tools: WebhookTools,
  firmId: number,
  { id: webhookId, baseVersion }: WebhookChange,
  secret: string,
  context: CommandContext,
): Promise<SecretShown | Refusal> {
  const { commands, webhookSecrets } = tools;
  const { webhooks } = await commands.loadState('firm', firmId);
  if (!webhooks.get(webhookId)) return refuse('not_found');
  const secretId = await webhookSecrets.store(webhookId, secret);
  const outcome = await commands.execute(
    'firm',
    firmId,
    {
      type: 'RotateWebhookSecret',
      webhookId,
      baseVersion,
      secretId,
      secretHint: formatSecretHint(secret),
      previousUntil: toTimestampIn(ROTATION_HOURS),
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  const { data } = getFirstOfType(outcome.events, 'WebhookSecretRotated');
  return { id: webhookId, secret: await revealSecret(tools, data.secret_id, secret) };
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
  // If the process dies here, a nightly job does the clean-up.
  await webhookSecrets.removeSecrets(webhookId);
  await deleteDeliveries(pool, webhookId);
  return { recorded: outcome.events.length > 0 };
}

/** Finds why the URL cannot be called. Null if it can. */
export async function findUrlRefusal({ webhookCalls }: WebhookTools, url: string): Promise<Refusal | null> {
  return (await webhookCalls.canCall(url)) ? null : refuse('webhook_url_refused', { field: 'url' });
}

/** Shows the secret only if it is the one in effect; a retry from the same session derives the same secret. */
async function revealSecret({ webhookSecrets }: WebhookTools, id: string, secret: string): Promise<string | null> {
  const known = (await webhookSecrets.read([id])).get(id);
  return known === secret ? secret : null;
}

const toTimestampIn = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().replace('Z', '000Z');
