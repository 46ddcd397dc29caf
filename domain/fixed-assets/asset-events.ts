import { PERCENT } from '../analytics/shares.ts';
import {
  shape,
  type DataOfEvent,
  type EventCatalogue,
  type EventOf,
  type ObjectOfShapes,
  type TypeOf,
} from '../event.ts';

export const ASSET_METHODS = ['linear', 'declining', 'manual', 'one_off', 'none'] as const;
export const ADJUSTMENT_KINDS = [
  'addition',
  'revaluation',
  'impairment',
  'impairment_reversal',
  'life',
  'transfer',
] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];
export const DISPOSAL_KINDS = ['sale', 'scrap', 'theft', 'private'] as const;
export type DisposalKind = (typeof DISPOSAL_KINDS)[number];

/** One step of a manual plan: the amount up to a date, starting on the day after the previous step. */
const planned = shape.object({ ends_on: shape.date, amount: shape.amount });
export type PlannedAmount = TypeOf<typeof planned>;

const fields = {
  code: shape.text,
  label: shape.text,
  /** A category of the country pack. Null if none fits. */
  category: shape.optionalText,
  account_id: shape.id,
  /** Null if the asset is not depreciated. */
  depreciation_account_id: shape.reference,
  charge_account_id: shape.reference,
  acquired_on: shape.date,
  in_service_on: shape.date,
  /** The first day of the plan, usually the date put into service. */
  depreciates_from: shape.date,
  cost: shape.amount,
  residual_value: shape.amount,
  method: shape.oneOf(...ASSET_METHODS),
  duration_months: shape.reference,
  /** For a declining plan: the rate, if it is not the legal maximum. */
  rate: shape.optionalMatching('^\\d{1,3}\\.\\d{2,4}$'),
  plan: shape.list(planned),
  supplier_id: shape.reference,
  origin_line_id: shape.reference,
  /** Analytic codes for the depreciation charge. The shares of each axis add up to 100%. */
  analytics: shape.list(shape.object({ code_id: shape.id, share: shape.matching(PERCENT) })),
  /** Depreciation in the earlier books and its end date, before the first fiscal year of the file. */
  opening_depreciation: shape.amount,
  opening_until: shape.optionalDate,
  /** True: entered by a user, and the rest is planned from that date. False: computed from the plan. */
  is_opening_given: shape.flag,
};

/** The recorded fields of a fixed asset. */
export type AssetFields = ObjectOfShapes<typeof fields>;

const changes = shape.object({}, fields);
export type AssetChanges = TypeOf<typeof changes>;

/** `move` counts the changes in value of an asset. Only the last one can be undone. */
const moved = { id: shape.id, version: shape.positive, move: shape.positive };

const depreciation = {
  /** The entry that posts all of these amounts. */
  entry_id: shape.id,
  fiscal_year_id: shape.id,
  depreciated_until: shape.date,
  /** Assets grouped by the date up to which they were depreciated before. */
  groups: shape.list(
    shape.object({
      previous_until: shape.optionalDate,
      assets: shape.list(shape.object({ ...moved, amount: shape.amount }), 1),
    }),
    1,
  ),
};

/** Entry date, if different: a disposal posts, on its own date, the depreciation up to the day before. */
const postedLater = { posted_on: shape.date };

/** The category and accounts of an asset. */
const placed = shape.object({
  category: shape.optionalText,
  account_id: shape.id,
  depreciation_account_id: shape.reference,
  charge_account_id: shape.reference,
});
export type AssetAccounts = TypeOf<typeof placed>;

/** The amounts that a disposal removes from the books. */
const removed = {
  cost: shape.amount,
  revalued: shape.amount,
  depreciated: shape.amount,
  impaired: shape.amount,
  residual_value: shape.amount,
};

const movedToBin = { id: shape.id, version: shape.positive };

