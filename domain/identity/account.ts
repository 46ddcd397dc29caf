import { refuseInvalid, refuse, assertUnreachable, type Decision } from '../refusal.ts';
import { isSameIdentity, type Account, type SignOnIdentity, type User } from './state.ts';
import type { EmailRequest, Issued, LinkMeans, Profile, Registered, TokenKind, UserEvent } from './user-events.ts';

/** The account of a person and the tokens that act on their behalf. */

export type UserCommand =
  | { type: 'RegisterUser'; details: Registered }
  | {
      type: 'OpenSession';
      token: Issued;
      /** The password that was verified. Null if no password was required. */
      verifiedPassword: string | null;
      /** Sessions that end to make room for this one. */
      endedSessions: readonly number[];
    }
  | { type: 'IssueToken'; token: Issued; now: string }
  /** If a kind is given, a token of another kind counts as unknown. */
  | { type: 'RevokeToken'; tokenId: number; kind?: TokenKind }
  | { type: 'ChangeProfile'; changes: Profile }
  /** Name and address from the external platform. The address has been checked to be free. */
  | { type: 'MirrorUser'; externalId: string; name: string; email: string }
  | {
      type: 'ChangePassword';
      passwordId: string;
      /** The verified current password. Null if an administrator sets a new one. */
      verifiedPassword: string | null;
      /** The session that stays open. Every other session and token ends. */
      keptTokenId: number | null;
    }
  | { type: 'RequestEmailChange'; request: EmailRequest }
  /** `email` has been checked to be free. The request must be for this address. */
  | { type: 'ConfirmEmail'; requestId: string; email: string | null }
  /** Through the link in the notice to the old address. */
  | { type: 'CancelEmailChange'; requestId: string }
  /** Through a mailed link: access to the mailbox proves ownership of the account. */
  | { type: 'ResetPassword'; linkId: number; passwordId: string }
  | { type: 'EnableSecondFactor' }
  | { type: 'DisableSecondFactor' }
  | LinkSignOn
  | { type: 'UnlinkSignOn' }
  | AcceptInvitation
  | JoinAccount
  | EraseAccount
  | { type: 'AppointPlatformAdmin' };

/** The person proved their identity and left every team. */
export interface EraseAccount {
  readonly type: 'EraseAccount';
  readonly userId: number;
  readonly keys: readonly string[];
  /** The verified password. Null if the person proved a second factor instead. */
  readonly verifiedPassword: string | null;
}

/** The owner of both accounts proved the password of this one. */
export interface JoinAccount {
  readonly type: 'JoinAccount';
  readonly intoUserId: number;
  readonly verifiedPassword: string;
}

/** The first sign-in of a person of an identity provider, whose verified address is that of the account. */
export interface LinkSignOn {
  readonly type: 'LinkSignOn';
  readonly identity: SignOnIdentity;
  readonly email: string;
  /**
   * Id of a password without a hash. If the provider proves the person, an account that is not securely theirs yet is
   * claimed, and its password becomes void. Null for a provider that proves the person to one firm only.
   */
  readonly voidPasswordId: string | null;
}

/** Through a link. The owner of a claimed account proves their identity; otherwise, the person claims the account now. */
export interface AcceptInvitation {
  readonly type: 'AcceptInvitation';
  readonly linkId: number;
  readonly makesPlatformAdmin: boolean;
  /** The inviting firm. Null: the platform. */
  readonly firmId: number | null;
  readonly by:
    | {
        readonly proof: 'claim';
        /** Link of the earlier claim that is repeated. Null: the account has not been claimed yet. */
        readonly anew: number | null;
        readonly means: LinkMeans;
        /** The previous password, if it was given and verified. Null: the link is the only proof. */
        readonly verifiedPassword: string | null;
        readonly passwordId: string;
        readonly profile: Profile;
      }
    /** The verified password. */
    | { readonly proof: 'password'; readonly verifiedPassword: string };
}

export const MAX_INTEGRATION_TOKENS = 50;

