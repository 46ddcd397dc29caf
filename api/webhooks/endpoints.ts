import { z } from 'zod';
import {
  addWebhook,
  changeWebhook,
  refusedUrl,
  removeWebhook,
  rotateSecret,
  type SecretShown,
} from '../../commands/webhooks/endpoints.ts';
import { derivedWebhookSecret, newWebhookSecret } from '../../stores/webhooks/secrets.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { EVERY_EVENT } from '../../domain/webhooks/announced-events.ts';
import type { WebhookFields } from '../../domain/webhooks/webhook-events.ts';
import { webhookOf, webhooksOf } from '../../projections/webhooks/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { Scene } from '../http/routing/example.ts';
import { bool, id, list, nullableText, text } from '../http/input/fields.ts';
import { noContent, ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { presentWebhook, Webhook } from './webhook.ts';

export const WEBHOOKS = '/v1/firms/{firm}/webhooks';
export const WEBHOOK = `${WEBHOOKS}/{id}`;
const MAX_URL = 500;
const MAX_DESCRIPTION = 190;
const MAX_EVENTS = 50;

export const READ = { method: 'get', area: 'webhooks', ability: 'read', role: 'manager', demo: 'blocked' } as const;
export const WRITE = { area: 'webhooks', ability: 'write', role: 'manager', demo: 'blocked' } as const;
export const ofWebhook = z.object({ id: id() });

const fields = {
  url: text(MAX_URL).meta({ description: 'Address that is called; https, and in the internet at large.' }),
  description: nullableText(MAX_DESCRIPTION),
  events: list(text(100), { min: 1, max: MAX_EVENTS }).meta({
    description: `Names of events, or \`${EVERY_EVENT}\` alone for all of them, also those to come.`,
  }),
  is_active: bool().nullish().meta({ description: 'False pauses it: what happens meanwhile is sent later.' }),
};
const NewWebhook = z.object(fields);
const WebhookChanges = z.object({ ...fields, url: fields.url.optional(), events: fields.events.optional() });

const One = z.object({ webhook: Webhook });
const WithSecret = z.object({
  webhook: Webhook,
  // Null in a replay that comes with another session than the one that asked: nobody else can find it again.
  secret: z.string().nullable().meta({ description: 'Signs the calls; shown here and never again.' }),
});

const example = { url: 'https://hooks.example.com/grandlivre', description: 'ERP', events: ['entry.posted'] };

/** A firm has few webhooks: what takes none away shares one. */
export const ofExample = async ({ webhook }: Scene): Promise<{ params: { id: number } }> => {
  const { id: known } = await webhook('standing');
  return { params: { id: known } };
};

type Request = Pick<RouteRequest<{ id: number }>, 'services' | 'firm' | 'params'>;

export const endpointRoutes = [
  route({
    ...READ,
    path: WEBHOOKS,
    summary: 'The webhook endpoints of a firm',
    replies: { 200: z.object({ data: z.array(Webhook) }) },
    handle: async ({ services, firm }) => ok({ data: (await webhooksOf(services.pool, firm.id)).map(presentWebhook) }),
  }),
  route({
    ...WRITE,
    method: 'post',
    path: WEBHOOKS,
    summary: 'Add a webhook endpoint; its secret is shown once',
    body: NewWebhook,
    alsoWrong: {
      standIns: {},
      schema: z.object({ ...fields, url: fields.url.optional(), events: fields.events.optional() }),
      judge: ({ services }, body) => judgedUrl(services, body.url),
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
      const added = await addWebhook(services, firm.id, newFields(body), secretFor(request), write);
      return isRefusal(added) ? added : withSecret(request, added, 201);
    },
  }),
  route({
    ...READ,
    path: WEBHOOK,
    summary: 'One webhook endpoint, with how it does',
    params: ofWebhook,
    example: ofExample,
    replies: { 200: One },
    handle: (request) => answer(request),
  }),
  route({
    ...WRITE,
    method: 'patch',
    path: WEBHOOK,
    summary: 'Change a webhook endpoint, pause it, or have it called again',
    params: ofWebhook,
    body: WebhookChanges,
    alsoWrong: { standIns: {}, judge: ({ services }, body) => judgedUrl(services, body.url) },
    example: async (scene) => ({ ...(await ofExample(scene)), body: { description: 'ERP of the head office' } }),
    replies: { 200: One },
    errorCodes: ['conflict', 'webhook_url_refused'],
    async handle(request) {
      const { services, firm, params, body, write } = request;
      const outcome = await changeWebhook(services, firm.id, targetOf(request), changesOf(body), write);
      if (isRefusal(outcome)) return conflicting(request, outcome);
      return answer({ services, firm, params }, { recorded: outcome.recorded });
    },
  }),
  route({
    ...WRITE,
    method: 'delete',
    path: WEBHOOK,
    summary: 'Remove a webhook endpoint: nothing is sent there any more',
    params: ofWebhook,
    example: async ({ webhook }) => ({ params: { id: (await webhook('fresh')).id } }),
    replies: { 204: null },
    errorCodes: ['conflict'],
    async handle(request) {
      const outcome = await removeWebhook(request.services, request.firm.id, targetOf(request), request.write);
      return isRefusal(outcome) ? conflicting(request, outcome) : noContent({ recorded: outcome.recorded });
    },
  }),
  route({
    ...WRITE,
    method: 'post',
    path: `${WEBHOOK}/rotate-secret`,
    summary: 'Give the endpoint another secret, which is shown once; the earlier one signs along for 24 hours',
    params: ofWebhook,
    example: ofExample,
    replies: { 200: WithSecret },
    secrets: ['secret'],
    errorCodes: ['conflict'],
    async handle(request) {
      const { services, firm, write } = request;
      const rotated = await rotateSecret(services, firm.id, targetOf(request), secretFor(request), write);
      return isRefusal(rotated) ? conflicting(request, rotated) : withSecret(request, rotated, 200);
    },
  }),
];

const targetOf = ({ params, write }: Pick<RouteRequest<{ id: number }>, 'params' | 'write'>) => ({
  id: params.id,
  baseVersion: write.baseVersion,
});

/** With a mutation id the secret can be found again by the same session, should its first answer get lost. */
function secretFor(request: Pick<RouteRequest, 'write' | 'callerKey'>): string {
  const { clientMutationId: key } = request.write;
  return key === null ? newWebhookSecret() : derivedWebhookSecret(request.callerKey(`webhook ${key}`));
}

const newFields = ({ url, description, events, is_active }: z.output<typeof NewWebhook>): WebhookFields => ({
  url,
  description: description ?? null,
  events,
  is_active: is_active ?? true,
});

/** Without what the client did not send; an activity of null says nothing either. */
function changesOf({ is_active, ...others }: z.output<typeof WebhookChanges>): Partial<WebhookFields> {
  const sent = Object.entries({ ...others, is_active: is_active ?? undefined }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(sent);
}

async function judgedUrl(services: Parameters<typeof refusedUrl>[0], url: string | undefined): Promise<Refusal | null> {
  return url === undefined ? null : refusedUrl(services, url);
}

async function answer(
  { services, firm, params }: Request,
  extras: Pick<Reply, 'recorded'> = {},
): Promise<Reply | Refusal> {
  const row = await webhookOf(services.pool, firm.id, params.id);
  if (!row) return refuse('not_found');
  return ok({ webhook: presentWebhook(row) }, { ...extras, version: row.version, showsMore: true });
}

async function withSecret(
  { services, firm }: Pick<RouteRequest, 'services' | 'firm'>,
  { id: webhookId, secret }: SecretShown,
  status: 200 | 201,
): Promise<Reply | Refusal> {
  const row = await webhookOf(services.pool, firm.id, webhookId);
  if (!row) return refuse('not_found');
  return { status, body: { webhook: presentWebhook(row), secret }, recorded: true, version: row.version };
}

const conflicting = (request: Request, refused: Refusal): Promise<Refusal> =>
  withServerData(refused, async () => {
    const row = await webhookOf(request.services.pool, request.firm.id, request.params.id);
    return row && presentWebhook(row);
  });