export const assetEvents = {
  FixedAssetCreated: {
    version: 1,
    meaning: 'A fixed asset was recorded, either manually or from the entry line of its purchase.',
    schema: shape.object({ id: shape.id, ...fields }),
    personal: [{ person: { thirdParties: ['supplier_id'] }, mentions: ['label'] }],
  },
  FixedAssetChanged: {
    version: 1,
    meaning: 'Fields of a fixed asset changed. Fields of its plan can change only before anything was posted.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes, previous: changes }),
    personal: [{ person: { anyone: true }, mentions: ['changes.label', 'previous.label'] }],
  },
  FixedAssetsDepreciated: {
    version: 1,
    meaning: 'Depreciation of fixed assets was posted up to a date. Each asset received the amount still missing.',
    schema: shape.object(depreciation, postedLater),
  },
  FixedAssetsDepreciationTakenBack: {
    version: 1,
    meaning: 'A posted depreciation was reversed together with its entry.',
    schema: shape.object(depreciation, postedLater),
  },
  FixedAssetAdjusted: {
    version: 1,
    meaning:
      'A fixed asset was adjusted: an addition, a revaluation, an impairment or its reversal, a change of life, or a transfer to other accounts. The plan is recomputed from a date.',
    schema: shape.object(
      {
        ...moved,
        number: shape.positive,
        kind: shape.oneOf(...ADJUSTMENT_KINDS),
        date: shape.date,
        /** Date of the previous change in value. */
        previous_on: shape.optionalDate,
        amount: shape.amount,
        duration_months: shape.reference,
        reason: shape.optionalText,
        /** The first day of the new plan. Posted depreciation stays as it is. */
        replanned_from: shape.date,
        /** The amount that the previous plan depreciates before that date. */
        planned_before: shape.amount,
        /** The amount left to depreciate from that date. */
        base: shape.amount,
        entry_id: shape.reference,
      },
      {
        /** For an addition: the entry line of the purchase. */
        origin_line_id: shape.id,
        /** For a manual plan: the steps from that date. */
        plan: shape.list(planned),
        /** For a transfer: the new accounts and the previous ones. */
        accounts: placed,
        previous_accounts: placed,
      },
    ),
  },
  FixedAssetAdjustmentTakenBack: {
    version: 1,
    meaning: 'The last adjustment of a fixed asset was reversed together with its entry.',
    schema: shape.object(
      {
        ...moved,
        number: shape.positive,
        kind: shape.oneOf(...ADJUSTMENT_KINDS),
        date: shape.date,
        previous_on: shape.optionalDate,
        amount: shape.amount,
      },
      { accounts: placed },
    ),
  },
  FixedAssetDisposed: {
    version: 1,
    meaning: 'A fixed asset, or a share of it, was sold, scrapped, stolen or taken for private use.',
    schema: shape.object(
      {
        ...moved,
        kind: shape.oneOf(...DISPOSAL_KINDS),
        disposed_on: shape.date,
        previous_on: shape.optionalDate,
        /** Percentage. */
        share: shape.matching('^\\d{1,3}\\.\\d{2,4}$'),
        is_whole: shape.flag,
        proceeds: shape.amount,
        third_party_id: shape.reference,
        ...removed,
        book_value: shape.amount,
        /** A gain is positive. */
        result: shape.signedAmount,
        replanned_from: shape.date,
        planned_before: shape.amount,
        base: shape.amount,
        entry_ids: shape.list(shape.id),
      },
      { plan: shape.list(planned) },
    ),
  },
  FixedAssetDisposalTakenBack: {
    version: 1,
    meaning: 'The disposal of a fixed asset was reversed together with its entries.',
    schema: shape.object({
      ...moved,
      disposed_on: shape.date,
      previous_on: shape.optionalDate,
      is_whole: shape.flag,
      ...removed,
    }),
  },
  FixedAssetTrashed: {
    version: 1,
    meaning: 'A fixed asset without postings was moved to the recycle bin.',
    schema: shape.object(movedToBin),
  },
  FixedAssetRestored: {
    version: 1,
    meaning: 'A fixed asset was restored from the recycle bin.',
    schema: shape.object(movedToBin),
  },
  FixedAssetsPurged: {
    version: 1,
    meaning: 'Fixed assets were permanently deleted from the recycle bin.',
    schema: shape.object({ assets: shape.list(shape.object(movedToBin), 1) }),
  },
} satisfies EventCatalogue;

export type AssetEvent = EventOf<typeof assetEvents>;
export type CreatedAsset = DataOfEvent<typeof assetEvents, 'FixedAssetCreated'>;
export type AdjustedAsset = DataOfEvent<typeof assetEvents, 'FixedAssetAdjusted'>;
export type DisposedAsset = DataOfEvent<typeof assetEvents, 'FixedAssetDisposed'>;
export type PostedDepreciation = DataOfEvent<typeof assetEvents, 'FixedAssetsDepreciated'>;
