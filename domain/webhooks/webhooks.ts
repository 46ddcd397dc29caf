import { sameJson } from '../json.ts';
import { emptyMap, type PersistentMap } from '../persistent-map.ts';
import { invalid, refuse, unreachable, type Decision, type Problem } from '../refusal.ts';
import { ANNOUNCED_EVENTS, EVERY_EVENT } from './announced-events.ts';
import type { WebhookEvent, WebhookFields } from './webhook-events.ts';

/** The endpoints of a firm: where it is called back, for what, and which secret signs the calls. */

/** By id; without those that were removed. */
export type Webhooks = PersistentMap<number, Webhook>;

export interface Webhook extends WebhookFields {
  readonly version: number;
  readonly secretId: string;
}

export const initialWebhooks: Webhooks = emptyMap();

export const MAX_WEBHOOKS = 20;
/** How long the earlier secret signs along after a rotation. */
export const ROTATION_HOURS = 24;

export type WebhookCommand =
  | {
      readonly type: 'AddWebhook';
      readonly webhookId: number;
      readonly fields: WebhookFields;
      readonly secretId: string;
      readonly secretHint: string;
    }
  | {
      readonly type: 'ChangeWebhook';
      readonly webhookId: number;
      readonly changes: Partial<WebhookFields>;
      readonly baseVersion: number | null;
    }
  | {
      readonly type: 'RotateWebhookSecret';
      readonly webhookId: number;
      readonly secretId: string;
      readonly secretHint: string;
      /** ISO 8601: until when the earlier secret signs along. */
      readonly previousUntil: string;
      readonly baseVersion: number | null;
    }
  | { readonly type: 'RemoveWebhook'; readonly webhookId: number; readonly baseVersion: number | null };

export function decideWebhook(
  command: WebhookCommand,
  { webhooks }: { readonly webhooks: Webhooks },
): Decision<WebhookEvent> {
  if (command.type === 'AddWebhook') {
    const { webhookId: id, fields, secretId: secret_id, secretHint: secret_hint } = command;
    const problems = problemsOf(fields.events);
    if (problems.length > 0) return invalid(problems);
    if (webhooks.size >= MAX_WEBHOOKS) return refuse('webhook_limit_reached', { params: { max: MAX_WEBHOOKS } });
    return [{ type: 'WebhookAdded', data: { id, ...fields, events: ordered(fields.events), secret_id, secret_hint } }];
  }
  const { webhookId: id, baseVersion } = command;
  const known = webhooks.get(id);
  if (!known) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== known.version)
    return refuse('conflict', {}, { server_version: known.version });
  const version = known.version + 1;
  switch (command.type) {
    case 'ChangeWebhook':
      return changed(id, version, command.changes, known);
    case 'RotateWebhookSecret': {
      const { secretId: secret_id, secretHint: secret_hint, previousUntil: previous_until } = command;
      const data = { id, version, secret_id, secret_hint, previous_secret_id: known.secretId, previous_until };
      return [{ type: 'WebhookSecretRotated', data }];
    }
    case 'RemoveWebhook':
      return [{ type: 'WebhookRemoved', data: { id, version } }];
    default:
      return unreachable(command);
  }
}

const FIELDS = ['url', 'description', 'events', 'is_active'] as const satisfies readonly (keyof WebhookFields)[];

function changed(
  id: number,
  version: number,
  requested: Partial<WebhookFields>,
  before: Webhook,
): Decision<WebhookEvent> {
  const problems = requested.events ? problemsOf(requested.events) : [];
  if (problems.length > 0) return invalid(problems);
  const after = { ...before, ...requested, events: ordered(requested.events ?? before.events) };
  const names = FIELDS.filter((name) => !sameJson(after[name], before[name]));
  if (names.length === 0) return [];
  const data = { id, version, changes: pick(after, names), previous: pick(before, names) };
  return [{ type: 'WebhookChanged', data }];
}

const pick = (fields: WebhookFields, names: readonly (keyof WebhookFields)[]): Partial<WebhookFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const NAMES: readonly string[] = ANNOUNCED_EVENTS.map(({ event }) => event);

/** Each once, in the order of the catalogue. */
const ordered = (events: readonly string[]): readonly string[] =>
  events.includes(EVERY_EVENT) ? [EVERY_EVENT] : NAMES.filter((name) => events.includes(name));

/** Everything stands alone: beside it, any other name would say nothing. */
function problemsOf(events: readonly string[]): Problem[] {
  const unknown = events.flatMap((event, index): Problem[] =>
    event === EVERY_EVENT || NAMES.includes(event)
      ? []
      : [{ code: 'webhook_event_unknown', field: `events.${index}`, params: { event } }],
  );
  if (unknown.length > 0) return unknown;
  return events.includes(EVERY_EVENT) && new Set(events).size > 1
    ? [{ code: 'webhook_every_event_alone', field: 'events' }]
    : [];
}

export function evolveWebhooks(webhooks: Webhooks, event: WebhookEvent): Webhooks {
  const { id } = event.data;
  if (event.type === 'WebhookAdded') {
    const { url, description, events, is_active, secret_id } = event.data;
    return webhooks.with(id, { url, description, events, is_active, version: 1, secretId: secret_id });
  }
  const before = webhooks.get(id);
  if (!before) return webhooks;
  const { version } = event.data;
  switch (event.type) {
    case 'WebhookChanged':
      return webhooks.with(id, { ...before, ...event.data.changes, version });
    case 'WebhookSecretRotated':
      return webhooks.with(id, { ...before, version, secretId: event.data.secret_id });
    case 'WebhookRemoved':
      return webhooks.without(id);
    default:
      return unreachable(event);
  }
}
