import { z } from 'zod';
import { postEntry } from '../../commands/ledger/post-entry.ts';
import { MAX_LINES } from '../../domain/ledger/entry.ts';
import { ZERO } from '../../domain/money.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findEntry, listEntries } from '../../projections/ledger/queries.ts';
import { amount, date, id, list, pageQuery, text } from '../http/fields.ts';
import { pageOf, paginate } from '../http/pagination.ts';
import { created, ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { Entry, presentEntry, rowsOf } from './entry.ts';

const NewEntry = z.object({
  journal_id: id(),
  entry_date: date(),
  due_date: date().nullish(),
  label: text(200).nullish(),
  reference: text(100).nullish(),
  lines: list(
    z.object({
      account: text(20).nullish(),
      account_id: id().nullish(),
      debit: amount().nullish(),
      credit: amount().nullish(),
      label: text(200).nullish(),
      third_party_id: id().nullish(),
    }),
    { max: MAX_LINES },
  ),
});

export const entryRoutes = [
  route({
    method: 'get',
    path: '/v1/companies/{company}/entries',
    area: 'entries',
    summary: 'Entries, newest first',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    query: z.object({
      from: date().optional(),
      to: date().optional(),
      fiscal_year_id: id().optional(),
      journal_id: id().optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageOf(Entry) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listEntries(services.pool, company.id, filter, page, perPage);
      return ok(
        paginate({ rows: rows.map((row) => presentEntry(row, language)), total, page, perPage, pathUrl, language }),
      );
    },
  }),
  route({
    method: 'post',
    path: '/v1/companies/{company}/entries',
    area: 'entries',
    summary: 'Post a free entry, balanced by its own lines',
    ability: 'write',
    role: 'encoder',
    demo: 'allowed',
    body: NewEntry,
    replies: { 201: Entry },
    async handle({ body, services, company, language, write }) {
      const lines = body.lines.map((line) => ({
        account: line.account ?? null,
        account_id: line.account_id ?? null,
        debit: line.debit ?? ZERO,
        credit: line.credit ?? ZERO,
        label: line.label ?? null,
        third_party_id: line.third_party_id ?? null,
      }));
      const { journal_id, entry_date } = body;
      const wanted = {
        journal_id,
        entry_date,
        due_date: body.due_date ?? null,
        label: body.label ?? null,
        reference: body.reference ?? null,
        lines,
      };
      const posted = await postEntry(services, company.id, wanted, write, (entry) =>
        presentEntry(rowsOf(entry), language),
      );
      return isRefusal(posted) ? posted : created(posted.presented, { version: 1 });
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
    replies: { 200: Entry },
    async handle({ params, services, company, language }) {
      const entry = await findEntry(services.pool, company.id, params.id);
      return entry ? ok(presentEntry(entry, language), { version: entry.version }) : refuse('not_found');
    },
  }),
];
