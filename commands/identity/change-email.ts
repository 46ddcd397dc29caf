import { createHash, randomUUID } from 'node:crypto';
import type { EmailRequest } from '../../domain/identity/user-events.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findUser, findUserByEmail } from '../../projections/identity/queries.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { holdingEmail } from './email-address.ts';
import { guarded, isHeld } from '../../stores/identity/guarded-attempts.ts';

/** How long the link that confirms an address works. */
const LINK_HOURS = 24;
/** Each request sends a mail to an address of the caller's choice. */
const MOST_REQUESTS = 10;
const REQUESTS_SECONDS = 60 * 60;

export interface EmailChange {
  readonly email: string;
  /**
   * Writes to the address requested: the link that confirms it, or, when another account has the address, a word that
   * it does. The caller cannot tell which.
   */
  readonly deliver: (request: EmailRequest, isTaken: boolean) => Promise<Refusal | null>;
}

/**
 * Asks for another address. The mail goes out first: without it the request would be of no use, and nothing has
 * changed when it cannot be sent. Gives the place in the log that every process must have taken note of.
 */
export async function requestEmailChange(
  toolbox: Toolbox,
  userId: number,
  { email, deliver }: EmailChange,
  context: CommandContext,
): Promise<number | null | Refusal> {
  const { pool, commands } = toolbox;
  const user = await findUser(pool, userId);
  if (user?.external_id) return refuse('account_external', { field: 'email' });
  if (user?.email === email && user.email_verified) return invalid([{ code: 'email_unchanged', field: 'email' }]);
  const request: EmailRequest = {
    request_id: requestIdOf(userId, context),
    email,
    expires_at: new Date(Date.now() + LINK_HOURS * 60 * 60 * 1_000).toISOString(),
  };
  const guard = { subject: `email ${userId}`, most: MOST_REQUESTS, seconds: REQUESTS_SECONDS };
  const delivered = await guarded(pool, guard, async () => {
    const owner = await findUserByEmail(pool, email);
    return { hasFailed: true, result: await deliver(request, owner !== undefined && owner.id !== userId) };
  });
  if (isHeld(delivered))
    return delivered.held === 'busy'
      ? refuse('overloaded')
      : refuse('rate_limited', { params: { seconds: delivered.retryAfterSeconds } });
  if (delivered !== null) return delivered;
  const outcome = await commands.execute('user', userId, { type: 'RequestEmailChange', request }, context);
  return isRefusal(outcome) ? outcome : outcome.position;
}

/** The same for a request that comes again: whichever of its mails arrives, its link works. */
function requestIdOf(userId: number, { clientMutationId }: CommandContext): string {
  if (clientMutationId === null) return randomUUID();
  return createHash('sha256').update(`${userId}\n${clientMutationId}`).digest('hex').slice(0, 32);
}

export interface EmailConfirmed {
  readonly email: string;
  /** The address that was replaced, when this call replaced one. */
  readonly formerEmail: string | null;
  readonly position: number | null;
}

export interface EmailRequested {
  readonly email: string;
  readonly is_confirmed: boolean;
}

/** What the link of a request is for, as long as it is the last one; nothing is confirmed. */
export async function emailRequested(
  { pool, commands }: Toolbox,
  userId: number,
  requestId: string,
): Promise<EmailRequested | Refusal> {
  const user = await findUser(pool, userId);
  if (user && user.pending_email !== null && user.pending_email_request === requestId)
    return { email: user.pending_email, is_confirmed: false };
  const account = user && (await commands.look('user', userId)).account;
  return account?.confirmedRequestId === requestId
    ? { email: account.email, is_confirmed: true }
    : refuse('link_outdated');
}

/** Confirms the address of a request. Doing it twice is as good as once. */
export async function confirmEmail(
  { pool, commands }: Toolbox,
  userId: number,
  requestId: string,
  context: CommandContext,
): Promise<EmailConfirmed | Refusal> {
  const user = await findUser(pool, userId);
  if (!user) return refuse('link_outdated');
  const confirm = async (email: string | null): Promise<EmailConfirmed | Refusal> => {
    const outcome = await commands.execute('user', userId, { type: 'ConfirmEmail', requestId, email }, context);
    if (isRefusal(outcome)) return outcome;
    const confirmed = outcome.state.account!.email;
    const formerEmail = outcome.events.length > 0 && user.email !== confirmed ? user.email : null;
    return { email: confirmed, formerEmail, position: outcome.position };
  };
  // Whether an address is taken is reported only to whoever has its link: of another one nothing is looked up.
  const { pending_email: requested } = user;
  if (requested === null || user.pending_email_request !== requestId) return confirm(null);
  return holdingEmail(pool, requested, async () => {
    const owner = await findUserByEmail(pool, requested);
    return owner && owner.id !== userId ? invalid([{ code: 'email_taken', field: 'email' }]) : confirm(requested);
  });
}
