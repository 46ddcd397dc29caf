import type pg from 'pg';
import { LEASE, type DueDelivery, type Endpoint } from '../../stores/webhooks/delivery-claims.ts';
import { WEBHOOKS_CHANNEL } from '../../stores/webhooks/delivery-queue.ts';
import { OUTBOX_CURSORS } from '../../stores/webhooks/outbox-cursors.ts';
import type { IdAllocator } from '../../stores/support/ids.ts';
import { formatArrayLiteral, formatColumnLiteral } from '../../database/array-literal.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Owner } from '../../database/owners.ts';
import { BRIEF, runInTransaction } from '../../database/dedicated-connection.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isSubscribed } from '../../domain/webhooks/announced-events.ts';
import { formatEnvelope } from '../../domain/webhooks/envelope.ts';
import { MAKER, MAKER_SEES_ALL, PAUSED_REASON } from '../../projections/webhooks/makers.ts';

/**
 * Turns announced events into deliveries: one per event and endpoint, in one transaction with the read position of the
 * outbox. The outbox is written with the projector's checkpoint, so that each event enters it once. Deliveries that this
 * process can send soon are claimed when they are created, which saves the write of a later claim.
 */

interface Announcement {
  readonly number: number;
  readonly shard: number;
  readonly event_id: string;
  readonly event: string;
  readonly firm_id: number | null;
  readonly company_id: number;
  readonly created_at: string;
  /** Null if an earlier version announced it, or before the log was moved. */
  readonly position: number | null;
  /** Null if there are no listeners. */
  readonly data: JsonRecord | null;
}

interface Listener extends Endpoint {
  readonly id: number;
  readonly firm_id: number;
  readonly events: readonly string[];
  readonly created_at: string;
  readonly created_position: number;
  readonly is_active: boolean;
  readonly paused_reason: string | null;
  /** The rights of the maker. */
  readonly sees_all: boolean;
  readonly companies: Readonly<Record<string, unknown>> | null;
}

interface Names {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
}

export interface Dispatched {
  /** Whether the outbox has more events. */
  readonly hasMore: boolean;
  /** Whether another process is doing so; it may be frozen. */
  readonly isTaken: boolean;
  /** Endpoints with deliveries that still have to be claimed. */
  readonly waiting: ReadonlySet<number>;
  /** Deliveries already claimed, by endpoint. */
  readonly claimed: ReadonlyMap<number, readonly DueDelivery[]>;
}

/** The process that sends the deliveries, and how many it can send soon. */
export interface Claimant {
  readonly owner: Owner;
  getCapacity(webhookId: number): number;
}

/** Each may go to twenty endpoints: few enough for their deliveries to be sent soon. */
const AT_ONCE = 50;
const NOTHING: Dispatched = { hasMore: false, isTaken: false, waiting: new Set(), claimed: new Map() };

/** The demo firm sends no webhooks. */
const LISTENING = `SELECT FROM read.webhooks w JOIN read.firms f ON f.id = w.firm_id AND f.source <> 'demo'
  WHERE w.firm_id = o.firm_id AND w.removed_at IS NULL`;

/**
 * Each shard has its own cursor, because a lower number of another one may become visible later. Endpoints and rights are
 * written by the first shard: it must have passed the event.
 */
const NEXT = `
  SELECT o.* FROM (${OUTBOX_CURSORS}) AS c CROSS JOIN LATERAL (
    SELECT o.number, o.shard, o.event_id, o.event, o.firm_id, o.company_id, o.created_at, o.position,
      CASE WHEN EXISTS (${LISTENING}) THEN o.data END AS data
    FROM ops.outbox o WHERE o.shard = c.shard AND o.number > c.number AND (c.shard = 0 OR o.position IS NULL
      OR o.position <= (SELECT s.position FROM ops.projector_shards s WHERE s.shard = 0))
    ORDER BY o.number LIMIT ${AT_ONCE}) AS o
  ORDER BY o.number LIMIT ${AT_ONCE}`;

const MOVE_CURSORS = `
  UPDATE ops.outbox_cursors c SET number = d.number
  FROM unnest($1::integer[], $2::bigint[]) AS d(shard, number) WHERE c.shard = d.shard`;

const COUNTED = `
  INSERT INTO ops.webhook_sequences AS known (company_id, last)
  SELECT company_id, count(*) FROM unnest($1::bigint[]) AS announced(company_id) GROUP BY company_id ORDER BY company_id
  ON CONFLICT (company_id) DO UPDATE SET last = known.last + excluded.last RETURNING company_id, last`;

