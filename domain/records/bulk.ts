import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import { createDraftMap } from '../persistent-map.ts';
import { evolveThirdParties } from '../third-parties/state.ts';
import type { Resource } from './resource.ts';
import { buildUniqueKeys } from './state.ts';

/**
 * Many records decided together. Each record sees the ones before it, so that keys and generated codes are taken. The
 * cost of adding a record does not depend on the number of records.
 */
export interface Bulk {
  /** The company file as the next record sees it. Valid until another record is added. */
  readonly file: CompanyFile;
  addRecord(id: number, data: JsonRecord): void;
}

export function createBulk(resource: Resource, file: CompanyFile): Bulk {
  const collection = file.records[resource.name]!;
  const byKey = createDraftMap(collection.byKey);
  const byId = refersToItself(resource) ? createDraftMap(collection.byId) : null;
  const drafted = { ...collection, byKey, ...(byId && { byId }) };
  let current: CompanyFile = { ...file, records: { ...file.records, [resource.name]: drafted } };
  return {
    get file() {
      return current;
    },
    addRecord(id, data) {
      for (const key of buildUniqueKeys(resource, data)) byKey.put(key, id);
      byId?.put(id, { version: 1, data, isTrashed: false });
      const event = { type: 'RecordsCreated', data: { resource: resource.name, records: [{ id, data }] } } as const;
      const thirdParties = evolveThirdParties(current.thirdParties, event);
      if (thirdParties !== current.thirdParties) current = { ...current, thirdParties };
    },
  };
}

/** A record may then name one before it in the same file, such as the parent of a code. */
const refersToItself = ({ fields, name }: Resource): boolean =>
  Object.values(fields).some(
    (field) => field.kind === 'reference' && field.to === name && field.editable !== 'internal',
  );
