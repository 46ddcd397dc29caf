import { z } from 'zod';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { getLastDayOfMonth, addMonths } from '../../domain/dates.ts';
import { sum } from '../../domain/money.ts';
import { findVatNumberCountry } from '../../domain/numbers/vat-number.ts';
import { isRefusal, refuse, type Checked, type Problem, type Refusal } from '../../domain/refusal.ts';
import { PERIOD_TYPES, type PeriodType } from '../../domain/vat-declarations/declaration-events.ts';
import { formatPeriodLabel, resolvePeriodType } from '../../domain/vat-declarations/period.ts';
import { buildEcdfListing } from '../../domain/vat-filing/ecdf.ts';
import { buildIntraConsignment } from '../../domain/vat-filing/intervat-listings.ts';
import { formatPeriodCode, type FiledPeriod } from '../../domain/vat-filing/intervat.ts';
import {
  INTRA_CODES,
  listForeignPrefixes,
  type IntracomListing,
  type ListedOperation,
} from '../../domain/vat-filing/listings.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { readIntracomOperations, type OperationRow } from '../../projections/vat-filing/intracom.ts';
import type { Cell, TableDocument } from '../exports/document.ts';
import { choice, integer } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { resolveReportLanguage } from '../reports/report.ts';
import type { Services } from '../services.ts';
import { toCompanyParty } from '../third-parties/statement-parties.ts';
import { listingYearField } from './customer-listing.ts';
import { takeCompanyStamp } from './ecdf-stamp.ts';
import { listingQuery, respondWithListing, LISTING_TYPES, type ListingFile } from './listing-reply.ts';
import { wordsIn } from './words.ts';

const Period = z.object({ period_type: z.enum(PERIOD_TYPES), year: z.int(), period: z.int() });

const IntracomListingAnswer = z
  .object({
    year: z.int(),
    period: z.int(),
    period_type: z.enum(PERIOD_TYPES),
    clients: z.array(
      z.object({
        third_party_id: recordId,
        name: z.string(),
        vat_number: z.string(),
        country: z.string(),
        code: z.enum(INTRA_CODES).meta({ description: 'L goods, T triangular sales, S services.' }),
        amount: decimalString.meta({ description: 'After credit notes; zero amounts are not listed.' }),
        correcting_period: Period.nullable().meta({ description: 'Period of an earlier listing that is corrected.' }),
      }),
    ),
    amount_sum: decimalString,
    excluded: z
      .array(z.object({ third_party_id: recordId, name: z.string(), reason: z.enum(['no_vat_number', 'not_listed']) }))
      .meta({
        description:
          'Customers without a VAT number of another Member State: no file can be created while there are any.',
      }),
  })
  .meta({ id: 'IntracomListing' });

