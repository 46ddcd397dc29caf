import { z } from 'zod';
import {
  confirmOccurrences,
  listUpcomingOccurrences,
  listPreviewedOccurrences,
  runRecurringEntries,
} from '../../commands/recurring-entries/run.ts';
import { addMonths, type PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { OUTLOOK_STATUSES, type Outlook } from '../../domain/recurring-entries/upcoming.ts';
import { MOST_AT_ONCE } from '../../domain/recurring-entries/posting.ts';
import type { PostedOccurrence } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import type { Scene } from '../http/routing/example.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { date, integer, list } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday, toZeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { EntryPreview, presentPreview } from '../ledger/preview.ts';
import { findRecurringEntry } from '../../projections/recurring-entries/queries.ts';
import { ALL, ofEntry, reading, withCurrentRecurringEntry, writing } from './routes.ts';
import type { RehearsedCommand } from '../../commands/support/rehearsal.ts';

/** Occurrences of recurring entries, and how they are posted. */

/** Maximum number of dates shown by `upcoming`, and of held dates reported by a run. */
const MOST_DATES = 200;
const USUAL_DATES = 12;

const ofSchedule = dateTimestamp.meta({ description: 'Date of the schedule and of the entry.' });

const Upcoming = z
  .object({
    date: ofSchedule,
    amount: decimalString.nullable().meta({
      description: 'Amount due for a document, otherwise the total of the debits; null if no entry can be built.',
    }),
    status: z.enum(OUTLOOK_STATUSES).meta({
      description:
        '`due`: its date has come; `planned`: its date is in the future; `held`: it cannot be posted at present.',
    }),
    code: z.string().nullable().meta({ description: 'Machine-readable reason why it is held.' }),
    reason: z.string().nullable().meta({ description: 'Reason why it is held, as text.' }),
  })
  .meta({ id: 'UpcomingOccurrence' });

const Held = z.object({ date: ofSchedule, code: z.string(), message: z.string() }).meta({ id: 'HeldOccurrence' });

const Posted = z
  .object({
    date: ofSchedule,
    entry: z.union([Entry, EntryPreview]).meta({ description: 'With `dry_run`, as a preview shows it.' }),
    reversal: z
      .union([Entry, EntryPreview])
      .nullable()
      .meta({ description: 'Reverses an accrual on the first day of the next period.' }),
    document_id: recordId.nullable().meta({ description: 'The document that was issued; null in previews.' }),
  })
  .meta({ id: 'PostedOccurrence' });

const RunReport = z
  .object({
    posted: z.array(Posted).meta({ description: 'Posted entries, by date.' }),
    held: z.array(Held).meta({ description: 'Due dates that could not be posted; the next run tries again.' }),
    proposed: z
      .array(z.object({ date: ofSchedule, amount: decimalString.nullable() }))
      .meta({ description: 'Dates that await confirmation, if the entry is only proposed.' }),
    has_more: z.boolean().meta({ description: `True if there are more dates than one run posts (${MOST_AT_ONCE}).` }),
    is_dry_run: z.boolean(),
    dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
  })
  .meta({ id: 'RecurringRun' });

const Confirmed = z
  .object({
    posted: z.array(Posted).meta({ description: 'Posted entries, by date.' }),
    dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
  })
  .meta({ id: 'ConfirmedOccurrences' });

export const occurrenceRoutes = [
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/recurring-entries/{id}/upcoming',
    summary: 'List the unposted dates of a recurring entry, with the reasons why they are held',
    showsNow: 'upcoming dates follow from the current state',
    params: ofEntry,
    query: z.object({
      until: date().optional().meta({ description: 'The last date shown; by default a year from today.' }),
      limit: integer({ min: 1, max: MOST_DATES })
        .optional()
        .meta({ description: `Default: ${USUAL_DATES}.` }),
    }),
    example: withSharedRecord('recurring-entries'),
    replies: { 200: z.object({ data: z.array(Upcoming) }) },
    async handle({ params, query, services, company, language }) {
      const today = getBookToday();
      const span = { today, until: query.until ?? addMonths(today, 12), most: query.limit ?? USUAL_DATES };
      const found = await listUpcomingOccurrences(services, company.id, params.id, span);
      if (!found) return refuse('not_found');
      return ok({
        data: found.map(({ date: on, amount, status, problem }) => ({
          date: toZeroTime(on),
          amount,
          status,
          code: problem?.code ?? null,
          reason: problem ? translate(problem.code, language, problem.params) : null,
        })),
      });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/recurring-entries/{id}/run',
    summary:
      'Post the due dates of a recurring entry up to a day, each on its own date; dates that cannot be posted are reported',
    params: ofEntry,
    body: z.object({
      until: date().nullish().meta({ description: 'Default: today.' }),
    }),
    example: async (scene) => ({ ...(await useNewEntry(scene)), body: { until: '2026-01-31' } }),
    replies: { 200: RunReport },
    dryRun: {
      reply: RunReport,
      async present(request, rehearsed) {
        const { params, body } = request;
        const until = body.until ?? getBookToday();
        const dates = new Set(listPreviewedOccurrences(rehearsed.events).map(({ date: on }) => on));
        const rest = await listRemaining(request, params.id, until, dates);
        return { posted: presentOccurrences(request, rehearsed), ...rest, is_dry_run: true };
      },
    },
    errorCodes: ['conflict'],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const until = body.until ?? getBookToday();
      const requested = { id: params.id, until, baseVersion: write.baseVersion };
      const outcome = await runRecurringEntries(services, company.id, requested, write);
      if (isRefusal(outcome)) return withCurrentRecurringEntry(request, params.id, outcome);
      const [posted, rest, row] = await Promise.all([
        presentPosted(request, outcome),
        listRemaining(request, params.id, until, new Set()),
        findRecurringEntry(services.pool, company.id, params.id),
      ]);
      const recorded = outcome.length > 0;
      return ok({ posted, ...rest, is_dry_run: false }, { recorded, ...(row && { version: row.version }) });
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/recurring-entries/{id}/confirm',
    summary: 'Post proposed or withdrawn dates of a recurring entry: all of them or none',
    params: ofEntry,
    body: z.object({
      dates: list(date(), { min: 1, max: MOST_AT_ONCE }).meta({ description: 'Dates as shown by `upcoming`.' }),
    }),
    example: async (scene) => ({ ...(await useNewEntry(scene, 'propose')), body: { dates: ['2026-01-31'] } }),
    replies: { 200: Confirmed },
    dryRun: {
      reply: Confirmed,
      present: (request, rehearsed) => ({ posted: presentOccurrences(request, rehearsed) }),
    },
    errorCodes: ['conflict', 'period_locked', 'invoice_already_posted'],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const requested = { id: params.id, dates: body.dates, baseVersion: write.baseVersion };
      const outcome = await confirmOccurrences(services, company.id, requested, write);
      if (isRefusal(outcome)) return withCurrentRecurringEntry(request, params.id, outcome);
      const [posted, row] = await Promise.all([
        presentPosted(request, outcome),
        findRecurringEntry(services.pool, company.id, params.id),
      ]);
      return ok({ posted }, { recorded: true, ...(row && { version: row.version }) });
    },
  }),
];

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

