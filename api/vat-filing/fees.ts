import { z } from 'zod';
import { setFeesSlip } from '../../commands/vat-filing/set-slip.ts';
import { isLanguage } from '../../domain/language.ts';
import { sum } from '../../domain/money.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listSlipsWithoutCountryCode, writeBelcotaxFile } from '../../domain/vat-filing/belcotax.ts';
import { FEES_NATURES } from '../../domain/vat-filing/fees-events.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { readYearFees } from '../../projections/vat-filing/fees.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { withFreshRecord, type Scene } from '../http/routing/example.ts';
import { amount, bool, choice, id } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import { resolveReportLanguage } from '../reports/report.ts';
import { toCompanyParty } from '../third-parties/statement-parties.ts';
import { listingYearField } from './customer-listing.ts';
import { buildSlipDocument, buildSlipsDocument } from './fees-document.ts';
import { listingQuery, respondWithListing, LISTING_TYPES } from './listing-reply.ts';
import { ExcludedSlip, presentSlip, SlipAnswer, buildFeesSlip, WrittenSlip } from './slip.ts';

const Fees = z
  .object({
    year: z.int(),
    slips: z.array(SlipAnswer),
    amount_sum: decimalString,
    amount_paid_sum: decimalString,
    warnings: z
      .array(z.object({ code: z.string(), message: z.string(), third_party_id: recordId }))
      .meta({ description: 'Slips whose file lacks something, such as the code of a country.' }),
    excluded: z.array(ExcludedSlip).meta({ description: 'Beneficiaries without a slip.' }),
  })
  .meta({ id: 'FeesSlips' });

export const feesRoutes = [
  route({
    area: 'vat',
    method: 'get',
    path: '/v1/companies/{company}/vat/fees-281-50/{year}',
    summary:
      'Get the 281.50 slips of fees and commissions, from the chart and the third parties, as JSON, Belcotax file, PDF or CSV',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    heavy: 'as_file',
    params: z.object({ year: listingYearField() }),
    query: z.object({
      ...listingQuery,
      third_party_id: id()
        .optional()
        .meta({ description: 'Only this beneficiary; as PDF, the slip for the beneficiary.' }),
    }),
    example: { params: { year: 2026 } },
    replies: { 200: Fees },
    fileTypes: LISTING_TYPES,
    errorCodes: ['export_too_large', 'fees_not_in_country'],
    async handle({ params: { year }, query, services, company, language: asked }) {
      const { third_party_id: only = null } = query;
      const [[owner], rows] = await Promise.all([
        loadCompaniesByIds(services.pool, [company.id]),
        readYearFees(services.pool, company.id, year, only),
      ]);
      if (!owner) return refuse('not_found');
      if (owner.country_pack !== 'BE') return refuse('fees_not_in_country', { field: 'year' });
      const all = rows.map((row) => buildFeesSlip(row, services));
      const slips = all.filter(({ excluded }) => excluded === null);
      if (only !== null && all.length === 0) return refuse('reference_unknown', { field: 'third_party_id' });
      const [first] = rows;
      // A slip is in the language of its beneficiary.
      const own = only !== null && isLanguage(first?.language ?? null) ? first!.language : null;
      const language = resolveReportLanguage(query, isLanguage(own) ? own : asked);
      const printed = {
        year,
        company: owner,
        sender: { ...toCompanyParty(owner, language).party, logo: null },
        language,
      };
      const isOne = only !== null && query.format === 'PDF' && slips.length === 1;
      return respondWithListing(query.format, {
        rows: rows.length,
        document: () => (isOne ? buildSlipDocument(printed, slips[0]!) : buildSlipsDocument(printed, slips)),
        json: () => ({
          year,
          slips: slips.map(presentSlip),
          amount_sum: sum(slips.map((slip) => slip.amount)),
          amount_paid_sum: sum(slips.map(({ amount_paid }) => amount_paid)),
          warnings: listSlipsWithoutCountryCode(slips).map(({ third_party_id, name, country }) => ({
            code: 'fees_country_unknown',
            message: translate('fees_country_unknown', language, { name, country: country ?? '' }),
            third_party_id,
          })),
          excluded: all.flatMap((slip) =>
            slip.excluded === null ? [] : [{ ...presentSlip(slip), reason: slip.excluded }],
          ),
        }),
        xml() {
          const { value: content, problems } = writeBelcotaxFile(owner, { year, slips, made_on: getBookToday() });
          return {
            value: { name: `Belcotax-28150-${owner.enterprise_number ?? owner.id}-${year}`, content },
            problems,
          };
        },
      });
    },
  }),
  route({
    area: 'vat',
    method: 'put',
    path: '/v1/companies/{company}/vat/fees-281-50/{year}/slips/{third_party_id}',
    summary: 'Override the slip of a beneficiary, or omit it; null restores the figures of the books',
    ability: 'write',
    role: 'encoder',
    demo: 'allowed',
    params: z.object({ year: listingYearField(), third_party_id: id() }),
    body: z.object({
      nature: choice(FEES_NATURES).nullish(),
      amount: amount().nullish(),
      amount_paid: amount().nullish(),
      is_excluded: bool().optional(),
    }),
    example: async (scene: Scene) => ({
      params: { year: 2026, third_party_id: (await withFreshRecord('third-parties')(scene)).params.id },
      body: { nature: 'fees' as const, amount: '1500.00', amount_paid: '1000.00', is_excluded: false },
    }),
    replies: { 200: WrittenSlip },
    errorCodes: ['conflict', 'fees_not_in_country'],
    async handle(request) {
      const { params, body, services, company, write: context } = request;
      const slip = {
        nature: body.nature ?? null,
        amount: body.amount ?? null,
        amount_paid: body.amount_paid ?? null,
        is_excluded: body.is_excluded ?? false,
      };
      const requested = { ...params, slip, baseVersion: context.baseVersion };
      const outcome = await setFeesSlip(services, company.id, requested, context);
      if (isRefusal(outcome)) return withServerData(outcome, () => readPresentedSlip(request));
      const answer = (await readPresentedSlip(request))!;
      return ok(answer, { version: answer.version, recorded: outcome.isRecorded });
    },
  }),
];

async function readPresentedSlip({
  services,
  company,
  params,
}: Pick<RouteRequest<{ readonly year: number; readonly third_party_id: number }>, 'services' | 'company' | 'params'>) {
  const [row] = await readYearFees(services.pool, company.id, params.year, params.third_party_id);
  if (!row) return null;
  const slip = buildFeesSlip(row, services);
  return { ...presentSlip(slip), is_excluded: slip.excluded === 'by_hand' };
}
