import type { CompanyFile } from '../company-file-state.ts';
import { documentBin } from '../documents/bin.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import { importBin } from '../document-imports/bin.ts';
import type { ImportEvent } from '../document-imports/import-events.ts';
import { recurringBin } from '../recurring-entries/bin.ts';
import type { RecurringEvent } from '../recurring-entries/recurring-events.ts';
import { isRefusal, refuse, type Decision } from '../refusal.ts';
import { sepaBin } from '../sepa/bin.ts';
import { assetBin } from '../fixed-assets/bin.ts';
import type { AssetEvent } from '../fixed-assets/asset-events.ts';
import type { SepaEvent } from '../sepa/sepa-events.ts';
import type { RecordEvent } from './record-events.ts';
import { canReferTo, refersTo } from './references.ts';
import type { Resource } from './resource.ts';
import { findResource, resources } from './resources.ts';
import type { StoredRecord } from './state.ts';
import type { Use } from './usage.ts';
import { findVersionConflict } from '../versions.ts';

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

/** Other trashed items, by collection. Their subject defines how they are purged. */
const OTHERS = {
  documents: documentBin,
  'document-imports': importBin,
  'recurring-entries': recurringBin,
  'sepa-files': sepaBin,
  'fixed-assets': assetBin,
} as const;
type OtherName = keyof typeof OTHERS;
type OtherEvent = DocumentEvent | ImportEvent | RecurringEvent | SepaEvent | AssetEvent;

const isOther = (resource: string): resource is OtherName => Object.hasOwn(OTHERS, resource);

export function decidePurge(command: PurgeRecords, file: CompanyFile): Decision<RecordEvent | OtherEvent> {
  const others = purgeOthers(command, file);
  if (isRefusal(others)) return others;
  // Items that refer to records are purged before them.
  const left = others.reduce(withoutOther, file);
  const records = command.records.filter(({ resource }) => !isOther(resource));
  const purged = purgePlainRecords({ ...command, records }, left);
  return isRefusal(purged) ? purged : [...others, ...purged];
}

function withoutOther(file: CompanyFile, event: OtherEvent): CompanyFile {
  if (event.type === 'DocumentsPurged') return OTHERS.documents.without(file, event);
  return event.type === 'RecurringEntriesPurged' ? OTHERS['recurring-entries'].without(file, event) : file;
}

function purgeOthers({ records, passesOver }: PurgeRecords, file: CompanyFile): Decision<OtherEvent> {
  const going = new Map<OtherName, { id: number; version: number }[]>();
  for (const { resource, id, baseVersion = null } of records) {
    if (!isOther(resource)) continue;
    const version = OTHERS[resource].trashedVersion(file, id);
    if (version === null && !passesOver) return refuse('not_found');
    if (version === null) continue;
    const conflict = findVersionConflict({ version }, baseVersion);
    if (conflict) return conflict;
    going.set(resource, [...(going.get(resource) ?? []), { id, version: version + 1 }]);
  }
  return [...going].map(([name, some]) => OTHERS[name].purged(some));
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
export function findPurgeUses(
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
  return [...(target.listUses?.(id, file) ?? []), ...referring];
}
