import { z } from 'zod';
import type { RequestedAdjustment } from '../../commands/fixed-assets/change-asset.ts';
import type { RequestedDisposal } from '../../commands/fixed-assets/dispose.ts';
import { LINES_BY } from '../../domain/fixed-assets/depreciation.ts';
import { ADJUSTMENT_KINDS, ASSET_METHODS, DISPOSAL_KINDS } from '../../domain/fixed-assets/asset-events.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { defaultsInput } from '../analytics/shares.ts';
import { amount, choice, date, decimal, id, integer, list, text } from '../http/input/fields.ts';

/** Request bodies for fixed assets. */

const MOST_PLANNED = 200;
const MONTHS = { min: 1, max: 1200 };

const fields = {
  code: text(20).nullish().meta({ description: 'Default: the next number.' }),
  label: text(200).nullish().meta({ description: 'Default: the label of the origin line.' }),
  category: text(40).nullish().meta({ description: 'Category of the country pack; by default that of its account.' }),
  account_id: id().nullish().meta({ description: 'Class 2 account; by default that of the line or of the category.' }),
  depreciation_account_id: id().nullish(),
  charge_account_id: id().nullish(),
  acquired_on: date().nullish(),
  in_service_on: date().nullish().meta({ description: 'Default: the purchase date.' }),
  cost: amount().nullish().meta({ description: 'Default: the remaining amount of the origin line.' }),
  residual_value: amount().nullish(),
  method: choice(ASSET_METHODS).nullish().meta({ description: 'Default: the usual method of the category.' }),
  duration_months: integer(MONTHS).nullish().meta({ description: 'Default: the usual useful life of the category.' }),
  rate: decimal(2, '100.00')
    .nullish()
    .meta({ description: 'Percentage per year: gives the life of a linear plan, or the rate of a declining one.' }),
  plan: list(
    z.object({
      fiscal_year_code: text(10).nullish().meta({ description: 'Code of the fiscal year; alternatively `ends_on`.' }),
      ends_on: date().nullish(),
      amount: amount(),
    }),
    { max: MOST_PLANNED },
  )
    .nullish()
    .meta({ description: 'Method `manual` only: amounts by date; together they equal cost less residual value.' }),
  supplier_id: id().nullish(),
  origin_line_id: id().nullish().meta({ description: 'An entry line on an account of class 2.' }),
  analytics: defaultsInput
    .nullish()
    .meta({ description: 'Analytic codes of its depreciation, by percentage; each axis is allocated in full.' }),
  opening_depreciation: amount().nullish().meta({
    description: 'Depreciation in earlier books before the first fiscal year; by default according to the plan.',
  }),
};

export const AssetBody = z.object(fields);
export const AssetChanges = z.object(fields);

export function toRequestedAsset({ plan, ...body }: z.output<typeof AssetBody>): RequestedAsset {
  if (plan === undefined) return body;
  const items = plan?.map(({ fiscal_year_code = null, ends_on = null, amount: size }) => ({
    fiscal_year_code,
    ends_on,
    amount: size,
  }));
  return { ...body, plan: items ?? null };
}

export const AdjustmentBody = z.object({
  kind: choice(ADJUSTMENT_KINDS),
  date: date().meta({ description: 'Effective date.' }),
  amount: amount()
    .nullish()
    .meta({ description: 'Required for all kinds except a change of useful life and a transfer.' }),
  duration_months: integer(MONTHS)
    .nullish()
    .meta({ description: 'The whole life from the date put into service; may be combined with the other fields.' }),
  reason: text(500).nullish(),
  origin_line_id: id().nullish().meta({ description: 'For an addition: the entry line of the purchase.' }),
  account_id: id().nullish().meta({ description: 'For a transfer: the target account.' }),
  category: text(40).nullish().meta({ description: 'For a transfer: the target category.' }),
  journal_id: id().nullish().meta({ description: 'Journal of miscellaneous operations; by default the usual one.' }),
});

export const toAdjustmentRequest = (
  assetId: number,
  body: z.output<typeof AdjustmentBody>,
  baseVersion: number | null,
): RequestedAdjustment => ({
  id: assetId,
  kind: body.kind,
  date: body.date,
  amount: body.amount ?? null,
  duration_months: body.duration_months ?? null,
  reason: body.reason ?? null,
  origin_line_id: body.origin_line_id ?? null,
  account_id: body.account_id ?? null,
  category: body.category ?? null,
  journal_id: body.journal_id ?? null,
  baseVersion,
});

export const DepreciationBody = z.object({
  until: date().meta({ description: 'Posts all missing depreciation up to this date.' }),
  journal_id: id().nullish(),
  lines_by: choice(LINES_BY)
    .nullish()
    .meta({ description: 'Default: by asset if the lines fit into one entry, otherwise by category.' }),
});

export const DisposalBody = z.object({
  disposed_on: date(),
  kind: choice(DISPOSAL_KINDS),
  share: decimal(2, '100.00').nullish().meta({ description: 'Percentage of the asset; by default all of it.' }),
  proceeds: amount().nullish().meta({ description: 'Without VAT.' }),
  third_party_id: id().nullish().meta({ description: 'The customer invoiced for a sale.' }),
  vat_code: text(20).nullish(),
  vat_code_id: id().nullish(),
  reference: text(100).nullish(),
  journal_id: id().nullish(),
  sale_journal_id: id().nullish().meta({ description: 'Journal of the invoice; by default the usual sales journal.' }),
});

export const toDisposalRequest = (
  assetId: number,
  body: z.output<typeof DisposalBody>,
  baseVersion: number | null,
): RequestedDisposal => ({
  id: assetId,
  disposed_on: body.disposed_on,
  kind: body.kind,
  share: body.share ?? '100.00',
  proceeds: body.proceeds ?? null,
  third_party_id: body.third_party_id ?? null,
  vat_code: body.vat_code ?? null,
  vat_code_id: body.vat_code_id ?? null,
  reference: body.reference ?? null,
  journal_id: body.journal_id ?? null,
  sale_journal_id: body.sale_journal_id ?? null,
  baseVersion,
});
