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

/** What a plan by hand takes up to a day, from the day after the one before it. */
const planned = shape.object({ ends_on: shape.date, amount: shape.amount });
export type PlannedAmount = TypeOf<typeof planned>;

const fields = {
  code: shape.text,
  label: shape.text,
  /** Of the country pack; null for what fits none of them. */
  category: shape.optionalText,
  account_id: shape.id,
  /** Null for what is not depreciated. */
  depreciation_account_id: shape.reference,
  charge_account_id: shape.reference,
  acquired_on: shape.date,
  in_service_on: shape.date,
  /** Where its plan begins: mostly the day put into service. */
  depreciates_from: shape.date,
  cost: shape.amount,
  residual_value: shape.amount,
  method: shape.oneOf(...ASSET_METHODS),
  duration_months: shape.reference,
  /** Of a declining plan, where it is not the highest that the law allows. */
  rate: shape.optionalMatching('^\\d{1,3}\\.\\d{2,4}$'),
  plan: shape.list(planned),
  supplier_id: shape.reference,
  origin_line_id: shape.reference,
  /** What its depreciation is told by: each axis as a whole. */
  analytics: shape.list(shape.object({ code_id: shape.id, share: shape.matching(PERCENT) })),
  /** What earlier books have depreciated, and up to which day: before the first fiscal year of the file. */
  opening_depreciation: shape.amount,
  opening_until: shape.optionalDate,
  /** Told by a person: the rest is planned from there on. Else it is what the plan says. */
  is_opening_given: shape.flag,
};

/** A fixed asset as it was put on record. */
export type AssetFields = ObjectOfShapes<typeof fields>;

const changes = shape.object({}, fields);
export type AssetChanges = TypeOf<typeof changes>;

/** `move` counts what has happened to the value of an asset: the last one can be taken back. */
const moved = { id: shape.id, version: shape.positive, move: shape.positive };

const depreciation = {
  /** The entry that posts all of it. */
  entry_id: shape.id,
  fiscal_year_id: shape.id,
  depreciated_until: shape.date,
  /** By the day up to which they had been depreciated before. */
  groups: shape.list(
    shape.object({
      previous_until: shape.optionalDate,
      assets: shape.list(shape.object({ ...moved, amount: shape.amount }), 1),
    }),
    1,
  ),
};

/** The day of the entry, where that is another: a disposal posts on its day what the plan takes up to the day before. */
const postedLater = { posted_on: shape.date };

/** Where an asset stands in the books. */
const placed = shape.object({
  category: shape.optionalText,
  account_id: shape.id,
  depreciation_account_id: shape.reference,
  charge_account_id: shape.reference,
});
export type AssetAccounts = TypeOf<typeof placed>;

/** What of an asset leaves the books with a disposal. */
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
    meaning: 'A fixed asset was put on record: by hand, or from the line of an entry that bought it.',
    schema: shape.object({ id: shape.id, ...fields }),
  },
  FixedAssetChanged: {
    version: 1,
    meaning: 'Fields of a fixed asset got other values; what its plan is made of only before anything was posted.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes, previous: changes }),
  },
  FixedAssetsDepreciated: {
    version: 1,
    meaning: 'Depreciation of fixed assets was posted up to a day, for each the amount that was missing until then.',
    schema: shape.object(depreciation, postedLater),
  },
  FixedAssetsDepreciationTakenBack: {
    version: 1,
    meaning: 'A posted depreciation was taken back with its entry.',
    schema: shape.object(depreciation, postedLater),
  },
  FixedAssetAdjusted: {
    version: 1,
    meaning:
      'Something was added to a fixed asset, it was revalued or impaired, an impairment was taken back, its life was changed, or it moved to other accounts: the plan is made anew from a day on.',
    schema: shape.object(
      {
        ...moved,
        number: shape.positive,
        kind: shape.oneOf(...ADJUSTMENT_KINDS),
        date: shape.date,
        /** Of what had been done to it before. */
        previous_on: shape.optionalDate,
        amount: shape.amount,
        duration_months: shape.reference,
        reason: shape.optionalText,
        /** The first day of the new plan; what was posted stays. */
        replanned_from: shape.date,
        /** What the plan so far takes up to the day before. */
        planned_before: shape.amount,
        /** What is left to depreciate from then on. */
        base: shape.amount,
        entry_id: shape.reference,
      },
      {
        /** That it was bought by, of an addition. */
        origin_line_id: shape.id,
        /** Of a plan by hand: what it is from then on. */
        plan: shape.list(planned),
        /** Of a transfer: where it stands from then on, and where it stood. */
        accounts: placed,
        previous_accounts: placed,
      },
    ),
  },
  FixedAssetAdjustmentTakenBack: {
    version: 1,
    meaning: 'The last thing that was done to the value of a fixed asset was taken back with its entry.',
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
        /** Per cent. */
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
    meaning: 'The disposal of a fixed asset was taken back with its entries.',
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
    meaning: 'A fixed asset of which nothing is posted was moved to the recycle bin.',
    schema: shape.object(movedToBin),
  },
  FixedAssetRestored: {
    version: 1,
    meaning: 'A fixed asset was brought back from the recycle bin.',
    schema: shape.object(movedToBin),
  },
  FixedAssetsPurged: {
    version: 1,
    meaning: 'Fixed assets were removed from the recycle bin for good.',
    schema: shape.object({ assets: shape.list(shape.object(movedToBin), 1) }),
  },
} satisfies EventCatalogue;

export type AssetEvent = EventOf<typeof assetEvents>;
export type CreatedAsset = DataOfEvent<typeof assetEvents, 'FixedAssetCreated'>;
export type AdjustedAsset = DataOfEvent<typeof assetEvents, 'FixedAssetAdjusted'>;
export type DisposedAsset = DataOfEvent<typeof assetEvents, 'FixedAssetDisposed'>;
export type PostedDepreciation = DataOfEvent<typeof assetEvents, 'FixedAssetsDepreciated'>;
