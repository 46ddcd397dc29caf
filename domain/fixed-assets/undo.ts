import {
  blocked,
  cannotMove,
  changedSince,
  isBlocked,
  unlessRefused,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { linesOfReversal, linesToLetter, reversalOf } from '../ledger/reversal.ts';
import { entryIn, lockedOn } from '../ledger/undo.ts';
import { decideChange } from './asset.ts';
import type { AssetChanges, assetEvents, PostedDepreciation } from './asset-events.ts';
import { decideMove } from './bin.ts';
import type { RequestedAsset } from './fields.ts';
import { isLastMove, type AssetState } from './asset-state.ts';

const NAME = 'fixed-assets';

/**
 * The last thing that happened to an asset is taken back with its entry, which the opposite of it follows; what came before must wait for
 * that. An invoice that a sale has made is an entry like any other, and goes back by itself.
 */
export const assetUndo: UndoRules<typeof assetEvents> = {
  FixedAssetCreated: { role: 'encoder', back: ({ id }, undoing) => moved('TrashFixedAsset', id, undoing) },
  FixedAssetChanged: {
    role: 'encoder',
    needs: ({ id, previous }) => ({
      fixedAssets: [id],
      originLines: [previous.origin_line_id ?? []].flat(),
    }),
    back: ({ id, changes, previous }, undoing) =>
      withAsset(id, undoing, (asset) => changedBack(asset, changes, previous, undoing)),
  },
  FixedAssetsDepreciated: {
    role: 'manager',
    needs: ({ entry_id }) => ({ entries: [entry_id] }),
    back: (data, undoing) => depreciatedBack(data, undoing),
  },
  FixedAssetsDepreciationTakenBack: { never: 'undo_asset_taken_back', resource: NAME },
  FixedAssetAdjusted: {
    role: 'encoder',
    needs: ({ entry_id }) => (entry_id === null ? {} : { entries: [entry_id] }),
    back: ({ id, version, move, number, kind, date, previous_on, amount, entry_id, previous_accounts }, undoing) =>
      withAsset(id, undoing, (asset) => {
        if (!isLastMove(asset, { move, version }))
          return blocked('undo_asset_later', NAME, id, { asset: asset.fields.code });
        const reversal = entry_id === null ? [] : reversed(entry_id, undoing);
        if (isBlocked(reversal)) return reversal;
        const data = { id, version: asset.version + 1, move, number, kind, date, previous_on, amount };
        const accounts = previous_accounts && { accounts: previous_accounts };
        return [...reversal, { type: 'FixedAssetAdjustmentTakenBack', data: { ...data, ...accounts } }];
      }),
  },
  FixedAssetAdjustmentTakenBack: { never: 'undo_asset_taken_back', resource: NAME },
  FixedAssetDisposed: {
    role: 'manager',
    needs: ({ entry_ids }) => ({ entries: entry_ids }),
    back: (disposed, undoing) =>
      withAsset(disposed.id, undoing, (asset) => {
        const { id, move, disposed_on, previous_on, is_whole, entry_ids } = disposed;
        const { cost, revalued, depreciated, impaired, residual_value } = disposed;
        if (!isLastMove(asset, disposed)) return blocked('undo_asset_later', NAME, id, { asset: asset.fields.code });
        const own = entry_ids.find((entry) => entryIn(undoing, entry).origin === 'fixed_asset');
        const reversal = own === undefined ? [] : reversed(own, undoing);
        if (isBlocked(reversal)) return reversal;
        const share = { cost, revalued, depreciated, impaired, residual_value };
        const data = { id, version: asset.version + 1, move, disposed_on, previous_on, is_whole, ...share };
        return [...reversal, { type: 'FixedAssetDisposalTakenBack', data }];
      }),
  },
  FixedAssetDisposalTakenBack: { never: 'undo_asset_taken_back', resource: NAME },
  FixedAssetTrashed: { role: 'encoder', back: ({ id }, undoing) => moved('RestoreFixedAsset', id, undoing) },
  FixedAssetRestored: { role: 'encoder', back: ({ id }, undoing) => moved('TrashFixedAsset', id, undoing) },
  FixedAssetsPurged: { never: 'undo_purged', resource: 'trash' },
};

function withAsset(id: number, { file }: Undoing, back: (asset: AssetState) => Undone): Undone {
  const asset = file.fixedAssets.byId.get(id);
  if (!asset) return blocked('undo_purged', 'trash', id);
  return asset.is_trashed ? blocked('undo_record_trashed', NAME, id) : back(asset);
}

function moved(type: 'TrashFixedAsset' | 'RestoreFixedAsset', id: number, { file }: Undoing): Undone {
  const stuck = cannotMove(file.fixedAssets.byId.get(id), type === 'TrashFixedAsset' ? 'bin' : 'file', NAME, id);
  if (stuck) return stuck;
  return unlessRefused(decideMove({ type, id, baseVersion: null }, file), NAME, id);
}

/** Fields that follow from others are not asked for again. */
const DERIVED = new Set<keyof AssetChanges>(['depreciates_from', 'opening_until', 'is_opening_given', 'plan']);

function changedBack(
  asset: AssetState,
  changes: AssetChanges,
  previous: AssetChanges,
  { file, facts }: Undoing,
): Undone {
  const names = Object.keys(changes) as (keyof AssetChanges)[];
  const moves = names.filter((name) => JSON.stringify(asset.fields[name]) !== JSON.stringify(changes[name]));
  const stuck = changedSince(moves, NAME, asset.id);
  if (stuck) return stuck;
  const plan = previous.plan?.map((item) => ({ ...item, fiscal_year_code: null }));
  const opening = previous.is_opening_given === false ? { opening_depreciation: null } : {};
  const asked = Object.fromEntries(
    Object.entries(previous).filter(([name]) => !DERIVED.has(name as keyof AssetChanges)),
  );
  const back: RequestedAsset = { ...asked, ...opening, ...(plan && plan.length > 0 && { plan }) };
  const command = {
    type: 'ChangeFixedAsset',
    id: asset.id,
    accountId: 0,
    changes: back,
    origin: facts.originLines.get(back.origin_line_id ?? asset.fields.origin_line_id ?? 0) ?? null,
    baseVersion: null,
  } as const;
  return unlessRefused(decideChange(command, file), NAME, asset.id);
}

function depreciatedBack(data: PostedDepreciation, undoing: Undoing): Undone {
  const { byId } = undoing.file.fixedAssets;
  const assets = data.groups.flatMap((group) => group.assets);
  // They were posted by one entry, and leave with it.
  if (undoing.only !== null && assets.length > 1) return blocked('undo_assets_together', NAME, undoing.only);
  const later = assets.filter(({ id, move }) => byId.get(id)?.moves !== move);
  if (later.length > 0)
    return {
      blockers: later.slice(0, MOST_NAMED).map(({ id }) => ({
        ...{ code: 'undo_asset_later', resource: NAME, id },
        params: { asset: byId.get(id)?.fields.code ?? String(id) },
      })),
    };
  const reversal = reversed(data.entry_id, undoing);
  if (isBlocked(reversal)) return reversal;
  const groups = data.groups.map((group) => ({
    ...group,
    assets: group.assets.map((one) => ({ ...one, version: byId.get(one.id)!.version + 1 })),
  }));
  return [...reversal, { type: 'FixedAssetsDepreciationTakenBack', data: { ...data, groups } }];
}

/** Whoever is told of twenty has seen enough. */
const MOST_NAMED = 20;

function reversed(entryId: number, undoing: Undoing): Undone {
  const facts = entryIn(undoing, entryId);
  const { file, ids } = undoing;
  if (facts.status === 'reversed') return blocked('entry_already_reversed', 'entries', facts.reversed_by_entry_id);
  const locked = lockedOn(facts.entry_date, file);
  if (locked) return locked;
  const reversal = {
    entryId: ids('entries', 1)[0]!,
    lineIds: ids('entry_lines', linesOfReversal(facts)),
    letteringIds: ids('letterings', linesToLetter(facts).length),
    entry_date: facts.entry_date,
    label: null,
    origin: facts.origin,
  };
  return reversalOf(facts, reversal, file);
}
