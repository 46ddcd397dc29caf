import { z } from 'zod';
import type { RequestedAdjustment } from '../../commands/fixed-assets/change-asset.ts';
import type { RequestedDisposal } from '../../commands/fixed-assets/dispose.ts';
import { LINES_BY } from '../../domain/fixed-assets/depreciation.ts';
import { ADJUSTMENT_KINDS, ASSET_METHODS, DISPOSAL_KINDS } from '../../domain/fixed-assets/asset-events.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { defaultsInput } from '../analytics/shares.ts';
import { amount, bool, choice, date, decimal, id, integer, list, text } from '../http/input/fields.ts';

/** What clients send about fixed assets. */

const MOST_PLANNED = 200;
const MONTHS = { min: 1, max: 1200 };

const fields = {
  code: text(20).nullish().meta({ description: 'Absent: the next number.' }),
  label: text(200).nullish().meta({ description: 'Absent: that of the line it comes from.' }),
  category: text(40).nullish().meta({ description: 'Of the country pack; absent: the one of its account.' }),
  account_id: id().nullish().meta({ description: 'Of class 2; absent: that of the line or of the category.' }),
  depreciation_account_id: id().nullish(),
  charge_account_id: id().nullish(),
  acquired_on: date().nullish(),
  in_service_on: date().nullish().meta({ description: 'Absent: the day of purchase.' }),
  cost: amount().nullish().meta({ description: 'Absent: what is left of the line it comes from.' }),
  residual_value: amount().nullish(),
  method: choice(ASSET_METHODS).nullish().meta({ description: 'Absent: the usual one of the category.' }),
  duration_months: integer(MONTHS).nullish().meta({ description: 'Absent: the usual life of the category.' }),
  rate: decimal(2, '100.00')
    .nullish()
    .meta({ description: 'Per cent a year: tells the life of a linear plan; of a declining one the rate itself.' }),
  plan: list(
    z.object({
      fiscal_year_code: text(10).nullish().meta({ description: 'Code of the fiscal year; or `ends_on`.' }),
      ends_on: date().nullish(),
      amount: amount(),
    }),
    { max: MOST_PLANNED },
  )
    .nullish()
    .meta({ description: 'Of the method `manual`: up to which day how much; all together cost less residual value.' }),
  supplier_id: id().nullish(),
  origin_line_id: id().nullish().meta({ description: 'A line of an entry on an account of class 2.' }),
  analytics: defaultsInput
    .nullish()
    .meta({ description: 'Analytic codes that its depreciation is told by, in per cent; each axis as a whole.' }),
  opening_depreciation: amount().nullish().meta({
    description: 'What earlier books have depreciated before the first fiscal year; absent: as the plan says.',
  }),
};

export const AssetBody = z.object(fields);
export const AssetChanges = z.object(fields);

export function requestedOf({ plan, ...body }: z.output<typeof AssetBody>): RequestedAsset {
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
  date: date().meta({ description: 'The day on which it happens.' }),
  amount: amount().nullish().meta({ description: 'Of all but a change of life and a transfer.' }),
  duration_months: integer(MONTHS)
    .nullish()
    .meta({ description: 'The whole life from the day put into service on; may also come with the others.' }),
  reason: text(500).nullish(),
  origin_line_id: id().nullish().meta({ description: 'Of an addition: the line of the entry that bought it.' }),
  account_id: id().nullish().meta({ description: 'Of a transfer: the account that it goes to.' }),
  category: text(40).nullish().meta({ description: 'Of a transfer: the category that it goes to.' }),
  journal_id: id().nullish().meta({ description: 'Of miscellaneous operations; absent: the default one.' }),
  dry_run: bool().nullish(),
});

export const adjustmentOf = (
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
  until: date().meta({ description: 'Everything that is missing up to this day is posted.' }),
  journal_id: id().nullish(),
  lines_by: choice(LINES_BY)
    .nullish()
    .meta({ description: 'Absent: by asset as long as an entry holds so many lines, else by category.' }),
  dry_run: bool().nullish(),
});

export const DisposalBody = z.object({
  disposed_on: date(),
  kind: choice(DISPOSAL_KINDS),
  share: decimal(2, '100.00').nullish().meta({ description: 'Per cent of what there is; absent: all.' }),
  proceeds: amount().nullish().meta({ description: 'Without VAT.' }),
  third_party_id: id().nullish().meta({ description: 'The customer that a sale is invoiced to.' }),
  vat_code: text(20).nullish(),
  vat_code_id: id().nullish(),
  reference: text(100).nullish(),
  journal_id: id().nullish(),
  sale_journal_id: id().nullish().meta({ description: 'Of the invoice; absent: the default one of sales.' }),
  dry_run: bool().nullish(),
});

export const disposalOf = (
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
