import type { Language } from '../../domain/language.ts';
import type { DeliveryOutcome } from '../../domain/recurring-entries/delivery.ts';
import type { DeliveryChannel } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { OutsideUnavailable } from '../../outside/http/failures.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import { findDocumentSending } from '../../projections/documents/sending.ts';
import {
  findDeliveryFacts,
  listWaitingDeliveries,
  type WaitingDelivery,
} from '../../projections/recurring-entries/deliveries.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Sends issued documents of recurring entries, each once. A process that is killed between issuing and sending leaves
 * a document that waits; one that is killed after queueing leaves a mail or message, which is found instead of sending
 * it again. Safe to run in several processes: what was queued is checked when the command is decided.
 */

export interface DocumentToQueue {
  readonly documentId: number;
  readonly channel: DeliveryChannel;
  /** Null: that of the customer. */
  readonly language: Language | null;
  /** Of messages about broken rules. */
  readonly messagesIn: Language;
}

/** Composes a document and queues it for its channel, unless it was sent before. @throws OutsideUnavailable */
export type QueueDocument = (
  companyId: number,
  document: DocumentToQueue,
  context: CommandContext,
) => Promise<{ readonly mailId: number } | { readonly messageId: number } | Refusal>;

export interface DeliveryToolbox extends Toolbox {
  readonly queueDocument: QueueDocument;
}

const A_PAGE = 100;
const AWAY = 'peppol_unavailable';

export interface DeliveryRun {
  readonly sent: number;
  readonly failed: number;
}

/**
 * Sends what waits: what was never tried, or (`isRetried`) what failed before.
 * @throws AggregateError at the end, with all unexpected failures
 */
export async function sendRecurringDocuments(
  toolbox: DeliveryToolbox,
  { isRetried, signal }: { readonly isRetried: boolean; readonly signal?: AbortSignal },
): Promise<DeliveryRun> {
  const failures: unknown[] = [];
  const count = { sent: 0, failed: 0 };
  // The others wait for the next run, instead of each waiting for a network that does not answer.
  const unavailable = new Set<DeliveryChannel>();
  for (let after: WaitingDelivery | null = null; !signal?.aborted;) {
    const page: readonly WaitingDelivery[] = await listWaitingDeliveries(toolbox.pool, {
      after,
      isRetried,
      limit: A_PAGE,
    });
    for (const one of page) {
      if (signal?.aborted) break;
      if (unavailable.has(one.channel)) continue;
      try {
        const outcome = await sendDocument(toolbox, one);
        if (outcome !== null) count['reason' in outcome ? 'failed' : 'sent'] += 1;
        if (outcome !== null && 'reason' in outcome && outcome.reason === AWAY) unavailable.add(one.channel);
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.at(-1) ?? null;
    if (page.length < A_PAGE) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} recurring documents were not sent`);
  return count;
}

/** Null: its booking was undone meanwhile, so that it waits. */
async function sendDocument(toolbox: DeliveryToolbox, waiting: WaitingDelivery): Promise<DeliveryOutcome | null> {
  passFaultPoint('before-recurring-send');
  const context = createSystemContext('recurring');
  const outcome = await queueOrFind(toolbox, waiting, context);
  passFaultPoint('after-recurring-send');
  if (outcome !== null) await recordDelivery(toolbox, waiting, outcome, context);
  return outcome;
}

async function queueOrFind(
  { pool, queueDocument }: DeliveryToolbox,
  { company_id: companyId, document_id: documentId, channel, language, locale }: WaitingDelivery,
  context: CommandContext,
): Promise<DeliveryOutcome | null> {
  const queued = await catchOutage(() =>
    queueDocument(companyId, { documentId, channel, language, messagesIn: locale }, context),
  );
  if (!isRefusal(queued)) return 'mailId' in queued ? { mail_id: queued.mailId } : { message_id: queued.messageId };
  const found = await findDocumentSending(pool, companyId, documentId);
  if (!found?.is_booked) return null;
  const { mail_id, message_id } = found;
  if (mail_id !== null) return { mail_id };
  if (message_id !== null) return { message_id };
  const { code: reason, params } = findReason(queued);
  return { reason, ...(params && { params }) };
}

/** An outage is a reason like others: it is shown, and tried again. */
async function catchOutage<Queued>(queue: () => Promise<Queued | Refusal>): Promise<Queued | Refusal> {
  try {
    return await queue();
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
    return refuse(AWAY);
  }
}

const findReason = ({ problems, code }: Refusal) => problems[0] ?? { code: code ?? 'conflict' };

async function recordDelivery(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  { company_id: companyId, entry_id: entryId, document_id: documentId }: WaitingDelivery,
  outcome: DeliveryOutcome,
  context: CommandContext,
): Promise<void> {
  await commands.execute(
    'company',
    companyId,
    async () => {
      const facts = await findDeliveryFacts(pool, { companyId, entryId, documentId });
      return facts ? { type: 'RecordDelivery', facts, outcome } : refuse('not_found');
    },
    context,
  );
}
