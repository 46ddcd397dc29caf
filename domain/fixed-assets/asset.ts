import type { CompanyFile } from '../company-file-state.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { refuseInvalid, refuse, type Decision } from '../refusal.ts';
import type { AssetChanges, AssetEvent, AssetFields } from './asset-events.ts';
import { resolveAssetFields, type RequestedAsset } from './fields.ts';
import type { OriginLine } from './origin.ts';
import { findVersionConflict } from '../versions.ts';

/** Creating and changing fixed assets. */

export interface CreateFixedAsset {
  readonly type: 'CreateFixedAsset';
  readonly id: number;
  /** Id for a new depreciation account, in case the chart has none. */
  readonly accountId: number;
  readonly requested: RequestedAsset;
  /** Null if no entry line is given or if it does not exist. */
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
  const complete = { ...requested, code: requested.code ?? findNextCode(file) };
  const { value: resolved, problems } = resolveAssetFields(command, complete, null, file);
  const { fields, made } = resolved;
  if (problems.length > 0 || !fields) return refuseInvalid(problems);
  return [...made, { type: 'FixedAssetCreated', data: { id, ...fields } }];
}

/** The next free number. */
function findNextCode({ fixedAssets }: CompanyFile): string {
  let number = fixedAssets.byId.size + 1;
  while (fixedAssets.byCode.has(formatCode(number))) number += 1;
  return formatCode(number);
}

const formatCode = (number: number): string => String(number).padStart(5, '0');

/** Fields that can still change after a posting. A category determines accounts, so only a transfer changes it. */
const WORDS = new Set<keyof RequestedAsset>(['code', 'label', 'supplier_id', 'analytics']);

export function decideChange(command: ChangeFixedAsset, file: CompanyFile): Decision<AssetEvent | RecordEvent> {
  const { id, changes, baseVersion } = command;
  const asset = file.fixedAssets.byId.get(id);
  if (!asset || asset.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(asset, baseVersion);
  if (conflict) return conflict;
  const given = dropUnchanged(changes, asset.fields);
  const names = Object.keys(given) as (keyof RequestedAsset)[];
  const fixed = asset.moves === 0 ? [] : names.filter((name) => !WORDS.has(name));
  if (fixed.length > 0) return refuseInvalid(fixed.map((field) => ({ code: 'asset_posted', field })));
  const { value: resolved, problems } = resolveAssetFields(command, given, asset.fields, file);
  const { fields, made } = resolved;
  if (problems.length > 0 || !fields) return refuseInvalid(problems);
  const changed = (Object.keys(fields) as (keyof AssetFields)[]).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(asset.fields[name]),
  );
  if (changed.length === 0) return [];
  const pickChanged = (of: AssetFields): AssetChanges => Object.fromEntries(changed.map((name) => [name, of[name]]));
  const data = { id, version: asset.version + 1, changes: pickChanged(fields), previous: pickChanged(asset.fields) };
  return [...made, { type: 'FixedAssetChanged', data }];
}

/** Keeps only the values that differ from the current ones. */
function dropUnchanged(changes: RequestedAsset, fields: AssetFields): RequestedAsset {
  const entries = Object.entries(changes) as [keyof RequestedAsset, RequestedAsset[keyof RequestedAsset]][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(fields[name])),
  );
}
