import type { SignOnSession } from '../../../domain/identity/user-events.ts';
import type { Language } from '../../../domain/language.ts';

export type TokenAbility = 'read' | 'write' | 'sync';
export const ROLES = ['reviewer', 'encoder', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The authenticated caller of a request. */
export interface Caller {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly locale: Language | null;
  readonly isPlatformAdmin: boolean;
  /** A user of the demo firm. */
  readonly isDemo: boolean;
  readonly token: {
    readonly id: number;
    readonly kind: 'session' | 'integration';
    readonly abilities: ReadonlySet<TokenAbility>;
    /** How it was opened through single sign-on; absent for a password. */
    readonly signOn?: SignOnSession;
  };
}

export interface CompanyAccess {
  readonly id: number;
  readonly publicToken: string;
  readonly firmId: number | null;
  readonly name: string;
  readonly locale: Language;
  readonly isDemo: boolean;
  /** Books from another program are being migrated: until that is done, the contents are hidden. */
  readonly isMigrating?: boolean;
  /** Role of the caller in this company file. */
  readonly role: Role;
}

export interface FirmAccess {
  readonly id: number;
  readonly publicToken: string;
  readonly name: string;
  readonly locale: Language;
  readonly isDemo: boolean;
  readonly role: Role;
}

/** Authentication and access rights for the router; anything not visible is `null` and leads to a 404. */
export interface AccessPort {
  /** The caller of the bearer token, or null if it is unknown, revoked or expired; synchronous if cached. */
  authenticate(bearer: string): Promise<Caller | null> | Caller | null;
  findCompanyAccess(caller: Caller, publicToken: string): Promise<CompanyAccess | null>;
  findFirmAccess(caller: Caller, publicToken: string): Promise<FirmAccess | null>;
  /** Id of a trashed company file; null for any other. */
  findTrashedCompanyId?(publicToken: string): Promise<number | null>;
  /** Called for every request with a token; must be very cheap. */
  recordUse?(caller: Caller, from: { readonly ip: string }): void;
  /** Language of the caller's firm, the last fallback of language negotiation. */
  getFirmLanguage(caller: Caller): Promise<Language | null> | Language | null;
}
