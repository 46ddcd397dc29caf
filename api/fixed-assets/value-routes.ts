import { z } from 'zod';
import { adjustFixedAsset } from '../../commands/fixed-assets/change-asset.ts';
import { depreciateFixedAssets, summarizeDepreciation } from '../../commands/fixed-assets/depreciate.ts';
import { disposeFixedAsset, type RequestedDisposal } from '../../commands/fixed-assets/dispose.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { resolveAssetCategory } from '../../domain/fixed-assets/accounts.ts';
import type { AssetState } from '../../domain/fixed-assets/asset-state.ts';
import { computeBookValue, getAssetStatus } from '../../domain/fixed-assets/asset-state.ts';
import { computeVatRevision } from '../../domain/fixed-assets/vat-revision.ts';
import type { Language } from '../../domain/language.ts';
import { isZero } from '../../domain/money.ts';
import { findLiveRecord, findIdByKey } from '../../domain/records/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import { findFixedAsset } from '../../projections/fixed-assets/queries.ts';
import { decimalString } from '../http/reply/output.ts';
import { created, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { warningsMember, withWarnings, type Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { EntryPreview, presentPreview, presentPreviews } from '../ledger/preview.ts';
import { withServerAsset, readCountry, findPresentedAsset } from './answer.ts';
import { FixedAsset, presentFixedAsset } from './asset.ts';
import { AdjustmentBody, toAdjustmentRequest, DepreciationBody, DisposalBody, toDisposalRequest } from './bodies.ts';
import { createExampleAsset, ALL, ofAsset, write } from './routes.ts';
import { narrowEvents, type RehearsedCommand } from '../../commands/support/rehearsal.ts';

/** Postings for fixed assets. `dry_run` returns the result without recording anything. */

const Depreciated = z
  .object({ entries: z.array(Entry), assets_count: z.int(), total: decimalString })
  .meta({ id: 'Depreciation' });
const DepreciationPreview = z
  .object({ dry_run: z.literal(true), entries: z.array(EntryPreview), assets_count: z.int(), total: decimalString })
  .meta({ id: 'DepreciationPreview' });
const Changed = z
  .object({ fixed_asset: FixedAsset, entries: z.array(Entry), warnings: warningsMember })
  .meta({ id: 'ChangedFixedAsset' });
const ChangePreview = z
  .object({
    dry_run: z.literal(true),
    fixed_asset: FixedAsset,
    entries: z.array(EntryPreview),
    warnings: warningsMember,
  })
  .meta({ id: 'FixedAssetPreview' });

export const depreciateRoute = route({
  ...write,
  role: 'manager',
  method: 'post',
  path: '/v1/companies/{company}/fixed-assets/depreciate',
  heavy: 'always',
  summary: 'Post the missing depreciation of all fixed assets up to a date, in one operation',
  body: DepreciationBody,
  example: async ({ after, otherCompany }) => {
    // A separate company file, because the depreciation due depends on all its assets.
    const company = await otherCompany();
    await after(`POST ${ALL}`, { company });
    const body = { until: '2026-12-31' };
    return { company, body };
  },
  replies: { 201: Depreciated },
  dryRun: {
    reply: DepreciationPreview,
    present({ language }, rehearsed) {
      const { entries, assetsCount, total } = summarizeDepreciation(narrowEvents(rehearsed));
      const shown = entries.map((entry) => presentPreview({ entry, file: rehearsed.file }, language));
      return { entries: shown, assets_count: assetsCount, total };
    },
  },
  errorCodes: ['period_locked'],
  async handle(request) {
    const { body, services, company, write: context } = request;
    const { until, journal_id = null, lines_by = null } = body;
    const requested = { until, journal_id, lines_by };
    const outcome = await depreciateFixedAssets(services, company.id, requested, context);
    if (isRefusal(outcome)) return outcome;
    const { entries, assetsCount, total } = outcome;
    const posted = await readPresentedEntries(
      request,
      entries.map((entry) => entry.id),
    );
    return created({ entries: posted, assets_count: assetsCount, total }, { recorded: entries.length > 0 });
  },
});

export const eventsRoute = route({
  ...write,
  role: 'encoder',
  method: 'post',
  path: '/v1/companies/{company}/fixed-assets/{id}/events',
  summary: 'Record an event of a fixed asset: its future plan is recalculated, and postings stay',
  params: ofAsset,
  body: AdjustmentBody,
  example: async (scene) => {
    const body = { kind: 'addition', date: '2026-06-01', amount: '500.00', reason: 'Roof rack' } as const;
    return { ...(await createExampleAsset(scene)), body };
  },
  replies: { 201: Changed },
  dryRun: { reply: ChangePreview, present: (request, rehearsed) => presentChange(request, rehearsed, []) },
  errorCodes: ['asset_disposed', 'period_locked', 'conflict'],
  async handle(request) {
    const { params, body, services, company, write: context } = request;
    const requested = toAdjustmentRequest(params.id, body, context.baseVersion);
    const outcome = await adjustFixedAsset(services, company.id, requested, context);
    if (isRefusal(outcome)) return withServerAsset(request, params.id, outcome);
    return respondWithChange(request, params.id, outcome.entryId === null ? [] : [outcome.entryId], []);
  },
});

export const disposeRoute = route({
  ...write,
  role: 'manager',
  method: 'post',
  path: '/v1/companies/{company}/fixed-assets/{id}/dispose',
  summary:
    'Sell, scrap, lose or withdraw a fixed asset or a share of it: depreciated up to the day before, gain or loss posted',
  params: ofAsset,
  body: DisposalBody,
  example: async (scene) => {
    const body = { kind: 'scrap', disposed_on: '2026-11-30' } as const;
    return { ...(await createExampleAsset(scene)), body };
  },
  replies: { 201: Changed },
  dryRun: {
    reply: ChangePreview,
    present(request, rehearsed) {
      const requested = toDisposalRequest(request.params.id, request.body, null);
      return presentChange(request, rehearsed, collectWarnings(requested, rehearsed.before, request.language));
    },
  },
  errorCodes: ['asset_disposed', 'period_locked', 'conflict'],
  async handle(request) {
    const { params, body, services, company, language, write: context } = request;
    const requested = toDisposalRequest(params.id, body, context.baseVersion);
    const before = await services.commands.loadState('company', company.id);
    const warnings = collectWarnings(requested, before, language);
    const outcome = await disposeFixedAsset(services, company.id, requested, context);
    if (isRefusal(outcome)) return withServerAsset(request, params.id, outcome);
    return respondWithChange(request, params.id, outcome.entryIds, warnings);
  },
});

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

async function readPresentedEntries({ services, company, language }: Request, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await readEntriesByIds(services.pool, company.id, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => (byId.has(id) ? [presentEntry(byId.get(id)!, language)] : []));
}

async function respondWithChange(
  request: Request,
  id: number,
  entryIds: readonly number[],
  warnings: readonly Warning[],
): Promise<Reply | Refusal> {
  const [asset, entries] = await Promise.all([
    findPresentedAsset(request, id),
    readPresentedEntries(request, entryIds),
  ]);
  if (!asset) return refuse('not_found');
  return created(withWarnings({ fixed_asset: asset, entries }, warnings), { version: asset.version, recorded: true });
}

/** Shows the asset as it would be after the events. */
async function presentChange(
  request: Request & Pick<RouteRequest<{ readonly id: number }>, 'params'>,
  rehearsed: RehearsedCommand,
  warnings: readonly Warning[],
): Promise<object | Refusal> {
  const { services, company, language, params } = request;
  const { id } = params;
  const [row, country] = await Promise.all([findFixedAsset(services.pool, company.id, id), readCountry(request)]);
  const { file } = rehearsed;
  const asset = file.fixedAssets.byId.get(id);
  if (!row || !asset || country === null) return refuse('not_found');
  const after: AssetState = { ...asset, version: row.version };
  const shown = presentFixedAsset(
    { ...row, asset: after, status: getAssetStatus(after), book_value: computeBookValue(after) },
    country,
  );
  const entries = presentPreviews(rehearsed, language);
  return withWarnings({ fixed_asset: shown, entries }, warnings);
}

/** Warns if deducted VAT may have to be repaid (unless the sale is taxed), or if depreciation went too far. */
function collectWarnings(
  { id, disposed_on, vat_code, vat_code_id }: RequestedDisposal,
  file: CompanyFile,
  language: Language,
): readonly Warning[] {
  const asset = file.fixedAssets.byId.get(id);
  if (!asset) return [];
  const warnings: Warning[] = [];
  const addWarning = (code: string, field: string, params: Readonly<Record<string, string | number>>) =>
    warnings.push({ code, field, message: translate(code, language, params) });
  const codeId = vat_code_id ?? (vat_code === null ? null : findIdByKey(file.records, vatCodes, 'code', vat_code));
  const rate = findLiveRecord(file.records, vatCodes, codeId ?? null)?.data.rate ?? '0.00';
  const { kind } = resolveAssetCategory(asset.fields, file);
  const revision = isZero(rate)
    ? computeVatRevision(asset.fields, kind, disposed_on, file.identity.country_pack)
    : null;
  if (revision) addWarning('asset_vat_revision', 'vat_code', revision);
  if (asset.depreciated_until !== null && asset.depreciated_until >= disposed_on)
    addWarning('asset_depreciated_beyond', 'disposed_on', { date: asset.depreciated_until });
  return warnings;
}
