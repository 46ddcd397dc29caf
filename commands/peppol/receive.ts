import { randomUUID } from 'node:crypto';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { ReceivePeppolMessage } from '../../domain/peppol/messages.ts';
import type { MessageType, Network } from '../../domain/peppol/peppol-events.ts';
import type { PeppolResponse } from '../../domain/peppol/response.ts';
import type { PeppolRegistration } from '../../domain/peppol/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import type { AccessPoint, WaitingMessage } from '../../outside/peppol/access-point.ts';
import {
  isEnvelopeReceived,
  isSending,
  findMessageAbout,
  findReceivedReferences,
} from '../../projections/peppol/facts.ts';
import { MAX_FILE_BYTES } from '../document-imports/arrivals.ts';
import { announceWaitingImports, prepareUpload } from '../document-imports/upload.ts';
import { parseFile } from '../file-parsing/parse-file.ts';
import type { CommandContext } from '../support/context.ts';
import { moveMessage } from './deliver.ts';
import { UNREADABLE_MESSAGE } from './read-message.ts';
import { refuseNotConfigured, type PeppolToolbox } from './toolbox.ts';

export interface ReceivedMessages {
  readonly messageIds: readonly number[];
  /** Messages that could not be received and remain with the access point. */
  readonly problems: readonly { readonly code: string; readonly params?: Readonly<Record<string, string | number>> }[];
}

/**
 * Fetches waiting messages into the importer of a company file. A failing message does not stop the others. @throws
 * OutsideUnavailable
 */
export async function receiveMessages(
  toolbox: PeppolToolbox,
  companyId: number,
  context: CommandContext,
): Promise<ReceivedMessages | Refusal> {
  const { commands, pool, accessPoint } = toolbox;
  const { peppol } = await commands.loadState('company', companyId);
  if (!peppol) return refuse('peppol_not_registered');
  if (!peppol.incoming_enabled) return refuse('peppol_incoming_disabled');
  if (accessPoint === null || accessPoint.name !== peppol.provider) return refuseNotConfigured();
  const waiting = await accessPoint.listInbox(peppol.reference);
  const known = await findReceivedReferences(
    pool,
    companyId,
    waiting.map(({ reference }) => reference),
  );
  const messageIds: number[] = [];
  const problems: { code: string; params?: Readonly<Record<string, string | number>> }[] = [];
  for (const message of waiting) {
    try {
      // Already received, but not yet acknowledged to the access point.
      if (known.has(message.reference)) await accessPoint.acknowledge(peppol.reference, message.reference, true);
      else {
        const received = await receiveMessage(toolbox, companyId, { accessPoint, peppol, message }, context);
        if (isRefusal(received)) problems.push(...received.problems);
        else if (received !== null) messageIds.push(received);
      }
    } catch (error) {
      if (!(error instanceof OutsideUnavailable)) throw error;
      problems.push({ code: 'peppol_message_unavailable', params: { reference: message.reference } });
    }
  }
  return { messageIds, problems };
}

interface Waiting {
  readonly accessPoint: AccessPoint;
  readonly peppol: PeppolRegistration;
  readonly message: WaitingMessage;
}

/** Returns the id of the message; null if it was received before or is a response to a sent message. */
async function receiveMessage(
  toolbox: PeppolToolbox,
  companyId: number,
  { accessPoint, peppol, message }: Waiting,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { reference } = message;
  const xml = await accessPoint.fetchMessage(peppol.reference, reference);
  if (xml === null) return null;
  if (xml.length > MAX_FILE_BYTES)
    return refuse('peppol_message_too_large', { params: { reference, max: MAX_FILE_BYTES } });
  const { type, response } = await parseFile('peppolMessage', { bytes: xml }, UNREADABLE_MESSAGE);
  const about = response ? await applyResponse(toolbox, companyId, response, message) : 'nothing';
  if (about === 'later') return null;
  const recorded =
    about === 'ours'
      ? null
      : await recordMessage(toolbox, companyId, { message, network: 'peppol', xml, type }, context);
  if (isRefusal(recorded)) return recorded;
  await accessPoint.acknowledge(peppol.reference, reference, type !== 'other');
  return recorded;
}

/**
 * Applies a response to the message it answers. While a message is being sent, its response may arrive before the message
 * is recorded as sent; such a response is checked again later.
 */
async function applyResponse(
  toolbox: PeppolToolbox,
  companyId: number,
  response: PeppolResponse,
  { sender }: WaitingMessage,
): Promise<'ours' | 'later' | 'nothing'> {
  const about = await findMessageAbout(toolbox.pool, companyId, response.about, sender.toLowerCase());
  if (!about) return (await isSending(toolbox.pool, companyId)) ? 'later' : 'nothing';
  const { status, answer } = response;
  if (status === null) return 'ours';
  const error = status === 'rejected' && { code: 'peppol_rejected', detail: answer.text };
  await moveMessage(toolbox, { id: about.id, company_id: companyId }, { status, answer, ...(error && { error }) });
  return 'ours';
}

export interface Arrived {
  readonly message: WaitingMessage;
  readonly network: Network;
  readonly xml: Buffer;
  readonly type: MessageType;
}

export async function recordMessage(
  toolbox: PeppolToolbox,
  companyId: number,
  { message, network, xml, type }: Arrived,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { commands, ids, pool, files } = toolbox;
  const { reference, envelopeId, sender } = message;
  // The same envelope under another reference is the same message.
  if (envelopeId !== null && (await isEnvelopeReceived(pool, companyId, envelopeId))) return null;
  const received = type === 'response' ? null : await files.receive(streamBytes(xml));
  try {
    const upload =
      received &&
      (await prepareUpload(toolbox, companyId, {
        batchId: randomUUID(),
        documents: [toArrivedDocument(network, reference, received)],
      }));
    if (isRefusal(upload)) return upload;
    const [id] = await ids.allocate('peppol_messages', 1);
    const buildCommand = async (file: CompanyFile): Promise<ReceivePeppolMessage> => ({
      type: 'ReceivePeppolMessage',
      id: id!,
      reference,
      envelopeId,
      participant: sender,
      network,
      documentType: type,
      upload: upload && (await upload(file)),
      isKnown:
        (await findReceivedReferences(pool, companyId, [reference])).has(reference) ||
        (envelopeId !== null && (await isEnvelopeReceived(pool, companyId, envelopeId))),
    });
    // One request may receive several messages, and a retry finds those already received, so its key is not used for
    // any of them.
    const { claimed: _claimed, isResumed: _isResumed, ...own } = { ...context, clientMutationId: null };
    const outcome = await commands.execute('company', companyId, buildCommand, own);
    if (isRefusal(outcome)) return outcome;
    await announceWaitingImports(pool, outcome.events);
    return outcome.events.length === 0 ? null : id!;
  } finally {
    await received?.discard();
  }
}

async function* streamBytes(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Received = Awaited<ReturnType<PeppolToolbox['files']['receive']>>;

/** Names the file after the access point reference, with unsafe characters replaced. */
const toArrivedDocument = (network: Network, reference: string, { bytes, sha256, path, keep }: Received) => ({
  file: { name: `${network}-${reference.replace(/[^\w.-]+/g, '-').slice(0, 80)}.xml`, bytes, sha256, path, keep },
  mime: 'application/xml',
  kind: 'xml' as const,
  children: [],
});