const presentOccurrences = ({ language }: Pick<Request, 'language'>, { events, file }: RehearsedCommand) =>
  listPreviewedOccurrences(events).map(({ date: on, entry, reversal }) => ({
    date: toZeroTime(on),
    entry: presentPreview({ entry, file }, language),
    reversal: reversal && presentPreview({ entry: reversal, file }, language),
    document_id: null,
  }));

async function presentPosted({ services, company, language }: Request, occurrences: readonly PostedOccurrence[]) {
  const ids = occurrences.flatMap(({ entry_id, reversal_entry_id }) => [
    entry_id,
    ...(reversal_entry_id ? [reversal_entry_id] : []),
  ]);
  const rows = ids.length === 0 ? [] : await readEntriesByIds(services.pool, company.id, ids);
  const shown = new Map(rows.map((row) => [row.id, presentEntry(row, language)]));
  return occurrences.map(({ date: on, entry_id, reversal_entry_id, document_id = null }) => ({
    date: toZeroTime(on),
    entry: shown.get(entry_id)!,
    reversal: shown.get(reversal_entry_id ?? 0) ?? null,
    document_id,
  }));
}

/** Dates that a run leaves open, except those that it would post. */
async function listRemaining(
  { services, company, language }: Request,
  id: number,
  until: PlainDate,
  except: ReadonlySet<string>,
) {
  const span = { today: until, until, most: MOST_DATES };
  const found = ((await listUpcomingOccurrences(services, company.id, id, span)) ?? []).filter(
    ({ date: on }) => !except.has(on),
  );
  const row = await findRecurringEntry(services.pool, company.id, id);
  const due = found.filter(({ status }) => status === 'due');
  return {
    held: found.filter(isHeld).map((one) => presentHeld(one, language)),
    proposed: row?.mode === 'propose' ? due.map(({ date: on, amount }) => ({ date: toZeroTime(on), amount })) : [],
    has_more: row?.mode === 'post' && due.length > 0,
  };
}

/** Withdrawn dates are held by a user, not by the state of the books. */
const isHeld = ({ status, isWithdrawn }: Outlook): boolean => status === 'held' && !isWithdrawn;

const presentHeld = ({ date: on, problem }: Outlook, language: Language) => ({
  date: toZeroTime(on),
  code: problem!.code,
  message: translate(problem!.code, language, problem!.params),
});

async function useNewEntry({ after, fresh }: Scene, mode: 'post' | 'propose' = 'post') {
  return {
    params: {
      id: mode === 'post' ? (await after(`POST ${ALL}`)).answer.id : await fresh('recurring-entries', { mode }),
    },
  };
}
