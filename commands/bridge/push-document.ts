import type pg from 'pg';
import type { PushOutcome } from '../../domain/bridge/exchanged-documents.ts';
import type { BridgePlatform, PushedDocument } from '../../outside/bridge/platform.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import {
  documentByExternalId,
  externalDocument,
  externalIdOfCompany,
  type ExternalDocumentRow,
} from '../../projections/bridge/queries.ts';
import { partyOf } from '../../projections/bridge/third-parties.ts';
import { findDocument, namesOf } from '../../projections/documents/queries.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Documents go to the external platform. That one is to go is a fact of the books; the platform takes it under a reference of its own,
 * so that it may be sent again whenever nobody knows whether it has arrived.
 */

export interface PushToolbox extends Toolbox {
  readonly bridge: BridgePlatform | null;
  readonly files: FileStore;
}

/** Minutes until the next attempt, by how many there were; the last one counts on. */
const PAUSES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_440];
/** Longer than one attempt can take. */
const CLAIM_SECONDS = 120;
export type PushState = Pick<ExternalDocumentRow, 'status' | 'external_id' | 'token' | 'is_locked' | 'reason'>;

/** One attempt; gives what is known afterwards. Whoever finds it claimed by another leaves it to them. */
export async function pushDocument(
  toolbox: PushToolbox,
  companyId: number,
  documentId: number,
  context: CommandContext,
  isWaitedFor: boolean,
): Promise<PushState | undefined> {
  const { pool, bridge } = toolbox;
  // Nobody waits for a platform that did not answer a moment ago: it goes on in the background.
  if (bridge && !(isWaitedFor && bridge.isAway()) && (await claim(pool, documentId))) {
    // Another process may have been at it until a moment ago.
    const isDone = (await externalDocument(pool, companyId, documentId))?.status !== 'requested';
    const outcome = isDone ? null : await sent(toolbox, bridge, companyId, documentId);
    if (outcome) await record(toolbox, companyId, documentId, outcome, context);
    await settle(pool, documentId, isDone || outcome !== null);
  }
  return externalDocument(pool, companyId, documentId);
}

/** Null: nobody knows, and it is tried again. */
async function sent(
  toolbox: PushToolbox,
  bridge: BridgePlatform,
  companyId: number,
  documentId: number,
): Promise<PushOutcome | null> {
  const [company, document] = await Promise.all([
    externalIdOfCompany(toolbox.pool, companyId),
    payloadOf(toolbox, companyId, documentId),
  ]);
  if (company === null || document === null) return { kind: 'refused', code: 'external_not_linked' };
  try {
    const answer = await bridge.push(company, document);
    if (answer.kind === 'refused') return answer;
    const other = await documentByExternalId(toolbox.pool, answer.externalId);
    // An id that stands for another document already cannot stand for this one.
    return other && other.id !== documentId ? null : answer;
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
    return null;
  }
}

async function record(
  { pool, commands }: Toolbox,
  companyId: number,
  documentId: number,
  outcome: PushOutcome,
  context: CommandContext,
): Promise<void> {
  // Refused where the file is in the recycle bin: then the platform is asked again when it comes back, and says the same.
  await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await externalDocument(pool, companyId, documentId);
      return { type: 'RecordPush', documentId, facts, outcome };
    },
    // Behind what the request itself has recorded.
    { ...context, clientMutationId: null },
  );
}

async function claim(pool: pg.Pool, documentId: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'claim-bridge-push',
    text: `INSERT INTO ops.bridge_pushes AS held (document_id, attempts, claimed_until)
           VALUES ($1, 1, now() + interval '${CLAIM_SECONDS} seconds')
           ON CONFLICT (document_id) DO UPDATE SET claimed_until = excluded.claimed_until, attempts = held.attempts + 1
           WHERE held.claimed_until <= now()`,
    values: [documentId],
  });
  return rowCount === 1;
}

async function settle(pool: pg.Pool, documentId: number, isDone: boolean): Promise<void> {
  if (isDone) {
    await pool.query({
      name: 'forget-bridge-push',
      text: 'DELETE FROM ops.bridge_pushes WHERE document_id = $1',
      values: [documentId],
    });
    return;
  }
  await pool.query({
    name: 'delay-bridge-push',
    text: `UPDATE ops.bridge_pushes SET claimed_until = now(),
             next_attempt_at = now() + make_interval(mins => ($2::integer[])[least(attempts, ${PAUSES.length})])
           WHERE document_id = $1`,
    values: [documentId, PAUSES],
  });
}

const AT_ONCE = 20;

/** Sends what waits and is due. Safe to run at any time, anywhere. */
export async function pushWaiting(toolbox: PushToolbox, signal?: AbortSignal): Promise<number> {
  if (!toolbox.bridge) return 0;
  const { rows } = await toolbox.pool.query<{ id: number; company_id: number }>({
    name: 'due-bridge-pushes',
    text: `SELECT d.id, d.company_id FROM read.external_documents d
           JOIN read.companies c ON c.id = d.company_id AND c.deleted_at IS NULL
           LEFT JOIN ops.bridge_pushes p ON p.document_id = d.id
           WHERE d.status = 'requested' AND coalesce(p.next_attempt_at, d.created_at + interval '1 minute') <= now()
             AND coalesce(p.claimed_until, now()) <= now()
           ORDER BY p.attempts NULLS FIRST, d.id LIMIT ${AT_ONCE}`,
  });
  let count = 0;
  for (const { id, company_id } of rows) {
    if (signal?.aborted) break;
    const state = await pushDocument(toolbox, company_id, id, systemContext('bridge'), false);
    // A platform that is away is away for all of them.
    if (state?.status === 'requested') break;
    count += 1;
  }
  return count;
}

/** What the platform gets: docs/bridge.md. Null: the document is not there. */
async function payloadOf(
  { pool, files }: PushToolbox,
  companyId: number,
  documentId: number,
): Promise<PushedDocument | null> {
  const row = await findDocument(pool, companyId, documentId);
  if (!row) return null;
  const [names, party, content] = await Promise.all([
    namesOf(pool, [row]),
    partyOf(pool, companyId, row.third_party_id),
    row.file ? files.read('documents', row.file.sha256) : null,
  ]);
  return {
    reference: `document-${documentId}`,
    direction: row.direction,
    is_credit_note: row.is_credit_note,
    number: row.number,
    document_date: row.document_date,
    due_date: row.due_date,
    currency: row.currency,
    exchange_rate: row.exchange_rate,
    structured_communication: row.structured_communication,
    notes: row.notes,
    amount_net: row.amount_net,
    amount_vat: row.amount_vat,
    amount_gross: row.amount_gross,
    journal_entry_id: row.status === 'booked' ? row.last_entry_id : null,
    locked: true,
    third_party: party ?? null,
    lines: row.lines.map(({ description, quantity, unit_price, amount_net, account_id, vat_code_id }) => ({
      description,
      quantity,
      unit_price,
      amount_net,
      account: names.accounts.get(account_id)?.number ?? null,
      vat_code: names.vatCodes.get(vat_code_id)?.code ?? null,
    })),
    file:
      row.file && content
        ? { name: row.file.name, mime: row.file.mime, sha256: row.file.sha256, content: content.toString('base64') }
        : null,
  };
}