/**
 * Bodies and deliveries in one statement: the body of an event is written once, with all its deliveries. Claimed
 * deliveries have no next attempt: they get one only if this process dies before they end, which the claim as a whole
 * covers.
 */
const DELIVERIES = `
  WITH told AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $13::bigint[]) WITH ORDINALITY
      AS e(event_id, event, created_at, body, company_id, place)
  ), written AS (
    INSERT INTO ops.webhook_bodies (event_id, body, created_at) SELECT event_id, body, created_at FROM told
    ON CONFLICT DO NOTHING RETURNING event_id
  ), claim AS (
    INSERT INTO ops.webhook_claims (first_id, last_id, webhook_ids, process_id, lease_until)
    SELECT $9::bigint, $10::bigint, $11::bigint[], $12::uuid, now() + ${LEASE} WHERE cardinality($11::bigint[]) > 0
  )
  INSERT INTO ops.webhook_deliveries (id, webhook_id, event_id, event, company_id, attempts, leased_by, lease_until,
    next_attempt_at, created_at)
  SELECT d.id, d.webhook_id, told.event_id, told.event, told.company_id, d.claims, CASE d.claims WHEN 1 THEN $12::uuid END,
    CASE d.claims WHEN 1 THEN now() + ${LEASE} END, CASE d.claims WHEN 0 THEN now() END, told.created_at
  FROM unnest($5::bigint[], $6::bigint[], $7::integer[], $8::integer[]) AS d(id, webhook_id, place, claims)
  JOIN told USING (place) JOIN written USING (event_id)`;

/** Processes the next events of the outbox; nothing if another process is doing so. */
export async function dispatchAnnouncements(pool: pg.Pool, ids: IdAllocator, claimant: Claimant): Promise<Dispatched> {
  return runInTransaction(
    pool,
    async (connection) => {
      const { rows: standing } = await connection.query('SELECT FROM ops.webhook_dispatch FOR UPDATE SKIP LOCKED');
      if (!standing[0]) return { ...NOTHING, isTaken: true };
      const { rows } = await connection.query<Announcement>({ name: 'outbox-next', text: NEXT });
      if (rows.length === 0) return NOTHING;
      passFaultPoint('within-webhook-dispatch');
      const numbered = await withSequences(connection, rows);
      const { waiting, claimed } = await createDeliveries(connection, ids, numbered, claimant);
      await moveCursors(connection, rows);
      if (waiting.size > 0) await connection.query(`SELECT pg_notify('${WEBHOOKS_CHANNEL}', '')`);
      return { hasMore: rows.length === AT_ONCE, isTaken: false, waiting, claimed };
    },
    BRIEF,
  );
}

type Connection = Pick<pg.PoolClient, 'query'>;
type Numbered = Announcement & { readonly sequence: number };

async function moveCursors(connection: Connection, taken: readonly Announcement[]): Promise<void> {
  const { 0: first, ...others } = Object.fromEntries(taken.map(({ shard, number }) => [shard, number]));
  if (first !== undefined) await connection.query('UPDATE ops.webhook_dispatch SET number = $1', [first]);
  const shards = Object.keys(others);
  if (shards.length > 0) await connection.query(MOVE_CURSORS, [shards, Object.values(others)]);
}

/** Also counts events of files without listeners, so that later sequence numbers continue from there. */
async function withSequences(connection: Connection, rows: readonly Announcement[]): Promise<Numbered[]> {
  const counted = await connection.query<{ company_id: number; last: number }>({
    name: 'outbox-sequences',
    text: COUNTED,
    values: [rows.map(({ company_id }) => company_id)],
  });
  const left = new Map(counted.rows.map(({ company_id, last }) => [company_id, last]));
  const numbered: Numbered[] = [];
  for (const row of rows.toReversed()) {
    const sequence = left.get(row.company_id)!;
    left.set(row.company_id, sequence - 1);
    numbered.push({ ...row, sequence });
  }
  return numbered.reverse();
}

