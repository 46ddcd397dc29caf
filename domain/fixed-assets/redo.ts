import type { DataOfEvent } from '../event.ts';
import { listEarlierEvents, type EarlierEvents, type EarlierNeed } from '../history/earlier.ts';
import { FactsNotRead, blockUndo, isBlocked, type Blocker, type Undone, type Undoing } from '../history/undo.ts';
import { findEffectiveEntry, getEntryFacts } from '../ledger/undo-context.ts';
import { postEntriesAgain } from '../lettering/post-again.ts';
import { compare } from '../money.ts';
import type {
  AdjustedAsset,
  assetEvents,
  AssetChanges,
  AssetEvent,
  DisposedAsset,
  PostedDepreciation,
} from './asset-events.ts';
import type { AssetState } from './asset-state.ts';
import { computeUntakenAmount } from './origin.ts';

/** Does again what was undone: the asset changes in the same way, and the entry is posted again. */

const NAME = 'fixed-assets';

interface Taken {
  readonly id: number;
  readonly version: number;
  readonly move: number;
}

type Repeated = 'FixedAssetAdjusted' | 'FixedAssetDisposed';

/** The changes of the fields tell whether the plan is still the same. */
export const listAssetEvents = (ids: readonly number[], ...types: readonly Repeated[]): readonly EarlierNeed[] =>
  ids.map((id) => ({ resource: NAME, id, types: ['FixedAssetChanged', ...types] }));

export const listDepreciatedIds = ({ groups }: PostedDepreciation): readonly number[] =>
  groups.flatMap(({ assets }) => assets.map(({ id }) => id));

/** The event that this one took back. */
export function findRepeated<Type extends Repeated>(
  type: Type,
  { id, version, move }: Taken,
  read: { readonly earlier: EarlierEvents },
): DataOfEvent<typeof assetEvents, Type> {
  const found = listEarlierEvents<AssetEvent>(read, NAME, id).findLast(
    (event) => event.type === type && event.data.version < version && event.data.move === move,
  );
  if (!found) throw new FactsNotRead(`${type} of fixed asset ${id} was not read`);
  return found.data as DataOfEvent<typeof assetEvents, Type>;
}

/** Fields that do not influence amounts. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'code',
  'label',
  'supplier_id',
  'analytics',
] satisfies (keyof AssetChanges)[]);

/** Has the plan changed since this version? */
function hasNewPlan({ id, fields }: AssetState, since: number, undoing: Undoing): boolean {
  const before: AssetChanges = listEarlierEvents<AssetEvent>(undoing, NAME, id)
    .filter((event) => event.type === 'FixedAssetChanged')
    .filter(({ data }) => data.version > since)
    .reduceRight((previous, { data }) => ({ ...previous, ...data.previous }), {});
  const names = Object.keys(before) as (keyof AssetChanges)[];
  return names.some((name) => !DESCRIPTIVE.has(name) && JSON.stringify(before[name]) !== JSON.stringify(fields[name]));
}

/** Blocks if the asset is not what it was when the change was undone. */
function findBlocker({ id, version, move }: Taken, undoing: Undoing): Blocker | null {
  const asset = undoing.file.fixedAssets.byId.get(id);
  if (!asset) return { code: 'undo_purged', resource: 'trash', id };
  if (asset.is_trashed) return { code: 'undo_record_trashed', resource: NAME, id };
  if (asset.moves === move - 1 && !hasNewPlan(asset, version, undoing)) return null;
  return { code: 'undo_asset_changed', resource: NAME, id, params: { asset: asset.fields.code } };
}

/** Twenty blocking assets are enough for the message. */
const MOST_NAMED = 20;

export function depreciateAgain(taken: PostedDepreciation, undoing: Undoing): Undone {
  const assets = taken.groups.flatMap((group) => group.assets);
  const blockers = assets.flatMap((one) => findBlocker(one, undoing) ?? []);
  if (blockers.length > 0) return { blockers: blockers.slice(0, MOST_NAMED) };
  const posted = postEntriesAgain([getEntryFacts(undoing, taken.entry_id)], undoing);
  if (isBlocked(posted)) return posted;
  const { byId } = undoing.file.fixedAssets;
  const groups = taken.groups.map((group) => ({
    ...group,
    assets: group.assets.map((one) => ({ ...one, version: byId.get(one.id)!.version + 1 })),
  }));
  const event: AssetEvent = {
    type: 'FixedAssetsDepreciated',
    data: { ...taken, entry_id: posted.ids.get(taken.entry_id)!, groups },
  };
  return [...posted.events, event];
}

export function adjustAgain(taken: Taken, undoing: Undoing): Undone {
  const blocker = findBlocker(taken, undoing);
  if (blocker) return { blockers: [blocker] };
  const original = findRepeated('FixedAssetAdjusted', taken, undoing);
  const line = blockIfLineTaken(original, undoing);
  if (line) return { blockers: [line] };
  const { entry_id } = original;
  const posted = postEntriesAgain(entry_id === null ? [] : [getEntryFacts(undoing, entry_id)], undoing);
  if (isBlocked(posted)) return posted;
  const event: AssetEvent = {
    type: 'FixedAssetAdjusted',
    data: {
      ...original,
      version: undoing.file.fixedAssets.byId.get(taken.id)!.version + 1,
      entry_id: entry_id === null ? null : posted.ids.get(entry_id)!,
    },
  };
  return [...posted.events, event];
}

/** The purchase line of an addition may have been reversed, or taken by another asset. */
function blockIfLineTaken({ origin_line_id, amount }: AdjustedAsset, { file, facts }: Undoing): Blocker | null {
  if (origin_line_id === undefined) return null;
  const line = facts.originLines.get(origin_line_id);
  if (!line) throw new FactsNotRead(`Entry line ${origin_line_id} was not read`);
  if (line.is_reversed) return { code: 'asset_origin_reversed', resource: 'entries', id: null };
  const left = computeUntakenAmount(line, file);
  return compare(amount, left) > 0
    ? { code: 'asset_origin_exceeded', resource: 'entries', id: null, params: { left } }
    : null;
}

export function disposeAgain(taken: Taken, undoing: Undoing): Undone {
  const blocker = findBlocker(taken, undoing);
  if (blocker) return { blockers: [blocker] };
  const original: DisposedAsset = findRepeated('FixedAssetDisposed', taken, undoing);
  const entries = original.entry_ids.map((id) => getEntryFacts(undoing, id));
  const own = entries.filter(({ origin }) => origin === 'fixed_asset');
  const posted = postEntriesAgain(own, undoing);
  if (isBlocked(posted)) return posted;
  // The depreciation up to the disposal and the invoice of a sale are undone before, by their own events.
  const ids = entries.map((entry) => posted.ids.get(entry.id) ?? findEffectiveEntry(entry, undoing)?.id);
  const missing = ids.findIndex((id) => id === undefined);
  if (missing !== -1) return blockUndo('entry_already_reversed', 'entries', original.entry_ids[missing]!);
  const event: AssetEvent = {
    type: 'FixedAssetDisposed',
    data: {
      ...original,
      version: undoing.file.fixedAssets.byId.get(taken.id)!.version + 1,
      entry_ids: ids.filter((id) => id !== undefined),
    },
  };
  return [...posted.events, event];
}
