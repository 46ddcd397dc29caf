import {
  blockUndo,
  blockIfChanged,
  isBlocked,
  toUndone,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import { countReversalLines, listLinesToMatch, buildReversal } from '../ledger/reversal.ts';
import { getEntryFacts, blockIfLocked } from '../ledger/undo-context.ts';
import { decideChange } from './asset.ts';
import type { AssetChanges, assetEvents, PostedDepreciation } from './asset-events.ts';
import { assetBin } from './bin.ts';
import type { RequestedAsset } from './fields.ts';
import { isLastMove, type AssetState } from './asset-state.ts';
import {
  adjustAgain,
  depreciateAgain,
  disposeAgain,
  findRepeated,
  listAssetEvents,
  listDepreciatedIds,
} from './redo.ts';

const NAME = 'fixed-assets';

/**
 * Only the last change in value of an asset can be undone, together with its entry, which is reversed. Earlier changes
 * must wait for that. The invoice of a sale is an ordinary entry and is undone separately.
 */
export const assetUndo: UndoRules<typeof assetEvents> = {
  FixedAssetCreated: { role: 'encoder', revert: ({ id }, undoing) => assetBin.undo('TrashFixedAsset', id, undoing) },
  FixedAssetChanged: {
    role: 'encoder',
    listNeeds: ({ id, previous }) => ({
      fixedAssets: [id],
      originLines: [previous.origin_line_id ?? []].flat(),
    }),
    revert: ({ id, changes, previous }, undoing) =>
      withAsset(id, undoing, (asset) => revertChange(asset, changes, previous, undoing)),
  },
  FixedAssetsDepreciated: {
    role: 'manager',
    listNeeds: ({ entry_id }) => ({ entries: [entry_id] }),
    revert: (data, undoing) => revertDepreciation(data, undoing),
  },
  FixedAssetsDepreciationTakenBack: {
    role: 'manager',
    isWhole: (taken) => listDepreciatedIds(taken).length === 1,
    listEarlier: (taken) => listAssetEvents(listDepreciatedIds(taken)),
    listNeeds: ({ entry_id }) => ({ entries: [entry_id] }),
    revert: (taken, undoing) => depreciateAgain(taken, undoing),
  },
  FixedAssetAdjusted: {
    role: 'encoder',
    listNeeds: ({ entry_id }) => (entry_id === null ? {} : { entries: [entry_id] }),
    revert: ({ id, version, move, number, kind, date, previous_on, amount, entry_id, previous_accounts }, undoing) =>
      withAsset(id, undoing, (asset) => {
        if (!isLastMove(asset, { move, version }))
          return blockUndo('undo_asset_later', NAME, id, { asset: asset.fields.code });
        const reversal = entry_id === null ? [] : reverseEntry(entry_id, undoing);
        if (isBlocked(reversal)) return reversal;
        const data = { id, version: asset.version + 1, move, number, kind, date, previous_on, amount };
        const accounts = previous_accounts && { accounts: previous_accounts };
        return [...reversal, { type: 'FixedAssetAdjustmentTakenBack', data: { ...data, ...accounts } }];
      }),
  },
  FixedAssetAdjustmentTakenBack: {
    role: 'encoder',
    isWhole: () => true,
    listEarlier: ({ id }) => listAssetEvents([id], 'FixedAssetAdjusted'),
    listNeeds: (taken, earlier) => {
      const { entry_id, origin_line_id } = findRepeated('FixedAssetAdjusted', taken, { earlier });
      return { entries: [entry_id ?? []].flat(), originLines: [origin_line_id ?? []].flat() };
    },
    revert: (taken, undoing) => adjustAgain(taken, undoing),
  },
  FixedAssetDisposed: {
    role: 'manager',
    listNeeds: ({ entry_ids }) => ({ entries: entry_ids }),
    revert: (disposed, undoing) =>
      withAsset(disposed.id, undoing, (asset) => {
        const { id, move, disposed_on, previous_on, is_whole, entry_ids } = disposed;
        const { cost, revalued, depreciated, impaired, residual_value } = disposed;
        if (!isLastMove(asset, disposed)) return blockUndo('undo_asset_later', NAME, id, { asset: asset.fields.code });
        const own = entry_ids.find((entry) => getEntryFacts(undoing, entry).origin === 'fixed_asset');
        const reversal = own === undefined ? [] : reverseEntry(own, undoing);
        if (isBlocked(reversal)) return reversal;
        const share = { cost, revalued, depreciated, impaired, residual_value };
        const data = { id, version: asset.version + 1, move, disposed_on, previous_on, is_whole, ...share };
        return [...reversal, { type: 'FixedAssetDisposalTakenBack', data }];
      }),
  },
  FixedAssetDisposalTakenBack: {
    role: 'manager',
    isWhole: () => true,
    listEarlier: ({ id }) => listAssetEvents([id], 'FixedAssetDisposed'),
    listNeeds: (taken, earlier) => ({ entries: findRepeated('FixedAssetDisposed', taken, { earlier }).entry_ids }),
    revert: (taken, undoing) => disposeAgain(taken, undoing),
  },
  FixedAssetTrashed: { role: 'encoder', revert: ({ id }, undoing) => assetBin.undo('RestoreFixedAsset', id, undoing) },
  FixedAssetRestored: { role: 'encoder', revert: ({ id }, undoing) => assetBin.undo('TrashFixedAsset', id, undoing) },
  FixedAssetsPurged: { never: 'undo_purged', resource: 'trash' },
};

function withAsset(id: number, { file }: Undoing, back: (asset: AssetState) => Undone): Undone {
  const asset = file.fixedAssets.byId.get(id);
  if (!asset) return blockUndo('undo_purged', 'trash', id);
  return asset.is_trashed ? blockUndo('undo_record_trashed', NAME, id) : back(asset);
}

/** Derived fields are recomputed, so they are left out of the request. */
const DERIVED = new Set<keyof AssetChanges>(['depreciates_from', 'opening_until', 'is_opening_given', 'plan']);

function revertChange(
  asset: AssetState,
  changes: AssetChanges,
  previous: AssetChanges,
  { file, facts }: Undoing,
): Undone {
  const names = Object.keys(changes) as (keyof AssetChanges)[];
  const moves = names.filter((name) => JSON.stringify(asset.fields[name]) !== JSON.stringify(changes[name]));
  const stuck = blockIfChanged(moves, NAME, asset.id);
  if (stuck) return stuck;
  const plan = previous.plan?.map((item) => ({ ...item, fiscal_year_code: null }));
  const isOpeningGiven = previous.is_opening_given ?? asset.fields.is_opening_given;
  const isComputed = !isOpeningGiven && (previous.opening_depreciation ?? previous.is_opening_given) !== undefined;
  const opening = isComputed ? { opening_depreciation: null } : {};
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
  return toUndone(decideChange(command, file), NAME, asset.id);
}

function revertDepreciation(data: PostedDepreciation, undoing: Undoing): Undone {
  const { byId } = undoing.file.fixedAssets;
  const assets = data.groups.flatMap((group) => group.assets);
  // One entry posted all these assets, so they can only be undone together.
  if (undoing.only !== null && assets.length > 1) return blockUndo('undo_assets_together', NAME, undoing.only);
  const later = assets.filter(({ id, move }) => byId.get(id)?.moves !== move);
  if (later.length > 0)
    return {
      blockers: later.slice(0, MOST_NAMED).map(({ id }) => ({
        code: 'undo_asset_later',
        resource: NAME,
        id,
        params: { asset: byId.get(id)?.fields.code ?? String(id) },
      })),
    };
  const reversal = reverseEntry(data.entry_id, undoing);
  if (isBlocked(reversal)) return reversal;
  const groups = data.groups.map((group) => ({
    ...group,
    assets: group.assets.map((one) => ({ ...one, version: byId.get(one.id)!.version + 1 })),
  }));
  return [...reversal, { type: 'FixedAssetsDepreciationTakenBack', data: { ...data, groups } }];
}

/** Twenty blocking assets are enough for the message. */
const MOST_NAMED = 20;

function reverseEntry(entryId: number, undoing: Undoing): Undone {
  const facts = getEntryFacts(undoing, entryId);
  const { file, takeIds } = undoing;
  if (facts.status === 'reversed') return blockUndo('entry_already_reversed', 'entries', facts.reversed_by_entry_id);
  const locked = blockIfLocked(facts.entry_date, file);
  if (locked) return locked;
  const reversal = {
    entryId: takeIds('entries', 1)[0]!,
    lineIds: takeIds('entry_lines', countReversalLines(facts)),
    letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
    entry_date: facts.entry_date,
    label: null,
    origin: facts.origin,
  };
  return buildReversal(facts, reversal, file);
}