export function decideUser(command: UserCommand, { account, tokens }: User): Decision<UserEvent> {
  if (command.type === 'RegisterUser')
    return account === null ? [{ type: 'UserRegistered', data: command.details }] : [];
  if (account === null) return refuse('not_found');
  if (account.isErased === true) return decideErasedAccount(command);
  if (command.type === 'EraseAccount') return eraseAccount(command, account, tokens);
  if (account.joinedIntoId !== undefined) return decideJoinedAccount(command, account.joinedIntoId);
  switch (command.type) {
    case 'OpenSession':
      // The password changed while the old one was being verified, so the old one is no longer valid.
      if (command.verifiedPassword !== null && command.verifiedPassword !== account.passwordId)
        return refuseInvalid([{ code: 'invalid_credentials', field: 'email' }]);
      return [
        ...command.endedSessions.filter((id) => tokens.get(id)?.kind === 'session').map(revokeToken),
        { type: 'TokenIssued', data: command.token },
      ];
    case 'IssueToken':
      return countActiveIntegrations(tokens, command.now) < MAX_INTEGRATION_TOKENS
        ? [{ type: 'TokenIssued', data: command.token }]
        : refuse('token_limit_reached', { params: { max: MAX_INTEGRATION_TOKENS } });
    case 'RevokeToken': {
      const token = tokens.get(command.tokenId);
      if (command.kind !== undefined && token?.kind !== command.kind) return refuse('not_found');
      return token === undefined ? [] : [revokeToken(command.tokenId)];
    }
    case 'ChangeProfile':
      return changeProfile(command.changes, account);
    case 'MirrorUser': {
      const { externalId, name, email } = command;
      if (account.externalId !== externalId) return refuse('not_found');
      const data = { ...(name !== account.name && { name }), ...(email !== account.email && { email }) };
      return Object.keys(data).length === 0 ? [] : [{ type: 'UserMirrored', data }];
    }
    case 'ChangePassword':
      if (account.externalId !== undefined) return refuse('account_external', { field: 'password' });
      if (command.verifiedPassword !== null && command.verifiedPassword !== account.passwordId)
        return refuseInvalid([{ code: 'password_incorrect', field: 'current_password' }]);
      return [
        { type: 'PasswordChanged', data: { password_id: command.passwordId } },
        ...cancelEmailRequest(account),
        ...[...tokens.entries()].filter(([id]) => id !== command.keptTokenId).map(([id]) => revokeToken(id)),
      ];
    case 'RequestEmailChange':
      if (account.externalId !== undefined) return refuse('account_external', { field: 'email' });
      // A firm that opens an account vouches for its address; the person may prove it by mail.
      if (command.request.email === account.email && account.emailVerified && account.openedByFirmId === undefined)
        return refuseInvalid([{ code: 'email_unchanged', field: 'email' }]);
      return account.emailRequest?.request_id === command.request.request_id
        ? []
        : [{ type: 'EmailChangeRequested', data: command.request }];
    case 'ConfirmEmail': {
      const { emailRequest, confirmedRequestId } = account;
      if (emailRequest?.request_id === command.requestId && emailRequest.email === command.email) {
        const { request_id, email } = emailRequest;
        return [{ type: 'EmailConfirmed', data: { request_id, email } }];
      }
      return confirmedRequestId === command.requestId ? [] : refuse('link_outdated');
    }
    case 'CancelEmailChange':
      if (account.emailRequest?.request_id === command.requestId) return cancelEmailRequest(account);
      return account.cancelledRequestId === command.requestId ? [] : refuse('link_outdated');
    case 'ResetPassword':
      if (account.externalId !== undefined) return refuse('not_found');
      return resetPassword(command.linkId, command.passwordId, account, tokens);
    case 'EnableSecondFactor':
      return account.hasSecondFactor ? [] : [{ type: 'SecondFactorEnabled', data: {} }];
    case 'DisableSecondFactor':
      return account.hasSecondFactor ? [{ type: 'SecondFactorDisabled', data: {} }] : [];
    case 'LinkSignOn':
      return linkSignOn(command, account, tokens);
    case 'UnlinkSignOn':
      return unlinkSignOns(account);
    case 'AcceptInvitation':
      return acceptInvitation(command, account, tokens);
    case 'JoinAccount':
      return joinAccount(command, account, tokens);
    case 'AppointPlatformAdmin':
      return appointPlatformAdmin(account);
    default:
      return assertUnreachable(command);
  }
}

