import type pg from 'pg';
import { LEASE, type DueDelivery, type Endpoint } from '../../stores/webhooks/delivery-claims.ts';
import { WEBHOOKS_CHANNEL } from '../../stores/webhooks/delivery-queue.ts';
import type { IdAllocator } from '../../stores/support/ids.ts';
import { arrayLiteral, columnLiteral } from '../../database/array-literal.ts';
import { inTransaction } from '../../database/dedicated-connection.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { EVERY_EVENT } from '../../domain/webhooks/announced-events.ts';
import { envelopeText } from '../../domain/webhooks/envelope.ts';

/**
 * Turns announced events into deliveries: one for each event and endpoint, in one transaction with the note of how far the
 * outbox has been read. The outbox itself is written with the projector's checkpoint, so that an event comes into it once.
 * What the process that does so can send soon is claimed by it as it is made: that is one write less than claiming it afterwards.
 */

interface Announcement {
  readonly number: number;
  readonly event_id: string;
  readonly event: string;
  readonly firm_id: number | null;
  readonly company_id: number;
  readonly created_at: string;
  /** Null where nobody listens. */
  readonly data: JsonRecord | null;
}

interface Listener extends Endpoint {
  readonly id: number;
  readonly firm_id: number;
  readonly events: readonly string[];
  readonly created_at: string;
  readonly is_active: boolean;
}

interface Names {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
}

export interface Dispatched {
  /** Whether more of the outbox waits. */
  readonly hasMore: boolean;
  /** Endpoints that have got something that is to be claimed. */
  readonly waiting: ReadonlySet<number>;
  /** What is claimed already, by endpoint. */
  readonly claimed: ReadonlyMap<number, readonly DueDelivery[]>;
}

/** Who sends what is made, and how much of it can be sent soon. */
export interface Claimant {
  readonly processId: string;
  room(webhookId: number): number;
}

/** Each may go to twenty endpoints: few enough for what is made of them to be gone soon. */
const AT_ONCE = 50;
const NOTHING: Dispatched = { hasMore: false, waiting: new Set(), claimed: new Map() };

/** The demo firm tells nobody anything. */
const LISTENING = `SELECT FROM read.webhooks w JOIN read.firms f ON f.id = w.firm_id AND f.source <> 'demo'
  WHERE w.firm_id = o.firm_id AND w.removed_at IS NULL`;

const NEXT = `
  SELECT o.number, o.event_id, o.event, o.firm_id, o.company_id, o.created_at,
    CASE WHEN EXISTS (${LISTENING}) THEN o.data END AS data
  FROM ops.outbox o WHERE o.number > $1 ORDER BY o.number LIMIT ${AT_ONCE}`;

const COUNTED = `
  INSERT INTO ops.webhook_sequences AS known (company_id, last)
  SELECT company_id, count(*) FROM unnest($1::bigint[]) AS announced(company_id) GROUP BY company_id ORDER BY company_id
  ON CONFLICT (company_id) DO UPDATE SET last = known.last + excluded.last RETURNING company_id, last`;

/**
 * Bodies and deliveries in one statement: the body of an event is written once, with all its deliveries. Those that are claimed
 * have no next attempt: there is one only if this process is gone before they have ended, which the claim as a whole tells.
 */
const DELIVERIES = `
  WITH told AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) WITH ORDINALITY
      AS e(event_id, event, created_at, body, place)
  ), written AS (
    INSERT INTO ops.webhook_bodies (event_id, body, created_at) SELECT event_id, body, created_at FROM told
    ON CONFLICT DO NOTHING RETURNING event_id
  ), claim AS (
    INSERT INTO ops.webhook_claims (first_id, last_id, webhook_ids, process_id, lease_until)
    SELECT $9::bigint, $10::bigint, $11::bigint[], $12::uuid, now() + ${LEASE} WHERE cardinality($11::bigint[]) > 0
  )
  INSERT INTO ops.webhook_deliveries (id, webhook_id, event_id, event, attempts, leased_by, lease_until, next_attempt_at, created_at)
  SELECT d.id, d.webhook_id, told.event_id, told.event, d.claims, CASE d.claims WHEN 1 THEN $12::uuid END,
    CASE d.claims WHEN 1 THEN now() + ${LEASE} END, CASE d.claims WHEN 0 THEN now() END, told.created_at
  FROM unnest($5::bigint[], $6::bigint[], $7::integer[], $8::integer[]) AS d(id, webhook_id, place, claims)
  JOIN told USING (place) JOIN written USING (event_id)`;

/** Takes what comes next in the outbox; nothing when another process does so at the moment. */
export async function dispatch(pool: pg.Pool, ids: IdAllocator, claimant: Claimant): Promise<Dispatched> {
  return inTransaction(pool, async (connection) => {
    const { rows: standing } = await connection.query<{ number: number }>(
      'SELECT number FROM ops.webhook_dispatch FOR UPDATE SKIP LOCKED',
    );
    if (!standing[0]) return NOTHING;
    const { rows } = await connection.query<Announcement>({
      name: 'outbox-next',
      text: NEXT,
      values: [standing[0].number],
    });
    if (rows.length === 0) return NOTHING;
    const numbered = await withSequences(connection, rows);
    const { waiting, claimed } = await deliver(connection, ids, numbered, claimant);
    await connection.query('UPDATE ops.webhook_dispatch SET number = $1', [rows.at(-1)!.number]);
    if (waiting.size > 0) await connection.query(`SELECT pg_notify('${WEBHOOKS_CHANNEL}', '')`);
    return { hasMore: rows.length === AT_ONCE, waiting, claimed };
  });
}

