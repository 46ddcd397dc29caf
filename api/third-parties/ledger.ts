import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { refuse } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { streamOpenItems, listThirdPartyOpenItems, type OpenItemRow } from '../../projections/lettering/open-items.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { replyWithArray, HELD_AT_ONCE, WRITTEN_AT_ONCE } from '../http/reply/array-reply.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { currencyCode, date, id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { LedgerPage, ledgerQuery, respondWithLedger, OpenItem, presentOpenItem } from '../ledger/movements.ts';
import { yieldToPromptWork } from '../../support/yielding.ts';

const read = { area: thirdParties.name, method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;
const withId = z.object({ id: id() });

export const thirdPartyLedgerRoutes = [
  route({
    ...read,
    path: '/v1/companies/{company}/third-parties/{id}/ledger',
    summary: 'List the movements of a third party with a running balance, oldest first',
    params: withId,
    query: ledgerQuery,
    example: withSharedRecord(thirdParties.name),
    replies: { 200: LedgerPage },
    async handle(request) {
      if (!(await hasThirdParty(request))) return refuse('not_found');
      return respondWithLedger(request, { thirdPartyId: request.params.id });
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/third-parties/{id}/open-items',
    summary: 'List the open items of a third party, with due date and days overdue',
    params: withId,
    query: z.object({
      as_of: date().optional(),
      currency: currencyCode().optional().meta({ description: 'Only items in this currency.' }),
    }),
    example: withSharedRecord(thirdParties.name),
    replies: { 200: z.array(OpenItem) },
    async handle(request) {
      const { services, company, params, query, language } = request;
      if (!(await hasThirdParty(request))) return refuse('not_found');
      const asOf = query.as_of ?? getBookToday();
      const of = { thirdPartyId: params.id, asOf, currency: query.currency };
      const rows = await listThirdPartyOpenItems(services.pool, company.id, of, HELD_AT_ONCE + 1);
      if (rows.length <= HELD_AT_ONCE) return ok(rows.map((row) => presentOpenItem(row, language, asOf)));
      return replyWithArray(streamPresentedItems(streamOpenItems(services.pool, company.id, of), language, asOf));
    },
  }),
];

async function* streamPresentedItems(
  rows: AsyncIterable<OpenItemRow>,
  language: Language,
  asOf: string,
): AsyncGenerator<readonly unknown[]> {
  let some: unknown[] = [];
  for await (const row of rows) {
    some.push(presentOpenItem(row, language, asOf));
    if (some.length < WRITTEN_AT_ONCE) continue;
    await yieldToPromptWork();
    yield some;
    some = [];
  }
  yield some;
}

async function hasThirdParty({
  services,
  company,
  params,
}: Pick<RouteRequest<{ id: number }>, 'services' | 'company' | 'params'>): Promise<boolean> {
  const row = await findRecord(services.pool, thirdParties, company.id, params.id);
  return row?.deleted_at === null;
}
