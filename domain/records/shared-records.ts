import { findDefaultRecords, type ChartName, type DefaultRecords } from '../country-packs/default-records.ts';
import { isSameJson, type JsonRecord } from '../json.ts';
import { toMapOver, type SharedEntries } from '../persistent-map.ts';
import type { Resource } from './resource.ts';
import { buildUniqueKeys, type Collection, type Run, type SharedRecords, type StoredRecord } from './state.ts';

/** Records that refer to accounts share these with the accounts of the same file. */
type SharedAccounts = Pick<SharedRecords, 'findIdOfRow'> | undefined;

/** Undefined if there are no default records, or those that a row refers to are not shared. */
export function shareRecords(
  resource: string,
  chart: ChartName,
  runs: readonly Run[],
  sharedAccounts: SharedAccounts,
): SharedRecords | undefined {
  const defaults = findDefaultRecords(resource, chart);
  if (!defaults || runs.length === 0 || (defaults.accounts && !sharedAccounts)) return undefined;
  return new RunsOfRecords(chart, defaults, runs, sharedAccounts);
}

/** The runs of these records; a record that no default row identifies is in none. */
export function findRuns(
  resource: string,
  chart: ChartName,
  records: readonly { readonly id: number; readonly data: JsonRecord }[],
): readonly Run[] {
  const defaults = findDefaultRecords(resource, chart);
  const runs: [number, number, number][] = [];
  for (const { id, data } of defaults ? records : []) {
    const index = defaults!.indexes.get(data[defaults!.identifiedBy] as string);
    if (index === undefined) continue;
    const last = runs.at(-1);
    if (last && id === last[0] + last[2] && index === last[1] + last[2]) last[2] += 1;
    else runs.push([id, index, 1]);
  }
  return runs;
}

/** A collection of these records over shared ones. A record that equals the shared one of its id takes no memory. */
export function createCollectionOver(
  resource: Pick<Resource, 'unique'>,
  shared: SharedRecords,
  records: Iterable<readonly [id: number, record: StoredRecord]>,
): Collection {
  const own: (readonly [number, StoredRecord])[] = [];
  const keys: (readonly [string, number])[] = [];
  const formerKeys: string[] = [];
  for (const [id, record] of records) {
    const before = shared.byId.get(id);
    if (before && isSameRecord(record, before)) continue;
    own.push([id, record]);
    if (before) formerKeys.push(...buildUniqueKeys(resource, before.data));
    if (!record.isTrashed) for (const key of buildUniqueKeys(resource, record.data)) keys.push([key, id]);
  }
  return { byId: toMapOver(shared.byId, own), byKey: toMapOver(shared.byKey, keys, formerKeys), shared };
}

/** Absent and null mean the same in a record. */
export function isSameRecord(one: StoredRecord, other: StoredRecord): boolean {
  if (one === other) return true;
  if (one.version !== other.version || one.isTrashed !== other.isTrashed || one.isPurged !== other.isPurged)
    return false;
  if (one.data === other.data) return true;
  for (const name in one.data) if (!isSameJson(one.data[name] ?? null, other.data[name] ?? null)) return false;
  for (const name in other.data) if (!(name in one.data) && (other.data[name] ?? null) !== null) return false;
  return true;
}

/** The stored records of default rows without references, one list for all company files. */
const storedRows = new WeakMap<DefaultRecords, readonly StoredRecord[]>();

function getStoredRows(defaults: DefaultRecords): readonly StoredRecord[] {
  let stored = storedRows.get(defaults);
  if (!stored) storedRows.set(defaults, (stored = defaults.rows.map((data) => toStored(data))));
  return stored;
}

const toStored = (data: JsonRecord): StoredRecord => Object.freeze({ version: 1, data, isTrashed: false });

class RunsOfRecords implements SharedRecords {
  readonly chart: ChartName;
  readonly runs: readonly Run[];
  readonly byId: SharedEntries<number, StoredRecord>;
  readonly byKey: SharedEntries<string, number>;
  readonly #defaults: DefaultRecords;
  readonly #accounts: SharedAccounts;
  /** Rows with references differ in each company file. They are built when they are needed. */
  readonly #built = new Map<number, StoredRecord>();

  constructor(chart: ChartName, defaults: DefaultRecords, runs: readonly Run[], sharedAccounts: SharedAccounts) {
    this.chart = chart;
    this.runs = runs;
    this.#defaults = defaults;
    this.#accounts = sharedAccounts;
    const size = runs.reduce((total, [, , length]) => total + length, 0);
    const prefix = `${defaults.identifiedBy}=`;
    this.byId = { size, get: (id) => this.#findRecord(id), entries: () => this.#listRecords() };
    this.byKey = {
      size,
      get: (key) => this.#findIdByKey(prefix, key),
      entries: () => this.#listKeys(prefix),
    };
  }

  get digest(): string {
    return this.#defaults.digest;
  }

  findIdOfRow(index: number): number | undefined {
    for (const [id, first, length] of this.runs)
      if (index >= first && index < first + length) return id + index - first;
    return undefined;
  }

  #findRecord(id: number): StoredRecord | undefined {
    for (const [first, index, length] of this.runs)
      if (id >= first && id < first + length) return this.#getRecord(index + id - first);
    return undefined;
  }

  #getRecord(index: number): StoredRecord {
    const references = this.#defaults.accounts?.[index];
    if (!references) return getStoredRows(this.#defaults)[index]!;
    let record = this.#built.get(index);
    if (!record) {
      const named = references.map(
        ([field, account]) => [field, this.#accounts?.findIdOfRow(account) ?? null] as const,
      );
      record = toStored({ ...this.#defaults.rows[index]!, ...Object.fromEntries(named) });
      this.#built.set(index, record);
    }
    return record;
  }

  *#listRecords(): IterableIterator<[number, StoredRecord]> {
    for (const [first, index, length] of this.runs)
      for (let offset = 0; offset < length; offset += 1) yield [first + offset, this.#getRecord(index + offset)];
  }

  #findIdByKey(prefix: string, key: string): number | undefined {
    if (!key.startsWith(prefix)) return undefined;
    const index = this.#defaults.indexes.get(key.slice(prefix.length));
    return index === undefined ? undefined : this.findIdOfRow(index);
  }

  *#listKeys(prefix: string): IterableIterator<[string, number]> {
    for (const [identity, index] of this.#defaults.indexes) {
      const id = this.findIdOfRow(index);
      if (id !== undefined) yield [prefix + identity, id];
    }
  }
}
