import type { MessageContent } from '../../domain/peppol/peppol-events.ts';
import { DOCUMENT_TYPE_SCHEME, documentTypeId, type SentType } from '../../domain/peppol/document-types.ts';
import { refusalOfSending } from '../../domain/peppol/messages.ts';
import { normalisePeppolIdentifier } from '../../domain/numbers/peppol-identifier.ts';
import { living } from '../../domain/records/state.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { peppolCheckSubject } from '../../domain/third-parties/technical-checks.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { documentFacts } from '../../projections/documents/facts.ts';
import { lastMessageOf } from '../../projections/peppol/facts.ts';
import { findMessage } from '../../projections/peppol/queries.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { hurry, wake } from '../../stores/peppol/due.ts';
import { notConfigured, type LookupToolbox, type PeppolToolbox } from './toolbox.ts';

/** A document is queued with what goes out; the worker hands it over. */

export interface Parties {
  /** The number under which the company is registered. */
  readonly sender: string;
  /** The one of the third party that the network knows. */
  readonly recipient: string;
}

/** Both sides of a document that is to be sent, the recipient looked up in the network. @throws OutsideUnavailable */
export async function partiesOf(
  { commands, pool, accessPoint, directories }: LookupToolbox,
  companyId: number,
  documentId: number,
  to: string | null,
): Promise<Parties | Refusal> {
  const [file, document] = await Promise.all([
    commands.look('company', companyId),
    documentFacts(pool, companyId, documentId),
  ]);
  if (!document || document.is_trashed) return refuse('not_found');
  if (document.direction !== 'sale') return refuse('ubl_of_sales_only', { field: 'direction' });
  if (accessPoint === null) return notConfigured();
  const refused = refusalOfSending(file.peppol);
  if (refused) return refused;
  const thirdParty = living(file.records, thirdParties, document.third_party_id);
  const identifiers = to === null ? thirdParty && peppolCheckSubject(thirdParty.data, file) : addressed(to);
  if (identifiers === undefined) return refuse('peppol_identifier_missing', { field: 'to' });
  if (isRefusal(identifiers)) return identifiers;
  const directory = accessPoint.directory ?? directories.peppol;
  if (directory === null) return refuse('peppol_not_configured');
  const type = documentTypeId(document.is_credit_note ? 'credit_note' : 'invoice');
  const deadline = performance.now() + directory.timeoutMs;
  let isKnown = false;
  for (const identifier of identifiers) {
    const found = await directory.find(identifier, Math.max(deadline - performance.now(), 1));
    isKnown ||= found !== null;
    const takesIt = found?.documentTypes.some(({ scheme, id }) => scheme === DOCUMENT_TYPE_SCHEME && id === type);
    if (takesIt) return { sender: file.peppol!.identifier, recipient: identifier };
  }
  return refuse(isKnown ? 'peppol_recipient_refuses' : 'peppol_recipient_unknown', {
    field: 'to',
    params: { identifiers: identifiers.join(', ') },
  });
}

function addressed(to: string): readonly string[] | Refusal {
  const identifier = normalisePeppolIdentifier(to);
  return identifier === null ? invalid([{ field: 'to', code: 'peppol_identifier_invalid' }]) : [identifier];
}

export interface DocumentToQueue {
  readonly documentId: number;
  readonly baseVersion: number | null;
  readonly recipient: string;
  readonly documentType: SentType;
  readonly number: string;
  readonly xml: Buffer;
  /** Also when it was sent already. */
  readonly isForced: boolean;
}

/** Gives the id of the message; after an interrupted earlier run, of the one that was queued then. */
export async function queueMessage(
  { commands, ids, pool, files }: PeppolToolbox,
  companyId: number,
  { documentId, baseVersion, recipient, documentType, number, xml, isForced }: DocumentToQueue,
  context: CommandContext,
): Promise<{ readonly messageId: number } | Refusal> {
  const [id] = await ids.allocate('peppol_messages', 1);
  // In the storage before the log speaks of it: a file that nothing refers to does no harm, a hash without a file would.
  const content = await kept({ files }, xml);
  const outcome = await commands.execute(
    'company',
    companyId,
    async () => {
      const document = await documentFacts(pool, companyId, documentId);
      if (!document) return refuse('not_found');
      const earlier = isForced ? null : await lastMessageOf(pool, companyId, documentId);
      const message = {
        id: id!,
        document,
        baseVersion,
        participant: recipient,
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
  await wake(pool);
  return { messageId: firstOfType(outcome.events, 'PeppolMessageQueued').data.id };
}

export async function resendMessage(
  { commands, pool, files }: PeppolToolbox,
  companyId: number,
  { id, xml }: { readonly id: number; readonly xml: Buffer },
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const content = await kept({ files }, xml);
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
  await hurry(pool, id);
  await wake(pool);
  return { isRecorded: outcome.events.length > 0 };
}

const kept = async ({ files }: Pick<PeppolToolbox, 'files'>, xml: Buffer): Promise<MessageContent> => ({
  sha256: await files.put('documents', xml),
  size: xml.length,
});
