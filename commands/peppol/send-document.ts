import type { MessageContent, Network } from '../../domain/peppol/peppol-events.ts';
import {
  DOCUMENT_TYPE_SCHEME,
  buildDocumentTypeId,
  toNetworkType,
  type SentType,
} from '../../domain/peppol/document-types.ts';
import { isIssued } from '../../domain/documents/build-context.ts';
import { isSelfBilled } from '../../domain/documents/self-billing.ts';
import { findSendingRefusal } from '../../domain/peppol/messages.ts';
import { normalisePeppolIdentifier } from '../../domain/numbers/peppol-identifier.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { resolvePeppolCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { findLastMessage } from '../../projections/peppol/facts.ts';
import { findMessage } from '../../projections/peppol/queries.ts';
import { findResendingRefusal } from '../documents/resending.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { makeMessageDue, wakePeppolWorkers } from '../../stores/peppol/due.ts';
import { refuseNotConfigured, type LookupToolbox, type PeppolToolbox } from './toolbox.ts';

/** Queues a document with its content; the worker sends it. */

export interface Parties {
  /** The registered identifier of the company. */
  readonly sender: string;
  /** The identifier of the third party that is known in the network. */
  readonly recipient: string;
}

/** Determines sender and recipient of a document; the recipient is looked up in the network. @throws OutsideUnavailable */
export async function findParties(
  { commands, pool, accessPoint, directories }: LookupToolbox,
  companyId: number,
  documentId: number,
  to: string | null,
): Promise<Parties | Refusal> {
  const [file, document] = await Promise.all([
    commands.loadState('company', companyId),
    findDocumentFacts(pool, companyId, documentId),
  ]);
  if (!document || document.is_trashed) return refuse('not_found');
  if (!isIssued(document)) return refuse('ubl_of_sales_only', { field: 'direction' });
  if (accessPoint === null) return refuseNotConfigured();
  const refused = findSendingRefusal(file.peppol);
  if (refused) return refused;
  const thirdParty = findLiveRecord(file.records, thirdParties, document.third_party_id);
  const identifiers = to === null ? thirdParty && resolvePeppolCheckSubject(thirdParty.data, file) : parseRecipient(to);
  if (identifiers === undefined) return refuse('peppol_identifier_missing', { field: 'to' });
  if (isRefusal(identifiers)) return identifiers;
  const directory = accessPoint.directory ?? directories.peppol;
  if (directory === null) return refuse('peppol_not_configured');
  const ownType = document.is_credit_note ? 'credit_note' : 'invoice';
  const type = buildDocumentTypeId(toNetworkType(ownType, isSelfBilled(document)));
  const deadline = performance.now() + directory.timeoutMs;
  let isKnown = false;
  for (const identifier of identifiers) {
    const found = await directory.findParticipant(identifier, Math.max(deadline - performance.now(), 1));
    isKnown ||= found !== null;
    const takesIt = found?.documentTypes.some(({ scheme, id }) => scheme === DOCUMENT_TYPE_SCHEME && id === type);
    if (takesIt) return { sender: file.peppol!.identifier, recipient: identifier };
  }
  return refuse(isKnown ? 'peppol_recipient_refuses' : 'peppol_recipient_unknown', {
    field: 'to',
    params: { identifiers: identifiers.join(', ') },
  });
}

function parseRecipient(to: string): readonly string[] | Refusal {
  const identifier = normalisePeppolIdentifier(to);
  return identifier === null ? refuseInvalid([{ field: 'to', code: 'peppol_identifier_invalid' }]) : [identifier];
}

export interface DocumentToQueue {
  readonly network: Network;
  readonly documentId: number;
  readonly baseVersion: number | null;
  readonly recipient: string;
  readonly documentType: SentType;
  readonly number: string;
  readonly xml: Buffer;
  /** Send it even if it was sent already. */
  readonly isForced: boolean;
  /** Refuses it if it was sent in any way, to anyone, or is not issued. */
  readonly isOnlyOnce?: boolean;
}

/** Returns the id of the message. After an interrupted earlier run, this is the message queued then. */
export async function queueMessage(
  { commands, ids, pool, files }: PeppolToolbox,
  companyId: number,
  { network, documentId, baseVersion, recipient, documentType, number, xml, isForced, isOnlyOnce }: DocumentToQueue,
  context: CommandContext,
): Promise<{ readonly messageId: number } | Refusal> {
  const [id] = await ids.allocate('peppol_messages', 1);
  // Store the file before the event is appended: an unreferenced file does no harm, a hash without a file would.
  const content = await storeContent({ files }, xml);
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const document = await findDocumentFacts(pool, companyId, documentId);
      if (!document) return refuse('not_found');
      const repeated = isOnlyOnce ? await findResendingRefusal(pool, companyId, documentId) : null;
      if (repeated) return repeated;
      const earlier = isForced ? null : await findLastMessage(pool, companyId, documentId, network);
      const message = {
        id: id!,
        document,
        baseVersion,
        participant: recipient,
        network,
        documentType,
        number,
        content,
        earlier,
      };
      return { type: 'QueuePeppolMessage', ...message };
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  await wakePeppolWorkers(pool);
  return { messageId: getFirstOfType(outcome.events, 'PeppolMessageQueued').data.id };
}

export async function resendMessage(
  { commands, pool, files }: PeppolToolbox,
  companyId: number,
  { id, xml }: { readonly id: number; readonly xml: Buffer },
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const content = await storeContent({ files }, xml);
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findMessage(pool, companyId, id);
      return facts ? { type: 'ResendPeppolMessage', facts, content } : refuse('not_found');
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  await makeMessageDue(pool, id);
  await wakePeppolWorkers(pool);
  return { isRecorded: outcome.events.length > 0 };
}

const storeContent = async ({ files }: Pick<PeppolToolbox, 'files'>, xml: Buffer): Promise<MessageContent> => ({
  sha256: await files.put('documents', xml),
  size: xml.length,
});
