import { z } from 'zod';
import { listUnfiledAccounts } from '../../domain/annual-filings/calendar.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { createDeadlineFinder, getDeadlineSpan, getReturnsStart } from '../../domain/vat-declarations/calendar.ts';
import { readFirmActivity } from '../../projections/firms/activity.ts';
import { readFirmDashboard } from '../../projections/firms/dashboard.ts';
import { listMembers } from '../../projections/firms/queries.ts';
import { listCalendarFiles, type CalendarFile } from '../../projections/vat-declarations/calendar.ts';
import { runInTurns } from '../../support/yielding.ts';
import { pageQuery } from '../http/input/fields.ts';
import { pageWithoutTotalSchema, paginateWithoutTotal } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { ActivityItem, presentActivities } from './activity.ts';
import { DashboardItem, NO_DEADLINES, presentDashboard, type Deadlines } from './dashboard.ts';
import { compareByName, listSeenCompanies, FirmCompany, presentCompanies } from './firm.ts';
import { filterVisibleMembers } from './member.ts';

const read = { area: 'firms', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;
/** Deeper pages are empty. */
const DEEPEST_OFFSET = 1_000_000;

/** Overview of a firm: its company files, recent activity and pending work. */
export const overviewRoutes = [
  route({
    ...read,
    path: '/v1/firms/{firm}/companies',
    summary: 'List company files of a firm that the caller can see, in short form',
    replies: { 200: z.array(FirmCompany) },
    async handle(request) {
      const { services, firm } = request;
      const [companies, members] = await Promise.all([
        listSeenCompanies(request, firm),
        listMembers(services.pool, firm.id),
      ]);
      return ok(presentCompanies(companies, filterVisibleMembers(members, firm), services.signedUrls));
    },
  }),
  route({
    ...read,
    path: '/v1/firms/{firm}/activity',
    operationId: 'listFirmActivity',
    summary: 'List activity in a firm and in the company files that the caller can see, latest first',
    query: z.object(pageQuery()),
    replies: { 200: pageWithoutTotalSchema(ActivityItem) },
    async handle({ query, services, caller, firm, language }) {
      const { page, per_page: perPage } = query;
      const offset = (page - 1) * perPage;
      const seen = services.access.listVisibleCompanies(caller, firm.id);
      const rows =
        offset > DEEPEST_OFFSET
          ? []
          : await readFirmActivity(services.pool, firm.id, seen, { offset, limit: perPage + 1 });
      return ok(paginateWithoutTotal(await presentActivities(services, rows, language), page, perPage));
    },
  }),
  route({
    ...read,
    path: '/v1/firms/{firm}/dashboard',
    summary: 'List pending work in each company file that the caller can see',
    replies: { 200: z.array(DashboardItem) },
    async handle({ services, caller, firm, language }) {
      const today = getBookToday();
      const seen = services.access.listVisibleCompanies(caller, firm.id);
      const since = getReturnsStart(getDeadlineSpan(today));
      const [rows, files] = await Promise.all([
        readFirmDashboard(services.pool, firm.id, seen),
        listCalendarFiles(services.pool, firm.id, seen, since),
      ]);
      const deadlines = await runInTurns(findDeadlines(files, today));
      rows.sort(compareByName(language));
      return ok(rows.map((row) => presentDashboard(row, deadlines.get(row.id) ?? NO_DEADLINES, language)));
    },
  }),
];

/** Yields after each file, so that other requests get their turn. */
function* findDeadlines(
  files: readonly CalendarFile[],
  today: PlainDate,
): Generator<void, ReadonlyMap<number, Deadlines>> {
  const findDeadline = createDeadlineFinder(today);
  const found = new Map<number, Deadlines>();
  for (const file of files) {
    const vat = findDeadline(file, file.first_open_day ?? file.first_day);
    found.set(file.id, { vat, annual: listUnfiledAccounts(file, today) });
    yield;
  }
  return found;
}
