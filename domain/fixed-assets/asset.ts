import type { CompanyFile } from '../company-file-state.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { conflict } from '../records/records.ts';
import { invalid, refuse, type Decision, type Problem } from '../refusal.ts';
import type { AssetChanges, AssetEvent, AssetFields } from './asset-events.ts';
import { resolved, type RequestedAsset } from './fields.ts';
import type { OriginLine } from './origin.ts';

/** Fixed assets put on record and corrected. */

export interface CreateFixedAsset {
  readonly type: 'CreateFixedAsset';
  readonly id: number;
  /** For the account of its depreciation, where the chart has none. */
  readonly accountId: number;
  readonly requested: RequestedAsset;
  /** Null: none is named, or there is none of that id. */
  readonly origin: OriginLine | null;
}

export interface ChangeFixedAsset {
  readonly type: 'ChangeFixedAsset';
  readonly id: number;
  readonly accountId: number;
  readonly changes: RequestedAsset;
  readonly origin: OriginLine | null;
  readonly baseVersion: number | null;
}

export function decideCreation(command: CreateFixedAsset, file: CompanyFile): Decision<AssetEvent | RecordEvent> {
  const { id, requested } = command;
  const problems: Problem[] = [];
  const { fields, made } = resolved(
    command,
    { ...requested, code: requested.code ?? nextCode(file) },
    null,
    file,
    problems,
  );
  if (problems.length > 0 || !fields) return invalid(problems);
  return [...made, { type: 'FixedAssetCreated', data: { id, ...fields } }];
}

/** The next whole number behind those that there are. */
function nextCode({ fixedAssets }: CompanyFile): string {
  let number = fixedAssets.byId.size + 1;
  while (fixedAssets.byCode.has(codeOf(number))) number += 1;
  return codeOf(number);
}

const codeOf = (number: number): string => String(number).padStart(5, '0');

/** What may still change when something has been posted; a category brings its accounts along, and is changed by a transfer. */
const WORDS = new Set<keyof RequestedAsset>(['code', 'label', 'supplier_id', 'analytics']);

export function decideChange(command: ChangeFixedAsset, file: CompanyFile): Decision<AssetEvent | RecordEvent> {
  const { id, changes, baseVersion } = command;
  const asset = file.fixedAssets.byId.get(id);
  if (!asset || asset.is_trashed) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== asset.version) return conflict(asset.version);
  const given = withoutSame(changes, asset.fields);
  const names = Object.keys(given) as (keyof RequestedAsset)[];
  const fixed = asset.moves === 0 ? [] : names.filter((name) => !WORDS.has(name));
  if (fixed.length > 0) return invalid(fixed.map((field) => ({ code: 'asset_posted', field })));
  const problems: Problem[] = [];
  const { fields, made } = resolved(command, given, asset.fields, file, problems);
  if (problems.length > 0 || !fields) return invalid(problems);
  const changed = (Object.keys(fields) as (keyof AssetFields)[]).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(asset.fields[name]),
  );
  if (changed.length === 0) return [];
  const only = (of: AssetFields): AssetChanges => Object.fromEntries(changed.map((name) => [name, of[name]]));
  const data = { id, version: asset.version + 1, changes: only(fields), previous: only(asset.fields) };
  return [...made, { type: 'FixedAssetChanged', data }];
}

/** Only what differs from what is there. */
function withoutSame(changes: RequestedAsset, fields: AssetFields): RequestedAsset {
  const entries = Object.entries(changes) as [keyof RequestedAsset, RequestedAsset[keyof RequestedAsset]][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(fields[name])),
  );
}
