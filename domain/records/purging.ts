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
import { conflict } from './records.ts';
import { canName, names } from './references.ts';
import type { Resource } from './resource.ts';
import { resourceNamed, resources } from './resources.ts';
import type { StoredRecord } from './state.ts';
import type { Use } from './usage.ts';

/** Records of the recycle bin are removed for good, as long as nothing refers to them: one, or all that can go. */
export interface PurgeRecords {
  readonly type: 'PurgeRecords';
  readonly records: readonly {
    readonly resource: string;
    readonly id: number;
    /** The version that the client has read, where it says so. */
    readonly baseVersion?: number | null;
  }[];
  /** What is referred to, or lies in the bin no longer, is passed over; else it is refused. */
  readonly passesOver: boolean;
}

/** What lies in the bin besides records, by its collection: the subject whose it is says how it goes. */
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
  const others = purgedOthers(command, file);
  if (isRefusal(others)) return others;
  // What refers to records goes before them.
  const left = others.reduce(withoutOther, file);
  const records = command.records.filter(({ resource }) => !isOther(resource));
  const purged = purgedRecords({ ...command, records }, left);
  return isRefusal(purged) ? purged : [...others, ...purged];
}

function withoutOther(file: CompanyFile, event: OtherEvent): CompanyFile {
  if (event.type === 'DocumentsPurged') return OTHERS.documents.without(file, event);
  return event.type === 'RecurringEntriesPurged' ? OTHERS['recurring-entries'].without(file, event) : file;
}

function purgedOthers({ records, passesOver }: PurgeRecords, file: CompanyFile): Decision<OtherEvent> {
  const going = new Map<OtherName, { id: number; version: number }[]>();
  for (const { resource, id, baseVersion = null } of records) {
    if (!isOther(resource)) continue;
    const version = OTHERS[resource].trashedVersion(file, id);
    if (version === null && !passesOver) return refuse('not_found');
    if (version === null) continue;
    if (baseVersion !== null && baseVersion !== version) return conflict(version);
    going.set(resource, [...(going.get(resource) ?? []), { id, version: version + 1 }]);
  }
  return [...going].map(([name, some]) => OTHERS[name].purged(some));
}

function purgedRecords({ records, passesOver }: PurgeRecords, file: CompanyFile): Decision<RecordEvent> {
  const chosen = new Map(resources.map(({ name }) => [name, new Map<number, StoredRecord>()]));
  for (const { resource, id, baseVersion = null } of records) {
    const record = file.records[resource]?.byId.get(id);
    const isThere = record?.isTrashed === true && !record.isPurged;
    if (!isThere && !passesOver) return refuse('not_found');
    if (!isThere) continue;
    if (baseVersion !== null && baseVersion !== record.version) return conflict(record.version);
    chosen.get(resource)!.set(id, record);
  }
  const uses = passesOver ? withoutReferred(chosen, file) : usesOfAny(chosen, file);
  if (uses.length > 0) return refuse('in_use', { field: 'id' }, { used_by: uses });
  // Children go before what they refer to: their resources come last.
  return resources.toReversed().flatMap(({ name }): readonly RecordEvent[] => {
    const purged = [...chosen.get(name)!].map(([id, { version }]) => ({ id, version: version + 1 }));
    return purged.length === 0 ? [] : [{ type: 'RecordsPurged', data: { resource: name, records: purged } }];
  });
}

type Chosen = ReadonlyMap<string, Map<number, StoredRecord>>;

/** What stays keeps what it refers to: looked for until nothing more has to stay. */
function withoutReferred(chosen: Chosen, file: CompanyFile): readonly Use[] {
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [name, records] of chosen)
      for (const id of [...records.keys()])
        if (purgeUses(resourceNamed(name)!, id, file, chosen).length > 0) {
          records.delete(id);
          isChanged = true;
        }
  }
  return [];
}

const usesOfAny = (chosen: Chosen, file: CompanyFile): readonly Use[] =>
  [...chosen].flatMap(([name, records]) =>
    [...records.keys()].flatMap((id) => purgeUses(resourceNamed(name)!, id, file, chosen)),
  );

const NOTHING: Chosen = new Map();

/** What refers to a record of the bin: entries, settings, and records, also those of the bin that stay there. */
export function purgeUses(
  target: Resource,
  id: number,
  file: CompanyFile,
  going: ReadonlyMap<string, ReadonlyMap<number, unknown>> = NOTHING,
): readonly Use[] {
  const referring = resources.flatMap((resource): readonly Use[] => {
    if (!canName(resource, target.name)) return [];
    let count = 0;
    for (const [other, record] of file.records[resource.name]?.byId.entries() ?? []) {
      const stays = !record.isPurged && !going.get(resource.name)?.has(other);
      if (stays && names(resource, record.data, target.name, id)) count += 1;
    }
    return count === 0 ? [] : [{ resource: resource.name, count }];
  });
  return [...(target.usedBy?.(id, file) ?? []), ...referring];
}
