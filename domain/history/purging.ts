import type { CompanyFile } from '../company-file-state.ts';
import type { DomainEvent } from '../event.ts';
import { listUsesOutside } from '../records/checks.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { canReferTo, refersTo } from '../records/references.ts';
import type { Resource } from '../records/resource.ts';
import { findResource, resources } from '../records/resources.ts';
import type { StoredRecord } from '../records/state.ts';
import type { Use } from '../records/usage.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import type { Versioned } from '../records/trashable.ts';
import type { RecycleBin, RecycleBins } from './bin.ts';

/** Permanently deletes records from the recycle bin, unless something refers to them: one, or all that can be deleted. */
export interface PurgeRecords {
  readonly type: 'PurgeRecords';
  readonly records: readonly {
    readonly resource: string;
    readonly id: number;
    /** The version that the client has read, if given. */
    readonly baseVersion?: number | null;
  }[];
  /** True: skip records that are in use or no longer in the bin. False: refuse them. */
  readonly passesOver: boolean;
}

/** Builds the purge decision from the recycle bins that the subjects declare. */
export const createPurge =
  (bins: RecycleBins) =>
  (command: PurgeRecords, file: CompanyFile): Decision<DomainEvent> => {
    const others = purgeOthers(command, file, bins);
    if (isRefusal(others)) return others;
    const records = command.records.filter(({ resource }) => !Object.hasOwn(bins, resource));
    const purged = purgePlainRecords({ ...command, records }, others.left);
    return isRefusal(purged) ? purged : [...others.events, ...purged];
  };

interface Purged {
  readonly events: readonly DomainEvent[];
  /** The file without the purged items that refer to records. */
  readonly left: CompanyFile;
}

function purgeOthers({ records, passesOver }: PurgeRecords, file: CompanyFile, bins: RecycleBins): Purged | Refusal {
  const going = new Map<RecycleBin, Versioned[]>();
  for (const { resource, id, baseVersion = null } of records) {
    const bin = Object.hasOwn(bins, resource) ? bins[resource] : undefined;
    if (!bin) continue;
    const item = bin.find(file, id);
    if (!item?.is_trashed && !passesOver) return refuse('not_found');
    if (!item?.is_trashed) continue;
    const conflict = findVersionConflict(item, baseVersion);
    if (conflict) return conflict;
    going.set(bin, [...(going.get(bin) ?? []), { id, version: item.version + 1 }]);
  }
  return {
    events: [...going].map(([bin, items]) => bin.buildPurge(items)),
    left: [...going].reduce((left, [bin, items]) => bin.withoutItems(left, items), file),
  };
}

function purgePlainRecords({ records, passesOver }: PurgeRecords, file: CompanyFile): Decision<RecordEvent> {
  const chosen = new Map(resources.map(({ name }) => [name, new Map<number, StoredRecord>()]));
  for (const { resource, id, baseVersion = null } of records) {
    const record = file.records[resource]?.byId.get(id);
    const isThere = record?.isTrashed === true && !record.isPurged;
    if (!isThere && !passesOver) return refuse('not_found');
    if (!isThere) continue;
    const conflict = findVersionConflict(record, baseVersion);
    if (conflict) return conflict;
    chosen.get(resource)!.set(id, record);
  }
  const uses = passesOver ? dropReferred(chosen, file) : listAllUses(chosen, file);
  if (uses.length > 0) return refuse('in_use', { field: 'id' }, { used_by: uses });
  // Children are purged before their parents: their resources come last.
  return resources.toReversed().flatMap(({ name }): readonly RecordEvent[] => {
    const purged = [...chosen.get(name)!].map(([id, { version }]) => ({ id, version: version + 1 }));
    return purged.length === 0 ? [] : [{ type: 'RecordsPurged', data: { resource: name, records: purged } }];
  });
}

type Chosen = ReadonlyMap<string, Map<number, StoredRecord>>;

/** Records that stay keep the records they refer to. Repeats until nothing more must stay. */
function dropReferred(chosen: Chosen, file: CompanyFile): readonly Use[] {
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [name, records] of chosen)
      for (const id of [...records.keys()])
        if (findPurgeUses(findResource(name)!, id, file, chosen).length > 0) {
          records.delete(id);
          isChanged = true;
        }
  }
  return [];
}

const listAllUses = (chosen: Chosen, file: CompanyFile): readonly Use[] =>
  [...chosen].flatMap(([name, records]) =>
    [...records.keys()].flatMap((id) => findPurgeUses(findResource(name)!, id, file, chosen)),
  );

const NOTHING: Chosen = new Map();

/** Uses of a trashed record: by entries, settings and records, including trashed ones that stay. */
function findPurgeUses(
  target: Resource,
  id: number,
  file: CompanyFile,
  going: ReadonlyMap<string, ReadonlyMap<number, unknown>> = NOTHING,
): readonly Use[] {
  const referring = resources.flatMap((resource): readonly Use[] => {
    if (!canReferTo(resource, target.name)) return [];
    let count = 0;
    for (const [other, record] of file.records[resource.name]?.byId.entries() ?? []) {
      const stays = !record.isPurged && !going.get(resource.name)?.has(other);
      if (stays && refersTo(resource, record.data, target.name, id)) count += 1;
    }
    return count === 0 ? [] : [{ resource: resource.name, count }];
  });
  return [...listUsesOutside(target, id, file), ...referring];
}

/** Number of items that purge events name. Each event lists them in one array. */
export const countPurged = (events: readonly DomainEvent[]): number =>
  events.reduce((count, { data }) => count + countItems(data), 0);

const countItems = (data: DomainEvent['data']): number =>
  Object.values(data).reduce<number>((count, value) => count + (Array.isArray(value) ? value.length : 0), 0);
