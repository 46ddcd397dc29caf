import { randomUUID } from 'node:crypto';
import { BRIEF, runInTransaction } from '../../database/dedicated-connection.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { isSubscribed } from '../../domain/webhooks/announced-events.ts';
import { formatEnvelope } from '../../domain/webhooks/envelope.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { GatheredAnnouncement } from '../../projections/engine/batch.ts';
import { replayAnnouncements, type FileSpan } from '../../projections/engine/past-announcements.ts';
import type { WebhookRow } from '../../projections/webhooks/queries.ts';
import {
  listFilesOfMaker,
  listFileSpans,
  type ReplayedFile,
  type ReplaySpan,
} from '../../projections/webhooks/replay-spans.ts';
import { wakeWebhookSenders } from '../../stores/webhooks/delivery-queue.ts';
import { insertReplayedDeliveries, loadStoredBodies } from '../../stores/webhooks/replayed-deliveries.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { CalledFirm } from './deliveries.ts';

/** Sends the events of a span of time once more, also those from before the endpoint existed. */

export interface ReplayRequest extends ReplaySpan {
  /** Null: all that the endpoint has subscribed to. */
  readonly events: readonly string[] | null;
  /** Public tokens; null: all files that the maker may see. */
  readonly companies: readonly string[] | null;
}

export interface Replay {
  readonly replay_id: string;
  readonly deliveries: number;
}

interface ReplayLimits {
  readonly deliveries: number;
  /** Events of the log that are read for one replay; most of them announce nothing. */
  readonly events: number;
}

const LIMITS: ReplayLimits = { deliveries: 10_000, events: 100_000 };

export async function replayDeliveries(
  tools: Toolbox & { readonly log: EventLog },
  firm: CalledFirm,
  webhook: WebhookRow,
  request: ReplayRequest,
  limits: ReplayLimits = LIMITS,
): Promise<Replay | Refusal> {
  const { pool, ids } = tools;
  const visible = await listFilesOfMaker(pool, webhook.id);
  const refused = findRefusal(request, webhook, visible);
  if (refused) return refused;
  const chosen = visible.filter(({ public_token }) => request.companies?.includes(public_token) ?? true);
  const files = new Map(chosen.map((file) => [file.id, file]));
  const spans = await listFileSpans(pool, [...files.keys()], request);
  const isWanted = (one: GatheredAnnouncement): boolean => isChosen(one, webhook, request);
  const announced = await gatherAnnouncements(tools, spans, isWanted, limits);
  if (announced === null) return refuse('replay_too_large', { params: { max: limits.deliveries } });
  const deliveryIds = await ids.allocate('webhook_deliveries', announced.length);
  const stored = await loadStoredBodies(
    pool,
    announced.map(({ event_id }) => event_id),
  );
  const deliveries = announced.map((one, index) => ({
    id: deliveryIds[index]!,
    eventId: one.event_id,
    event: one.event,
    companyId: one.company_id,
    body: markReplay(stored.get(one.event_id) ?? buildBody(one, firm, files.get(one.company_id)!)),
  }));
  const replayId = `rpl_${randomUUID().replaceAll('-', '')}`;
  await runInTransaction(
    pool,
    (connection) => insertReplayedDeliveries(connection, webhook.id, replayId, deliveries),
    BRIEF,
  );
  await wakeWebhookSenders(pool);
  return { replay_id: replayId, deliveries: deliveries.length };
}

/** Events that the endpoint does not get, and files that its maker does not see. */
function findRefusal(
  { events, companies }: ReplayRequest,
  webhook: WebhookRow,
  visible: readonly ReplayedFile[],
): Refusal | null {
  const tokens = new Set(visible.map(({ public_token }) => public_token));
  const problems = [
    ...(events ?? []).flatMap((event, index) =>
      isSubscribed(webhook.events, event)
        ? []
        : [{ code: 'webhook_event_not_chosen', field: `events.${index}`, params: { event } }],
    ),
    ...(companies ?? []).flatMap((token, index) =>
      tokens.has(token) ? [] : [{ code: 'company_unknown', field: `companies.${index}` }],
    ),
  ];
  return problems.length > 0 ? refuseInvalid(problems) : null;
}

const isChosen = ({ event }: GatheredAnnouncement, webhook: WebhookRow, { events }: ReplayRequest): boolean =>
  events === null ? isSubscribed(webhook.events, event) : events.includes(event);

/** In the order of the log; null if there are too many. */
async function gatherAnnouncements(
  { pool, log }: Toolbox & { readonly log: EventLog },
  spans: readonly FileSpan[],
  isWanted: (announced: GatheredAnnouncement) => boolean,
  limits: ReplayLimits,
): Promise<readonly GatheredAnnouncement[] | null> {
  if (spans.reduce((total, { count }) => total + count, 0) > limits.events) return null;
  const gathered: GatheredAnnouncement[] = [];
  for (const file of spans)
    for await (const announced of replayAnnouncements(pool, log, file)) {
      gathered.push(...announced.filter(isWanted));
      if (gathered.length > limits.deliveries) return null;
    }
  return gathered.sort((a, b) => a.position - b.position);
}

/** The body as it was first sent, with a mark at its end. */
const markReplay = (body: string): string => `${body.slice(0, -1)},"is_replay":true}`;

/** The number of the event among those of its file is known only while its first body is stored. */
const buildBody = (
  { event_id: id, event, created_at, data }: GatheredAnnouncement,
  firm: CalledFirm,
  company: ReplayedFile,
): string =>
  formatEnvelope({
    id,
    event,
    created_at,
    sequence: null,
    firm: { public_token: firm.publicToken, name: firm.name },
    company,
    data: data as JsonRecord,
  });