async function createDeliveries(
  connection: Connection,
  ids: IdAllocator,
  announced: readonly Numbered[],
  claimant: Claimant,
): Promise<Pick<Dispatched, 'waiting' | 'claimed'>> {
  const heard = announced.filter(({ data }) => data !== null);
  if (heard.length === 0) return NOTHING;
  const firmIds = [...new Set(heard.map(({ firm_id }) => firm_id))];
  const listeners = await readRows<Listener>(
    connection,
    `SELECT w.id, w.firm_id, w.events, w.created_at, w.created_position, w.is_active, w.url, w.secret_id, w.retiring_secrets,
       ${PAUSED_REASON} AS paused_reason, ${MAKER_SEES_ALL} AS sees_all, mm.companies
     FROM read.webhooks w ${MAKER} WHERE w.firm_id = ANY($1::bigint[]) AND w.removed_at IS NULL ORDER BY w.id`,
    firmIds,
  );
  const sent = heard.flatMap((one) => listeners.filter((to) => isFor(one, to)).map((to) => ({ one, to })));
  if (sent.length === 0) return NOTHING;
  const told = [...new Set(sent.map(({ one }) => one))];
  const firms = await readNames(connection, 'firms', firmIds);
  const companies = await readNames(connection, 'companies', [...new Set(told.map(({ company_id }) => company_id))]);
  const bodies = new Map(
    told.map((one) => [one, buildBody(one, firms.get(one.firm_id!)!, companies.get(one.company_id)!)]),
  );
  const deliveryIds = await ids.allocate('webhook_deliveries', sent.length);
  const rooms = new Map(
    listeners.map(({ id, is_active, paused_reason }) => [
      id,
      is_active && paused_reason === null ? claimant.getCapacity(id) : 0,
    ]),
  );
  const claims = sent.map(({ to }) => {
    const room = rooms.get(to.id)!;
    rooms.set(to.id, room - 1);
    return room > 0 ? 1 : 0;
  });
  const claimedOf = new Set(sent.filter((_, index) => claims[index] === 1).map(({ to }) => to.id));
  const term = claimant.owner.getTerm();
  const places = new Map(told.map((one, index) => [one, index + 1]));
  const { rowCount } = await connection.query({
    name: 'webhook-deliveries',
    text: DELIVERIES,
    values: [
      formatColumnLiteral(told, ({ event_id }) => event_id),
      formatColumnLiteral(told, ({ event }) => event),
      formatColumnLiteral(told, ({ created_at }) => created_at),
      formatColumnLiteral(told, (one) => bodies.get(one)),
      formatArrayLiteral(deliveryIds),
      formatColumnLiteral(sent, ({ to }) => to.id),
      formatColumnLiteral(sent, ({ one }) => places.get(one)),
      formatArrayLiteral(claims),
      deliveryIds[0],
      deliveryIds.at(-1),
      formatArrayLiteral([...claimedOf]),
      term.id,
      formatColumnLiteral(told, ({ company_id }) => company_id),
    ],
  });
  // If some of them already existed, it is unknown which: claimed deliveries become due when the claim expires.
  const isWhole = rowCount === sent.length;
  const claimed = new Map<number, DueDelivery[]>();
  const waiting = new Set<number>();
  sent.forEach(({ one, to }, index) => {
    if (claims[index] === 0 || !isWhole) return void waiting.add(to.id);
    const { event_id, event } = one;
    const delivery = {
      id: deliveryIds[index]!,
      webhook_id: to.id,
      event,
      event_id,
      attempts: 1,
      earlier_attempts: 0,
      replayed_body: null,
      term,
    };
    const known = claimed.get(to.id);
    const due = { ...delivery, endpoint: to, body: bodies.get(one)! };
    if (known) known.push(due);
    else claimed.set(to.id, [due]);
  });
  return { waiting, claimed };
}

/** Endpoints get no events from before they were created, and only events that their maker may see. */
const isFor = (announced: Announcement, to: Listener): boolean =>
  to.firm_id === announced.firm_id &&
  existedAt(to, announced) &&
  canMakerSee(to, announced.company_id) &&
  isSubscribed(to.events, announced.event);

/** Positions decide, because a clock may have stepped back between the two. */
const existedAt = (to: Listener, { position, created_at }: Announcement): boolean =>
  position === null ? to.created_at <= created_at : to.created_position < position;

/** What happens while an endpoint is paused waits for its next maker, whose rights are checked when it is sent. */
const canMakerSee = ({ paused_reason, sees_all, companies }: Listener, companyId: number): boolean =>
  paused_reason !== null || sees_all || companies?.[companyId] !== undefined;

const buildBody = (
  { event_id: id, event, created_at, sequence, data }: Numbered,
  firm: Names,
  company: Names,
): string => formatEnvelope({ id, event, created_at, sequence, firm, company, data: data! });

const readNames = async (connection: Connection, table: 'firms' | 'companies', ids: readonly unknown[]) =>
  new Map(
    (
      await readRows<Names>(
        connection,
        `SELECT id, public_token, name FROM read.${table} WHERE id = ANY($1::bigint[])`,
        ids,
      )
    ).map((row) => [row.id, row]),
  );

async function readRows<Row extends pg.QueryResultRow>(
  connection: Connection,
  text: string,
  ids: readonly unknown[],
): Promise<Row[]> {
  return (await connection.query<Row>(text, [ids])).rows;
}
