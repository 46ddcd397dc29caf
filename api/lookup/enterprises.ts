import { z } from 'zod';
import { lookUpEnterprise, searchEnterprises, type Asking } from '../../commands/lookup/enterprises.ts';
import { countryPacks } from '../../domain/country-packs/index.ts';
import { listPeppolCandidates } from '../../domain/numbers/peppol-candidates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { RegisterEntry } from '../../outside/registers/register.ts';
import { choice, text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { withRetryAfter } from '../identity/retry-after.ts';

const COUNTRIES = countryPacks.map(({ code }) => code);
const countryField = () =>
  choice(COUNTRIES)
    .optional()
    .meta({ type: 'string', enum: COUNTRIES, description: 'Country of the register; by default all.' });

/** Field names match those of company files and third parties, which it fills in. */
const Enterprise = z
  .object({
    country: z.string(),
    enterprise_number: z.string(),
    name: z.string(),
    vat_number: z.string().nullable(),
    legal_form_code: z.string().nullable(),
    legal_form: z.string().nullable(),
    street: z.string().nullable(),
    house_number: z.string().nullable(),
    box: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    nace_codes: z.array(z.object({ code: z.string(), classification: z.enum(['MAIN', 'SECO', 'ANCI']) })),
    peppol_identifiers: z
      .array(z.string())
      .meta({ description: 'Possible Peppol identifiers, the most likely first; not verified.' }),
  })
  .meta({ id: 'EnterpriseLookup' });

function presentEnterprise(
  countryCode: string,
  number: string,
  { name, address, nace_codes, ...entry }: RegisterEntry,
): z.infer<typeof Enterprise> {
  const vatNumber = entry.vat_number ?? null;
  return {
    country: countryCode,
    enterprise_number: number,
    name,
    vat_number: vatNumber,
    legal_form_code: entry.legal_form_code ?? null,
    legal_form: entry.legal_form ?? null,
    street: address?.street ?? null,
    house_number: address?.house_number ?? null,
    box: address?.box ?? null,
    postal_code: address?.postal_code ?? null,
    city: address?.city ?? null,
    latitude: entry.latitude ?? null,
    longitude: entry.longitude ?? null,
    nace_codes: nace_codes ?? [],
    peppol_identifiers: [...listPeppolCandidates(countryCode, number, vatNumber)],
  };
}

const toAsking = ({ caller, language, services }: Pick<RouteRequest, 'caller' | 'language' | 'services'>): Asking => ({
  language,
  userId: caller.userId,
  mostADay: services.lookupsPerDay,
});

const common = { method: 'get', area: 'lookup', ability: 'read', role: 'any', demo: 'blocked' } as const;
const errorCodes = ['lookup_quota_reached', 'register_not_configured', 'register_unavailable'];

export const enterpriseRoutes = [
  route({
    ...common,
    path: '/v1/lookup/companies',
    summary: 'Search the public registers of enterprises by name',
    query: z.object({
      q: text(200)
        .pipe(z.string().min(2))
        .meta({ description: 'Name of the enterprise or its beginning; at least two characters.' }),
      country: countryField(),
    }),
    example: { query: { q: 'boulangerie', country: 'BE' } },
    replies: { 200: z.object({ data: z.array(Enterprise) }) },
    errorCodes,
    async handle(request) {
      const { query, services } = request;
      const toolbox = { pool: services.pool, register: services.directories.register };
      const asked = { name: query.q, country: query.country ?? null };
      const found = await searchEnterprises(toolbox, asked, toAsking(request));
      if (isRefusal(found)) return withRetryAfter(found);
      return ok({ data: found.map(({ country: code, number, ...entry }) => presentEnterprise(code, number, entry)) });
    },
  }),
  route({
    ...common,
    path: '/v1/lookup/companies/{number}',
    summary: 'Get an enterprise from the public registers by its number: identity, address, activities',
    params: z.object({ number: text(40).meta({ description: 'Enterprise or VAT number, in any notation.' }) }),
    query: z.object({ country: countryField() }),
    example: { params: { number: '0477.472.701' }, query: { country: 'BE' } },
    replies: { 200: Enterprise },
    errorCodes,
    async handle(request) {
      const { params, query, services } = request;
      const toolbox = { pool: services.pool, register: services.directories.register };
      const asked = { number: params.number, country: query.country ?? null };
      const found = await lookUpEnterprise(toolbox, asked, toAsking(request));
      if (isRefusal(found)) return withRetryAfter(found);
      return ok(presentEnterprise(found.country, found.number, found.entry));
    },
  }),
];
