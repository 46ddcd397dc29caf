import { faultPoint } from '../../database/fault-point.ts';
import type { FirmRole } from '../../domain/firms/member-events.ts';
import type { LinkMeans } from '../../domain/identity/user-events.ts';
import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { accountStanding, membersOf } from '../../projections/firms/queries.ts';
import { findUserByEmail, type UserRow } from '../../projections/identity/queries.ts';
import { issueLink, type IssuedLink } from '../../stores/identity/account-links.ts';
import { holdingEmail } from '../identity/email-address.ts';
import { guarded, isHeld, type Attempted } from '../../stores/identity/guarded-attempts.ts';
import { passwordRefusal } from '../identity/password-rules.ts';
import { registerUser } from '../identity/register-user.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { changeAccount, executeInFirm, isManaged, latest, notManaged, type TeamChanged } from './change-team.ts';

/** Someone joins the team of a firm: with an account that the firm opens, or invited with the one that they have. */

export interface NewMember {
  readonly email: string;
  readonly role: FirmRole;
  /** Null: all files of the firm. */
  readonly companyTokens: readonly string[] | null;
  /** Of a new account; whoever has one keeps the own. */
  readonly name: string | null;
  readonly password: string | null;
  readonly locale: Language | null;
  /** How the link of an invitation goes out. */
  readonly means: LinkMeans;
  /** False: not of an account that exists. */
  readonly maySetPassword: boolean;
}

export interface MemberAdded extends TeamChanged {
  readonly userId: number;
  /** False when someone who had an account was attached. */
  readonly hasNewAccount: boolean;
  /** Of someone whose account is not this firm's: they see nothing before they have accepted. */
  readonly invitation: IssuedLink | null;
}

/**
 * Each look-up of an address that is not of this firm tells whether it has an account, or lets a mail go out: nobody needs
 * many of them.
 */
const MOST_LOOK_UPS = 60;
const LOOK_UPS_SECONDS = 60 * 60;

/**
 * Attaches someone to the team, with a new account where the address has none. The account comes first: cut off between
 * the two, the same request attaches it when it comes again, and until then the account opens nothing.
 */
export async function addMember(
  toolbox: Toolbox,
  firmId: number,
  member: NewMember,
  context: CommandContext,
): Promise<MemberAdded | Refusal> {
  const { pool, commands } = toolbox;
  const guard = { subject: `addresses ${firmId}`, most: MOST_LOOK_UPS, seconds: LOOK_UPS_SECONDS };
  const outcome = await guarded(pool, guard, () =>
    holdingEmail(pool, member.email, async () => {
      // Whoever had the address before may have given up waiting for the tables.
      await commands.caughtUp();
      const known = await findUserByEmail(pool, member.email);
      // Before anything is said of the account: what the firm itself refuses is no way to ask for addresses.
      const now = new Date().toISOString();
      const check = {
        type: 'CheckNewMember',
        ...(known && { userId: known.id }),
        companyTokens: member.companyTokens,
        now,
      } as const;
      const refused = await commands.execute('firm', firmId, check, context);
      if (isRefusal(refused)) return { hasFailed: false, result: refused };
      if (known) return attachKnown(toolbox, firmId, known, member, context);
      const userId = await openAccount(toolbox, firmId, member, context);
      if (isRefusal(userId)) return { hasFailed: true, result: userId };
      faultPoint('between-account-and-member');
      const attached = await attach(toolbox, firmId, userId, member, false, context);
      return {
        hasFailed: false,
        result: isRefusal(attached) ? attached : { ...attached, userId, hasNewAccount: true, invitation: null },
      };
    }),
  );
  if (!isHeld(outcome)) return outcome;
  return outcome.held === 'busy'
    ? refuse('overloaded')
    : refuse('rate_limited', { params: { seconds: outcome.retryAfterSeconds } });
}

/** An account that this firm has opened and nobody has claimed is the firm's; any other one is asked. */
async function attachKnown(
  toolbox: Toolbox,
  firmId: number,
  known: UserRow,
  member: NewMember,
  context: CommandContext,
): Promise<Attempted<MemberAdded | Refusal>> {
  const { pool } = toolbox;
  const standing = await accountStanding(pool, known.id, firmId);
  if (standing?.is_demo) return { hasFailed: true, result: invalid([{ code: 'demo_account', field: 'email' }]) };
  const isOurs = known.opened_by_firm_id === firmId && !known.is_claimed;
  const mayChange = isOurs && standing !== undefined && isManaged(standing, firmId, known.id === context.userId);
  const { name, password } = member;
  if (!mayChange && (name !== null || password !== null)) {
    const given = (['name', 'password'] as const).filter((field) => member[field] !== null);
    return { hasFailed: !isOurs, result: notManaged(given) };
  }
  if (password !== null && !member.maySetPassword)
    return { hasFailed: false, result: refuse('session_token_required') };
  const weak = password === null ? null : passwordRefusal(password, known.email);
  if (weak) return { hasFailed: false, result: weak };
  const isAgreed = known.id === context.userId && context.tokenKind === 'session' && known.is_claimed;
  const isInvited = !isOurs && !isAgreed;
  const attached = await attach(toolbox, firmId, known.id, member, isInvited, context);
  if (isRefusal(attached)) return { hasFailed: isInvited, result: attached };
  const changed = await changeAccount(
    toolbox,
    known.id,
    { name: name === known.name ? undefined : (name ?? undefined), password: password ?? undefined },
    context,
  );
  if (isRefusal(changed)) return { hasFailed: false, result: changed };
  const link = { userId: known.id, email: known.email, purpose: 'invitation', firmId, means: member.means } as const;
  const invitation = isInvited ? await issueLink(pool, link) : null;
  const rightsChangedAt = latest([attached.rightsChangedAt, ...changed]);
  return { hasFailed: isInvited, result: { rightsChangedAt, userId: known.id, hasNewAccount: false, invitation } };
}

function attach(
  toolbox: Toolbox,
  firmId: number,
  userId: number,
  { role, companyTokens }: NewMember,
  isInvited: boolean,
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  const now = new Date().toISOString();
  return executeInFirm(toolbox, firmId, { type: 'AttachMember', userId, role, companyTokens, isInvited, now }, context);
}

async function openAccount(
  toolbox: Toolbox,
  firmId: number,
  { name, email, password, locale }: NewMember,
  context: CommandContext,
): Promise<number | Refusal> {
  const missing: Problem[] = [];
  if (name === null) missing.push({ code: 'required', field: 'name' });
  if (password === null) missing.push({ code: 'required', field: 'password' });
  if (name === null || password === null) return invalid(missing);
  return registerUser(toolbox, { name, email, password, locale, openedByFirmId: firmId }, context);
}

/** Another link for someone who was invited, or for someone who is to take over the account that this firm has opened. */
export async function inviteMember(
  { pool }: Toolbox,
  firmId: number,
  userId: number,
  means: LinkMeans,
): Promise<(IssuedLink & { readonly email: string }) | Refusal> {
  const [[member], account] = await Promise.all([
    membersOf(pool, firmId, userId),
    accountStanding(pool, userId, firmId),
  ]);
  if (!member || !account) return refuse('not_found');
  const isOurs = account.opened_by_firm_id === firmId && !account.is_claimed;
  if (!member.is_invited && !isOurs) return refuse('invitation_not_needed');
  const { email } = member;
  return { ...(await issueLink(pool, { userId, email, purpose: 'invitation', firmId, means })), email };
}
