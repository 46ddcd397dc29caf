import { isSameJson } from '../json.ts';
import { createEmptyMap, type PersistentMap } from '../persistent-map.ts';
import { refuseInvalid, refuse, isRefusal, assertUnreachable, type Decision, type Problem } from '../refusal.ts';
import { ANNOUNCED_EVENTS, EVERY_AND_LATER_EVENT, EVERY_EVENT, isSubscribed } from './announced-events.ts';
import type { WebhookEvent, WebhookFields } from './webhook-events.ts';
import { findVersionConflict } from '../versions.ts';

/** Webhook endpoints of a firm: URL, events, and the secret that signs the calls. */

/** By id; without removed webhooks. */
export type Webhooks = PersistentMap<number, Webhook>;

declare module '../firms/state.ts' {
  interface Firm {
    readonly webhooks: Webhooks;
  }
}

export interface Webhook extends WebhookFields {
  readonly version: number;
  readonly secretId: string;
}

export const initialWebhooks: Webhooks = createEmptyMap();

export const MAX_WEBHOOKS = 20;
/** How long the previous secret also signs after a rotation. */
export const ROTATION_HOURS = 24;

export type WebhookCommand =
  | {
      readonly type: 'AddWebhook';
      readonly webhookId: number;
      readonly fields: WebhookFields;
      readonly secretId: string;
      readonly secretHint: string;
      /** The webhook delivers only what this user may see. */
      readonly makerId: number | null;
    }
  | {
      readonly type: 'ChangeWebhook';
      readonly webhookId: number;
      readonly changes: Partial<WebhookFields>;
      /** The member who takes the webhook over from a maker who left, lost the role or joined accounts. Null: the maker stays. */
      readonly newMakerId: number | null;
      readonly baseVersion: number | null;
    }
  | {
      readonly type: 'RotateWebhookSecret';
      readonly webhookId: number;
      readonly secretId: string;
      readonly secretHint: string;
      /** ISO 8601: until when the previous secret also signs. */
      readonly previousUntil: string;
      readonly baseVersion: number | null;
    }
  | { readonly type: 'RemoveWebhook'; readonly webhookId: number; readonly baseVersion: number | null };

export function decideWebhook(
  command: WebhookCommand,
  { webhooks }: { readonly webhooks: Webhooks },
): Decision<WebhookEvent> {
  if (command.type === 'AddWebhook') {
    const { webhookId: id, fields, secretId: secret_id, secretHint: secret_hint, makerId } = command;
    const problems = findEventProblems(fields.events);
    if (problems.length > 0) return refuseInvalid(problems);
    if (webhooks.size >= MAX_WEBHOOKS) return refuse('webhook_limit_reached', { params: { max: MAX_WEBHOOKS } });
    const maker = makerId !== null && { maker_id: makerId };
    const data = { id, ...fields, events: sortEvents(fields.events), secret_id, secret_hint, ...maker };
    return [{ type: 'WebhookAdded', data }];
  }
  const { webhookId: id, baseVersion } = command;
  const known = webhooks.get(id);
  if (!known) return refuse('not_found');
  const conflict = findVersionConflict(known, baseVersion);
  if (conflict) return conflict;
  const version = known.version + 1;
  switch (command.type) {
    case 'ChangeWebhook': {
      const { changes, newMakerId } = command;
      if (newMakerId === null) return decideChange(id, version, changes, known);
      const changed = decideChange(id, version + 1, changes, known);
      const taken: WebhookEvent = { type: 'WebhookTakenOver', data: { id, version, maker_id: newMakerId } };
      return isRefusal(changed) ? changed : [taken, ...changed];
    }
    case 'RotateWebhookSecret': {
      const { secretId: secret_id, secretHint: secret_hint, previousUntil: previous_until } = command;
      const data = { id, version, secret_id, secret_hint, previous_secret_id: known.secretId, previous_until };
      return [{ type: 'WebhookSecretRotated', data }];
    }
    case 'RemoveWebhook':
      return [{ type: 'WebhookRemoved', data: { id, version } }];
    default:
      return assertUnreachable(command);
  }
}

const FIELDS = ['url', 'description', 'events', 'is_active'] as const satisfies readonly (keyof WebhookFields)[];

function decideChange(
  id: number,
  version: number,
  requested: Partial<WebhookFields>,
  before: Webhook,
): Decision<WebhookEvent> {
  const problems = requested.events ? findEventProblems(requested.events) : [];
  if (problems.length > 0) return refuseInvalid(problems);
  const after = { ...before, ...requested, events: sortEvents(requested.events ?? before.events) };
  const names = FIELDS.filter((name) => !isSameJson(after[name], before[name]));
  if (names.length === 0) return [];
  const data = { id, version, changes: pickFields(after, names), previous: pickFields(before, names) };
  return [{ type: 'WebhookChanged', data }];
}

const pickFields = (fields: WebhookFields, names: readonly (keyof WebhookFields)[]): Partial<WebhookFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const NAMES: readonly string[] = ANNOUNCED_EVENTS.map(({ event }) => event);

/** Removes duplicates and sorts in catalogue order. */
function sortEvents(events: readonly string[]): readonly string[] {
  const wildcards = [EVERY_AND_LATER_EVENT, EVERY_EVENT].filter((name) => events.includes(name));
  return [...wildcards, ...NAMES.filter((name) => events.includes(name))];
}

/** A wildcard must be the only name beside events that it does not include. */
function findEventProblems(events: readonly string[]): Problem[] {
  const unknown = events.flatMap((event, index): Problem[] =>
    event === EVERY_EVENT || event === EVERY_AND_LATER_EVENT || NAMES.includes(event)
      ? []
      : [{ code: 'webhook_event_unknown', field: `events.${index}`, params: { event } }],
  );
  if (unknown.length > 0) return unknown;
  const isRepeated = [...new Set(events)].some(
    (event) =>
      (events.includes(EVERY_AND_LATER_EVENT) && event !== EVERY_AND_LATER_EVENT) ||
      (events.includes(EVERY_EVENT) && event !== EVERY_EVENT && isSubscribed([EVERY_EVENT], event)),
  );
  return isRepeated ? [{ code: 'webhook_every_event_alone', field: 'events' }] : [];
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
    case 'WebhookTakenOver':
      return webhooks.with(id, { ...before, version });
    case 'WebhookSecretRotated':
      return webhooks.with(id, { ...before, version, secretId: event.data.secret_id });
    case 'WebhookRemoved':
      return webhooks.without(id);
    default:
      return assertUnreachable(event);
  }
}
