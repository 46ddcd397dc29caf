import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isSecret } from '../../stores/identity/secrets.ts';
import type { Notifications } from '../../database/notifications.ts';
import { companyInBin, findCompanyFacts, type CompanyFacts, type Viewer } from '../../projections/companies/queries.ts';
import { findFirm, type FirmFacts } from '../../projections/firms/queries.ts';
import { findToken, type Membership, type TokenOwner, type UserRow } from '../../projections/identity/queries.ts';
import type { AccessPort, Caller } from '../http/routing/access.ts';
import { openLease } from './lease.ts';
import { DEFAULT_SESSION_LIMITS, lifeOf, type SessionLimits, type TokenLife } from './session-life.ts';
import { trackTokenUse } from './token-use.ts';
import { companiesSeen, companyAccess, firmAccess, isDemoUser, reachable, viewer } from './rights.ts';

/**
 * Who calls and what the caller may see, from memory. A change of rights is reported to every process by the projector in
 * the transaction that makes it visible, and the answer to whoever made the change waits until each process that may
 * still use its memory has taken note (see lease.ts): a revoked token is dead in the next request, everywhere.
 */
export interface Access extends AccessPort {
  /** How long sessions last. */
  readonly sessionLimits: SessionLimits;
  membershipsOf(caller: Caller): readonly Membership[];
  /** The account of the caller. */
  accountOf(caller: Caller): UserRow;
  /** Resolves when it is written down when the tokens were last used, as far as this process knows. */
  usesWritten(): Promise<void>;
  /** Which company files of a firm the caller sees: all of them, or those of the ids. */
  companiesSeen(caller: Caller, firmId: number): readonly number[] | 'all';
  /** The caller as lists of company files need to know it. */
  viewer(caller: Caller): Viewer;
  /** Resolves when no process can act on rights older than this position; at once when no right was changed (null). */
  takenNote(position: number | null): Promise<void>;
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

/** `relaxedPool` writes what may be lost in a crash. */
export async function openAccess(
  pool: pg.Pool,
  notifications: Notifications,
  processId: string,
  relaxedPool: pg.Pool = pool,
  sessionLimits: SessionLimits = DEFAULT_SESSION_LIMITS,
): Promise<Access> {
  const tokens = new LRUCache<number, KnownToken>({ max: MAX_TOKENS });
  const companies = new LRUCache<string, CompanyFacts>({ max: MAX_COMPANIES });
  /** Firms that platform admins have requested; members have theirs with their token. */
  const firms = new LRUCache<string, FirmFacts>({ max: MAX_FIRMS });
  const tokenOf = new WeakMap<Caller, KnownToken>();
  /** Counts what was forgotten: an answer of the database that was asked before is not kept. */
  let forgettings = 0;

  const forget = (subjects: readonly string[]): void => {
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
  const lease = await openLease({ pool, notifications, processId, onChange: forget });

  async function remembered<K extends number | string, V extends object>(
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
    if (known && !known.life.isOver(Date.now())) return callerBehind(known, secret);
    // Another process may have used it since: what is over here is asked for again.
    if (known) tokens.delete(id);
    const loaded = remembered(tokens, id, async () => {
      const owner = await findToken(pool, id);
      return owner && knownToken(owner, sessionLimits);
    });
    return loaded.then((token) => {
      if (!token) return null;
      tokenOf.set(token.caller, token);
      return callerBehind(token, secret);
    });
  }

  const membershipsOf = (caller: Caller): readonly Membership[] => tokenOf.get(caller)?.memberships ?? [];
  const use = trackTokenUse(relaxedPool);

  return {
    sessionLimits,
    authenticate,
    membershipsOf,
    accountOf: (caller) => tokenOf.get(caller)!.account,
    noteUse: use.note,
    usesWritten: use.written,
    companiesSeen: (caller, firmId) => companiesSeen(caller, membershipsOf(caller), firmId),
    viewer: (caller) => viewer(caller, membershipsOf(caller)),
    async company(caller, publicToken) {
      let isFromMemory = true;
      const load = (): Promise<CompanyFacts | undefined> => {
        isFromMemory = false;
        return findCompanyFacts(pool, publicToken);
      };
      const facts = await remembered(companies, publicToken, load);
      const seen = facts ? companyAccess(caller, membershipsOf(caller), facts) : null;
      // That a file does not exist only the database can tell: one that is not seen takes as long, and so tells nothing.
      if (seen === null && isFromMemory) await load();
      return seen;
    },
    companyInBin: (publicToken) => companyInBin(pool, publicToken),
    async firm(caller, publicToken) {
      const own = membershipsOf(caller).find((membership) => membership.public_token === publicToken);
      if (own) return firmAccess(caller, membershipsOf(caller), own);
      if (!caller.isPlatformAdmin) return null;
      const facts = await remembered(firms, publicToken, () => findFirm(pool, publicToken));
      return facts ? firmAccess(caller, [], { ...facts, firm_id: facts.id }) : null;
    },
    firmLanguage: (caller) => membershipsOf(caller)[0]?.locale ?? null,
    takenNote: async (position) => (position === null ? undefined : lease.takenNote(position)),
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
  // Gathered first: the cache is not to be changed while it is walked through.
  const found = [...memory.entries()].filter(([, value]) => condition(value));
  for (const [key] of found) memory.delete(key);
}

function callerBehind({ caller, life, secretHash }: KnownToken, secret: string): Caller | null {
  const now = Date.now();
  if (life.isOver(now) || !isSecret(secret, secretHash)) return null;
  life.used(now);
  return caller;
}

function knownToken(owner: TokenOwner, limits: SessionLimits): KnownToken {
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
    life: lifeOf(owner.kind, { ...owner, created_at: owner.token_created_at }, limits),
    memberships: reachable(owner.is_platform_admin, owner.memberships),
    account: owner,
  };
}
