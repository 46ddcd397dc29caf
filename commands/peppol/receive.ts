import { randomUUID } from 'node:crypto';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { typeOfDocument } from '../../domain/peppol/document-types.ts';
import type { ReceivePeppolMessage } from '../../domain/peppol/messages.ts';
import type { MessageType } from '../../domain/peppol/peppol-events.ts';
import { readResponse } from '../../domain/peppol/response.ts';
import type { PeppolRegistration } from '../../domain/peppol/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import type { AccessPoint, WaitingMessage } from '../../outside/peppol/access-point.ts';
import { readXml, UnreadableXml, type ReadElement } from '../../outside/xml/read-xml.ts';
import { isEnvelopeReceived, isSending, messageAbout, receivedAlready } from '../../projections/peppol/facts.ts';
import { MAX_FILE_BYTES } from '../document-imports/arrivals.ts';
import { keptUpload } from '../document-imports/upload.ts';
import type { CommandContext } from '../support/context.ts';
import { moved } from './deliver.ts';
import { notConfigured, type PeppolToolbox } from './toolbox.ts';

export interface ReceivedMessages {
  readonly messageIds: readonly number[];
  /** What could not be taken, and stays with the access point. */
  readonly problems: readonly { readonly code: string; readonly params?: Readonly<Record<string, string | number>> }[];
}

/** Fetches what waits for a company file into its importer. One message that cannot be taken stops no other. @throws OutsideUnavailable */
export async function receiveMessages(
  toolbox: PeppolToolbox,
  companyId: number,
  context: CommandContext,
): Promise<ReceivedMessages | Refusal> {
  const { commands, pool, accessPoint } = toolbox;
  const { peppol } = await commands.look('company', companyId);
  if (!peppol) return refuse('peppol_not_registered');
  if (!peppol.incoming_enabled) return refuse('peppol_incoming_disabled');
  if (accessPoint === null || accessPoint.name !== peppol.provider) return notConfigured();
  const waiting = await accessPoint.inbox(peppol.reference);
  const known = await receivedAlready(
    pool,
    companyId,
    waiting.map(({ reference }) => reference),
  );
  const messageIds: number[] = [];
  const problems: { code: string; params?: Readonly<Record<string, string | number>> }[] = [];
  for (const message of waiting) {
    try {
      // It was taken, and only the access point has not heard of it.
      if (known.has(message.reference)) await accessPoint.acknowledge(peppol.reference, message.reference, true);
      else {
        const received = await take(toolbox, companyId, { accessPoint, peppol, message }, context);
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

/** The id of the message; null for one that came before, or that is an answer to what was sent. */
async function take(
  toolbox: PeppolToolbox,
  companyId: number,
  { accessPoint, peppol, message }: Waiting,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { reference } = message;
  const xml = await accessPoint.fetch(peppol.reference, reference);
  if (xml === null) return null;
  if (xml.length > MAX_FILE_BYTES)
    return refuse('peppol_message_too_large', { params: { reference, max: MAX_FILE_BYTES } });
  const root = await readable(xml);
  const type = root === null ? 'other' : typeOfDocument(root);
  const about = root !== null && type === 'response' ? await answered(toolbox, companyId, root, message) : 'nothing';
  if (about === 'later') return null;
  const recorded = about === 'ours' ? null : await recordMessage(toolbox, companyId, { message, xml, type }, context);
  if (isRefusal(recorded)) return recorded;
  await accessPoint.acknowledge(peppol.reference, reference, type !== 'other');
  return recorded;
}

/** Null for what is no XML. */
async function readable(xml: Buffer): Promise<ReadElement | null> {
  try {
    return await readXml(xml);
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
}

/**
 * Whether it speaks of something that this company file has sent. While something is on its way out, an answer may be faster
 * than our knowing what it answers: it is looked at again later.
 */
async function answered(
  toolbox: PeppolToolbox,
  companyId: number,
  root: ReadElement,
  { sender }: WaitingMessage,
): Promise<'ours' | 'later' | 'nothing'> {
  const response = readResponse(root);
  const about = response && (await messageAbout(toolbox.pool, companyId, response.about, sender.toLowerCase()));
  if (!response) return 'nothing';
  if (!about) return (await isSending(toolbox.pool, companyId)) ? 'later' : 'nothing';
  const { status, answer } = response;
  if (status === null) return 'ours';
  const error = status === 'rejected' && { code: 'peppol_rejected', detail: answer.text };
  await moved(toolbox, { id: about.id, company_id: companyId }, { status, answer, ...(error && { error }) });
  return 'ours';
}

interface Arrived {
  readonly message: WaitingMessage;
  readonly xml: Buffer;
  readonly type: MessageType;
}

async function recordMessage(
  toolbox: PeppolToolbox,
  companyId: number,
  { message, xml, type }: Arrived,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { commands, ids, pool, files } = toolbox;
  const { reference, envelopeId, sender } = message;
  // The same envelope under another name is the same message.
  if (envelopeId !== null && (await isEnvelopeReceived(pool, companyId, envelopeId))) return null;
  const received = type === 'response' ? null : await files.receive(pieces(xml));
  try {
    const upload =
      received &&
      (await keptUpload(toolbox, companyId, { batchId: randomUUID(), documents: [fileOf(reference, received)] }));
    if (isRefusal(upload)) return upload;
    const [id] = await ids.allocate('peppol_messages', 1);
    const gather = async (file: CompanyFile): Promise<ReceivePeppolMessage> => ({
      type: 'ReceivePeppolMessage',
      ...{ id: id!, reference, envelopeId, participant: sender, documentType: type },
      upload: upload && (await upload(file)),
      isKnown:
        (await receivedAlready(pool, companyId, [reference])).has(reference) ||
        (envelopeId !== null && (await isEnvelopeReceived(pool, companyId, envelopeId))),
    });
    // A request brings several messages along, and sent again it finds those that are there: its key stands for none of them.
    const { claimed: _claimed, isResumed: _isResumed, ...own } = { ...context, clientMutationId: null };
    const outcome = await commands.execute('company', companyId, gather, own);
    if (isRefusal(outcome)) return outcome;
    return outcome.events.length === 0 ? null : id!;
  } finally {
    await received?.discard();
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Received = Awaited<ReturnType<PeppolToolbox['files']['receive']>>;

/** Named by what the access point calls it, as far as a name of a file can be. */
const fileOf = (reference: string, { bytes, sha256, path, keep }: Received) => ({
  file: { name: `peppol-${reference.replace(/[^\w.-]+/g, '-').slice(0, 80)}.xml`, bytes, sha256, path, keep },
  mime: 'application/xml',
  kind: 'xml' as const,
  children: [],
});
