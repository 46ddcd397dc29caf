import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { refuse } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { eachOpenItem, openItemsOf, type OpenItemRow } from '../../projections/lettering/open-items.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { arrayReply, HELD_AT_ONCE, WRITTEN_AT_ONCE } from '../http/reply/array-reply.ts';
import { ofStanding } from '../http/routing/example.ts';
import { date, id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { LedgerPage, ledgerQuery, ledgerReply, OpenItem, presentOpenItem } from '../ledger/movements.ts';
import { letOthersWork } from '../../support/yielding.ts';

const read = { area: thirdParties.name, method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;
const withId = z.object({ id: id() });

export const thirdPartyLedgerRoutes = [
  route({
    ...read,
    path: '/v1/companies/{company}/third-parties/{id}/ledger',
    summary: 'Movements of a third party with the balance behind each, oldest first',
    params: withId,
    query: ledgerQuery,
    example: ofStanding(thirdParties.name),
    replies: { 200: LedgerPage },
    async handle(request) {
      if (!(await exists(request))) return refuse('not_found');
      return ledgerReply(request, { thirdPartyId: request.params.id });
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/third-parties/{id}/open-items',
    summary: 'Lines of a third party that nothing has settled yet, with due date and days late',
    params: withId,
    query: z.object({ as_of: date().optional() }),
    example: ofStanding(thirdParties.name),
    replies: { 200: z.array(OpenItem) },
    async handle(request) {
      const { services, company, params, query, language } = request;
      if (!(await exists(request))) return refuse('not_found');
      const asOf = query.as_of ?? todayOfTheBooks();
      const of = [services.pool, company.id, params.id, asOf] as const;
      const rows = await openItemsOf(...of, HELD_AT_ONCE + 1);
      if (rows.length <= HELD_AT_ONCE) return ok(rows.map((row) => presentOpenItem(row, language, asOf)));
      return arrayReply(presented(eachOpenItem(...of), language, asOf));
    },
  }),
];

async function* presented(
  rows: AsyncIterable<OpenItemRow>,
  language: Language,
  asOf: string,
): AsyncGenerator<readonly unknown[]> {
  let some: unknown[] = [];
  for await (const row of rows) {
    some.push(presentOpenItem(row, language, asOf));
    if (some.length < WRITTEN_AT_ONCE) continue;
    await letOthersWork();
    yield some;
    some = [];
  }
  yield some;
}

async function exists({
  services,
  company,
  params,
}: Pick<RouteRequest<{ id: number }>, 'services' | 'company' | 'params'>): Promise<boolean> {
  const row = await findRecord(services.pool, thirdParties, company.id, params.id);
  return row?.deleted_at === null;
}
