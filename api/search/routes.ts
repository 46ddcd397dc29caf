import { z } from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { listSearchedCompanies, findSearchedCompany } from '../../projections/search/companies.ts';
import { SEARCHED_TYPES, searchRecords } from '../../projections/search/queries.ts';
import { ok } from '../http/reply/reply.ts';
import { publicToken } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { findCompanies, MAX_RESULTS, parseTypes, SearchQuery, SearchResult, shareRoom, toResult } from './results.ts';

const SHARED = { method: 'get', area: 'search', ability: 'read', role: 'any', demo: 'allowed' } as const;

const FirmResult = SearchResult.extend({
  company: z
    .object({ public_token: publicToken, name: z.string() })
    .meta({ description: 'The company file of the record.' }),
}).meta({ id: 'FirmSearchResult' });

export const searchRoutes = [
  route({
    ...SHARED,
    path: '/v1/companies/{company}/search',
    operationId: 'searchCompany',
    summary: 'Find third parties, accounts, entries, documents, imports and bank transactions of a company file',
    query: SearchQuery,
    showsNow: 'a search leads to records, which can be read as known at a moment',
    example: { query: { q: 'client' } },
    replies: { 200: z.object({ data: z.array(SearchResult) }) },
    async handle({ query: { q, types: given }, services, company, language }) {
      const types = parseTypes(given);
      if (isRefusal(types)) return types;
      const scope = { companyIds: [company.id], types: SEARCHED_TYPES.filter((type) => types.has(type)), language };
      const [file, found] = await Promise.all([
        types.has('companies') ? findSearchedCompany(services.pool, company.id) : null,
        searchRecords(services.pool, { ...scope, limit: MAX_RESULTS }, q),
      ]);
      const own = file ? findCompanies([file], q) : [];
      return ok({ data: shareRoom([...own, ...found.map((one) => toResult(one, q, company.publicToken))]) });
    },
  }),
  route({
    ...SHARED,
    path: '/v1/firms/{firm}/search',
    operationId: 'searchFirm',
    summary: 'Find company files, and records in all company files of a firm that the caller can see',
    query: SearchQuery,
    example: { query: { q: 'client' } },
    replies: { 200: z.object({ data: z.array(FirmResult) }) },
    async handle({ query: { q, types: given }, services, firm, caller, language }) {
      const types = parseTypes(given);
      if (isRefusal(types)) return types;
      const seen = services.access.listVisibleCompanies(caller, firm.id);
      const files = await listSearchedCompanies(services.pool, firm.id, seen);
      const byId = new Map(files.map((file) => [file.id, file]));
      const found = await searchRecords(
        services.pool,
        {
          companyIds: [...byId.keys()],
          types: SEARCHED_TYPES.filter((type) => types.has(type)),
          language,
          limit: MAX_RESULTS,
        },
        q,
      );
      const companies = types.has('companies') ? findCompanies(files, q).slice(0, MAX_RESULTS) : [];
      const results = [
        ...companies.map((one) => ({ ...one, company: describeFile(byId.get(one.id)!) })),
        ...found.map((one) => {
          const file = byId.get(one.company_id)!;
          return { ...toResult(one, q, file.public_token), company: describeFile(file) };
        }),
      ];
      return ok({ data: shareRoom(results) });
    },
  }),
];

const describeFile = ({ public_token, name }: { readonly public_token: string; readonly name: string }) => ({
  public_token,
  name,
});
