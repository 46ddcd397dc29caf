import { passFaultPoint } from '../../database/fault-point.ts';
import { areColleagues } from '../../domain/firms/acceptance.ts';
import type { FirmRole } from '../../domain/firms/member-events.ts';
import type { LinkMeans } from '../../domain/identity/user-events.ts';
import type { Language } from '../../domain/language.ts';
import { refuseInvalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { findAccountStanding, listFirms, listMembers } from '../../projections/firms/queries.ts';
import { findUser, listUsersByEmail, type UserRow } from '../../projections/identity/queries.ts';
import { issueLink, type IssuedLink } from '../../stores/identity/account-links.ts';
import { withEmailLock } from '../identity/email-address.ts';
import { runGuarded, isHeld, type Attempted } from '../../stores/identity/guarded-attempts.ts';
import { findPasswordRefusal } from '../identity/password-rules.ts';
import { registerUser } from '../identity/register-user.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import {
  changeAccount,
  executeInFirm,
  isManaged,
  getLatestPosition,
  refuseNotManaged,
  type TeamChanged,
} from './change-team.ts';

/** Adds someone to the team of a firm: with an account that the firm opens, or by inviting an existing account. */

export interface NewMember {
  readonly email: string;
  readonly role: FirmRole;
  /** Null means all files of the firm. */
  readonly companyTokens: readonly string[] | null;
  /** For a new account only; an existing account keeps its name. */
  readonly name: string | null;
  readonly password: string | null;
  readonly locale: Language | null;
  /** How the link of the invitation is delivered. */
  readonly means: LinkMeans;
  /** Whether the password of an existing account may be set. */
  readonly maySetPassword: boolean;
}

export interface MemberAdded extends TeamChanged {
  readonly userId: number;
  /** False if an existing account was attached. */
  readonly hasNewAccount: boolean;
  /** Set if the account does not belong to this firm: the person sees nothing before accepting. */
  readonly invitation: IssuedLink | null;
}

/** Limits look-ups of addresses outside the firm: each one reveals whether an account exists, or sends a mail. */
const MOST_LOOK_UPS = 60;
const LOOK_UPS_SECONDS = 60 * 60;

/**
 * Attaches someone to the team, with a new account if the address has none. The account is created first. If the request
 * is interrupted in between, a retry attaches the account; until then it gives no access.
 */
