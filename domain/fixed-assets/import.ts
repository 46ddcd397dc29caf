import type { CompanyFile } from '../company-file-state.ts';
import { MAX_IMPORT_PROBLEMS } from '../records/import.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { evolveRecords } from '../records/records.ts';
import { isRefusal, refuseInvalid, type Decision, type Problem } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import { decideCreation } from './asset.ts';
import type { AssetEvent } from './asset-events.ts';
import type { RequestedAsset } from './fields.ts';
import { evolveFixedAssets } from './state.ts';

/** Creates many fixed assets at once, all or nothing. Each sees the ones before: their codes and new accounts. */
export interface ImportFixedAssets {
  readonly type: 'ImportFixedAssets';
  readonly assets: readonly ImportedAsset[];
}

export interface ImportedAsset {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly id: number;
  /** Id for a new depreciation account, in case the chart has none. */
  readonly accountId: number;
  readonly requested: RequestedAsset;
}

export const decideAssetImport = (command: ImportFixedAssets, file: CompanyFile): Decision<AssetEvent | RecordEvent> =>
  runAllSteps(decideAssetImportInSteps(command, file));

export function* decideAssetImportInSteps(
  { assets }: ImportFixedAssets,
  file: CompanyFile,
): Steps<Decision<AssetEvent | RecordEvent>> {
  const events: (AssetEvent | RecordEvent)[] = [];
  const problems: Problem[] = [];
  let current = file;
  for (const { line, ...asset } of assets) {
    if (problems.length >= MAX_IMPORT_PROBLEMS) break;
    const decision = decideCreation({ type: 'CreateFixedAsset', ...asset, origin: null }, current);
    if (isRefusal(decision))
      problems.push(...decision.problems.map((problem) => ({ ...problem, field: toFieldOfLine(line, problem) })));
    else {
      current = decision.reduce(evolveFile, current);
      events.push(...decision);
    }
    yield;
  }
  return problems.length > 0 ? refuseInvalid(problems.slice(0, MAX_IMPORT_PROBLEMS)) : events;
}

const toFieldOfLine = (line: number, { field }: Problem): string =>
  field === undefined ? `lines.${line}` : `lines.${line}.${field}`;

function evolveFile(file: CompanyFile, event: AssetEvent | RecordEvent): CompanyFile {
  return 'resource' in event.data
    ? { ...file, records: evolveRecords(file.records, event as RecordEvent) }
    : { ...file, fixedAssets: evolveFixedAssets(file.fixedAssets, event as AssetEvent) };
}
