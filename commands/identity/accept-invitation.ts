import { faultPoint } from '../../database/fault-point.ts';
import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { teamsOf, type LinkRow } from '../../projections/identity/links.ts';
import type { CommandContext } from '../support/context.ts';
import type { SignInToolbox, Toolbox } from '../support/toolbox.ts';
import { findLink, useUp } from '../../stores/identity/account-links.ts';
import { confirmPassword } from './change-password.ts';
import { passwordRefusal } from './password-rules.ts';
import { checkCodes, type GivenCodes } from './second-factor.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';
import { storePassword } from '../../stores/identity/passwords.ts';
import { openSession, type SignedIn } from './sign-in.ts';

/**
 * Whoever is invited to a firm accepts through a link. Someone whose account is still that of the firm which opened it takes
 * it over on the way, with a password of their own: what a stranger may have prepared opens nothing any more. Someone who
 * has an account of their own signs in and agrees.
 */

/** The invitation behind a link that still works. */
export async function findInvitation({ pool }: Toolbox, token: string): Promise<LinkRow | undefined> {
  const link = await findLink(pool, token, 'invitation');
  if (!link) return undefined;
  if (link.firm_id === null) return link.makes_platform_admin ? link : undefined;
  const isOfTeam = link.is_invited !== null;
  return isOfTeam && (link.is_invited || !link.is_claimed) ? link : undefined;
}

export interface Acceptance {
  /** A new one for an account that is claimed now, else the one that it has. */
  readonly password: string;
  /** The password that an account which is claimed now has had: proves the person to every firm; null: not given. */
  readonly currentPassword: string | null;
  /** Claim an account anew that someone else has claimed through a link of another firm. */
  readonly claimsAnew: boolean;
  /** Of an account that is claimed now. */
  readonly name: string | null;
  readonly locale: Language | null;
  readonly deviceName: string;
  readonly ip: string;
  /** Asked for where the account has a second factor. */
  readonly codes: GivenCodes;
}

export interface InvitationAccepted extends SignedIn {
  /** Place in the log that every process must have taken note of. */
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
    return invalid([{ code: 'claim_not_doubted', field: 'claim_anew' }]);
  const by =
    link.is_claimed && !acceptance.claimsAnew
      ? await proven(toolbox, box, link, acceptance)
      : await claimed(toolbox, link, acceptance, own);
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
  faultPoint('between-acceptance-and-team');
  // Cut off here, the link still works: whoever opens it again has an account by now, signs in and joins.
  const joined = firmId === null ? null : await commands.execute('firm', firmId, { type: 'JoinTeam', userId }, own);
  if (joined !== null && isRefusal(joined)) return joined;
  await useUp(pool, link.id);
  const { deviceName, ip } = acceptance;
  const signedIn = await openSession(toolbox, { userId, deviceName, ip, verifiedPassword: null, expiresAt: null }, own);
  if (isRefusal(signedIn)) return signedIn;
  const positions = [accepted.position, joined?.position, signedIn.endedAt].map((position) => position ?? 0);
  return { ...signedIn, rightsChangedAt: Math.max(...positions) || null };
}

async function proven(
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
 * A link that a firm has handed over proves that the firm knows the person, and nothing to others: whatever else the account
 * belongs to must be joined again, unless the person also knows the password that the account has had. That comes first, so that
 * nobody sees it in between.
 */
async function claimed(
  toolbox: SignInToolbox,
  { user_id: userId, email, firm_id, means, doubted_link_id }: LinkRow,
  { password, currentPassword, claimsAnew, name, locale }: Acceptance,
  context: CommandContext,
) {
  const { pool, commands } = toolbox;
  const weak = passwordRefusal(password, email);
  if (weak) return weak;
  const known =
    currentPassword === null
      ? { verifiedPassword: null }
      : await confirmPassword(toolbox, userId, 'current_password', currentPassword);
  if (isRefusal(known)) return known;
  const passwordId = await storePassword(pool, userId, password);
  if (means === 'handed_over' && firm_id !== null && known.verifiedPassword === null)
    for (const other of await teamsOf(pool, userId))
      if (other !== firm_id) {
        const held = await commands.execute('firm', other, { type: 'InviteAgain', userId }, context);
        if (isRefusal(held)) return held;
      }
  const profile = { ...(name !== null && { name }), ...(locale !== null && { locale }) };
  return { proof: 'claim', anew: claimsAnew ? doubted_link_id : null, means, ...known, passwordId, profile } as const;
}
