import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isMatchingSecret } from '../../stores/identity/secrets.ts';
import type { Notifications } from '../../database/notifications.ts';
import {
  findTrashedCompany,
  findCompanyFacts,
  type CompanyFacts,
  type Viewer,
} from '../../projections/companies/queries.ts';
import { findFirm, type FirmFacts } from '../../projections/firms/queries.ts';
import { findToken, type Membership, type TokenOwner, type UserRow } from '../../projections/identity/queries.ts';
import type { AccessPort, Caller } from '../http/routing/access.ts';
import { openLease } from './lease.ts';
import { DEFAULT_SESSION_LIMITS, createTokenLife, type SessionLimits, type TokenLife } from './session-life.ts';
import { trackTokenUse } from './token-use.ts';
import {
  listVisibleCompanies,
  resolveCompanyAccess,
  resolveFirmAccess,
  isDemoUser,
  filterReachableMemberships,
  toViewer,
} from './rights.ts';

/**
 * Authentication and access rights, served from memory. The projector announces a change of rights to every process in
 * the transaction that makes it visible. The reply to the change waits until each process that may still use its memory
 * has applied it (see lease.ts), so a revoked token fails on the next request, everywhere.
 */
export interface Access extends AccessPort {
  /** How long sessions last. */
  readonly sessionLimits: SessionLimits;
  getMemberships(caller: Caller): readonly Membership[];
  getAccount(caller: Caller): UserRow;
  /** Resolves when the last use of each token, as known to this process, has been saved. */
  flushTokenUse(): Promise<void>;
  /** Company files of a firm that the caller can see: all of them, or the listed ids. */
  listVisibleCompanies(caller: Caller, firmId: number): readonly number[] | 'all';
  /** The caller in the form that lists of company files need. */
  toViewer(caller: Caller): Viewer;
  /** Resolves when no process can act on rights older than this position; immediately if no right was changed (null). */
  waitUntilApplied(position: number | null): Promise<void>;
  close(): Promise<void>;
}

interface KnownToken {
  readonly caller: Caller;
  readonly secretHash: string;
  readonly life: TokenLife;
  readonly memberships: readonly Membership[];
  readonly account: UserRow;
}

const MAX_TOKENS = 10_000;
const MAX_COMPANIES = 10_000;
const MAX_FIRMS = 1_000;

