import { createHash, randomUUID } from 'node:crypto';
import type { EmailRequest } from '../../domain/identity/user-events.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findOwnerOfEmail, findUser } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { withEmailLock } from './email-address.ts';
import { runGuarded, isHeld } from '../../stores/identity/guarded-attempts.ts';

/** Validity of the link that confirms an address. */
const LINK_HOURS = 24;
/** Limited because each request sends a mail to an address chosen by the caller. */
const MOST_REQUESTS = 10;
const REQUESTS_SECONDS = 60 * 60;

export interface EmailChange {
  readonly email: string;
  /**
   * Sends a mail to the requested address: the confirmation link, or a notice if another account already uses the
   * address. The caller cannot distinguish the two. The old address gets a notice with a link that stops the change.
   */
  readonly deliverLinks: (request: EmailRequest, oldEmail: string, isTaken: boolean) => Promise<Refusal | null>;
}

/**
 * Requests a change of address. The mail is sent first, so that nothing changes if it cannot be sent. Returns the log
 * position that every process must have processed.
 */
export async function requestEmailChange(
  toolbox: Toolbox,
  userId: number,
  { email, deliverLinks }: EmailChange,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { pool, commands } = toolbox;
  const user = await findUser(pool, userId);
  if (user?.external_id) return refuse('account_external', { field: 'email' });
  if (user?.email === email && user.email_verified && user.is_address_proven)
    return refuseInvalid([{ code: 'email_unchanged', field: 'email' }]);
  const request: EmailRequest = {
    request_id: deriveRequestId(userId, context),
    email,
    expires_at: new Date(Date.now() + LINK_HOURS * 60 * 60 * 1_000).toISOString(),
  };
  const guard = { subject: `email ${userId}`, most: MOST_REQUESTS, seconds: REQUESTS_SECONDS };
  const delivered = await runGuarded(pool, guard, async () => {
    const owner = await findOwnerOfEmail(pool, email);
    const isTaken = owner !== undefined && owner.id !== userId;
    return { hasFailed: true, result: await deliverLinks(request, user?.email ?? email, isTaken) };
  });
  if (isHeld(delivered))
    return delivered.held === 'busy'
      ? refuse('overloaded')
      : refuse('rate_limited', { params: { seconds: delivered.retryAfterSeconds } });
  if (delivered !== null) return delivered;
  const outcome = await commands.execute('user', userId, { type: 'RequestEmailChange', request }, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}

/** Retries of a request share the id, so that the link works whichever mail arrives. */
function deriveRequestId(userId: number, { clientMutationId }: CommandContext): string {
  if (clientMutationId === null) return randomUUID();
  return createHash('sha256').update(`${userId}\n${clientMutationId}`).digest('hex').slice(0, 32);
}

/** Ends a pending change through the link in the notice; idempotent. Returns the log position. */
export async function cancelEmailChange(
  { commands }: Toolbox,
  userId: number,
  requestId: string,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const outcome = await commands.execute('user', userId, { type: 'CancelEmailChange', requestId }, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}

export interface EmailConfirmed {
  readonly email: string;
  /** The replaced address, if this call replaced one. */
  readonly formerEmail: string | null;
  readonly position: number | null;
}

export interface EmailRequested {
  readonly email: string;
  readonly is_confirmed: boolean;
}

/** Finds the address that a link would confirm, if it belongs to the latest request. Confirms nothing. */
export async function findEmailRequest(
  { pool, commands }: Toolbox,
  userId: number,
  requestId: string,
): Promise<EmailRequested | Refusal> {
  const user = await findUser(pool, userId);
  if (user && user.pending_email !== null && user.pending_email_request === requestId)
    return { email: user.pending_email, is_confirmed: false };
  const account = user && (await commands.loadState('user', userId)).account;
  return account?.confirmedRequestId === requestId
    ? { email: account.email, is_confirmed: true }
    : refuse('link_outdated');
}

/** Confirms the address of a request; idempotent. */
export async function confirmEmail(
  { pool, commands }: Toolbox,
  userId: number,
  requestId: string,
  context: CommandContext,
): Promise<EmailConfirmed | Refusal> {
  const user = await findUser(pool, userId);
  if (!user) return refuse('link_outdated');
  const executeConfirmation = async (email: string | null): Promise<EmailConfirmed | Refusal> => {
    const outcome = await commands.execute('user', userId, { type: 'ConfirmEmail', requestId, email }, context);
    if (isRefusal(outcome)) return outcome;
    const confirmed = outcome.state.account!.email;
    const formerEmail = outcome.events.length > 0 && user.email !== confirmed ? user.email : null;
    return { email: confirmed, formerEmail, position: outcome.position };
  };
  // Only the holder of the link learns whether the address is taken, so nothing else is looked up.
  const { pending_email: requested } = user;
  if (requested === null || user.pending_email_request !== requestId) return executeConfirmation(null);
  return withEmailLock(pool, requested, async () => {
    const owner = await findOwnerOfEmail(pool, requested);
    return owner && owner.id !== userId
      ? refuseInvalid([{ code: 'email_taken', field: 'email' }])
      : executeConfirmation(requested);
  });
}
