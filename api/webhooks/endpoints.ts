import { z } from 'zod';
import {
  addWebhook,
  changeWebhook,
  findUrlRefusal,
  removeWebhook,
  rotateWebhookSecret,
  type SecretShown,
} from '../../commands/webhooks/endpoints.ts';
import { deriveWebhookSecret, createWebhookSecret } from '../../stores/webhooks/secrets.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { EVERY_AND_LATER_EVENT, EVERY_EVENT } from '../../domain/webhooks/announced-events.ts';
import type { WebhookFields } from '../../domain/webhooks/webhook-events.ts';
import { findWebhook, listWebhooks } from '../../projections/webhooks/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { Scene } from '../http/routing/example.ts';
import { bool, id, list, nullableText, text } from '../http/input/fields.ts';
import { noContent, ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { presentWebhook, Webhook } from './webhook.ts';
const MAX_URL = 500;
const MAX_DESCRIPTION = 190;
const MAX_EVENTS = 50;

export const READ = { method: 'get', area: 'webhooks', ability: 'read', role: 'manager', demo: 'blocked' } as const;
export const WRITE = { area: 'webhooks', ability: 'write', role: 'manager', demo: 'blocked' } as const;
export const ofWebhook = z.object({ id: id() });

const fields = {
  url: text(MAX_URL).meta({ description: 'URL to call; https, on the public internet.' }),
  description: nullableText(MAX_DESCRIPTION),
  events: list(text(100), { min: 1, max: MAX_EVENTS }).meta({
    description: `Names of events; \`${EVERY_EVENT}\` for those of the first version of the API, or \`${EVERY_AND_LATER_EVENT}\` for all events, including future ones.`,
  }),
  is_active: bool().nullish().meta({ description: 'False pauses it: events that happen meanwhile are sent later.' }),
};
const NewWebhook = z.object(fields);
const WebhookChanges = z.object({ ...fields, url: fields.url.optional(), events: fields.events.optional() });

const One = z.object({ webhook: Webhook });
const WithSecret = z.object({
  webhook: Webhook,
  // Null when a replay comes from another session than the original request: only that session can derive it again.
  secret: z.string().nullable().meta({ description: 'Signs the calls; shown only once.' }),
});

const example = { url: 'https://hooks.example.com/grandlivre', description: 'ERP', events: ['entry.posted'] };

/** A firm has few webhooks, so examples that do not remove one share it. */
export const useLastingWebhook = async ({ webhook }: Scene): Promise<{ params: { id: number } }> => {
  const { id: known } = await webhook('standing');
  return { params: { id: known } };
};

type Request = Pick<RouteRequest<{ id: number }>, 'services' | 'firm' | 'params' | 'caller'>;

/** The endpoint of the path; undefined if the caller may not see it. */
export const findOwnWebhook = ({ services, firm, params, caller }: Request) =>
  findWebhook(services.pool, firm.id, params.id, caller);

export const endpointRoutes = [
  route({
    ...READ,
    path: '/v1/firms/{firm}/webhooks',
    summary: 'List the webhook endpoints of a firm; members without all company files see their own',
    replies: { 200: z.object({ data: z.array(Webhook) }) },
    handle: async ({ services, firm, caller }) =>
      ok({ data: (await listWebhooks(services.pool, firm.id, caller)).map(presentWebhook) }),
  }),
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/firms/{firm}/webhooks',
    summary: 'Add a webhook endpoint; its secret is shown once',
    body: NewWebhook,
    alsoWrong: {
      standIns: {},
      schema: z.object({ ...fields, url: fields.url.optional(), events: fields.events.optional() }),
      findRefusal: ({ services }, body) => checkUrl(services, body.url),
    },
    async example({ roomForWebhook }) {
      await roomForWebhook();
      return { body: example };
    },
    replies: { 201: WithSecret },
    secrets: ['secret'],
    errorCodes: ['webhook_url_refused', 'webhook_limit_reached'],
    async handle(request) {
      const { services, firm, body, write } = request;
      const added = await addWebhook(services, firm.id, toNewFields(body), createSecret(request), write);
      return isRefusal(added) ? added : respondWithSecret(request, added, 201);
    },
  }),
  route({
    ...READ,
    path: '/v1/firms/{firm}/webhooks/{id}',
    summary: 'Get a webhook endpoint with its health',
    params: ofWebhook,
    example: useLastingWebhook,
    replies: { 200: One },
    handle: (request) => respondWithWebhook(request),
  }),
  route({
    ...WRITE,
    method: 'patch',
    path: '/v1/firms/{firm}/webhooks/{id}',
    summary: 'Change, pause or reactivate a webhook endpoint',
    params: ofWebhook,
    body: WebhookChanges,
    alsoWrong: { standIns: {}, findRefusal: ({ services }, body) => checkUrl(services, body.url) },
    example: async (scene) => ({
      ...(await useLastingWebhook(scene)),
      body: { description: 'ERP of the head office' },
    }),
    replies: { 200: One },
    errorCodes: ['conflict', 'webhook_url_refused'],
    async handle(request) {
      const { services, firm, body, caller, write } = request;
      const known = await findOwnWebhook(request);
      if (!known) return refuse('not_found');
      const isTakenOver = known.paused_reason !== null && known.viewer_sees_all && body.is_active === true;
      const target = { ...toTarget(request), newMakerId: isTakenOver ? caller.userId : null };
      const outcome = await changeWebhook(services, firm.id, target, toChanges(body), write);
      if (isRefusal(outcome)) return withCurrentWebhook(request, outcome);
      return respondWithWebhook(request, { recorded: outcome.recorded });
    },
  }),
  route({
    ...WRITE,
    method: 'delete',
    path: '/v1/firms/{firm}/webhooks/{id}',
    summary: 'Remove a webhook endpoint: nothing more is sent to it',
    params: ofWebhook,
    example: async ({ webhook }) => ({ params: { id: (await webhook('fresh')).id } }),
    replies: { 204: null },
    errorCodes: ['conflict'],
    async handle(request) {
      if (!(await findOwnWebhook(request))) return refuse('not_found');
      const outcome = await removeWebhook(request.services, request.firm.id, toTarget(request), request.write);
      return isRefusal(outcome) ? withCurrentWebhook(request, outcome) : noContent({ recorded: outcome.recorded });
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: '/v1/firms/{firm}/webhooks/{id}/rotate-secret',
    summary: 'Rotate the secret of an endpoint; the new one is shown once, and the earlier one also signs for 24 hours',
    params: ofWebhook,
    example: useLastingWebhook,
    replies: { 200: WithSecret },
    secrets: ['secret'],
    errorCodes: ['conflict'],
    async handle(request) {
      const { services, firm, write } = request;
      if (!(await findOwnWebhook(request))) return refuse('not_found');
      const rotated = await rotateWebhookSecret(services, firm.id, toTarget(request), createSecret(request), write);
      return isRefusal(rotated) ? withCurrentWebhook(request, rotated) : respondWithSecret(request, rotated, 200);
    },
  }),
];

