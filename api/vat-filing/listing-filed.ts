import { z } from 'zod';
import { fileVatListing } from '../../commands/vat-filing/file-listing.ts';
import { LISTING_KINDS, type ListingKind } from '../../domain/companies/vat-filings.ts';
import { PERIOD_TYPES } from '../../domain/vat-declarations/declaration-events.ts';
import { readVatListingsByIds, type ListingRow } from '../../projections/vat-filing/listings.ts';
import { choice, date, integer, text } from '../http/input/fields.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { dateTimestamp, recordId, timestamp } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { getBookToday, toZeroTime } from '../http/reply/time.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { listingYearField } from './customer-listing.ts';

/** The filing of a listing, which alone makes it `done` in the calendar. */

export const FiledListingAnswer = z
  .object({
    id: recordId,
    kind: z.enum(LISTING_KINDS),
    period_type: z.enum(PERIOD_TYPES),
    year: z.int(),
    period: z.int().meta({ description: 'Month, quarter, or 1 for a year.' }),
    filed_on: dateTimestamp,
    reference: z.string().nullable().meta({ description: 'Reference given by the administration.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'FiledVatListing' });

export const presentListing = (row: ListingRow): z.output<typeof FiledListingAnswer> => ({
  id: row.id,
  kind: row.kind,
  period_type: row.period_type,
  year: row.year,
  period: row.period,
  filed_on: toZeroTime(row.filed_on),
  reference: row.reference,
  version: row.version,
  lock_version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const common = {
  area: 'vat',
  method: 'post',
  ability: 'write',
  role: 'manager',
  demo: 'allowed',
  concerns: 'vat-listings',
  replies: { 200: FiledListingAnswer },
} as const;

const fields = { filed_on: date(), reference: text(100).nullish() };
const body = z.object(fields);
const ofYear = z.object({ year: listingYearField() });

interface Filing {
  readonly kind: ListingKind;
  readonly year: number;
  readonly period: number;
  readonly period_type?: (typeof PERIOD_TYPES)[number] | null | undefined;
}

async function respondWithFiling(
  { services, company, write }: Pick<RouteRequest, 'services' | 'company' | 'write'>,
  { period_type, ...listing }: Filing,
  { filed_on, reference }: z.output<typeof body>,
) {
  const filing = { filed_on, reference: reference ?? null, today: getBookToday() };
  const requested = { ...listing, ...filing, period_type: period_type ?? null, baseVersion: write.baseVersion };
  const outcome = await fileVatListing(services, company.id, requested, write);
  const readListing = async () => {
    const [row] = await readVatListingsByIds(services.pool, company.id, [outcome.id!]);
    return presentListing(row!);
  };
  if ('refusal' in outcome) return withServerData(outcome.refusal, readListing);
  const filed = await readListing();
  return ok(filed, { version: filed.version, recorded: outcome.isRecorded });
}

export const listingFiledRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/vat/intracom-listing/{year}/{period}/filed',
    summary: 'Record that the intra-Community listing of a period was filed',
    params: z.object({ year: listingYearField(), period: integer({ min: 1, max: 12 }) }),
    body: body.extend({
      period_type: choice(PERIOD_TYPES)
        .nullish()
        .meta({ description: 'Needed only if the frequency of the listing changes during the year.' }),
    }),
    example: ({ next }) => ({
      params: { year: 2025, period: 4 },
      body: { filed_on: '2026-01-20', reference: `INTERVAT-2026-${next()}` },
    }),
    errorCodes: ['conflict', 'date_in_future'],
    handle: (request) =>
      respondWithFiling(
        request,
        { kind: 'intracom_listing', ...request.params, period_type: request.body.period_type },
        request.body,
      ),
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/vat/customer-listing/{year}/filed',
    summary: 'Record that the annual customer listing was filed',
    params: ofYear,
    body,
    example: ({ next }) => ({
      params: { year: 2025 },
      body: { filed_on: '2026-03-20', reference: `INTERVAT-2026-${next()}` },
    }),
    errorCodes: ['conflict', 'date_in_future', 'listing_not_in_country'],
    handle: (request) =>
      respondWithFiling(request, { kind: 'customer_listing', year: request.params.year, period: 1 }, request.body),
  }),
  route({
    ...common,
    path: '/v1/companies/{company}/vat/fees-281-50/{year}/filed',
    summary: 'Record that the 281.50 slips of a year were filed',
    params: ofYear,
    body,
    example: ({ next }) => ({
      params: { year: 2025 },
      body: { filed_on: '2026-06-20', reference: `BELCOTAX-2026-${next()}` },
    }),
    errorCodes: ['conflict', 'date_in_future', 'fees_not_in_country'],
    handle: (request) =>
      respondWithFiling(request, { kind: 'fees_281_50', year: request.params.year, period: 1 }, request.body),
  }),
];