/** `relaxedPool` is for writes that may be lost in a crash. */
export async function openAccess(
  pool: pg.Pool,
  notifications: Notifications,
  processId: string,
  relaxedPool: pg.Pool = pool,
  sessionLimits: SessionLimits = DEFAULT_SESSION_LIMITS,
): Promise<Access> {
  const tokens = new LRUCache<number, KnownToken>({ max: MAX_TOKENS });
  const companies = new LRUCache<string, CompanyFacts>({ max: MAX_COMPANIES });
  /** Firms requested by platform admins; members get their firms with their token. */
  const firms = new LRUCache<string, FirmFacts>({ max: MAX_FIRMS });
  const tokenOf = new WeakMap<Caller, KnownToken>();
  /** Counts invalidations: a result that was queried before the latest one is not cached. */
  let forgettings = 0;

  const invalidate = (subjects: readonly string[]): void => {
    forgettings += 1;
    for (const subject of subjects) {
      const [kind, key] = subject.split(':');
      if (kind === 'company') companies.delete(key!);
      else if (kind === 'user') deleteWhere(tokens, ({ caller }) => String(caller.userId) === key);
      else if (kind === 'firm') {
        deleteWhere(tokens, ({ memberships: own }) => own.some(({ firm_id }) => String(firm_id) === key));
        deleteWhere(firms, ({ id }) => String(id) === key);
      } else {
        tokens.clear();
        companies.clear();
        firms.clear();
      }
    }
  };
  const lease = await openLease({ pool, notifications, processId, onChange: invalidate });

  async function loadCached<K extends number | string, V extends object>(
    memory: LRUCache<K, V>,
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

  function authenticate(bearer: string): Promise<Caller | null> | Caller | null {
    const match = /^(\d{1,15})\|([A-Za-z0-9]{40})$/.exec(bearer);
    if (!match) return null;
    const id = Number(match[1]);
    const secret = match[2]!;
    const known = lease.isValid() ? tokens.get(id) : undefined;
    if (known && !known.life.isOver(Date.now())) return verifySecret(known, secret);
    // Another process may have used the token since: load it again before treating it as expired.
    if (known) tokens.delete(id);
    const loaded = loadCached(tokens, id, async () => {
      const owner = await findToken(pool, id);
      return owner && toKnownToken(owner, sessionLimits);
    });
    return loaded.then((token) => {
      if (!token) return null;
      tokenOf.set(token.caller, token);
      return verifySecret(token, secret);
    });
  }

  const getMemberships = (caller: Caller): readonly Membership[] => tokenOf.get(caller)?.memberships ?? [];
  const use = trackTokenUse(relaxedPool);

  return {
    sessionLimits,
    authenticate,
    getMemberships,
    getAccount: (caller) => tokenOf.get(caller)!.account,
    recordUse: use.recordUse,
    flushTokenUse: use.flush,
    listVisibleCompanies: (caller, firmId) => listVisibleCompanies(caller, getMemberships(caller), firmId),
    toViewer: (caller) => toViewer(caller, getMemberships(caller)),
    async findCompanyAccess(caller, publicToken) {
      let isFromMemory = true;
      const load = (): Promise<CompanyFacts | undefined> => {
        isFromMemory = false;
        return findCompanyFacts(pool, publicToken);
      };
      const facts = await loadCached(companies, publicToken, load);
      const seen = facts ? resolveCompanyAccess(caller, getMemberships(caller), facts) : null;
      // Only the database knows that a file does not exist. An invisible file takes as long, so timing reveals nothing.
      if (seen === null && isFromMemory) await load();
      return seen;
    },
    findTrashedCompanyId: (publicToken) => findTrashedCompany(pool, publicToken),
    async findFirmAccess(caller, publicToken) {
      const own = getMemberships(caller).find((membership) => membership.public_token === publicToken);
      if (own) return resolveFirmAccess(caller, getMemberships(caller), own);
      if (!caller.isPlatformAdmin) return null;
      const facts = await loadCached(firms, publicToken, () => findFirm(pool, publicToken));
      return facts ? resolveFirmAccess(caller, [], { ...facts, firm_id: facts.id }) : null;
    },
    getFirmLanguage: (caller) => getMemberships(caller)[0]?.locale ?? null,
    waitUntilApplied: async (position) => (position === null ? undefined : lease.waitUntilApplied(position)),
    async close() {
      await use.close();
      await lease.close();
    },
  };
}

function deleteWhere<K extends number | string, V extends object>(
  memory: LRUCache<K, V>,
  condition: (value: V) => boolean,
): void {
  // Collect first: the cache must not change during iteration.
  const found = [...memory.entries()].filter(([, value]) => condition(value));
  for (const [key] of found) memory.delete(key);
}

function verifySecret({ caller, life, secretHash }: KnownToken, secret: string): Caller | null {
  const now = Date.now();
  if (life.isOver(now) || !isMatchingSecret(secret, secretHash)) return null;
  life.used(now);
  return caller;
}

function toKnownToken(owner: TokenOwner, limits: SessionLimits): KnownToken {
  return {
    caller: {
      userId: owner.id,
      name: owner.name,
      email: owner.email,
      locale: owner.locale,
      isPlatformAdmin: owner.is_platform_admin,
      isDemo: isDemoUser(owner.is_platform_admin, owner.memberships),
      token: { id: owner.token_id, kind: owner.kind, abilities: new Set(owner.abilities) },
    },
    secretHash: owner.secret_hash,
    life: createTokenLife(owner.kind, { ...owner, created_at: owner.token_created_at }, limits),
    memberships: filterReachableMemberships(owner.is_platform_admin, owner.memberships),
    account: owner,
  };
}