export async function addMember(
  toolbox: Toolbox,
  firmId: number,
  member: NewMember,
  context: CommandContext,
): Promise<MemberAdded | Refusal> {
  const { pool, commands } = toolbox;
  const guard = { subject: `addresses ${firmId}`, most: MOST_LOOK_UPS, seconds: LOOK_UPS_SECONDS };
  const outcome = await runGuarded(pool, guard, () =>
    withEmailLock(pool, member.email, async () => {
      // The previous holder of the address lock may have stopped waiting for the projections.
      await commands.waitForProjections();
      const known = findAccountToAdd(await listUsersByEmail(pool, member.email), firmId, member.means);
      // Check with the firm before revealing anything about the account, so that a refused request cannot probe
      // addresses.
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
      passFaultPoint('between-account-and-member');
      const attached = await attachMember(toolbox, firmId, { userId, member, isInvited: false }, context);
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

/**
 * The account of the proven owner of the address, or the one that this firm opened. Accounts that other firms opened
 * without proof belong to those firms. A handed-over link would prove the person to this firm alone, so the firm gets an
 * account of its own; a mailed link reaches the owner of the address.
 */
function findAccountToAdd(accounts: readonly UserRow[], firmId: number, means: LinkMeans): UserRow | undefined {
  const own = accounts.find((one) => one.is_address_proven) ?? accounts.find((one) => one.opened_by_firm_id === firmId);
  return own ?? (means === 'mailed' ? accounts[0] : undefined);
}

/** An unclaimed account opened by this firm is attached directly; any other account is invited. */
async function attachKnown(
  toolbox: Toolbox,
  firmId: number,
  known: UserRow,
  member: NewMember,
  context: CommandContext,
): Promise<Attempted<MemberAdded | Refusal>> {
  const { pool } = toolbox;
  const standing = await findAccountStanding(pool, known.id, firmId);
  if (standing?.is_demo) return { hasFailed: true, result: refuseInvalid([{ code: 'demo_account', field: 'email' }]) };
  const isOurs = known.opened_by_firm_id === firmId && !known.is_claimed;
  const mayChange = isOurs && standing !== undefined && isManaged(standing, firmId, known.id === context.userId);
  const { name, password } = member;
  if (!mayChange && (name !== null || password !== null)) {
    const given = (['name', 'password'] as const).filter((field) => member[field] !== null);
    return { hasFailed: !isOurs, result: refuseNotManaged(given) };
  }
  if (password !== null && !member.maySetPassword)
    return { hasFailed: false, result: refuse('session_token_required') };
  const weak = password === null ? null : findPasswordRefusal(password, known.email);
  if (weak) return { hasFailed: false, result: weak };
  const isAgreed = known.id === context.userId && context.tokenKind === 'session' && known.is_claimed;
  const isInvited = !isOurs && !isAgreed && !(await canJoinAtOnce(toolbox, firmId, known, context));
  const attached = await attachMember(toolbox, firmId, { userId: known.id, member, isInvited }, context);
  // Attaching an existing account reveals that the address has one.
  const hasFailed = !isOurs && !isAgreed;
  if (isRefusal(attached)) return { hasFailed, result: attached };
  const changed = await changeAccount(
    toolbox,
    known.id,
    { name: name === known.name ? undefined : (name ?? undefined), password: password ?? undefined },
    context,
  );
  if (isRefusal(changed)) return { hasFailed: false, result: changed };
  const link = { userId: known.id, email: known.email, purpose: 'invitation', firmId, means: member.means } as const;
  const invitation = isInvited ? await issueLink(pool, link) : null;
  const rightsChangedAt = getLatestPosition([attached.rightsChangedAt, ...changed]);
  return { hasFailed, result: { rightsChangedAt, userId: known.id, hasNewAccount: false, invitation } };
}

/** The firm asks for no acceptance, and the person is a colleague of the inviting administrator. */
async function canJoinAtOnce(
  { pool }: Toolbox,
  firmId: number,
  known: UserRow,
  { userId }: CommandContext,
): Promise<boolean> {
  const [[firm], inviting] = await Promise.all([
    listFirms(pool, [firmId]),
    userId === null ? undefined : findUser(pool, userId),
  ]);
  if (firm === undefined || firm.requires_acceptance || inviting === undefined || !known.is_claimed) return false;
  return areColleagues(toKnownAddress(inviting), toKnownAddress(known));
}

const toKnownAddress = ({ email, is_address_proven: isProven }: UserRow) => ({ email, isProven });

function attachMember(
  toolbox: Toolbox,
  firmId: number,
  { userId, member, isInvited }: { readonly userId: number; readonly member: NewMember; readonly isInvited: boolean },
  context: CommandContext,
): Promise<TeamChanged | Refusal> {
  const { role, companyTokens } = member;
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
  if (name === null || password === null) return refuseInvalid(missing);
  return registerUser(toolbox, { name, email, password, locale, openedByFirmId: firmId }, context);
}

/** Issues another link for an invited person, or for someone taking over an account opened by this firm. */
export async function inviteMember(
  { pool }: Toolbox,
  firmId: number,
  userId: number,
  means: LinkMeans,
): Promise<(IssuedLink & { readonly email: string }) | Refusal> {
  const [[member], account] = await Promise.all([
    listMembers(pool, firmId, userId),
    findAccountStanding(pool, userId, firmId),
  ]);
  if (!member || !account) return refuse('not_found');
  const isOurs = account.opened_by_firm_id === firmId && !account.is_claimed;
  if (!member.is_invited && !isOurs) return refuse('invitation_not_needed');
  const { email } = member;
  return { ...(await issueLink(pool, { userId, email, purpose: 'invitation', firmId, means })), email };
}
