import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DOCUMENT_TYPE_SCHEME, buildDocumentTypeId } from '../../domain/peppol/document-types.ts';
import { element, writeXml } from '../../domain/xml.ts';
import type { AccessPoint, Sent, WaitingMessage } from '../../outside/peppol/access-point.ts';

/**
 * A local network for tests and demos: company files of one service exchange real invoices and responses without any
 * external party. It behaves like an access point, using database tables, so that the whole process can be tried on a
 * laptop.
 */

/** For a query of a table. */
const TIMEOUT_MS = 4_000;

interface Loopback {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Called when a message waits for the participant with this reference. */
  readonly onArrived: (reference: string) => Promise<void>;
}

/** `onArrived` is called when a message waits for the participant with this reference. */
export function openLoopback(
  pool: Pick<pg.Pool, 'query'>,
  onArrived: (reference: string) => Promise<void>,
): AccessPoint {
  const network: Loopback = { pool, onArrived };
  return {
    name: 'loopback',
    directory: {
      timeoutMs: TIMEOUT_MS,
      async findParticipant(identifier) {
        if ((await findHolder(network, identifier)) === undefined) return null;
        const types = ['invoice', 'credit_note', 'self_billed_invoice', 'self_billed_credit_note'] as const;
        const ids = types.map(buildDocumentTypeId);
        return { documentTypes: ids.map((id) => ({ scheme: DOCUMENT_TYPE_SCHEME, id })) };
      },
      close: () => Promise.resolve(),
    },
    async register({ identifier, isReceiving }) {
      const reference = randomUUID();
      await pool.query(
        'INSERT INTO ops.peppol_loopback_participants (reference, identifier, is_receiving) VALUES ($1, $2, $3)',
        [reference, identifier, isReceiving],
      );
      return { reference, status: 'active', reason: null, verificationUrl: null };
    },
    async fetchStanding(reference) {
      const known = await queryRows(network, 'SELECT FROM ops.peppol_loopback_participants WHERE reference = $1', [
        reference,
      ]);
      return { status: known.length > 0 ? 'active' : 'suspended', reason: null };
    },
    async setReceiving(reference, isReceiving) {
      await pool.query('UPDATE ops.peppol_loopback_participants SET is_receiving = $2 WHERE reference = $1', [
        reference,
        isReceiving,
      ]);
    },
    async unregister(reference) {
      await pool.query('DELETE FROM ops.peppol_loopback_participants WHERE reference = $1', [reference]);
    },
    async sendMessage({ reference, sender, recipient, number, xml }) {
      const holder = await findHolder(network, recipient);
      if (holder === undefined) return { kind: 'refused', reason: `${recipient} is not registered in the network` };
      const id = await deliverLocally(network, holder, { from: reference, sender, number, xml });
      return { kind: 'sent', reference: id, envelopeId: id, isDelivered: false };
    },
    findSent: ({ reference, number }) => findSentMessage(network, reference, number),
    async fetchOutcome(_reference, messageReference) {
      const [found] = await queryRows<{ is_taken: boolean }>(
        network,
        'SELECT taken_at IS NOT NULL AS is_taken FROM ops.peppol_loopback_messages WHERE id = $1',
        [messageReference],
      );
      return found?.is_taken ? { kind: 'delivered', envelopeId: messageReference } : null;
    },
    listInbox: (reference) => listUntaken(network, reference),
    async fetchMessage(_reference, messageReference) {
      const [row] = await queryRows<{ xml: Buffer }>(
        network,
        'SELECT xml FROM ops.peppol_loopback_messages WHERE id = $1',
        [messageReference],
      );
      return row?.xml ?? null;
    },
    acknowledge: (reference, messageReference, isReadable) =>
      acknowledgeMessage(network, reference, messageReference, isReadable),
    parseNotification: () => null,
    close: () => Promise.resolve(),
  };
}

async function findSentMessage(network: Loopback, reference: string, number: string): Promise<Sent | null> {
  const [found] = await queryRows<{ id: string; is_taken: boolean }>(
    network,
    `SELECT id, taken_at IS NOT NULL AS is_taken FROM ops.peppol_loopback_messages
     WHERE sender_reference = $1 AND document_number = $2 ORDER BY number DESC LIMIT 1`,
    [reference, number],
  );
  return found ? { reference: found.id, envelopeId: found.id, isDelivered: found.is_taken } : null;
}

async function listUntaken(network: Loopback, reference: string): Promise<readonly WaitingMessage[]> {
  const rows = await queryRows<{ id: string; sender: string }>(
    network,
    `SELECT id, sender FROM ops.peppol_loopback_messages WHERE recipient_reference = $1 AND taken_at IS NULL
     ORDER BY number LIMIT 100`,
    [reference],
  );
  return rows.map(({ id, sender }) => ({ reference: id, envelopeId: id, sender }));
}

/** Informs the sender with a Message Level Response, as in the real network. */
async function acknowledgeMessage(
  network: Loopback,
  reference: string,
  messageReference: string,
  isReadable: boolean,
): Promise<void> {
  const [taken] = await queryRows<{ sender_reference: string; document_number: string; identifier: string }>(
    network,
    `UPDATE ops.peppol_loopback_messages m SET taken_at = now() FROM ops.peppol_loopback_participants p
     WHERE m.id = $1 AND m.recipient_reference = $2 AND m.taken_at IS NULL AND p.reference = $2
     RETURNING m.sender_reference, m.document_number, p.identifier`,
    [messageReference, reference],
  );
  // A response is not itself acknowledged by a response.
  if (!taken || taken.document_number === '') return;
  const xml = Buffer.from(buildMessageLevelResponse(messageReference, isReadable));
  await deliverLocally(network, taken.sender_reference, { from: reference, sender: taken.identifier, number: '', xml });
}

async function deliverLocally(network: Loopback, to: string, message: Omit<Stored, 'id' | 'to'>): Promise<string> {
  const id = randomUUID();
  await network.pool.query(
    `INSERT INTO ops.peppol_loopback_messages (id, sender_reference, recipient_reference, sender, document_number, xml)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, message.from, to, message.sender, message.number, message.xml],
  );
  await network.onArrived(to);
  return id;
}

const findHolder = async (network: Loopback, identifier: string): Promise<string | undefined> =>
  (
    await queryRows<{ reference: string }>(
      network,
      `SELECT reference FROM ops.peppol_loopback_participants WHERE identifier = $1 AND is_receiving
       ORDER BY joined_at DESC LIMIT 1`,
      [identifier],
    )
  )[0]?.reference;

const queryRows = async <Row extends pg.QueryResultRow>(
  network: Loopback,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => (await network.pool.query<Row>(text, [...values])).rows;

interface Stored {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly sender: string;
  readonly number: string;
  readonly xml: Buffer;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

function buildMessageLevelResponse(envelopeId: string, isReadable: boolean): string {
  return writeXml(
    element(
      'ApplicationResponse',
      [
        element('cbc:CustomizationID', 'urn:fdc:peppol.eu:poacc:trns:mlr:3'),
        element('cbc:ProfileID', 'urn:fdc:peppol.eu:poacc:bis:mlr:3'),
        element('cbc:ID', randomUUID()),
        element('cac:DocumentResponse', [
          element('cac:Response', [
            element('cbc:ResponseCode', isReadable ? 'AP' : 'RE'),
            isReadable ? null : element('cbc:Description', 'The document cannot be read'),
          ]),
          element('cac:DocumentReference', [element('cbc:ID', envelopeId)]),
        ]),
      ],
      {
        xmlns: `${UBL}ApplicationResponse-2`,
        'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
        'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
      },
    ),
  );
}
