import { passFaultPoint } from '../../database/fault-point.ts';
import type { Language } from '../../domain/language.ts';
import { refuseInvalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { listJoinedFirms, type LinkRow } from '../../projections/identity/links.ts';
import type { CommandContext } from '../support/context.ts';
import type { SignInToolbox, Toolbox } from '../support/toolbox.ts';
import { findLink, markLinkUsed } from '../../stores/identity/account-links.ts';
import { confirmPassword } from './change-password.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { checkCodes, type GivenCodes } from './second-factor.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import { storePassword } from '../../stores/identity/passwords.ts';
import { openSession, type SignedIn } from './sign-in.ts';
import { voidPendingProofs } from './void-pending.ts';

/**
 * Accepts an invitation to a firm through a link. If the account still belongs to the firm that opened it, the person
 * takes it over and sets a new password, so that any earlier password stops working. The owner of a claimed account
 * confirms with the password.
 */

/** Finds the invitation of a link that is still valid. */
export async function findInvitation({ pool }: Toolbox, token: string): Promise<LinkRow | undefined> {
  const link = await findLink(pool, token, 'invitation');
  if (!link) return undefined;
  if (link.firm_id === null) return link.makes_platform_admin ? link : undefined;
  const isOfTeam = link.is_invited !== null;
  return isOfTeam && (link.is_invited || !link.is_claimed) ? link : undefined;
}

export interface Acceptance {
  /** A new password if the account is being claimed, else the current one. */
  readonly password: string;
  /** Previous password of an account being claimed; it proves the person's identity to every firm. Null if not given. */
  readonly currentPassword: string | null;
  /** Reclaim an account that was claimed by someone else through a link of another firm. */
  readonly claimsAnew: boolean;
  /** Only for an account being claimed. */
  readonly name: string | null;
  readonly locale: Language | null;
  readonly deviceName: string;
  readonly ip: string;
  /** Required if the account has a second factor. */
  readonly codes: GivenCodes;
}

export interface InvitationAccepted extends SignedIn {
  /** Log position that every process must have processed. */
  readonly rightsChangedAt: number | null;
}

export async function acceptInvitation(
  toolbox: SignInToolbox,
  box: SecretBox,
  token: string,
  acceptance: Acceptance,
  context: CommandContext,
): Promise<InvitationAccepted | Refusal> {
  const { pool, commands } = toolbox;
  const link = await findInvitation(toolbox, token);
  if (!link) return refuse('not_found');
  const { user_id: userId, firm_id: firmId } = link;
  const own = { ...context, userId, clientMutationId: null };
  if (acceptance.claimsAnew && link.doubted_link_id === null)
    return refuseInvalid([{ code: 'claim_not_doubted', field: 'claim_anew' }]);
  const by =
    link.is_claimed && !acceptance.claimsAnew
      ? await proveByPassword(toolbox, box, link, acceptance)
      : await claimAccount(toolbox, link, acceptance, own);
  if (isRefusal(by)) return by;
  const command = {
    type: 'AcceptInvitation',
    linkId: link.id,
    makesPlatformAdmin: link.makes_platform_admin,
    firmId,
    by,
  } as const;
  const accepted = await commands.execute('user', userId, command, own);
  if (isRefusal(accepted)) return accepted;
  passFaultPoint('between-acceptance-and-team');
  // If interrupted here, the link remains valid: the person opens it again, signs in and joins.
  const joined = firmId === null ? null : await commands.execute('firm', firmId, { type: 'JoinTeam', userId }, own);
  if (joined !== null && isRefusal(joined)) return joined;
  await markLinkUsed(pool, link.id);
  const { deviceName, ip } = acceptance;
  const signedIn = await openSession(toolbox, { userId, deviceName, ip, verifiedPassword: null, expiresAt: null }, own);
  if (isRefusal(signedIn)) return signedIn;
  const positions = [accepted.position, joined?.position, signedIn.endedAt].map((position) => position ?? 0);
  return { ...signedIn, rightsChangedAt: Math.max(...positions) || null };
}

async function proveByPassword(
  toolbox: SignInToolbox,
  box: SecretBox,
  { user_id, has_second_factor }: LinkRow,
  { password, codes }: Acceptance,
) {
  const confirmed = await confirmPassword(toolbox, user_id, 'password', password);
  if (isRefusal(confirmed)) return confirmed;
  const missing = has_second_factor ? await checkCodes(toolbox.pool, box, user_id, codes) : null;
  return missing ?? ({ proof: 'password', ...confirmed } as const);
}

/**
 * A link handed over by a firm proves the person's identity to that firm only. All other teams of the account must be
 * joined again, unless the person also knows the previous password. This is done first, so that no data is visible in
 * between.
 */
async function claimAccount(
  toolbox: SignInToolbox,
  { user_id: userId, email, firm_id, means, doubted_link_id }: LinkRow,
  { password, currentPassword, claimsAnew, name, locale }: Acceptance,
  context: CommandContext,
) {
  const { pool, commands } = toolbox;
  const weak = findPasswordRefusal(password, email);
  if (weak) return weak;
  const known =
    currentPassword === null
      ? { verifiedPassword: null }
      : await confirmPassword(toolbox, userId, 'current_password', currentPassword);
  if (isRefusal(known)) return known;
  await voidPendingProofs(pool, userId);
  const passwordId = await storePassword(pool, userId, password);
  if (means === 'handed_over' && firm_id !== null && known.verifiedPassword === null)
    for (const other of await listJoinedFirms(pool, userId))
      if (other !== firm_id) {
        const held = await commands.execute('firm', other, { type: 'InviteAgain', userId }, context);
        if (isRefusal(held)) return held;
      }
  const profile = { ...(name !== null && { name }), ...(locale !== null && { locale }) };
  return { proof: 'claim', anew: claimsAnew ? doubted_link_id : null, means, ...known, passwordId, profile } as const;
}