type Connection = Pick<pg.PoolClient, 'query'>;
type Numbered = Announcement & { readonly sequence: number };

/** Also of files that nobody listens to: what comes later goes on from there. */
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

async function deliver(
  connection: Connection,
  ids: IdAllocator,
  announced: readonly Numbered[],
  claimant: Claimant,
): Promise<Omit<Dispatched, 'hasMore'>> {
  const heard = announced.filter(({ data }) => data !== null);
  if (heard.length === 0) return NOTHING;
  const firmIds = [...new Set(heard.map(({ firm_id }) => firm_id))];
  const listeners = await rowsOf<Listener>(
    connection,
    `SELECT id, firm_id, events, created_at, is_active, url, secret_id, retiring_secrets
     FROM read.webhooks WHERE firm_id = ANY($1::bigint[]) AND removed_at IS NULL ORDER BY id`,
    firmIds,
  );
  const sent = heard.flatMap((one) => listeners.filter((to) => isFor(one, to)).map((to) => ({ one, to })));
  if (sent.length === 0) return NOTHING;
  const told = [...new Set(sent.map(({ one }) => one))];
  const firms = await namesOf(connection, 'firms', firmIds);
  const companies = await namesOf(connection, 'companies', [...new Set(told.map(({ company_id }) => company_id))]);
  const bodies = new Map(
    told.map((one) => [one, bodyOf(one, firms.get(one.firm_id!)!, companies.get(one.company_id)!)]),
  );
  const deliveryIds = await ids.allocate('webhook_deliveries', sent.length);
  const rooms = new Map(listeners.map(({ id, is_active }) => [id, is_active ? claimant.room(id) : 0]));
  const claims = sent.map(({ to }) => {
    const room = rooms.get(to.id)!;
    rooms.set(to.id, room - 1);
    return room > 0 ? 1 : 0;
  });
  const claimedOf = new Set(sent.filter((_, index) => claims[index] === 1).map(({ to }) => to.id));
  const places = new Map(told.map((one, index) => [one, index + 1]));
  const { rowCount } = await connection.query({
    name: 'webhook-deliveries',
    text: DELIVERIES,
    values: [
      columnLiteral(told, ({ event_id }) => event_id),
      columnLiteral(told, ({ event }) => event),
      columnLiteral(told, ({ created_at }) => created_at),
      columnLiteral(told, (one) => bodies.get(one)),
      arrayLiteral(deliveryIds),
      columnLiteral(sent, ({ to }) => to.id),
      columnLiteral(sent, ({ one }) => places.get(one)),
      arrayLiteral(claims),
      deliveryIds[0],
      deliveryIds.at(-1),
      arrayLiteral([...claimedOf]),
      claimant.processId,
    ],
  });
  // Where some of them were there already, nobody knows which: what was claimed is due once the claim has run out.
  const isWhole = rowCount === sent.length;
  const claimed = new Map<number, DueDelivery[]>();
  const waiting = new Set<number>();
  sent.forEach(({ one, to }, index) => {
    if (claims[index] === 0 || !isWhole) return void waiting.add(to.id);
    const { event_id, event } = one;
    const delivery = { id: deliveryIds[index]!, webhook_id: to.id, event, event_id, attempts: 1, earlier_attempts: 0 };
    const known = claimed.get(to.id);
    const due = { ...delivery, endpoint: to, body: bodies.get(one)! };
    if (known) known.push(due);
    else claimed.set(to.id, [due]);
  });
  return { waiting, claimed };
}

/** What happened before an endpoint was there is none of its business. */
const isFor = ({ event, firm_id, created_at }: Announcement, to: Listener): boolean =>
  to.firm_id === firm_id &&
  to.created_at <= created_at &&
  (to.events.includes(EVERY_EVENT) || to.events.includes(event));

const bodyOf = ({ event_id: id, event, created_at, sequence, data }: Numbered, firm: Names, company: Names): string =>
  envelopeText({ id, event, created_at, sequence, firm, company, data: data! });

const namesOf = async (connection: Connection, table: 'firms' | 'companies', ids: readonly unknown[]) =>
  new Map(
    (
      await rowsOf<Names>(
        connection,
        `SELECT id, public_token, name FROM read.${table} WHERE id = ANY($1::bigint[])`,
        ids,
      )
    ).map((row) => [row.id, row]),
  );

async function rowsOf<Row extends pg.QueryResultRow>(
  connection: Connection,
  text: string,
  ids: readonly unknown[],
): Promise<Row[]> {
  return (await connection.query<Row>(text, [ids])).rows;
}
