import { randomUUID } from 'node:crypto';
import { insertTestDelivery } from '../../../stores/webhooks/delivery-claims.ts';
import { completeAttempts } from '../../../stores/webhooks/delivery-outcomes.ts';
import { createWebhookSecret, openWebhookSecrets } from '../../../stores/webhooks/secrets.ts';
import { createSecretBox } from '../../../stores/identity/secret-box.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { formatSecretHint } from '../../../outside/webhooks/signature.ts';
import type { Scene } from './scene.ts';

/** Webhooks of the firm of a scene. A firm has twenty at most: those that were added first make room. */

export interface SceneWebhook {
  readonly id: number;
  readonly delivery: number;
}

const ROOMY = 12;
const standing = new WeakMap<Scene, Promise<SceneWebhook>>();
/** Ids of those, which stay. */
const kept = new Set<number>();
export const keepWebhook = (id: number): void => void kept.add(id);

export async function webhookOf(scene: Scene, which: 'standing' | 'fresh'): Promise<SceneWebhook> {
  if (which === 'fresh') return fresh(scene);
  const known = standing.get(scene) ?? fresh(scene);
  standing.set(scene, known);
  kept.add((await known).id);
  return known;
}

export async function makeRoomForWebhook(scene: Scene): Promise<void> {
  const { commands } = scene.service.core;
  const { webhooks } = await commands.loadState('firm', scene.firm.id);
  const ids = [...webhooks.entries()].map(([id]) => id).filter((id) => !kept.has(id));
  for (const webhookId of ids.slice(0, Math.max(ids.length - ROOMY, 0)))
    await commands.execute(
      'firm',
      scene.firm.id,
      { type: 'RemoveWebhook', webhookId, baseVersion: null },
      createSystemContext('test'),
    );
}

async function fresh(scene: Scene): Promise<SceneWebhook> {
  const { core, config } = scene.service;
  const { pool, commands, ids, owner } = core;
  const term = owner.getTerm();
  await makeRoomForWebhook(scene);
  const [id] = await ids.allocate('webhooks', 1);
  const [delivery] = await ids.allocate('webhook_deliveries', 1);
  const secret = createWebhookSecret();
  const secretId = await openWebhookSecrets(pool, createSecretBox(config.appKey!, 'webhooks')).store(id!, secret);
  const fields = {
    url: 'https://hooks.example.com/grandlivre',
    description: 'ERP',
    events: ['entry.posted'],
    is_active: true,
  };
  const command = {
    type: 'AddWebhook',
    webhookId: id!,
    fields,
    secretId,
    secretHint: formatSecretHint(secret),
    makerId: scene.firm.admin.id,
  } as const;
  const added = await commands.execute('firm', scene.firm.id, command, createSystemContext('test'));
  if (isRefusal(added)) throw new Error(JSON.stringify(added));
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  const createdAt = new Date().toISOString();
  await insertTestDelivery(pool, term.id, { id: delivery!, webhookId: id!, eventId, body: '{}', createdAt });
  const outcome = { isDelivered: true, status: 204, excerpt: '', durationMs: 12, startedAt: createdAt };
  const sent = { id: delivery!, webhook_id: id!, attempts: 1, term };
  await completeAttempts(pool, [{ outcome, delivery: sent, againInMinutes: null }]);
  return { id: id!, delivery: delivery! };
}
