import type { Json } from '../json.ts';
import type { Language } from '../language.ts';
import { emptyMap, mapOf, type PersistentMap } from '../persistent-map.ts';
import { passwordIdAfter } from './password-id.ts';
import type { EmailRequest, Registered, TokenKind, UserEvent } from './user-events.ts';

/** A person who signs in, and the tokens that act in that person's name. */
export interface User {
  /** Null before the account is opened. */
  readonly account: Account | null;
  /** Tokens that nobody has revoked, by id. */
  readonly tokens: PersistentMap<number, Token>;
}

export type Account = {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly locale: Language | null;
  /** Which password it has: the hash is kept outside the log. */
  readonly passwordId: string;
  readonly isPlatformAdmin: boolean;
  /** Of an account of the external platform: its id of the person. */
  readonly externalId?: string;
  /** False as long as the account is that of the firm which opened it. */
  readonly isClaimed: boolean;
  readonly openedByFirmId?: number;
  /**
   * The claim that the firm which opened the account may still have made anew, because another firm alone vouches for who made
   * it; absent once the person is proven to both, or by mail.
   */
  readonly doubted?: { readonly linkId: number };
  readonly hasSecondFactor: boolean;
  /** Links that were used: none works twice. */
  readonly usedLinks: readonly number[];
  /** The address that was requested and not confirmed yet. */
  readonly emailRequest: EmailRequest | null;
  /** The last request that was confirmed: its link may be opened again. */
  readonly confirmedRequestId: string | null;
};

type Token = { readonly kind: TokenKind; readonly expiresAt: string | null };

export const noTokens: User['tokens'] = emptyMap();

export const packTokens = (tokens: User['tokens']): Json => [...tokens.entries()];
export const unpackTokens = (packed: Json): User['tokens'] => mapOf(packed as readonly (readonly [number, Token])[]);

export function evolveUser(user: User, event: UserEvent): User {
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

function accountOf(registered: Registered): Account {
  const { name, email, email_verified, locale, password_id, is_platform_admin, opened_by_firm_id } = registered;
  const { external_id: externalId } = registered;
  return {
    name,
    email,
    emailVerified: email_verified ?? true,
    locale,
    passwordId: passwordIdAfter(null, password_id),
    isPlatformAdmin: is_platform_admin,
    isClaimed: opened_by_firm_id === undefined,
    ...(opened_by_firm_id !== undefined && { openedByFirmId: opened_by_firm_id }),
    ...(externalId !== undefined && { externalId }),
    usedLinks: [],
    hasSecondFactor: false,
    emailRequest: null,
    confirmedRequestId: null,
  };
}

function evolveAccount(account: Account, event: UserEvent): Account {
  switch (event.type) {
    case 'ProfileChanged':
    case 'UserMirrored':
      return { ...account, ...event.data };
    case 'PasswordChanged': {
      const { password_id, link_id } = event.data;
      const passwordId = passwordIdAfter(account.passwordId, password_id);
      const usedLinks = link_id === undefined ? account.usedLinks : [...account.usedLinks, link_id];
      // Through a mailed link: whoever has the mailbox is the person.
      return { ...(link_id === undefined ? account : settled(account)), passwordId, usedLinks };
    }
    case 'SecondFactorEnabled':
    case 'SecondFactorDisabled':
      return { ...account, hasSecondFactor: event.type === 'SecondFactorEnabled' };
    case 'EmailChangeRequested':
      return { ...account, emailRequest: event.data };
    case 'EmailConfirmed': {
      const { email, request_id: confirmedRequestId } = event.data;
      return { ...account, email, emailVerified: true, emailRequest: null, confirmedRequestId };
    }
    case 'AccountClaimed': {
      const { link_id, proven_to_firm_id } = event.data;
      const isDoubted = proven_to_firm_id !== undefined && proven_to_firm_id !== account.openedByFirmId;
      return {
        ...settled(account),
        isClaimed: true,
        // An address that was asked for before is not the person's wish.
        emailRequest: null,
        usedLinks: [...account.usedLinks, link_id],
        ...(isDoubted && { doubted: { linkId: link_id } }),
      };
    }
    case 'InvitationAccepted': {
      const { link_id, firm_id } = event.data;
      const isSettled = firm_id !== undefined && firm_id === account.openedByFirmId;
      return { ...(isSettled ? settled(account) : account), usedLinks: [...account.usedLinks, link_id] };
    }
    case 'PlatformAdminAppointed':
      return { ...account, isPlatformAdmin: true };
    default:
      return account;
  }
}

function settled({ doubted: _doubted, ...account }: Account): Account {
  return account;
}
