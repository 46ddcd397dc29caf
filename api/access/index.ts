import type pg from 'pg';
import { isSecret } from '../../commands/identity/secrets.ts';
import type { Notifications } from '../../database/notifications.ts';
import { findCompanyFacts, type CompanyFacts } from '../../projections/companies/queries.ts';
import { findFirm } from '../../projections/firms/queries.ts';
import { findToken, type Membership, type TokenOwner } from '../../projections/identity/queries.ts';
import type { AccessPort, Caller, CompanyAccess, FirmAccess, Role } from '../http/access.ts';
import { bounded } from './bounded-map.ts';
import { openLease } from './lease.ts';

/**
 * Who calls and what the caller may see, from memory. A change of rights is told to every process by the projector in
 * the transaction that makes it visible, and the answer to whoever made the change waits until each process that may
 * still use its memory has taken note (see lease.ts): a revoked token is dead in the next request, everywhere.
 */
export interface Access extends AccessPort {
  membershipsOf(caller: Caller): readonly Membership[];
  /** Resolves when no process can act on rights older than this position. */
  takenNote(position: number): Promise<void>;
  close(): Promise<void>;
}

interface KnownToken {
  readonly caller: Caller;
  readonly secretHash: string;
  readonly expiresAt: number;
  readonly memberships: readonly Membership[];
}

const MAX_TOKENS = 10_000;
const MAX_COMPANIES = 10_000;

export async function openAccess(pool: pg.Pool, notifications: Notifications, processId: string): Promise<Access> {
  const tokens = bounded<number, KnownToken>(MAX_TOKENS);
  const companies = bounded<string, CompanyFacts>(MAX_COMPANIES);
  const memberships = new WeakMap<Caller, readonly Membership[]>();
  /** Counts what was forgotten: an answer of the database that was asked before is not kept. */
  let forgettings = 0;

  const forget = (subjects: readonly string[]): void => {
    forgettings += 1;
    for (const subject of subjects) {
      const [kind, key] = subject.split(':');
      if (kind === 'company') companies.delete(key!);
      else if (kind === 'user') tokens.deleteWhere(({ caller }) => String(caller.userId) === key);
      else if (kind === 'firm')
        tokens.deleteWhere(({ memberships: firms }) => firms.some(({ firm_id }) => String(firm_id) === key));
      else {
        tokens.clear();
        companies.clear();
      }
    }
  };
  const lease = await openLease({ pool, notifications, processId, onChange: forget });

  async function remembered<K, V>(
    memory: { get(key: K): V | undefined; set(key: K, value: V): void },
    key: K,
    load: () => Promise<V | undefined>,
  ): Promise<V | undefined> {
    const known = lease.isValid() ? memory.get(key) : undefined;
    if (known) return known;
    const before = forgettings;
    const loaded = await load();
    if (loaded && before === forgettings) memory.set(key, loaded);
    return loaded;
  }

  async function authenticate(bearer: string): Promise<Caller | null> {
    const match = /^(\d{1,15})\|([A-Za-z0-9]{40})$/.exec(bearer);
    if (!match) return null;
    const id = Number(match[1]);
    const known = await remembered(tokens, id, async () => {
      const owner = await findToken(pool, id);
      return owner && knownToken(owner);
    });
    if (!known || known.expiresAt <= Date.now() || !isSecret(match[2]!, known.secretHash)) return null;
    memberships.set(known.caller, known.memberships);
    return known.caller;
  }

  const membershipsOf = (caller: Caller): readonly Membership[] => memberships.get(caller) ?? [];

  return {
    authenticate,
    membershipsOf,
    async company(caller, publicToken): Promise<CompanyAccess | null> {
      const facts = await remembered(companies, publicToken, () => findCompanyFacts(pool, publicToken));
      const role = facts && companyRole(caller, membershipsOf(caller), facts);
      if (!facts || !role) return null;
      const { id, public_token, firm_id, name, locale } = facts;
      return { id, publicToken: public_token, firmId: firm_id, name, locale, isDemo: false, role };
    },
    async firm(caller, publicToken): Promise<FirmAccess | null> {
      const own = membershipsOf(caller).find((membership) => membership.public_token === publicToken);
      if (own)
        return { id: own.firm_id, publicToken, name: own.name, locale: own.locale, isDemo: false, role: own.role };
      const firm = caller.isPlatformAdmin ? await findFirm(pool, publicToken) : undefined;
      return firm
        ? { id: firm.id, publicToken, name: firm.name, locale: firm.locale, isDemo: false, role: 'admin' }
        : null;
    },
    firmLanguage: (caller) => Promise.resolve(membershipsOf(caller)[0]?.locale ?? null),
    takenNote: lease.takenNote,
    close: lease.close,
  };
}

function knownToken(owner: TokenOwner): KnownToken {
  return {
    caller: {
      userId: owner.id,
      name: owner.name,
      email: owner.email,
      locale: owner.locale,
      isPlatformAdmin: owner.is_platform_admin,
      isDemo: false,
      token: { id: owner.token_id, kind: owner.kind, abilities: new Set(owner.abilities) },
    },
    secretHash: owner.secret_hash,
    expiresAt: owner.expires_at === null ? Infinity : Date.parse(owner.expires_at),
    memberships: owner.memberships,
  };
}

function companyRole(
  caller: Caller,
  memberships: readonly Membership[],
  { firm_id, owner_id }: CompanyFacts,
): Role | null {
  if (caller.isPlatformAdmin) return 'admin';
  if (firm_id === null) return owner_id === caller.userId ? 'admin' : null;
  const membership = memberships.find((own) => own.firm_id === firm_id);
  return membership?.all_companies ? membership.role : null;
}
