import { invalid, refuse, unreachable, type Decision } from '../refusal.ts';
import type { Account, User } from './state.ts';
import type { EmailRequest, Issued, LinkMeans, Profile, Registered, TokenKind, UserEvent } from './user-events.ts';

/** The account of a person, and the tokens that act in that person's name. */

export type UserCommand =
  | { type: 'RegisterUser'; details: Registered }
  | {
      type: 'OpenSession';
      token: Issued;
      /** The password that was compared; null where no password was requested. */
      verifiedPassword: string | null;
      /** Sessions that make room for this one. */
      endedSessions: readonly number[];
    }
  | { type: 'IssueToken'; token: Issued; now: string }
  /** With a kind, a token that is not of this kind counts as unknown. */
  | { type: 'RevokeToken'; tokenId: number; kind?: TokenKind }
  | { type: 'ChangeProfile'; changes: Profile }
  /** Name and address as the external platform has them; the address is known to be free. */
  | { type: 'MirrorUser'; externalId: string; name: string; email: string }
  | {
      type: 'ChangePassword';
      passwordId: string;
      /** The password that was found to be the current one; null when an administrator sets a new one. */
      verifiedPassword: string | null;
      /** The session that stays; every other session and token ends. */
      keptTokenId: number | null;
    }
  | { type: 'RequestEmailChange'; request: EmailRequest }
  /** `email` is the address that is known to be free; the request must be for this one. */
  | { type: 'ConfirmEmail'; requestId: string; email: string | null }
  /** Through a mailed link: whoever has it has the mailbox, and so the account. */
  | { type: 'ResetPassword'; linkId: number; passwordId: string }
  | { type: 'EnableSecondFactor' }
  | { type: 'DisableSecondFactor' }
  | AcceptInvitation
  | { type: 'AppointPlatformAdmin' };

/** Through a link. Whoever has claimed the account proves to be that person; any other one claims it now. */
export interface AcceptInvitation {
  readonly type: 'AcceptInvitation';
  readonly linkId: number;
  readonly makesPlatformAdmin: boolean;
  /** Whose invitation it is; null: that of the platform. */
  readonly firmId: number | null;
  readonly by:
    | {
        readonly proof: 'claim';
        /** The link of the claim that is made anew; null: nobody has claimed the account yet. */
        readonly anew: number | null;
        readonly means: LinkMeans;
        /** The password that the account had, where it was given and compared; null: the link alone speaks for the person. */
        readonly verifiedPassword: string | null;
        readonly passwordId: string;
        readonly profile: Profile;
      }
    /** The password that was compared. */
    | { readonly proof: 'password'; readonly verifiedPassword: string };
}

export const MAX_INTEGRATION_TOKENS = 50;

export function decideUser(command: UserCommand, { account, tokens }: User): Decision<UserEvent> {
  if (command.type === 'RegisterUser')
    return account === null ? [{ type: 'UserRegistered', data: command.details }] : [];
  if (account === null) return refuse('not_found');
  switch (command.type) {
    case 'OpenSession':
      // The password was changed while the old one was being compared: the old one opens nothing any more.
      if (command.verifiedPassword !== null && command.verifiedPassword !== account.passwordId)
        return invalid([{ code: 'invalid_credentials', field: 'email' }]);
      return [
        ...command.endedSessions.filter((id) => tokens.get(id)?.kind === 'session').map(revoked),
        { type: 'TokenIssued', data: command.token },
      ];
    case 'IssueToken':
      return livingIntegrations(tokens, command.now) < MAX_INTEGRATION_TOKENS
        ? [{ type: 'TokenIssued', data: command.token }]
        : refuse('token_limit_reached', { params: { max: MAX_INTEGRATION_TOKENS } });
    case 'RevokeToken': {
      const token = tokens.get(command.tokenId);
      if (command.kind !== undefined && token?.kind !== command.kind) return refuse('not_found');
      return token === undefined ? [] : [revoked(command.tokenId)];
    }
    case 'ChangeProfile':
      return profileChanged(command.changes, account);
    case 'MirrorUser': {
      const { externalId, name, email } = command;
      if (account.externalId !== externalId) return refuse('not_found');
      const data = { ...(name !== account.name && { name }), ...(email !== account.email && { email }) };
      return Object.keys(data).length === 0 ? [] : [{ type: 'UserMirrored', data }];
    }
    case 'ChangePassword':
      if (account.externalId !== undefined) return refuse('account_external', { field: 'password' });
      if (command.verifiedPassword !== null && command.verifiedPassword !== account.passwordId)
        return invalid([{ code: 'password_incorrect', field: 'current_password' }]);
      return [
        { type: 'PasswordChanged', data: { password_id: command.passwordId } },
        ...[...tokens.entries()].filter(([id]) => id !== command.keptTokenId).map(([id]) => revoked(id)),
      ];
    case 'RequestEmailChange':
      if (account.externalId !== undefined) return refuse('account_external', { field: 'email' });
      if (command.request.email === account.email && account.emailVerified)
        return invalid([{ code: 'email_unchanged', field: 'email' }]);
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
    case 'ResetPassword':
      if (account.externalId !== undefined) return refuse('not_found');
      return reset(command.linkId, command.passwordId, account, tokens);
    case 'EnableSecondFactor':
      return account.hasSecondFactor ? [] : [{ type: 'SecondFactorEnabled', data: {} }];
    case 'DisableSecondFactor':
      return account.hasSecondFactor ? [{ type: 'SecondFactorDisabled', data: {} }] : [];
    case 'AcceptInvitation':
      return accept(command, account, tokens);
    case 'AppointPlatformAdmin':
      return appointed(account);
    default:
      return unreachable(command);
  }
}

