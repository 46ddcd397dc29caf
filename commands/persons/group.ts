import type { CompanyFile } from '../../domain/company-file-state.ts';
import { getRecords } from '../../domain/records/state.ts';
import { listAllMerged } from '../../domain/third-parties/state.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';

export interface PersonGroup {
  /** The third party and those merged into it, which are erased together. */
  readonly members: readonly number[];
  /** The members, and the others with which they were merged: the person appears under any of them. */
  readonly family: readonly number[];
}

export function listGroup(file: CompanyFile, id: number): PersonGroup {
  const { byId } = getRecords(file.records, thirdParties);
  let root = id;
  for (let into = byId.get(root)?.data.merged_into_id; into; into = byId.get(root)?.data.merged_into_id) root = into;
  return {
    members: [id, ...listAllMerged(file.thirdParties, id)],
    family: [root, ...listAllMerged(file.thirdParties, root)],
  };
}