/** An account that was joined into another one: nothing changes it any more. */
function decideJoinedAccount(command: UserCommand, joinedIntoId: number): Decision<UserEvent> {
  if (command.type === 'OpenSession') return refuseInvalid([{ code: 'invalid_credentials', field: 'email' }]);
  return command.type === 'JoinAccount' && command.intoUserId === joinedIntoId ? [] : refuse('not_found');
}

/** An erased account: no one signs in to it, and nothing changes it. */
function decideErasedAccount(command: UserCommand): Decision<UserEvent> {
  if (command.type === 'OpenSession') return refuseInvalid([{ code: 'invalid_credentials', field: 'email' }]);
  return command.type === 'EraseAccount' ? [] : refuse('not_found');
}

/** The number of the account is stable and tells nothing about the person. */
export const buildPseudonym = (userId: number): string => `User ${userId}`;

function eraseAccount(
  { userId, keys, verifiedPassword }: EraseAccount,
  account: Account,
  tokens: User['tokens'],
): Decision<UserEvent> {
  if (account.externalId !== undefined) return refuse('account_external', { field: 'password' });
  if (verifiedPassword !== null && verifiedPassword !== account.passwordId)
    return refuseInvalid([{ code: 'password_incorrect', field: 'password' }]);
  return [
    ...cancelEmailRequest(account),
    ...unlinkSignOns(account),
    ...disableSecondFactor(account),
    ...[...tokens.entries()].map(([id]) => revokeToken(id)),
    { type: 'AccountErased', data: { pseudonym: buildPseudonym(userId), keys } },
  ];
}

function joinAccount(
  { intoUserId, verifiedPassword }: JoinAccount,
  account: Account,
  tokens: User['tokens'],
): Decision<UserEvent> {
  if (account.externalId !== undefined) return refuse('account_external', { field: 'password' });
  if (verifiedPassword !== account.passwordId)
    return refuseInvalid([{ code: 'account_to_join_unknown', field: 'password' }]);
  return [
    ...cancelEmailRequest(account),
    // The person of the provider signs in to the other account next time.
    ...unlinkSignOns(account),
    ...[...tokens.entries()].map(([id]) => revokeToken(id)),
    { type: 'AccountJoined', data: { into_user_id: intoUserId } },
  ];
}

const unlinkSignOns = ({ signOns = [] }: Account): readonly UserEvent[] =>
  signOns.map(({ issuer, subject }) => ({ type: 'SignOnUnlinked', data: { issuer, subject } }));

function acceptInvitation(
  { linkId: link_id, makesPlatformAdmin, firmId, by }: AcceptInvitation,
  account: Account,
  tokens: User['tokens'],
): Decision<UserEvent> {
  const isUsed = account.usedLinks.includes(link_id);
  // The proof applies to the account as it was then: another person may have claimed it since.
  const isAnew = by.proof === 'claim' && by.anew !== null && account.doubted?.linkId === by.anew;
  if (account.isClaimed !== (by.proof === 'password') && !isAnew) return refuse('not_found');
  const also = makesPlatformAdmin ? appointPlatformAdmin(account) : [];
  if (by.proof === 'password') {
    if (by.verifiedPassword !== account.passwordId)
      return refuseInvalid([{ code: 'password_incorrect', field: 'password' }]);
    // After an interruption, the same link is used again. The person is verified again, and nothing is left to record.
    const data = { link_id, ...(firmId !== null && { firm_id: firmId }) };
    return isUsed ? [] : [{ type: 'InvitationAccepted', data }, ...also];
  }
  if (isUsed) return refuse('not_found');
  if (by.verifiedPassword !== null && by.verifiedPassword !== account.passwordId)
    return refuseInvalid([{ code: 'password_incorrect', field: 'current_password' }]);
  const isProvenToOne = by.means === 'handed_over' && by.verifiedPassword === null && firmId !== null;
  return [
    {
      type: 'AccountClaimed',
      data: { link_id, means: by.means, ...(isProvenToOne && { proven_to_firm_id: firmId }) },
    },
    { type: 'PasswordChanged', data: { password_id: by.passwordId } },
    ...disableSecondFactor(account),
    ...changeProfile(by.profile, account),
    ...[...tokens.entries()].map(([id]) => revokeToken(id)),
    ...also,
  ];
}