const UNITS = { monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const;
const PERIODS = { monthly: 12, quarterly: 4, yearly: 1 } as const;

export const intracomListingRoute = route({
  area: 'vat',
  method: 'get',
  path: '/v1/companies/{company}/vat/intracom-listing/{year}/{period}',
  summary:
    'Get the listing of supplies to enterprises in other Member States, as JSON, Intervat or eCDF file, PDF or CSV',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  heavy: 'as_file',
  params: z.object({ year: listingYearField(), period: integer({ min: 1, max: 12 }) }),
  query: z.object({
    ...listingQuery,
    period_type: choice(PERIOD_TYPES).optional().meta({ description: 'Defaults to the VAT regime of the period.' }),
  }),
  example: { params: { year: 2026, period: 1 } },
  replies: { 200: IntracomListingAnswer },
  fileTypes: LISTING_TYPES,
  errorCodes: ['export_too_large', 'listing_without_file'],
  async handle({ params, query, services, company, language: asked }) {
    const [owner] = await loadCompaniesByIds(services.pool, [company.id]);
    if (!owner) return refuse('not_found');
    const pack = findCountryPack(owner.country_pack)!;
    const type = resolvePeriodType({ ...params, period_type: query.period_type ?? null }, pack, owner);
    if (isRefusal(type)) return type;
    if (params.period > PERIODS[type])
      return refuse('vat_period_unknown', { field: 'period', params: { max: PERIODS[type] } });
    const span = computeSpan(type, params.year, params.period);
    const rows = await readIntracomOperations(services.pool, company.id, span, UNITS[type]);
    const { listing, excluded } = buildListing(rows, owner.country_pack, { ...params, period_type: type });
    const language = resolveReportLanguage(query, asked);
    return respondWithListing(query.format, {
      rows: rows.length,
      document: () => buildListingDocument(owner, listing, language, span.ends_on),
      json: () => ({
        year: params.year,
        period: params.period,
        period_type: type,
        clients: listing.operations.map(({ third_party_id, name, vat_number, code, amount, correcting }) => ({
          third_party_id,
          name,
          vat_number,
          country: findVatNumberCountry(vat_number) ?? '',
          code,
          amount,
          correcting_period: correcting,
        })),
        amount_sum: listing.amount_sum,
        excluded: excluded.map(({ third_party_id, name, vat_number }) => ({
          third_party_id,
          name,
          reason: vat_number === null ? 'no_vat_number' : 'not_listed',
        })),
      }),
      async xml() {
        const file = await buildFile(services.pool, owner, listing);
        if ('refused' in file) return file;
        return { ...file, problems: [...excluded.map(toNumberProblem), ...file.problems] };
      },
    });
  },
});

function computeSpan(type: PeriodType, year: number, period: number) {
  const months = 12 / PERIODS[type];
  const starts_on = addMonths(`${year}-01-01`, (period - 1) * months);
  return { starts_on, ends_on: getLastDayOfMonth(addMonths(starts_on, months - 1)) };
}

const toNumberProblem = ({ name, vat_number }: OperationRow): Problem => ({
  code: 'listed_vat_number',
  field: 'clients',
  params: { name, number: vat_number ?? '–' },
});

function buildListing(rows: readonly OperationRow[], country: string, filed: FiledPeriod) {
  const prefixes = new Set(listForeignPrefixes(country));
  const isListed = ({ vat_number }: OperationRow): boolean =>
    vat_number !== null && prefixes.has(vat_number.slice(0, 2));
  const operations = rows.filter(isListed).map((row): ListedOperation => ({
    third_party_id: row.third_party_id,
    name: row.name,
    vat_number: row.vat_number!,
    code: row.code,
    amount: row.amount,
    correcting: row.corrects === null ? null : toFiledPeriod(row.corrects, filed.period_type),
  }));
  const amount_sum = sum(operations.map(({ amount }) => amount));
  const listing: IntracomListing = { ...filed, operations, amount_sum };
  return { listing, excluded: rows.filter((row) => !isListed(row)) };
}

/** Period that begins on this day. */
function toFiledPeriod(day: string, period_type: PeriodType): FiledPeriod {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const period = period_type === 'monthly' ? month : period_type === 'quarterly' ? (month + 2) / 3 : 1;
  return { period_type, year, period };
}

async function buildFile(
  pool: Services['pool'],
  owner: CompanyRow,
  listing: IntracomListing,
): Promise<Checked<ListingFile> | Refusal> {
  if (owner.country_pack === 'FR') return refuse('listing_without_file', { field: 'format' });
  if (owner.country_pack === 'LU') {
    const { value: file, problems } = buildEcdfListing(owner, listing, await takeCompanyStamp(pool, owner));
    return { value: { name: file.reference, content: file.xml }, problems };
  }
  const { value: content, problems } = buildIntraConsignment(owner, listing);
  const name = `IntraListing-${owner.enterprise_number ?? owner.id}-${formatPeriodCode(listing)}`;
  return { value: { name, content }, problems };
}

function buildListingDocument(
  owner: CompanyRow,
  listing: IntracomListing,
  language: TableDocument['language'],
  date: string,
): TableDocument {
  const say = wordsIn(language, owner.country_pack);
  const title = say('intracom_listing');
  const label = formatPeriodLabel(listing, language);
  return {
    language,
    title,
    date,
    currency: 'EUR',
    sender: { ...toCompanyParty(owner, language).party, logo: null },
    recipient: null,
    facts: [
      { key: 'period', label: say('period'), kind: 'text', value: { term: formatPeriodCode(listing), text: label } },
      { key: 'clients', label: say('clients'), kind: 'integer', value: listing.operations.length },
      { key: 'amount', label: say('amount'), kind: 'amount', value: listing.amount_sum, isMain: true },
    ],
    tables: [
      {
        key: 'clients',
        title: say('clients'),
        emptyText: say('nobody'),
        columns: [
          { key: 'vat_number', label: say('vat_number'), kind: 'text', width: 18 },
          { key: 'name', label: say('name'), kind: 'text', width: 36 },
          { key: 'code', label: say('code'), kind: 'text', width: 8 },
          { key: 'correcting_period', label: say('correcting'), kind: 'text', width: 18 },
          { key: 'amount', label: say('amount'), kind: 'amount', width: 18 },
        ],
        *streamRows() {
          for (const { vat_number, name, code, correcting, amount } of listing.operations)
            yield { cells: [vat_number, name, code, toCorrectedTerm(correcting, language), amount] };
          if (listing.operations.length > 0)
            yield {
              cells: [null, { term: 'total', text: say('total') }, null, null, listing.amount_sum],
              isTotal: true,
            };
        },
      },
    ],
    fileName: `${title} ${label}`,
  };
}

const toCorrectedTerm = (period: FiledPeriod | null, language: TableDocument['language']): Cell =>
  period && { term: formatPeriodCode(period), text: formatPeriodLabel(period, language) };
