import { documentTypeId, PROCESS, type SentType } from '../../domain/peppol/document-types.ts';
import { refusalOfSending, type MovePeppolMessage } from '../../domain/peppol/messages.ts';
import type { MessageFailure } from '../../domain/peppol/peppol-events.ts';
import { minutesUntilNextSending } from '../../domain/peppol/schedule.ts';
import { refuse } from '../../domain/refusal.ts';
import { faultPoint } from '../../database/fault-point.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import type { Sent, SendOutcome } from '../../outside/peppol/access-point.ts';
import { findMessage, type MessageRow } from '../../projections/peppol/queries.ts';
import { systemContext } from '../support/context.ts';
import { announceInbox, endAttempt, type DueMessage } from '../../stores/peppol/due.ts';
import type { PeppolToolbox } from './toolbox.ts';

/**
 * One attempt to hand a message over. An access point that does not answer is tried again for a day and a half; what it refuses
 * is final. After an attempt that ended without a word, the access point is asked first whether it has the message already.
 */
export async function deliverMessage(toolbox: PeppolToolbox, due: DueMessage): Promise<void> {
  const { pool, accessPoint } = toolbox;
  const row = await findMessage(pool, due.company_id, due.id);
  // Somebody was faster, and it is only not known here yet.
  if (row?.status !== 'queued') return endAttempt(pool, due.id, null);
  try {
    const outcome = await handedOver(toolbox, due, row);
    faultPoint('after-peppol-send');
    await conclude(toolbox, due, outcome);
    await endAttempt(pool, due.id, null);
    // What the network says to it may be there already.
    await announceInbox(pool, due.company_id);
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
    const againInMinutes = accessPoint === null ? 60 : minutesUntilNextSending(due.attempts);
    if (againInMinutes === null) await moved(toolbox, due, { status: 'failed', error: failure('peppol_silent') });
    await endAttempt(pool, due.id, againInMinutes);
  }
}

type Outcome = SendOutcome | { readonly kind: 'impossible'; readonly error: MessageFailure };

async function handedOver(toolbox: PeppolToolbox, due: DueMessage, row: MessageRow): Promise<Outcome> {
  const { commands, files, accessPoint } = toolbox;
  const { peppol } = await commands.look('company', due.company_id);
  const [refused] = refusalOfSending(peppol)?.problems ?? [];
  if (refused) return { kind: 'impossible', error: failure(refused.code) };
  if (accessPoint === null || accessPoint.name !== peppol!.provider)
    throw new OutsideUnavailable('peppol', 'the access point of this company file is not configured');
  const message = {
    reference: peppol!.reference,
    sender: peppol!.identifier,
    recipient: row.participant,
    documentType: documentTypeId(row.document_type as SentType),
    process: PROCESS,
    number: row.number ?? '',
  };
  const earlier = due.is_interrupted ? await accessPoint.findSent(message) : null;
  if (earlier) return { kind: 'sent', ...earlier };
  const xml = row.content && (await files.read('documents', row.content.sha256));
  if (!xml) return { kind: 'impossible', error: failure('peppol_content_missing') };
  return accessPoint.send({ ...message, xml });
}

const failure = (code: string, detail: string | null = null): MessageFailure => ({ code, detail });

async function conclude(toolbox: PeppolToolbox, due: DueMessage, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'sent':
      return moved(toolbox, due, handover(outcome));
    case 'refused':
      return moved(toolbox, due, { status: 'failed', error: failure('peppol_refused', outcome.reason) });
    case 'impossible':
      return moved(toolbox, due, { status: 'failed', error: outcome.error });
  }
}

const handover = ({ reference, envelopeId, isDelivered }: Sent): Move => ({
  status: isDelivered ? 'delivered' : 'sent',
  reference,
  ...(envelopeId !== null && { envelopeId }),
  answer: { kind: 'transport', code: null, text: null },
});

type Move = Omit<MovePeppolMessage, 'type' | 'facts'>;

/** What became of a message of this company file. One that says nothing new is not recorded. */
export async function moved(
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
    systemContext('peppol'),
  );
}
