import type { Language } from '../../../domain/language.ts';

export type TokenAbility = 'read' | 'write' | 'sync';
export const ROLES = ['reviewer', 'encoder', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who makes the request, as the token says. */
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
  };
}

export interface CompanyAccess {
  readonly id: number;
  readonly publicToken: string;
  readonly firmId: number | null;
  readonly name: string;
  readonly locale: Language;
  readonly isDemo: boolean;
  /** Books of another program are being brought along: until that is done, nobody sees what the file holds. */
  readonly isMigrating?: boolean;
  /** The caller's role in this company file. */
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

/** How the router learns who calls and what the caller may see; everything unseen is `null`, and so a 404. */
export interface AccessPort {
  /** The caller behind the bearer token, or null for an unknown, revoked or expired one; without a promise when it is known. */
  authenticate(bearer: string): Promise<Caller | null> | Caller | null;
  company(caller: Caller, publicToken: string): Promise<CompanyAccess | null>;
  firm(caller: Caller, publicToken: string): Promise<FirmAccess | null>;
  /** Id of a company file that nobody sees because it is in the recycle bin; null for any other. */
  companyInBin?(publicToken: string): Promise<number | null>;
  /** Told of every request of a token; must cost nothing worth speaking of. */
  noteUse?(caller: Caller, from: { readonly ip: string }): void;
  /** Language of the caller's firm, the last resort of language negotiation. */
  firmLanguage(caller: Caller): Promise<Language | null> | Language | null;
}
