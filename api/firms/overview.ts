import { z } from 'zod';
import { firmActivity } from '../../projections/firms/activity.ts';
import { firmDashboard } from '../../projections/firms/dashboard.ts';
import { membersOf } from '../../projections/firms/queries.ts';
import { pageQuery } from '../http/input/fields.ts';
import { pageWithoutTotalOf, paginateWithoutTotal } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { ActivityItem, presentActivities } from './activity.ts';
import { DashboardItem, presentDashboard } from './dashboard.ts';
import { byName, companiesSeen, FirmCompany, presentCompanies } from './firm.ts';
import { membersSeen } from './member.ts';

const read = { area: 'firms', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;
/** Nobody turns so many pages; whoever asks for more gets an empty one. */
const DEEPEST_OFFSET = 1_000_000;

/** What a firm looks at: its company files, what happened in them, and where work is waiting. */
export const overviewRoutes = [
  route({
    ...read,
    path: '/v1/firms/{firm}/companies',
    summary: 'Company files of a firm that the caller sees, in a light form',
    replies: { 200: z.array(FirmCompany) },
    async handle(request) {
      const { services, firm } = request;
      const [companies, members] = await Promise.all([companiesSeen(request, firm), membersOf(services.pool, firm.id)]);
      return ok(presentCompanies(companies, membersSeen(members, firm), services.signedUrls));
    },
  }),
  route({
    ...read,
    path: '/v1/firms/{firm}/activity',
    summary: 'What happened in a firm and in the company files that the caller sees, the latest first',
    query: z.object(pageQuery()),
    replies: { 200: pageWithoutTotalOf(ActivityItem) },
    async handle({ query, services, caller, firm, language }) {
      const { page, per_page: perPage } = query;
      const offset = (page - 1) * perPage;
      const seen = services.access.companiesSeen(caller, firm.id);
      const rows =
        offset > DEEPEST_OFFSET ? [] : await firmActivity(services.pool, firm.id, seen, { offset, limit: perPage + 1 });
      return ok(paginateWithoutTotal(await presentActivities(services, rows, language), page, perPage));
    },
  }),
  route({
    ...read,
    path: '/v1/firms/{firm}/dashboard',
    summary: 'Where work is waiting in each company file that the caller sees',
    replies: { 200: z.array(DashboardItem) },
    async handle({ services, caller, firm, language }) {
      const rows = await firmDashboard(services.pool, firm.id, services.access.companiesSeen(caller, firm.id));
      const today = todayOfTheBooks();
      return ok(rows.sort(byName(language)).map((row) => presentDashboard(row, today)));
    },
  }),
];
