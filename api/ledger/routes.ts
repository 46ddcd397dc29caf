import { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { findEntries } from '../../projections/ledger/entry-list.ts';
import { SORTED_BY } from '../../projections/ledger/entry-order.ts';
import { findEntry } from '../../projections/ledger/queries.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { choice, date, id, pageQuery, sort, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { respondWithEntryPage } from './entry-page.ts';
import { Entry, presentEntry } from './entry.ts';

export const entryRoutes = [
  route({
    method: 'get',
    path: '/v1/companies/{company}/entries',
    area: 'entries',
    summary: 'List entries, newest first unless `sort` is given',
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
          'Words in the label, the reference, the number or the name of the third party, all of them in any order; or an amount with its decimals (`121.00`, `121,00`, `1 234,56`), which must be the total of the entry or the amount of a line.',
      }),
      sort: sort(SORTED_BY, 'newest first (`-entry_date`)').optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(Entry) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { total, ids } = await findEntries(services.pool, company.id, filter, { page, perPage });
      const buildAnswer = (rows: readonly unknown[]) => paginate({ rows, total, page, perPage, pathUrl, language });
      return respondWithEntryPage(services, { companyId: company.id, ids, language, buildAnswer });
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}/entries/{id}',
    area: 'entries',
    summary: 'Get an entry with its lines',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    params: z.object({ id: id() }),
    example: withSharedRecord('entries'),
    replies: { 200: Entry },
    async handle({ params, services, company, language }) {
      const entry = await findEntry(services.pool, company.id, params.id);
      return entry ? ok(presentEntry(entry, language), { version: entry.version }) : refuse('not_found');
    },
  }),
];
