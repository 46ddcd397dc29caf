import type { Owner } from '../../database/owners.ts';
import type { PushOutcome } from '../../domain/bridge/exchanged-documents.ts';
import type { BridgePlatform, PushedDocument } from '../../outside/bridge/platform.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import {
  findDocumentByExternalId,
  findExternalDocument,
  findCompanyExternalId,
  type ExternalDocumentRow,
} from '../../projections/bridge/queries.ts';
import { findPlatformParty } from '../../projections/bridge/third-parties.ts';
import { findDocument, readDocumentNames } from '../../projections/documents/queries.ts';
import { claimPush, finishAttempt, listDuePushes } from '../../stores/bridge/pushes.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Sends documents to the external platform. The request to send is recorded in the books; the platform receives each
 * document under a fixed reference, so that it can be sent again whenever its arrival is uncertain.
 */

export interface PushToolbox extends Toolbox {
  readonly bridge: BridgePlatform | null;
  readonly files: FileStore;
  readonly owner: Owner;
}

export type PushState = Pick<ExternalDocumentRow, 'status' | 'external_id' | 'token' | 'is_locked' | 'reason'>;

/** Makes one attempt and returns the resulting state. A document claimed by another process is left to it. */
export async function pushDocument(
  toolbox: PushToolbox,
  companyId: number,
  documentId: number,
  context: CommandContext,
  isWaitedFor: boolean,
): Promise<PushState | undefined> {
  const { pool, bridge } = toolbox;
  const term = toolbox.owner.getTerm();
  // Do not make anyone wait for a platform that just failed to respond: it continues in the background.
  if (bridge && !(isWaitedFor && bridge.isUnavailable()) && (await claimPush(pool, term, documentId))) {
    // Another process may have just finished it.
    const isDone = (await findExternalDocument(pool, companyId, documentId))?.status !== 'requested';
    const outcome = isDone ? null : await sendDocument(toolbox, bridge, companyId, documentId);
    if (outcome) await recordOutcome(toolbox, companyId, documentId, outcome, context);
    await finishAttempt(pool, term, documentId, isDone || outcome !== null);
  }
  return findExternalDocument(pool, companyId, documentId);
}

/** Null if the outcome is unknown; it is retried. */
async function sendDocument(
  toolbox: PushToolbox,
  bridge: BridgePlatform,
  companyId: number,
  documentId: number,
): Promise<PushOutcome | null> {
  const [company, document] = await Promise.all([
    findCompanyExternalId(toolbox.pool, companyId),
    buildPayload(toolbox, companyId, documentId),
  ]);
  if (company === null || document === null) return { kind: 'refused', code: 'external_not_linked' };
  try {
    const answer = await bridge.pushDocument(company, document);
    if (answer.kind === 'refused') return answer;
    const other = await findDocumentByExternalId(toolbox.pool, answer.externalId);
    // An id that already belongs to another document cannot be used for this one.
    return other && other.id !== documentId ? null : answer;
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
    return null;
  }
}

async function recordOutcome(
  { pool, commands }: Toolbox,
  companyId: number,
  documentId: number,
  outcome: PushOutcome,
  context: CommandContext,
): Promise<void> {
  // Refused if the file is in the recycle bin: after a restore the platform is asked again, and answers the same.
  await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findExternalDocument(pool, companyId, documentId);
      return { type: 'RecordPush', documentId, facts, outcome };
    },
    // Separate from what the request itself has recorded.
    { ...context, clientMutationId: null },
  );
}

/** Sends pending documents that are due. Safe to run at any time, in any process. */
export async function pushPendingDocuments(toolbox: PushToolbox, signal?: AbortSignal): Promise<number> {
  if (!toolbox.bridge) return 0;
  let count = 0;
  for (const { id, company_id } of await listDuePushes(toolbox.pool)) {
    if (signal?.aborted) break;
    const state = await pushDocument(toolbox, company_id, id, createSystemContext('bridge'), false);
    // If the platform is unreachable, it is so for all of them.
    if (state?.status === 'requested') break;
    count += 1;
  }
  return count;
}

/** Payload for the platform, see docs/bridge.md. Null if the document does not exist. */
async function buildPayload(
  { pool, files }: PushToolbox,
  companyId: number,
  documentId: number,
): Promise<PushedDocument | null> {
  const row = await findDocument(pool, companyId, documentId);
  if (!row) return null;
  const [names, party, content] = await Promise.all([
    readDocumentNames(pool, companyId, [row]),
    findPlatformParty(pool, companyId, row.third_party_id),
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
