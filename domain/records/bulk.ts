import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import { draftOf } from '../persistent-map.ts';
import { evolveThirdParties } from '../third-parties/state.ts';
import type { Resource } from './resource.ts';
import { keysOf } from './state.ts';

/**
 * Many records that are decided on together. Each must find those before it there: a key is then taken, and so is a code
 * that was made for one of them. Adding one costs the same however many there are.
 */
export interface Bulk {
  /** The company file as the next record sees it; good until another one is added. */
  readonly file: CompanyFile;
  add(id: number, data: JsonRecord): void;
}

export function openBulk(resource: Resource, file: CompanyFile): Bulk {
  const collection = file.records[resource.name]!;
  const byKey = draftOf(collection.byKey);
  let current: CompanyFile = { ...file, records: { ...file.records, [resource.name]: { ...collection, byKey } } };
  return {
    get file() {
      return current;
    },
    add(id, data) {
      for (const key of keysOf(resource, data)) byKey.put(key, id);
      const event = { type: 'RecordsCreated', data: { resource: resource.name, records: [{ id, data }] } } as const;
      const thirdParties = evolveThirdParties(current.thirdParties, event);
      if (thirdParties !== current.thirdParties) current = { ...current, thirdParties };
    },
  };
}
