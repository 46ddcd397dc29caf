import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { writeStatusMessage, type StatusMessage } from '../../domain/lifecycle/status-message.ts';
import type { ApprovedPlatform, PlatformItem, PlatformMessage } from '../../outside/approved-platform/platform.ts';

/**
 * A platform inside this service, for tests and the demo: the French company files of one firm exchange invoices and
 * statuses. It states 200 and 201 when it takes an invoice, 202 and 203 when the other side fetches it, and 213 if no
 * company file of the firm has the address.
 */

interface Loopback {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Called when something waits for a company file. */
  readonly onArrived: (companyId: number) => Promise<void>;
  readonly getNow: () => string;
}

export function openLoopbackPlatform(
  pool: Pick<pg.Pool, 'query'>,
  onArrived: (companyId: number) => Promise<void>,
  getNow: () => string,
): ApprovedPlatform {
  const platform: Loopback = { pool, onArrived, getNow };
  return {
    name: 'loopback',
    send: (message) => carryMessage(platform, message),
    async findSent(trackingId) {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM ops.platform_loopback_messages WHERE tracking_id = $1',
        [trackingId],
      );
      return rows[0]?.id ?? null;
    },
    async listInbox({ companyId }) {
      const { rows } = await pool.query<{ id: string; kind: PlatformItem['kind']; sender: string }>(
        `SELECT id, kind, sender FROM ops.platform_loopback_messages
         WHERE recipient_company_id = $1 AND taken_at IS NULL ORDER BY number LIMIT 100`,
        [companyId],
      );
      return rows.map(({ id, kind, sender }) => ({ reference: id, kind, sender }));
    },
    async fetch({ companyId }, reference) {
      const { rows } = await pool.query<{ xml: Buffer }>(
        'SELECT xml FROM ops.platform_loopback_messages WHERE id = $1 AND recipient_company_id = $2',
        [reference, companyId],
      );
      return rows[0]?.xml ?? null;
    },
    acknowledge: ({ companyId, address }, reference) => acknowledgeItem(platform, companyId, address, reference),
    close: () => Promise.resolve(),
  };
}

/** The message and the statuses of the platform are one statement: neither is there without the other. */
async function carryMessage(
  platform: Loopback,
  { sender, recipient, trackingId, kind, number, xml }: PlatformMessage,
): Promise<{ readonly kind: 'sent'; readonly reference: string }> {
  const to = await findCompany(platform, sender.companyId, recipient);
  const id = randomUUID();
  const states = kind === 'status' ? [] : to === null ? (['200', '213'] as const) : (['200', '201'] as const);
  const answers = states.map((status) =>
    toRow(platform, { status, number, from: recipient, to: sender.companyId, about: sender.companyId }),
  );
  const carried = {
    id,
    tracking_id: trackingId,
    kind,
    sender: sender.address,
    sender_company_id: sender.companyId,
    recipient_company_id: to,
    document_number: number,
    xml: toByteaText(xml),
  };
  await platform.pool.query(INSERT, [JSON.stringify([carried, ...answers])]);
  if (to !== null) await platform.onArrived(to);
  if (answers.length > 0) await platform.onArrived(sender.companyId);
  return { kind: 'sent', reference: id };
}

const INSERT = `INSERT INTO ops.platform_loopback_messages
    (id, tracking_id, kind, sender, sender_company_id, recipient_company_id, document_number, xml)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, tracking_id text, kind text, sender text,
    sender_company_id bigint, recipient_company_id bigint, document_number text, xml bytea)`;

const toByteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

interface Answer {
  readonly status: '200' | '201' | '202' | '203' | '213';
  readonly number: string;
  /** Address of the other company. */
  readonly from: string;
  readonly to: number;
  readonly about: number;
}

/** A status of the platform, for the company that sent the invoice. */
function toRow({ getNow }: Loopback, { status, number, from, to, about }: Answer) {
  const message: StatusMessage = {
    status,
    by: 'platform',
    number,
    issueDate: null,
    sellerSiren: null,
    reasonCode: status === '213' ? 'DEST_INC' : null,
    reason: null,
    amount: null,
    statedAt: getNow(),
  };
  return {
    id: randomUUID(),
    tracking_id: null,
    kind: 'status',
    sender: from,
    sender_company_id: about,
    recipient_company_id: to,
    document_number: number,
    xml: toByteaText(Buffer.from(writeStatusMessage(message))),
  };
}

/** A French company file of the same firm with this SIREN; the newest if several have it. */
async function findCompany({ pool }: Loopback, senderId: number, address: string): Promise<number | null> {
  const siren = address.replace(/^0225:/, '').slice(0, 9);
  const { rows } = await pool.query<{ id: number }>(
    `SELECT c.id FROM read.companies c JOIN read.companies own ON own.id = $1
     WHERE c.country_pack = 'FR' AND left(c.enterprise_number, 9) = $2 AND c.deleted_at IS NULL
       AND (c.firm_id = own.firm_id OR c.firm_id IS NULL AND own.firm_id IS NULL AND c.owner_id = own.owner_id)
     ORDER BY c.id DESC LIMIT 1`,
    [senderId, siren],
  );
  return rows[0]?.id ?? null;
}

async function acknowledgeItem(
  platform: Loopback,
  companyId: number,
  address: string,
  reference: string,
): Promise<void> {
  const { rows } = await platform.pool.query<{ kind: string; sender_company_id: number; document_number: string }>(
    `UPDATE ops.platform_loopback_messages SET taken_at = now()
     WHERE id = $1 AND recipient_company_id = $2 AND taken_at IS NULL
     RETURNING kind, sender_company_id, document_number`,
    [reference, companyId],
  );
  const [taken] = rows;
  if (taken?.kind !== 'document') return;
  const { sender_company_id: to, document_number: number } = taken;
  const answers = (['202', '203'] as const).map((status) =>
    toRow(platform, { status, number, from: address, to, about: to }),
  );
  await platform.pool.query(INSERT, [JSON.stringify(answers)]);
  await platform.onArrived(to);
}
