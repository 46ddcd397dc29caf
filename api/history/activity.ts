import { z } from 'zod';
import { companyActivity } from '../../projections/firms/activity.ts';
import { ActivityItem, presentActivities } from '../firms/activity.ts';
import { pageQuery } from '../http/input/fields.ts';
import { pageWithoutTotalOf, paginateWithoutTotal } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

/** Nobody turns so many pages; whoever asks for more gets an empty one. */
const DEEPEST_OFFSET = 1_000_000;

export const activityRoute = route({
  area: 'history',
  method: 'get',
  path: '/v1/companies/{company}/activity',
  summary: 'What happened in a company file, in words, the latest first',
  showsNow: 'what happened has dates of its own',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object(pageQuery()),
  replies: { 200: pageWithoutTotalOf(ActivityItem) },
  async handle({ query, services, company, language }) {
    const { page, per_page: perPage } = query;
    const offset = (page - 1) * perPage;
    const rows =
      offset > DEEPEST_OFFSET ? [] : await companyActivity(services.pool, company.id, { offset, limit: perPage + 1 });
    return ok(paginateWithoutTotal(await presentActivities(services, rows, language), page, perPage));
  },
});
