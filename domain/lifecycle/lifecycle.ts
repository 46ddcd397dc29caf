import { compare } from '../money.ts';
import type { MessageContent, Network, PeppolEvent } from '../peppol/peppol-events.ts';
import { refuse, refuseInvalid, assertUnreachable, type Decision, type Problem } from '../refusal.ts';
import type { LifecycleEvent, LifecycleSide } from './lifecycle-events.ts';
import { findLifecycleStatus, type LifecycleStatus } from './statuses.ts';

/** Statuses of exchanged documents. */

/** How a document was exchanged; null: it was not. */
export interface ExchangedDocument {
  readonly id: number;
  readonly direction: 'purchase' | 'sale';
  readonly number: string | null;
  readonly exchange: {
    readonly network: Network;
    /** The other side. */
    readonly participant: string;
  } | null;
  /** The last status stated by anybody. */
  readonly lastStatus: string | null;
}

export interface StateLifecycle {
  readonly type: 'StateLifecycle';
  readonly id: number;
  readonly messageId: number;
  readonly document: ExchangedDocument;
  readonly status: string;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly amount: string | null;
  readonly content: MessageContent;
}

export interface RecordLifecycle {
  readonly type: 'RecordLifecycle';
  readonly id: number;
  readonly documentId: number;
  readonly network: Network;
  readonly status: string;
  readonly by: LifecycleSide;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly amount: string | null;
  readonly reference: string;
  readonly statedAt: string | null;
  /** The same status was recorded before. */
  readonly isKnown: boolean;
}

export type LifecycleCommand = StateLifecycle | RecordLifecycle;

export function decideLifecycle(command: LifecycleCommand): Decision<LifecycleEvent | PeppolEvent> {
  switch (command.type) {
    case 'StateLifecycle':
      return stateLifecycle(command);
    case 'RecordLifecycle':
      return recordLifecycle(command);
    default:
      return assertUnreachable(command);
  }
}

export type RequestedStatus = Pick<StateLifecycle, 'document' | 'status' | 'reasonCode' | 'reason' | 'amount'>;

/** Statuses after which nothing more is said about a document. */
const LAST: ReadonlySet<string> = new Set(['210', '213', '220', '501', 'RE', 'PD']);

/** What is wrong with a status that the company wants to state; empty if nothing. */
export function findStatusProblems({ document, ...asked }: RequestedStatus): readonly Problem[] {
  const status = findLifecycleStatus(asked.status);
  if (!status) return [{ code: 'lifecycle_status_unknown', field: 'status', params: { status: asked.status } }];
  if (status.network !== document.exchange?.network || !isOwn(status, document))
    return [{ code: 'lifecycle_status_not_ours', field: 'status', params: { status: asked.status } }];
  return [...findReasonProblems(status, asked.reasonCode), ...findAmountProblems(status, asked.amount)];
}

const isOwn = ({ by }: LifecycleStatus, { direction }: ExchangedDocument): boolean =>
  by === (direction === 'sale' ? 'seller' : 'buyer');

function findReasonProblems({ code, needsReason, reasons }: LifecycleStatus, given: string | null): Problem[] {
  const params = { status: code, reasons: reasons.join(', ') };
  if (given === null) return needsReason ? [{ code: 'lifecycle_reason_required', field: 'reason_code', params }] : [];
  return reasons.includes(given) ? [] : [{ code: 'lifecycle_reason_unknown', field: 'reason_code', params }];
}

function findAmountProblems({ code, needsAmount }: LifecycleStatus, given: string | null): Problem[] {
  const params = { status: code };
  if (given === null) return needsAmount ? [{ code: 'lifecycle_amount_required', field: 'amount', params }] : [];
  if (!needsAmount) return [{ code: 'lifecycle_amount_not_allowed', field: 'amount', params }];
  return compare(given, '0.00') > 0 ? [] : [{ code: 'lifecycle_amount_required', field: 'amount', params }];
}

/** The status and the message that carries it are one append: neither is there without the other. */
function stateLifecycle(command: StateLifecycle): Decision<LifecycleEvent | PeppolEvent> {
  const { id, messageId, document, status, reasonCode, reason, amount, content } = command;
  const { exchange, lastStatus, number } = document;
  if (!exchange || number === null) return refuse('document_not_exchanged');
  const problems = findStatusProblems(command);
  if (problems.length > 0) return refuseInvalid(problems);
  if (lastStatus !== null && LAST.has(lastStatus))
    return refuse('lifecycle_ended', { field: 'status', params: { status: lastStatus } });
  const { network, participant } = exchange;
  const message = { id: messageId, document_id: document.id, participant, number, content, network } as const;
  return [
    { type: 'PeppolMessageQueued', data: { ...message, document_type: 'response' } },
    {
      type: 'DocumentLifecycleChanged',
      data: {
        id,
        document_id: document.id,
        network,
        status,
        by: 'us',
        reason_code: reasonCode,
        reason,
        amount,
        message_id: messageId,
      },
    },
  ];
}

function recordLifecycle(command: RecordLifecycle): Decision<LifecycleEvent> {
  const { id, documentId, network, status, by, reasonCode, reason, amount, reference, statedAt, isKnown } = command;
  if (isKnown) return [];
  return [
    {
      type: 'DocumentLifecycleChanged',
      data: {
        id,
        document_id: documentId,
        network,
        status,
        by,
        reason_code: reasonCode,
        reason,
        amount,
        reference,
        ...(statedAt !== null && { stated_at: statedAt }),
      },
    },
  ];
}
