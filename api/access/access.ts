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
import type { AccessPort, Caller, CompanyAccess, FirmAccess } from '../http/routing/access.ts';
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
  /**
   * Resolves when no process can act on rights older than this position; immediately if no right was changed (null).
   * `companyId` if a company file was changed and not a user or firm.
   */
  waitUntilApplied(position: number | null, companyId?: number): Promise<void>;
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

interface AccessMemory {
  readonly pool: pg.Pool;
  readonly sessionLimits: SessionLimits;
  readonly tokens: LRUCache<number, KnownToken>;
  readonly companies: LRUCache<string, CompanyFacts>;
  /** Firms requested by platform admins; members get their firms with their token. */
  readonly firms: LRUCache<string, FirmFacts>;
  readonly tokenOf: WeakMap<Caller, KnownToken>;
  /** Counts invalidations: a result that was queried before the latest one is not cached. */
  forgettings: number;
  /** Whether the memory may be used now. */
  isValid: () => boolean;
}

/** `relaxedPool` is for writes that may be lost in a crash. */
export async function openAccess(
  pool: pg.Pool,
  notifications: Notifications,
  processId: string,
  relaxedPool: pg.Pool = pool,
  sessionLimits: SessionLimits = DEFAULT_SESSION_LIMITS,
): Promise<Access> {
  const memory: AccessMemory = {
    pool,
    sessionLimits,
    tokens: new LRUCache({ max: MAX_TOKENS }),
    companies: new LRUCache({ max: MAX_COMPANIES }),
    firms: new LRUCache({ max: MAX_FIRMS }),
    tokenOf: new WeakMap(),
    forgettings: 0,
    isValid: () => false,
  };
  const lease = await openLease({
    pool,
    notifications,
    processId,
    onChange: (subjects) => invalidate(memory, subjects),
  });
  memory.isValid = () => lease.isValid();
  const use = trackTokenUse(relaxedPool);
  return {
    sessionLimits,
    authenticate: (bearer) => authenticate(memory, bearer),
    getMemberships: (caller) => getMemberships(memory, caller),
    getAccount: (caller) => memory.tokenOf.get(caller)!.account,
    recordUse: use.recordUse,
    flushTokenUse: use.flush,
    listVisibleCompanies: (caller, firmId) => listVisibleCompanies(caller, getMemberships(memory, caller), firmId),
    toViewer: (caller) => toViewer(caller, getMemberships(memory, caller)),
    findCompanyAccess: (caller, publicToken) => findCompanyAccess(memory, caller, publicToken),
    findTrashedCompanyId: (publicToken) => findTrashedCompany(pool, publicToken),
    findFirmAccess: (caller, publicToken) => findFirmAccess(memory, caller, publicToken),
    getFirmLanguage: (caller) => getMemberships(memory, caller)[0]?.locale ?? null,
    waitUntilApplied: async (position, companyId) =>
      position === null ? undefined : lease.waitUntilApplied(position, companyId),
    async close() {
      await use.close();
      await lease.close();
    },
  };
}

function authenticate(memory: AccessMemory, bearer: string): Promise<Caller | null> | Caller | null {
  const match = /^(\d{1,15})\|([A-Za-z0-9]{40})$/.exec(bearer);
  if (!match) return null;
  const id = Number(match[1]);
  const secret = match[2]!;
  const known = memory.isValid() ? memory.tokens.get(id) : undefined;
  if (known && !known.life.isOver(Date.now())) return verifySecret(known, secret);
  // Another process may have used the token since: load it again before treating it as expired.
  if (known) memory.tokens.delete(id);
  const loaded = loadCached(memory, memory.tokens, id, async () => {
    const owner = await findToken(memory.pool, id);
    return owner && toKnownToken(owner, memory.sessionLimits);
  });
  return loaded.then((token) => {
    if (!token) return null;
    memory.tokenOf.set(token.caller, token);
    return verifySecret(token, secret);
  });
}

const getMemberships = (memory: AccessMemory, caller: Caller): readonly Membership[] =>
  memory.tokenOf.get(caller)?.memberships ?? [];

async function findCompanyAccess(
  memory: AccessMemory,
  caller: Caller,
  publicToken: string,
): Promise<CompanyAccess | null> {
  let isFromMemory = true;
  const load = (): Promise<CompanyFacts | undefined> => {
    isFromMemory = false;
    return findCompanyFacts(memory.pool, publicToken);
  };
  const known = await loadCached(memory, memory.companies, publicToken, load);
  // A caller who has seen that a migration is completed sees the file, also before this process is notified.
  const facts = known?.is_migrating && isFromMemory ? await load() : known;
  const seen = facts ? resolveCompanyAccess(caller, getMemberships(memory, caller), facts) : null;
  // Only the database knows that a file does not exist. An invisible file takes as long, so timing reveals nothing.
  if (seen === null && isFromMemory) await load();
  return seen;
}

async function findFirmAccess(memory: AccessMemory, caller: Caller, publicToken: string): Promise<FirmAccess | null> {
  const own = getMemberships(memory, caller).find((membership) => membership.public_token === publicToken);
  if (own) return resolveFirmAccess(caller, getMemberships(memory, caller), own);
  if (!caller.isPlatformAdmin) return null;
  const facts = await loadCached(memory, memory.firms, publicToken, () => findFirm(memory.pool, publicToken));
  return facts ? resolveFirmAccess(caller, [], { ...facts, firm_id: facts.id }) : null;
}

async function loadCached<K extends number | string, V extends object>(
  memory: AccessMemory,
  cache: LRUCache<K, V>,
  key: K,
  load: () => Promise<V | undefined>,
): Promise<V | undefined> {
  const known = memory.isValid() ? cache.get(key) : undefined;
  if (known) return known;
  const before = memory.forgettings;
  const loaded = await load();
  if (loaded && before === memory.forgettings) cache.set(key, loaded);
  return loaded;
}

function invalidate(memory: AccessMemory, subjects: readonly string[]): void {
  memory.forgettings += 1;
  for (const subject of subjects) {
    const [kind, key] = subject.split(':');
    if (kind === 'company') memory.companies.delete(key!);
    else if (kind === 'user') deleteWhere(memory.tokens, ({ caller }) => String(caller.userId) === key);
    else if (kind === 'firm') {
      deleteWhere(memory.tokens, ({ memberships: own }) => own.some(({ firm_id }) => String(firm_id) === key));
      deleteWhere(memory.firms, ({ id }) => String(id) === key);
    } else {
      memory.tokens.clear();
      memory.companies.clear();
      memory.firms.clear();
    }
  }
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

function toKnownToken(found: TokenOwner, limits: SessionLimits): KnownToken {
  const { sign_on_provider: provider, sign_on_firm_id: firm_id } = found;
  // The provider of a firm does not decide about the whole platform.
  const owner = firm_id === null ? found : { ...found, is_platform_admin: false };
  return {
    caller: {
      userId: owner.id,
      name: owner.name,
      email: owner.email,
      locale: owner.locale,
      isPlatformAdmin: owner.is_platform_admin,
      isDemo: isDemoUser(owner.is_platform_admin, owner.memberships),
      token: {
        id: owner.token_id,
        kind: owner.kind,
        abilities: new Set(owner.abilities),
        ...(provider !== null && { signOn: { provider, firm_id } }),
      },
    },
    secretHash: owner.secret_hash,
    life: createTokenLife(owner.kind, { ...owner, created_at: owner.token_created_at }, limits),
    memberships: filterReachableMemberships(owner.is_platform_admin, owner.memberships),
    account: owner,
  };
}
