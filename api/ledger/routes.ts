import { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { findEntries } from '../../projections/ledger/entry-list.ts';
import { SORTED_BY } from '../../projections/ledger/entry-order.ts';
import { findEntry } from '../../projections/ledger/queries.ts';
import { ofStanding } from '../http/routing/example.ts';
import { choice, date, id, pageQuery, sort, text } from '../http/input/fields.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { entryPageReply } from './entry-page.ts';
import { Entry, presentEntry } from './entry.ts';

export const entryRoutes = [
  route({
    method: 'get',
    path: '/v1/companies/{company}/entries',
    area: 'entries',
    summary: 'Entries, newest first unless `sort` says otherwise',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    query: z.object({
      from: date().optional(),
      to: date().optional(),
      fiscal_year_id: id().optional(),
      journal_id: id().optional(),
      account_id: id().optional(),
      third_party_id: id().optional(),
      status: choice(['posted', 'reversed']).optional(),
      q: text(200).optional().meta({
        description:
          'Words of the label, the reference, the number or the name of the third party, all of them in any order; or an amount with its decimals (`121.00`, `121,00`, `1 234,56`), which is the total of the entry or what one of its lines has.',
      }),
      sort: sort(SORTED_BY, 'newest first, as `-entry_date`').optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageOf(Entry) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { total, ids } = await findEntries(services.pool, company.id, filter, page, perPage);
      const answer = (rows: readonly unknown[]) => paginate({ rows, total, page, perPage, pathUrl, language });
      return entryPageReply(services, { companyId: company.id, ids, language, answer });
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}/entries/{id}',
    area: 'entries',
    summary: 'An entry with its lines',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    params: z.object({ id: id() }),
    example: ofStanding('entries'),
    replies: { 200: Entry },
    async handle({ params, services, company, language }) {
      const entry = await findEntry(services.pool, company.id, params.id);
      return entry ? ok(presentEntry(entry, language), { version: entry.version }) : refuse('not_found');
    },
  }),
];
