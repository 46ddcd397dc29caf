import type { DomainEvent } from '../event.ts';
import type { JsonRecord } from '../json.ts';
import type { Language } from '../language.ts';
import { emptyMap, mapOf, type PersistentMap } from '../persistent-map.ts';
import { invalid, refuse, unreachable, type Decision } from '../refusal.ts';
import type { EmailRequest, Issued, Profile, Registered, TokenKind, UserEvent } from './user-events.ts';

/** A person who signs in, and the tokens that act in that person's name. */
export interface User {
  /** Null before the account is opened. */
  readonly account: Account | null;
  /** Tokens that nobody has revoked, by id. */
  readonly tokens: PersistentMap<number, Token>;
}

interface Account {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly locale: Language | null;
  readonly passwordHash: string;
  readonly isPlatformAdmin: boolean;
  /** The address that was asked for and not confirmed yet. */
  readonly emailRequest: EmailRequest | null;
  /** The last request that was confirmed: its link may be opened again. */
  readonly confirmedRequestId: string | null;
}

interface Token {
  readonly kind: TokenKind;
  readonly expiresAt: string | null;
}

export type UserCommand =
  | { type: 'RegisterUser'; details: Registered }
  | {
      type: 'OpenSession';
      token: Issued;
      /** The hash that the password was compared with; null where no password was asked for. */
      verifiedHash: string | null;
      /** Sessions that make room for this one. */
      endedSessions: readonly number[];
    }
  | { type: 'IssueToken'; token: Issued; now: string }
  /** With a kind, a token that is not of this kind counts as unknown. */
  | { type: 'RevokeToken'; tokenId: number; kind?: TokenKind }
  | { type: 'ChangeProfile'; changes: Profile }
  | {
      type: 'ChangePassword';
      passwordHash: string;
      /** The hash that the current password was compared with; null when an administrator sets a new one. */
      verifiedHash: string | null;
      /** The session that stays; all others end. */
      keptTokenId: number | null;
    }
  | { type: 'RequestEmailChange'; request: EmailRequest }
  /** `email` is the address that is known to be free; the request must be for this one. */
  | { type: 'ConfirmEmail'; requestId: string; email: string | null }
  | { type: 'AppointPlatformAdmin' };

export const MAX_INTEGRATION_TOKENS = 50;

const initialState: User = { account: null, tokens: emptyMap() };

function decide(command: UserCommand, { account, tokens }: User): Decision<UserEvent> {
  if (command.type === 'RegisterUser')
    return account === null ? [{ type: 'UserRegistered', data: command.details }] : [];
  if (account === null) return refuse('not_found');
  switch (command.type) {
    case 'OpenSession':
      // The password was changed while the old one was being compared: the old one opens nothing any more.
      if (command.verifiedHash !== null && command.verifiedHash !== account.passwordHash)
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
    case 'ChangePassword':
      if (command.verifiedHash !== null && command.verifiedHash !== account.passwordHash)
        return invalid([{ code: 'password_incorrect', field: 'current_password' }]);
      return [
        { type: 'PasswordChanged', data: { password_hash: command.passwordHash } },
        ...[...tokens.entries()]
          .filter(([id, { kind }]) => kind === 'session' && id !== command.keptTokenId)
          .map(([id]) => revoked(id)),
      ];
    case 'RequestEmailChange':
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
    case 'AppointPlatformAdmin':
      return account.isPlatformAdmin ? [] : [{ type: 'PlatformAdminAppointed', data: {} }];
    default:
      return unreachable(command);
  }
}

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

function evolve(user: User, fact: DomainEvent): User {
  const event = fact as UserEvent;
  switch (event.type) {
    case 'UserRegistered':
      return { ...user, account: accountOf(event.data) };
    case 'TokenIssued': {
      const { id, kind, expires_at: expiresAt } = event.data;
      return { ...user, tokens: user.tokens.with(id, { kind, expiresAt }) };
    }
    case 'TokenRevoked':
      return { ...user, tokens: user.tokens.without(event.data.id) };
    default:
      return user.account === null ? user : { ...user, account: evolveAccount(user.account, event) };
  }
}

function accountOf({ name, email, email_verified, locale, password_hash, is_platform_admin }: Registered): Account {
  return {
    name,
    email,
    emailVerified: email_verified ?? true,
    locale,
    passwordHash: password_hash,
    isPlatformAdmin: is_platform_admin,
    emailRequest: null,
    confirmedRequestId: null,
  };
}

function evolveAccount(account: Account, event: UserEvent): Account {
  switch (event.type) {
    case 'ProfileChanged':
      return { ...account, ...event.data };
    case 'PasswordChanged':
      return { ...account, passwordHash: event.data.password_hash };
    case 'EmailChangeRequested':
      return { ...account, emailRequest: event.data };
    case 'EmailConfirmed': {
      const { email, request_id: confirmedRequestId } = event.data;
      return { ...account, email, emailVerified: true, emailRequest: null, confirmedRequestId };
    }
    case 'PlatformAdminAppointed':
      return { ...account, isPlatformAdmin: true };
    default:
      return account;
  }
}

function pack({ account, tokens }: User): JsonRecord {
  return { account: account as unknown as JsonRecord, tokens: [...tokens.entries()] as unknown as JsonRecord[] };
}

function unpack(packed: JsonRecord): User {
  return {
    account: packed['account'] as unknown as Account | null,
    tokens: mapOf(packed['tokens'] as unknown as [number, Token][]),
  };
}

export const user = { initialState, decide, evolve, snapshot: { version: 1, pack, unpack } };
