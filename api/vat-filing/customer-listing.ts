import { z } from 'zod';
import { readInSnapshot } from '../../database/snapshot.ts';
import { ZERO } from '../../domain/money.ts';
import { refuse } from '../../domain/refusal.ts';
import { buildCustomerConsignment } from '../../domain/vat-filing/intervat-listings.ts';
import type { CustomerListing } from '../../domain/vat-filing/listings.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { readExcludedCustomers, readListedCustomers } from '../../projections/vat-filing/customers.ts';
import type { TableDocument } from '../exports/document.ts';
import { integer } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { toCompanyParty } from '../third-parties/statement-parties.ts';
import { resolveReportLanguage } from '../reports/report.ts';
import { listingQuery, respondWithListing, LISTING_TYPES } from './listing-reply.ts';
import { wordsIn } from './words.ts';

export const listingYearField = () => integer({ min: 1900, max: 2999 });

const CustomerListingAnswer = z
  .object({
    year: z.int(),
    clients: z.array(
      z.object({
        third_party_id: recordId,
        vat_number: z.string(),
        name: z.string(),
        turnover: decimalString.meta({ description: 'Excluding VAT, less credit notes.' }),
        vat_amount: decimalString.meta({ description: 'VAT on the turnover.' }),
      }),
    ),
    turnover_sum: decimalString,
    vat_sum: decimalString,
    excluded: z
      .array(
        z.object({
          third_party_id: recordId,
          name: z.string(),
          reason: z.enum(['below_threshold', 'no_vat_number', 'foreign_vat_number']),
        }),
      )
      .meta({ description: 'Customers who are not listed, largest turnover first; at most 1,000.' }),
  })
  .meta({ id: 'CustomerListing' });

export const customerListingRoute = route({
  area: 'vat',
  method: 'get',
  path: '/v1/companies/{company}/vat/customer-listing/{year}',
  summary: 'Get the annual listing of Belgian VAT-registered customers, as JSON, Intervat file, PDF or CSV',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  heavy: 'as_file',
  params: z.object({ year: listingYearField() }),
  query: z.object(listingQuery),
  example: { params: { year: 2026 } },
  replies: { 200: CustomerListingAnswer },
  fileTypes: LISTING_TYPES,
  errorCodes: ['export_too_large', 'listing_not_in_country'],
  async handle({ params: { year }, query, services, company, language: asked }) {
    const { owner, clients, excluded } = await readInSnapshot(services.pool, async (db) => ({
      owner: (await loadCompaniesByIds(db, [company.id]))[0],
      clients: await readListedCustomers(db, company.id, year),
      excluded: await readExcludedCustomers(db, company.id, year),
    }));
    if (!owner) return refuse('not_found');
    if (owner.country_pack !== 'BE') return refuse('listing_not_in_country', { field: 'year' });
    const language = resolveReportLanguage(query, asked);
    const [first] = clients;
    const listing: CustomerListing = {
      year,
      clients,
      turnover_sum: first?.turnover_sum ?? ZERO,
      vat_sum: first?.vat_sum ?? ZERO,
    };
    return respondWithListing(query.format, {
      rows: clients.length,
      document: () => buildListingDocument(listing, { ...toCompanyParty(owner, language).party, logo: null }, language),
      json: () => ({
        ...listing,
        clients: clients.map(({ third_party_id, vat_number, name, turnover, vat_amount }) => ({
          third_party_id,
          vat_number,
          name,
          turnover,
          vat_amount,
        })),
        excluded,
      }),
      xml() {
        const { value: content, problems } = buildCustomerConsignment(owner, listing);
        return { value: { name: `ClientListing-${owner.enterprise_number ?? owner.id}-${year}`, content }, problems };
      },
    });
  },
});

function buildListingDocument(
  { year, clients, turnover_sum, vat_sum }: CustomerListing,
  sender: TableDocument['sender'],
  language: TableDocument['language'],
): TableDocument {
  const say = wordsIn(language);
  const title = say('customer_listing');
  return {
    language,
    title,
    date: `${year}-12-31`,
    currency: 'EUR',
    sender,
    recipient: null,
    facts: [
      { key: 'year', label: say('year'), kind: 'integer', value: year },
      { key: 'clients', label: say('clients'), kind: 'integer', value: clients.length },
      { key: 'turnover', label: say('turnover'), kind: 'amount', value: turnover_sum, isMain: true },
      { key: 'vat', label: say('vat_amount'), kind: 'amount', value: vat_sum },
    ],
    tables: [
      {
        key: 'clients',
        title: say('clients'),
        emptyText: say('nobody'),
        columns: [
          { key: 'vat_number', label: say('vat_number'), kind: 'text', width: 18 },
          { key: 'name', label: say('name'), kind: 'text', width: 44 },
          { key: 'turnover', label: say('turnover'), kind: 'amount', width: 18 },
          { key: 'vat_amount', label: say('vat_amount'), kind: 'amount', width: 16 },
        ],
        *streamRows() {
          for (const { vat_number, name, turnover, vat_amount } of clients)
            yield { cells: [vat_number, name, turnover, vat_amount] };
          if (clients.length > 0)
            yield { cells: [null, { term: 'total', text: say('total') }, turnover_sum, vat_sum], isTotal: true };
        },
      },
    ],
    fileName: `${title} ${year}`,
  };
}