const toTarget = ({ params, write }: Pick<RouteRequest<{ id: number }>, 'params' | 'write'>) => ({
  id: params.id,
  baseVersion: write.baseVersion,
});

/** With a mutation id, the same session can derive the secret again if the first reply was lost. */
function createSecret(request: Pick<RouteRequest, 'write' | 'deriveCallerKey'>): string {
  const { clientMutationId: key } = request.write;
  return key === null ? createWebhookSecret() : deriveWebhookSecret(request.deriveCallerKey(`webhook ${key}`));
}

const toNewFields = ({ url, description, events, is_active }: z.output<typeof NewWebhook>): WebhookFields => ({
  url,
  description: description ?? null,
  events,
  is_active: is_active ?? true,
});

/** Omits fields that the client did not send; `is_active: null` counts as not sent. */
function toChanges({ is_active, ...others }: z.output<typeof WebhookChanges>): Partial<WebhookFields> {
  const sent = Object.entries({ ...others, is_active: is_active ?? undefined }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(sent);
}

async function checkUrl(
  services: Parameters<typeof findUrlRefusal>[0],
  url: string | undefined,
): Promise<Refusal | null> {
  return url === undefined ? null : findUrlRefusal(services, url);
}

async function respondWithWebhook(request: Request, extras: Pick<Reply, 'recorded'> = {}): Promise<Reply | Refusal> {
  const row = await findOwnWebhook(request);
  if (!row) return refuse('not_found');
  return ok({ webhook: presentWebhook(row) }, { ...extras, version: row.version, showsMore: true });
}

async function respondWithSecret(
  { services, firm, caller }: Pick<RouteRequest, 'services' | 'firm' | 'caller'>,
  { id: webhookId, secret }: SecretShown,
  status: 200 | 201,
): Promise<Reply | Refusal> {
  const row = await findWebhook(services.pool, firm.id, webhookId, caller);
  if (!row) return refuse('not_found');
  return { status, body: { webhook: presentWebhook(row), secret }, recorded: true, version: row.version };
}

const withCurrentWebhook = (request: Request, refused: Refusal): Promise<Refusal> =>
  withServerData(refused, async () => {
    const row = await findOwnWebhook(request);
    return row && presentWebhook(row);
  });
