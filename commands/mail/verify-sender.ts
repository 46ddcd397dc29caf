import type { SenderKind } from '../../domain/mail/kinds.ts';
import { findSender } from '../../domain/mail/senders.ts';
import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import type { TxtRecords } from '../../outside/mail/txt-records.ts';
import { createRandomText, createTokenSecret, hashSecret } from '../../stores/identity/secrets.ts';
import {
  claimDomainLookUps,
  deleteSenderRequest,
  findSenderRequest,
  listSenderRequests,
  saveSenderRequest,
  type SenderRequest,
} from '../../stores/mail/sender-requests.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { openRecipientCount, type QuotaToolbox } from './quota.ts';

/** Of each kind. Limits what a company file can have looked up and stored. */
const MOST_REQUESTS = 20;
const RECORD_LENGTH = 32;
/** The record has a name of its own below the domain, so that it meets no other record. */
export const buildRecordName = (domain: string): string => `_grandlivre.${domain}`;

export interface RequestedSender {
  readonly kind: SenderKind;
  /** The address or the domain in lower case. */
  readonly name: string;
  readonly userId: number;
  /** Mails the link to the address. */
  readonly deliverLink: (token: string) => Promise<void>;
}

/** A verified sender, or the request that waits for its proof. */
export type SenderOutcome = { readonly verifiedId: number } | { readonly request: SenderRequest };

/** Requests a sender. An address is mailed a link; a domain is given the record that proves it. */
export async function requestSender(
  toolbox: Toolbox & QuotaToolbox,
  companyId: number,
  { kind, name, userId, deliverLink }: RequestedSender,
): Promise<SenderOutcome | Refusal> {
  const { pool, commands, ids } = toolbox;
  const known = findSender((await commands.loadState('company', companyId)).mail.senders, name);
  if (known?.is_verified) return { verifiedId: known.id };
  const waiting = (await listSenderRequests(pool, companyId)).filter((one) => one.kind === kind);
  if (waiting.length >= MOST_REQUESTS && !waiting.some((one) => one.name === name))
    return refuse('sender_requests_too_many', { field: kind, params: { max: MOST_REQUESTS } });
  const newId = known?.id ?? (await ids.allocate('mail_senders', 1))[0]!;
  const place = { newId, companyId, kind, name, userId };
  if (kind === 'domain') {
    const record = `grandlivre-sender=${createRandomText(RECORD_LENGTH)}`;
    return { request: await saveSenderRequest(pool, { ...place, tokenHash: null, record }) };
  }
  const quota = await openRecipientCount(toolbox, companyId);
  const exceeded = await quota.count(1);
  if (exceeded) return exceeded;
  const token = createTokenSecret();
  const request = await saveSenderRequest(pool, { ...place, tokenHash: hashSecret(token), record: null });
  await deliverLink(token);
  return { request };
}

/** Verifies the address of a mailed link. A link works once and for a limited time. */
export async function confirmSender(
  toolbox: Toolbox,
  companyId: number,
  token: string,
  context: CommandContext,
): Promise<{ readonly id: number; readonly isRecorded: boolean } | Refusal> {
  const request = await findSenderRequest(toolbox.pool, companyId, hashSecret(token));
  if (!request) return refuseInvalid([{ code: 'sender_token_unknown', field: 'token' }]);
  if (request.is_expired) return refuseInvalid([{ code: 'sender_token_expired', field: 'token' }]);
  return recordVerification(toolbox, companyId, request, context);
}

/** Looks up the records of waiting domains, and records those that are proved. */
export async function verifyWaitingDomains(
  toolbox: Toolbox & { readonly txtRecords: TxtRecords },
  companyId: number,
): Promise<void> {
  const due = await claimDomainLookUps(toolbox.pool, companyId);
  const checkDomain = async (request: SenderRequest): Promise<boolean> =>
    toolbox.txtRecords.hasRecord(buildRecordName(request.name), request.record!);
  const proved = await Promise.all(due.map(checkDomain));
  for (const [index, request] of due.entries()) {
    if (!proved[index]) continue;
    const context = createSystemContext('mail', undefined, request.requested_by);
    await recordVerification(toolbox, companyId, request, context);
  }
}

async function recordVerification(
  { pool, commands }: Toolbox,
  companyId: number,
  { id: newId, kind, name }: SenderRequest,
  context: CommandContext,
): Promise<{ readonly id: number; readonly isRecorded: boolean } | Refusal> {
  const command = { type: 'VerifyMailSender', newId, kind, name } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  if (isRefusal(outcome)) return outcome;
  // The request is deleted last: after a crash in between, it is simply verified again.
  await deleteSenderRequest(pool, newId);
  return { id: findSender(outcome.state.mail.senders, name)!.id, isRecorded: outcome.events.length > 0 };
}
