import type { CompanyFile } from '../company-file-state.ts';
import type { ImportEvent } from '../document-imports/import-events.ts';
import { decideDocumentImport, type UploadDocuments } from '../document-imports/imports.ts';
import { isRefusal, refuse, assertUnreachable, type Decision, type Refusal } from '../refusal.ts';
import type {
  MessageContent,
  MessageDirection,
  MessageFailure,
  MessageStatus,
  MessageType,
  Network,
  NetworkAnswer,
  PeppolEvent,
} from './peppol-events.ts';
import type { PeppolState } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** Documents on their way through the network, in both directions. */

/** A message as it is now. */
export interface KnownMessage {
  readonly id: number;
  readonly version: number;
  readonly direction: MessageDirection;
  readonly status: MessageStatus;
  readonly network: Network;
}

export interface QueuePeppolMessage {
  readonly type: 'QueuePeppolMessage';
  readonly id: number;
  readonly document: { readonly id: number; readonly version: number; readonly is_trashed: boolean };
  readonly baseVersion: number | null;
  readonly participant: string;
  readonly documentType: MessageType;
  readonly number: string;
  readonly content: MessageContent;
  readonly network: Network;
  /** The last message by which the document was sent there; null: none, or it is sent all the same. */
  readonly earlier: Pick<KnownMessage, 'id' | 'status'> | null;
}

export interface ResendPeppolMessage {
  readonly type: 'ResendPeppolMessage';
  readonly facts: KnownMessage;
  readonly content: MessageContent;
}

export interface MovePeppolMessage {
  readonly type: 'MovePeppolMessage';
  readonly facts: KnownMessage;
  readonly status: MessageStatus;
  readonly error?: MessageFailure;
  readonly answer?: NetworkAnswer;
  readonly reference?: string;
  readonly envelopeId?: string;
}

export interface ReceivePeppolMessage {
  readonly type: 'ReceivePeppolMessage';
  readonly id: number;
  readonly reference: string;
  readonly envelopeId: string | null;
  readonly participant: string;
  readonly network: Network;
  readonly documentType: MessageType;
  /** An invoice goes to the importer; null for anything else. */
  readonly upload: UploadDocuments | null;
  /** The same message came before. */
  readonly isKnown: boolean;
}

export type MessageCommand = QueuePeppolMessage | ResendPeppolMessage | MovePeppolMessage | ReceivePeppolMessage;

export function decideMessage(command: MessageCommand, file: CompanyFile): Decision<PeppolEvent | ImportEvent> {
  switch (command.type) {
    case 'QueuePeppolMessage':
      return queue(command, file);
    case 'ResendPeppolMessage':
      return decideResending(command, file);
    case 'MovePeppolMessage':
      return move(command);
    case 'ReceivePeppolMessage':
      return receive(command, file);
    default:
      return assertUnreachable(command);
  }
}

/** Why the company cannot send anything now; null when it can. */
export function findSendingRefusal(peppol: PeppolState): Refusal | null {
  if (!peppol) return refuse('peppol_not_registered', { field: 'channel' });
  if (peppol.status !== 'active')
    return refuse('peppol_not_active', { field: 'channel', params: { status: peppol.status } });
  return peppol.outgoing_enabled ? null : refuse('peppol_outgoing_disabled', { field: 'channel' });
}

/** What has not come to nothing: sent again, the recipient would have it twice. */
const UNDER_WAY: ReadonlySet<MessageStatus> = new Set<MessageStatus>(['queued', 'sent', 'delivered', 'accepted']);

function queue(command: QueuePeppolMessage, { peppol }: CompanyFile): Decision<PeppolEvent> {
  const { id, document, baseVersion, participant, network, documentType, number, content, earlier } = command;
  if (document.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(document, baseVersion);
  if (conflict) return conflict;
  const refused = network === 'peppol' ? findSendingRefusal(peppol) : null;
  if (refused) return refused;
  if (earlier && UNDER_WAY.has(earlier.status))
    return refuse(
      'document_already_sent',
      { field: 'channel', params: { status: earlier.status } },
      { message_id: earlier.id },
    );
  const data = { id, document_id: document.id, participant, document_type: documentType, number, content };
  return [{ type: 'PeppolMessageQueued', data: { ...data, ...stateNetwork(network) } }];
}

/** Peppol is not stated, as in events before there was another network. */
const stateNetwork = (network: Network): { readonly network?: Network } => (network === 'peppol' ? {} : { network });

/** Sends the message again, whatever its status. A message that is already waiting keeps waiting. */
function decideResending({ facts, content }: ResendPeppolMessage, { peppol }: CompanyFile): Decision<PeppolEvent> {
  const { id, version, direction, network, status: previous } = facts;
  if (direction !== 'out') return refuse('peppol_message_incoming', { field: 'id' });
  const refused = network === 'peppol' ? findSendingRefusal(peppol) : null;
  if (refused) return refused;
  if (previous === 'queued') return [];
  return [{ type: 'PeppolMessageMoved', data: { id, version: version + 1, status: 'queued', previous, content } }];
}

/** Where a message can come from. Reports come late, twice and out of order: one that does not lead on changes nothing. */
const REACHED_FROM: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  queued: [],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  // The recipient may say yes to the message and no to the invoice, or think better of it.
  accepted: ['queued', 'sent', 'delivered', 'rejected'],
  rejected: ['queued', 'sent', 'delivered', 'accepted'],
  failed: ['queued', 'sent'],
  received: [],
};

function move(command: MovePeppolMessage): Decision<PeppolEvent> {
  const { facts, error, answer, reference, envelopeId } = command;
  const { id, version, direction, status: previous } = facts;
  const isReached = REACHED_FROM[command.status].includes(previous);
  // What the recipient says is kept, even if it does not move the message, such as a question after its acceptance.
  if (direction !== 'out' || (!isReached && answer?.kind !== 'imr')) return [];
  const status = isReached ? command.status : previous;
  return [
    {
      type: 'PeppolMessageMoved',
      data: {
        id,
        version: version + 1,
        status,
        previous,
        ...(error && { error }),
        ...(answer && { answer }),
        ...(reference !== undefined && { reference }),
        ...(envelopeId !== undefined && { envelope_id: envelopeId }),
      },
    },
  ];
}

/** The message and its way into the importer are one append: neither is there without the other. */
function receive(command: ReceivePeppolMessage, file: CompanyFile): Decision<PeppolEvent | ImportEvent> {
  const { id, reference, envelopeId, participant, network, documentType, upload, isKnown } = command;
  if (isKnown) return [];
  if (network === 'peppol' && !file.peppol) return refuse('peppol_not_registered');
  const uploaded = upload ? decideDocumentImport(upload, file) : [];
  if (isRefusal(uploaded)) return uploaded;
  const import_id = upload?.imports[0]?.id ?? null;
  const data = { id, reference, envelope_id: envelopeId, participant, document_type: documentType, import_id };
  return [...uploaded, { type: 'PeppolMessageReceived', data: { ...data, ...stateNetwork(network) } }];
}
