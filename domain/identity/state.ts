import type { Json } from '../json.ts';
import type { Language } from '../language.ts';
import { createEmptyMap, toPersistentMap, type PersistentMap } from '../persistent-map.ts';
import { derivePasswordId } from './password-id.ts';
import type { EmailRequest, Registered, TokenKind, UserEvent } from './user-events.ts';

/** A person who can sign in, and the tokens that act on their behalf. */
export interface User {
  /** Null until the account is opened. */
  readonly account: Account | null;
  /** Tokens that have not been revoked, by id. */
  readonly tokens: PersistentMap<number, Token>;
}

export type Account = {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly locale: Language | null;
  /** Id of the current password. Its hash is stored outside the log. */
  readonly passwordId: string;
  readonly isPlatformAdmin: boolean;
  /** For an account of the external platform: the person's id there. */
  readonly externalId?: string;
  /** False while the account still belongs to the firm that opened it. */
  readonly isClaimed: boolean;
  readonly openedByFirmId?: number;
  /**
   * A claim that the firm that opened the account may still repeat, because only another firm vouches for the person who
   * made it. Absent once the person is proven to both firms or by mail.
   */
  readonly doubted?: { readonly linkId: number };
  readonly hasSecondFactor: boolean;
  /** Used links. A link works only once. */
  readonly usedLinks: readonly number[];
  /** The requested address that is not confirmed yet. */
  readonly emailRequest: EmailRequest | null;
  /** The last confirmed request. Its link may be opened again. */
  readonly confirmedRequestId: string | null;
  /** The last cancelled request. Its link may be opened again. */
  readonly cancelledRequestId?: string;
  /** People of identity providers that sign in to this account. Absent: none. */
  readonly signOns?: readonly SignOnIdentity[];
  /** The account of the same owner that this one was joined into. Absent: none. */
  readonly joinedIntoId?: number;
  /** The person deleted the account. */
  readonly isErased?: true;
};

/** In a domain that can never exist. */
export const ERASED_ADDRESS = 'erased@erased.invalid';

export type SignOnIdentity = { readonly issuer: string; readonly subject: string };

export const isSameIdentity = (one: SignOnIdentity, other: SignOnIdentity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject;

type Token = { readonly kind: TokenKind; readonly expiresAt: string | null };

export const noTokens: User['tokens'] = createEmptyMap();

export const packTokens = (tokens: User['tokens']): Json => [...tokens.entries()];
export const unpackTokens = (packed: Json): User['tokens'] =>
  toPersistentMap(packed as readonly (readonly [number, Token])[]);

export function evolveUser(user: User, event: UserEvent): User {
  switch (event.type) {
    case 'UserRegistered':
      return { ...user, account: toAccount(event.data) };
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

function toAccount(registered: Registered): Account {
  const { name, email, email_verified, locale, password_id, is_platform_admin, opened_by_firm_id } = registered;
  const { external_id: externalId } = registered;
  return {
    name,
    email,
    emailVerified: email_verified ?? true,
    locale,
    passwordId: derivePasswordId(null, password_id),
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
      const passwordId = derivePasswordId(account.passwordId, password_id);
      const usedLinks = link_id === undefined ? account.usedLinks : [...account.usedLinks, link_id];
      // Through a mailed link: access to the mailbox proves the person's identity.
      return { ...(link_id === undefined ? account : withoutDoubt(account)), passwordId, usedLinks };
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
    case 'EmailChangeCancelled':
      return { ...account, emailRequest: null, cancelledRequestId: event.data.request_id };
    case 'AccountClaimed': {
      const { link_id, proven_to_firm_id } = event.data;
      const isDoubted = proven_to_firm_id !== undefined && proven_to_firm_id !== account.openedByFirmId;
      return {
        ...withoutDoubt(account),
        isClaimed: true,
        // An earlier address request may come from someone else.
        emailRequest: null,
        usedLinks: [...account.usedLinks, link_id],
        ...(isDoubted && { doubted: { linkId: link_id } }),
      };
    }
    case 'InvitationAccepted': {
      const { link_id, firm_id } = event.data;
      const isSettled = firm_id !== undefined && firm_id === account.openedByFirmId;
      return { ...(isSettled ? withoutDoubt(account) : account), usedLinks: [...account.usedLinks, link_id] };
    }
    case 'SignOnLinked': {
      const { issuer, subject, is_claim = false } = event.data;
      const signOns = [...(account.signOns ?? []), { issuer, subject }];
      return is_claim
        ? { ...withoutDoubt(account), isClaimed: true, emailRequest: null, signOns }
        : { ...account, signOns };
    }
    case 'SignOnUnlinked':
      return { ...account, signOns: (account.signOns ?? []).filter((one) => !isSameIdentity(one, event.data)) };
    case 'AccountJoined':
      return { ...account, joinedIntoId: event.data.into_user_id };
    case 'AccountErased':
      return {
        ...account,
        name: event.data.pseudonym,
        email: ERASED_ADDRESS,
        locale: null,
        isPlatformAdmin: false,
        emailRequest: null,
        isErased: true,
      };
    case 'PlatformAdminAppointed':
      return { ...account, isPlatformAdmin: true };
    default:
      return account;
  }
}

function withoutDoubt({ doubted: _doubted, ...account }: Account): Account {
  return account;
}