function accept(
  { linkId: link_id, makesPlatformAdmin, firmId, by }: AcceptInvitation,
  account: Account,
  tokens: User['tokens'],
): Decision<UserEvent> {
  const isUsed = account.usedLinks.includes(link_id);
  // What was proven counts for the account as it was then: someone else may have claimed it meanwhile.
  const isAnew = by.proof === 'claim' && by.anew !== null && account.doubted?.linkId === by.anew;
  if (account.isClaimed !== (by.proof === 'password') && !isAnew) return refuse('not_found');
  const also = makesPlatformAdmin ? appointed(account) : [];
  if (by.proof === 'password') {
    if (by.verifiedPassword !== account.passwordId) return invalid([{ code: 'password_incorrect', field: 'password' }]);
    // After an interruption the same link comes again: the person is proven anew, and there is nothing left to record.
    const data = { link_id, ...(firmId !== null && { firm_id: firmId }) };
    return isUsed ? [] : [{ type: 'InvitationAccepted', data }, ...also];
  }
  if (isUsed) return refuse('not_found');
  if (by.verifiedPassword !== null && by.verifiedPassword !== account.passwordId)
    return invalid([{ code: 'password_incorrect', field: 'current_password' }]);
  const isProvenToOne = by.means === 'handed_over' && by.verifiedPassword === null && firmId !== null;
  return [
    {
      type: 'AccountClaimed',
      data: { link_id, means: by.means, ...(isProvenToOne && { proven_to_firm_id: firmId }) },
    },
    { type: 'PasswordChanged', data: { password_id: by.passwordId } },
    ...withoutSecondFactor(account),
    ...profileChanged(by.profile, account),
    ...[...tokens.entries()].map(([id]) => revoked(id)),
    ...also,
  ];
}

function reset(link_id: number, password_id: string, account: Account, tokens: User['tokens']): Decision<UserEvent> {
  if (account.usedLinks.includes(link_id)) return refuse('not_found');
  const claimed: readonly UserEvent[] = account.isClaimed
    ? []
    : [{ type: 'AccountClaimed', data: { link_id, means: 'mailed' } }, ...withoutSecondFactor(account)];
  return [
    ...claimed,
    { type: 'PasswordChanged', data: { password_id, link_id } },
    ...[...tokens.entries()].map(([id]) => revoked(id)),
  ];
}

const appointed = ({ isPlatformAdmin }: Account): readonly UserEvent[] =>
  isPlatformAdmin ? [] : [{ type: 'PlatformAdminAppointed', data: {} }];

/** Whoever had the account before may have put their own authenticator before it. */
const withoutSecondFactor = ({ hasSecondFactor }: Account): readonly UserEvent[] =>
  hasSecondFactor ? [{ type: 'SecondFactorDisabled', data: {} }] : [];

const revoked = (id: number): UserEvent => ({ type: 'TokenRevoked', data: { id } });

/** A token that has expired opens nothing, so it takes no place either. */
function livingIntegrations(tokens: User['tokens'], now: string): number {
  const instant = Date.parse(now);
  let count = 0;
  for (const { kind, expiresAt } of tokens.values())
    if (kind === 'integration' && (expiresAt === null || Date.parse(expiresAt) > instant)) count += 1;
  return count;
}

function profileChanged({ name, locale }: Profile, account: Account): readonly UserEvent[] {
  const data: Profile = {
    ...(name !== undefined && name !== account.name && { name }),
    ...(locale !== undefined && locale !== account.locale && { locale }),
  };
  return Object.keys(data).length === 0 ? [] : [{ type: 'ProfileChanged', data }];
}
