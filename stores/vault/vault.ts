import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createKeyCache, type KeyCache } from './key-cache.ts';
import {
  destroyKeyRows,
  insertKeys,
  readErasures,
  readKeys,
  readLastErasure,
  type Erasure,
  type KeyReading,
} from './key-rows.ts';
import type { KeyWrap, WrappedKey } from './key-wrap.ts';
import { createPersonalKey, KEY_BYTES, type PersonalKey } from './personal-key.ts';

/**
 * The keys of persons. Personal fields of events are encrypted with them, so that destroying a key erases the fields
 * wherever the events have been copied to.
 */
export interface Vault {
  /** From memory. Null for a destroyed key, undefined for one that must be loaded. */
  findKey(id: string): PersonalKey | null | undefined;
  /** Null for a key that was destroyed or never existed. @throws VaultKeyMismatch */
  loadKeys(ids: readonly string[]): Promise<KeyMap>;
  /** Creates those that do not exist. Null for a key that was destroyed. @throws VaultKeyMismatch */
  createKeys(ids: readonly string[]): Promise<KeyMap>;
  /** Permanent, also for keys that never existed. `position` is that of the event which demands it. */
  destroyKeys(ids: readonly string[], position: number | null): Promise<void>;
  listErasures(after?: number): AsyncIterable<Erasure>;
  /** To be called when another process has changed the vault. */
  doubtCache(): void;
  close(): void;
}

export type KeyMap = ReadonlyMap<string, PersonalKey | null>;

/** The keys were wrapped with another key than the one of this service. */
export class VaultKeyMismatch extends Error {
  constructor(id: string) {
    super(`the key ${id} of the vault cannot be opened: set APP_KEY to the value that was used when it was created`);
    this.name = 'VaultKeyMismatch';
  }
}

export interface VaultOptions {
  readonly pool: pg.Pool;
  readonly wrap: KeyWrap;
  /** Keys in memory. */
  readonly maxCached?: number;
}

const MAX_CACHED = 20_000;
/** More often than keys in memory expire, so that commands need not wait for it. */
const CONFIRM_MS = 300;
const ERASURES_AT_ONCE = 1_000;

interface VaultState extends VaultOptions {
  /** Null until the vault was read for the first time. */
  cache: KeyCache | null;
  timer: NodeJS.Timeout | null;
  isUsed: boolean;
  isClosed: boolean;
}

export function openVault(options: VaultOptions): Vault {
  const vault: VaultState = { ...options, cache: null, timer: null, isUsed: false, isClosed: false };
  return {
    findKey(id) {
      vault.isUsed = true;
      return vault.cache?.find(id);
    },
    loadKeys: (ids) => loadKeys(vault, ids),
    createKeys: (ids) => createKeys(vault, ids),
    async destroyKeys(ids, position) {
      await destroyKeyRows(vault.pool, ids, position);
      vault.cache?.drop(ids);
    },
    listErasures: (after = 0) => listErasures(vault, after),
    doubtCache: () => vault.cache?.doubt(),
    close() {
      vault.isClosed = true;
      if (vault.timer) clearTimeout(vault.timer);
    },
  };
}

async function loadKeys(vault: VaultState, ids: readonly string[]): Promise<KeyMap> {
  if (ids.length === 0) return new Map();
  const cache = await prepareCache(vault);
  const startedAt = performance.now();
  const found = await takeReading(vault, await readKeys(vault.pool, ids, cache.number), startedAt);
  for (const id of ids) if (!found.has(id)) found.set(id, null);
  return found;
}

async function createKeys(vault: VaultState, ids: readonly string[]): Promise<KeyMap> {
  if (ids.length === 0) return new Map();
  const cache = await prepareCache(vault);
  const unique = [...new Set(ids)];
  const random = randomBytes(KEY_BYTES * unique.length);
  const plain = unique.map((id, index) => ({ id, key: random.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES) }));
  const wrapped = await vault.wrap.wrap(plain);
  const made = new Map(plain.map(({ id, key }, index) => [id, { key, wrapped: wrapped[index]! }]));
  const rows = plain.map(({ id }, index) => ({ id, wrapped: wrapped[index]! }));
  const startedAt = performance.now();
  const found = await takeReading(vault, await insertKeys(vault.pool, rows, cache.number), startedAt, made);
  // Keys that another process stored at the same time are visible only to a second statement.
  const elsewhere = ids.filter((id) => !found.has(id));
  for (const [id, key] of await loadKeys(vault, elsewhere)) found.set(id, key);
  return found;
}

async function prepareCache(vault: VaultState): Promise<KeyCache> {
  if (vault.cache) return vault.cache;
  const number = await readLastErasure(vault.pool);
  return (vault.cache ??= createKeyCache(vault.maxCached ?? MAX_CACHED, number));
}

type MadeKeys = ReadonlyMap<string, { readonly key: Buffer; readonly wrapped: Buffer }>;

/** The keys of a reading are cached unless later erasures are known. Those that were just made need not be unwrapped. */
async function takeReading(
  vault: VaultState,
  { rows, erased, number }: KeyReading,
  readAt: number,
  made: MadeKeys = new Map(),
): Promise<Map<string, PersonalKey | null>> {
  const found = new Map<string, PersonalKey | null>();
  const wrapped: WrappedKey[] = [];
  for (const row of rows) {
    const own = made.get(row.id);
    if (row.wrapped === null) found.set(row.id, null);
    else if (own?.wrapped.equals(row.wrapped)) found.set(row.id, createPersonalKey(row.id, own.key));
    else wrapped.push(row as WrappedKey);
  }
  const keys = await vault.wrap.unwrap(wrapped);
  for (const [index, { id }] of wrapped.entries()) {
    const key = keys[index];
    if (!key) throw new VaultKeyMismatch(id);
    found.set(id, createPersonalKey(id, key));
  }
  const cache = vault.cache!;
  cache.drop(erased);
  if (number >= cache.number) for (const [id, key] of found) cache.put(id, key);
  cache.confirm(number, readAt);
  keepConfirming(vault);
  return found;
}

/** While keys are used, the vault is asked in the background whether any were destroyed. */
function keepConfirming(vault: VaultState): void {
  if (vault.timer !== null || vault.isClosed) return;
  vault.isUsed = false;
  vault.timer = setTimeout(() => {
    if (vault.isUsed) void confirmCache(vault);
    else vault.timer = null;
  }, CONFIRM_MS);
  vault.timer.unref();
}

/** If the vault does not answer, the keys in memory no longer count and are read again when needed. */
async function confirmCache(vault: VaultState): Promise<void> {
  const cache = vault.cache!;
  const startedAt = performance.now();
  try {
    const { erased, number } = await readKeys(vault.pool, [], cache.number);
    cache.drop(erased);
    cache.confirm(number, startedAt);
    vault.timer = null;
    keepConfirming(vault);
  } catch {
    vault.timer = null;
  }
}

async function* listErasures({ pool }: VaultState, after: number): AsyncIterable<Erasure> {
  for (let last = after; ;) {
    const erasures = await readErasures(pool, last, ERASURES_AT_ONCE);
    yield* erasures;
    if (erasures.length < ERASURES_AT_ONCE) return;
    last = erasures.at(-1)!.number;
  }
}
