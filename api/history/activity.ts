import { z } from 'zod';
import { readCompanyActivity } from '../../projections/firms/activity.ts';
import { ActivityItem, presentActivities } from '../firms/activity.ts';
import { date, id, pageQuery, text } from '../http/input/fields.ts';
import { pageWithoutTotalSchema, paginateWithoutTotal } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

/** Deeper pages are empty. */
const DEEPEST_OFFSET = 1_000_000;

export const activityRoute = route({
  area: 'history',
  method: 'get',
  path: '/v1/companies/{company}/activity',
  operationId: 'listCompanyActivity',
  summary: 'List activity in a company file as sentences, latest first',
  showsNow: 'activity has its own dates',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object({
    user_id: id().optional(),
    resource: text(64).optional().meta({ description: 'Only changes to records of this collection, as in paths.' }),
    from: date().optional(),
    to: date().optional(),
    ...pageQuery(),
  }),
  replies: { 200: pageWithoutTotalSchema(ActivityItem) },
  async handle({ query, services, company, language }) {
    const { page, per_page: perPage, ...filter } = query;
    const offset = (page - 1) * perPage;
    const rows =
      offset > DEEPEST_OFFSET
        ? []
        : await readCompanyActivity(services.pool, company.id, filter, { offset, limit: perPage + 1 });
    return ok(paginateWithoutTotal(await presentActivities(services, rows, language), page, perPage));
  },
});