function linkSignOn(
  { identity, email, voidPasswordId }: LinkSignOn,
  account: Account,
  tokens: User['tokens'],
): Decision<UserEvent> {
  const known = account.signOns ?? [];
  if (known.some((one) => isSameIdentity(one, identity))) return [];
  // Another person of the same provider: the address was given to someone else.
  const isReassigned = known.some(({ issuer }) => issuer === identity.issuer);
  const isOther = email.toLowerCase() !== account.email.toLowerCase();
  if (isReassigned || isOther || !account.emailVerified || account.externalId !== undefined)
    return refuse('sign_on_not_linked');
  const isUnproven = !account.isClaimed || account.doubted !== undefined;
  if (voidPasswordId === null || !isUnproven) return [{ type: 'SignOnLinked', data: identity }];
  return [
    { type: 'SignOnLinked', data: { ...identity, is_claim: true } },
    { type: 'PasswordChanged', data: { password_id: voidPasswordId } },
    ...disableSecondFactor(account),
    ...[...tokens.entries()].map(([id]) => revokeToken(id)),
  ];
}

function resetPassword(
  link_id: number,
  password_id: string,
  account: Account,
  tokens: User['tokens'],
): Decision<UserEvent> {
  if (account.usedLinks.includes(link_id)) return refuse('not_found');
  const claimed: readonly UserEvent[] = account.isClaimed
    ? []
    : [{ type: 'AccountClaimed', data: { link_id, means: 'mailed' } }, ...disableSecondFactor(account)];
  return [
    ...claimed,
    { type: 'PasswordChanged', data: { password_id, link_id } },
    // A claim has voided the request.
    ...(account.isClaimed ? cancelEmailRequest(account) : []),
    ...[...tokens.entries()].map(([id]) => revokeToken(id)),
  ];
}

/** An attacker may have requested another address before the owner set a new password. */
const cancelEmailRequest = ({ emailRequest }: Account): readonly UserEvent[] =>
  emailRequest === null ? [] : [{ type: 'EmailChangeCancelled', data: { request_id: emailRequest.request_id } }];

const appointPlatformAdmin = ({ isPlatformAdmin }: Account): readonly UserEvent[] =>
  isPlatformAdmin ? [] : [{ type: 'PlatformAdminAppointed', data: {} }];

/** A previous user of the account may have set up their own authenticator. */
const disableSecondFactor = ({ hasSecondFactor }: Account): readonly UserEvent[] =>
  hasSecondFactor ? [{ type: 'SecondFactorDisabled', data: {} }] : [];

const revokeToken = (id: number): UserEvent => ({ type: 'TokenRevoked', data: { id } });

/** Expired tokens do not count towards the limit. */
function countActiveIntegrations(tokens: User['tokens'], now: string): number {
  const instant = Date.parse(now);
  let count = 0;
  for (const { kind, expiresAt } of tokens.values())
    if (kind === 'integration' && (expiresAt === null || Date.parse(expiresAt) > instant)) count += 1;
  return count;
}

function changeProfile({ name, locale }: Profile, account: Account): readonly UserEvent[] {
  const data: Profile = {
    ...(name !== undefined && name !== account.name && { name }),
    ...(locale !== undefined && locale !== account.locale && { locale }),
  };
  return Object.keys(data).length === 0 ? [] : [{ type: 'ProfileChanged', data }];
}
