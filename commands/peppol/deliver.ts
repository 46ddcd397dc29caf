import {
  buildDocumentTypeId,
  getProcess,
  isSelfBillingXml,
  toNetworkType,
  type SentType,
} from '../../domain/peppol/document-types.ts';
import { findSendingRefusal, type MovePeppolMessage } from '../../domain/peppol/messages.ts';
import type { MessageFailure } from '../../domain/peppol/peppol-events.ts';
import { getMinutesUntilResend } from '../../domain/peppol/schedule.ts';
import { refuse } from '../../domain/refusal.ts';
import { findPlatformAddress } from '../../domain/lifecycle/platform-address.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import { requireHeld } from '../../database/owners.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import type { Sent, SendOutcome } from '../../outside/peppol/access-point.ts';
import { findMessage, type MessageRow } from '../../projections/peppol/queries.ts';
import { createSystemContext } from '../support/context.ts';
import { announceInbox, endAttempt, type DueMessage } from '../../stores/peppol/due.ts';
import type { PeppolToolbox } from './toolbox.ts';

/**
 * Makes one attempt to send a message. An unresponsive access point is retried for a day and a half; a refusal is final.
 * If an earlier attempt was interrupted, the access point is first asked whether it already has the message.
 */
export async function deliverMessage(toolbox: PeppolToolbox, due: DueMessage): Promise<void> {
  const { pool, accessPoint, platform } = toolbox;
  const row = await findMessage(pool, due.company_id, due.id);
  // Another process has already handled it; the projections just did not show it yet.
  if (row?.status !== 'queued') return endAttempt(pool, due, null);
  try {
    const outcome = await sendOrFind(toolbox, due, row);
    passFaultPoint('after-peppol-send');
    // Another process that has taken over asks the access point what has become of it.
    await requireHeld(due.term);
    await recordOutcome(toolbox, due, outcome);
    await endAttempt(pool, due, null);
    // The answer of the network may already be available.
    await announceInbox(pool, due.company_id);
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
    const isConfigured = (row.network === 'platform' ? platform : accessPoint) !== null;
    const againInMinutes = isConfigured ? getMinutesUntilResend(due.attempts) : 60;
    await requireHeld(due.term);
    if (againInMinutes === null)
      await moveMessage(toolbox, due, { status: 'failed', error: toFailure('peppol_silent') });
    await endAttempt(pool, due, againInMinutes);
  }
}

type Outcome = SendOutcome | { readonly kind: 'impossible'; readonly error: MessageFailure };

const sendOrFind = (toolbox: PeppolToolbox, due: DueMessage, row: MessageRow): Promise<Outcome> =>
  row.network === 'platform' ? sendByPlatform(toolbox, due, row) : sendByPeppol(toolbox, due, row);

/** The tracking id is the same for all attempts, so that the platform never carries a message twice. */
async function sendByPlatform(toolbox: PeppolToolbox, due: DueMessage, row: MessageRow): Promise<Outcome> {
  const { commands, files, platform } = toolbox;
  if (platform === null) throw new OutsideUnavailable('platform', 'the approved platform is not configured');
  const { identity } = await commands.loadState('company', due.company_id);
  const address = findPlatformAddress(identity);
  if (address === null) return { kind: 'impossible', error: toFailure('platform_number_missing') };
  const trackingId = `${due.company_id}-${row.id}-${row.version}`;
  const earlier = due.is_interrupted ? await platform.findSent(trackingId) : null;
  if (earlier !== null) return { kind: 'sent', reference: earlier, envelopeId: null, isDelivered: false };
  const xml = row.content && (await files.read('documents', row.content.sha256));
  if (!xml) return { kind: 'impossible', error: toFailure('peppol_content_missing') };
  await requireHeld(due.term);
  const outcome = await platform.send({
    sender: { companyId: due.company_id, address },
    recipient: row.participant,
    trackingId,
    kind: row.document_type === 'response' ? 'status' : 'document',
    number: row.number ?? '',
    xml,
  });
  return outcome.kind === 'sent' ? { ...outcome, envelopeId: null, isDelivered: false } : outcome;
}

async function sendByPeppol(toolbox: PeppolToolbox, due: DueMessage, row: MessageRow): Promise<Outcome> {
  const { commands, files, accessPoint } = toolbox;
  const { peppol } = await commands.loadState('company', due.company_id);
  const [refused] = findSendingRefusal(peppol)?.problems ?? [];
  if (refused) return { kind: 'impossible', error: toFailure(refused.code) };
  if (accessPoint === null || accessPoint.name !== peppol!.provider)
    throw new OutsideUnavailable('peppol', 'the access point of this company file is not configured');
  const xml = row.content && (await files.read('documents', row.content.sha256));
  const type = toNetworkType(row.document_type as SentType, xml ? isSelfBillingXml(xml) : false);
  const isResponse = type === 'response';
  const message = {
    reference: peppol!.reference,
    sender: peppol!.identifier,
    recipient: row.participant,
    documentType: buildDocumentTypeId(type),
    process: getProcess(type),
    number: isResponse ? '' : (row.number ?? ''),
  };
  // A response has no number of its own to be found by, and one that arrives twice changes nothing.
  const earlier = due.is_interrupted && !isResponse ? await accessPoint.findSent(message) : null;
  if (earlier) return { kind: 'sent', ...earlier };
  if (!xml) return { kind: 'impossible', error: toFailure('peppol_content_missing') };
  await requireHeld(due.term);
  return accessPoint.sendMessage({ ...message, xml });
}

const toFailure = (code: string, detail: string | null = null): MessageFailure => ({ code, detail });

async function recordOutcome(toolbox: PeppolToolbox, due: DueMessage, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'sent':
      return moveMessage(toolbox, due, toSentMove(outcome));
    case 'refused':
      return moveMessage(toolbox, due, { status: 'failed', error: toFailure('peppol_refused', outcome.reason) });
    case 'impossible':
      return moveMessage(toolbox, due, { status: 'failed', error: outcome.error });
  }
}

const toSentMove = ({ reference, envelopeId, isDelivered }: Sent): Move => ({
  status: isDelivered ? 'delivered' : 'sent',
  reference,
  ...(envelopeId !== null && { envelopeId }),
  answer: { kind: 'transport', code: null, text: null },
});

type Move = Omit<MovePeppolMessage, 'type' | 'facts'>;

/** Records a status change of a message. A change without news is not recorded. */
export async function moveMessage(
  { commands, pool }: Pick<PeppolToolbox, 'commands' | 'pool'>,
  { id, company_id: companyId }: Pick<DueMessage, 'id' | 'company_id'>,
  move: Move,
): Promise<void> {
  await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findMessage(pool, companyId, id);
      return facts ? { type: 'MovePeppolMessage', facts, ...move } : refuse('not_found');
    },
    createSystemContext('peppol'),
  );
}
