import { z } from 'zod';
import {
  changeRecurringEntry,
  createRecurringEntry,
  buildCreateRecurringCommand,
} from '../../commands/recurring-entries/edit.ts';
import { RECURRING_KINDS, RECURRING_MODES } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRecurringEntry, listRecurringEntries } from '../../projections/recurring-entries/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { withFreshRecord, withSharedRecord } from '../http/routing/example.ts';
import { bool, choice, date, id, pageQuery } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { toRecurringChanges, toRecurringContent, RecurringBody, RecurringChangeBody } from './bodies.ts';
import { buildRecurringExamples } from './examples.ts';
import { presentRecurringEntry, RecurringEntry } from './recurring-entry.ts';
import { recurringTrash } from './bin.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

/** Creating, changing and trashing recurring entries. */

export const ALL = '/v1/companies/{company}/recurring-entries';
const area = 'recurring-entries';
export const reading = { area, demo: 'allowed', ability: 'read', role: 'any' } as const;
export const writing = { area, demo: 'allowed', ability: 'write', role: 'encoder' } as const;
export const ofEntry = z.object({ id: id() });

/** Unknown ids and placeholder values: problems that follow from them are not reported. */
const STAND_INS = {
  kind: 'free',
  label: '-',
  starts_on: '1900-01-01',
  unit: 'month',
  journal_id: Number.MAX_SAFE_INTEGER,
};

export const recurringRoutes = [
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/recurring-entries',
    summary: 'List recurring entries, in order of creation',
    query: z.object({
      kind: choice(RECURRING_KINDS).optional(),
      mode: choice(RECURRING_MODES).optional(),
      is_active: bool().optional(),
      due_until: date().optional().meta({ description: 'Only entries with an unposted date up to this day.' }),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(RecurringEntry) },
    async handle({ query, services, company, language, pathUrl }) {
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listRecurringEntries(services.pool, company.id, filter, page, perPage);
      const shown = rows.map((row) => presentRecurringEntry(row, language));
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...writing,
    method: 'post',
    path: '/v1/companies/{company}/recurring-entries',
    summary: 'Create a recurring entry: a free entry, an invoice, a credit note, or a sale that is issued and sent',
    body: RecurringBody,
    alsoWrong: {
      standIns: STAND_INS,
      findRefusal: ({ services, company }, body) =>
        findCommandRefusal(services, company.id, buildCreateRecurringCommand, toRecurringContent(body)),
    },
    example: async (scene) => {
      const kinds = await buildRecurringExamples(scene);
      return { body: kinds.invoice, kinds };
    },
    replies: { 201: RecurringEntry },
    errorCodes: ['too_many_recurring_entries'],
    async handle({ body, services, company, language, write }) {
      const outcome = await createRecurringEntry(services, company.id, toRecurringContent(body), write);
      if (isRefusal(outcome)) return outcome;
      const row = await findRecurringEntry(services.pool, company.id, outcome.id);
      return row ? created(presentRecurringEntry(row, language), { version: row.version }) : refuse('not_found');
    },
  }),
  route({
    ...reading,
    method: 'get',
    path: '/v1/companies/{company}/recurring-entries/{id}',
    summary: 'Get a recurring entry with its posted occurrences',
    params: ofEntry,
    example: withSharedRecord('recurring-entries'),
    replies: { 200: RecurringEntry },
    async handle({ params, services, company, language }) {
      const row = await findRecurringEntry(services.pool, company.id, params.id);
      return row ? ok(presentRecurringEntry(row, language), { version: row.version }) : refuse('not_found');
    },
  }),
  route({
    ...writing,
    method: 'patch',
    path: '/v1/companies/{company}/recurring-entries/{id}',
    summary: 'Change the content or the schedule of a recurring entry, or switch it off and on; posted entries stay',
    params: ofEntry,
    body: RecurringChangeBody,
    example: async (scene) => {
      const { answer } = await scene.after(`POST ${ALL}`);
      const { template, schedule } = (await buildRecurringExamples(scene)).invoice;
      const body = { label: `Lease ${scene.next()}`, template, schedule, mode: 'propose' as const };
      return { params: { id: answer.id }, body };
    },
    replies: { 200: RecurringEntry },
    errorCodes: ['conflict'],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = {
        id: params.id,
        changes: toRecurringChanges(body),
        today: getBookToday(),
        baseVersion: write.baseVersion,
      };
      const outcome = await changeRecurringEntry(services, company.id, requested, write);
      if (isRefusal(outcome)) return withCurrentRecurringEntry(request, params.id, outcome);
      const row = await findRecurringEntry(services.pool, company.id, params.id);
      if (!row) return refuse('not_found');
      return ok(presentRecurringEntry(row, language), { version: row.version, recorded: outcome.isRecorded });
    },
  }),
  route({
    ...writing,
    method: 'delete',
    path: '/v1/companies/{company}/recurring-entries/{id}',
    summary: 'Move a recurring entry to the recycle bin: it posts nothing more',
    params: ofEntry,
    example: withFreshRecord('recurring-entries'),
    replies: { 204: null },
    errorCodes: ['conflict'],
    handle: (request) => recurringTrash.trash(request, request.params.id),
  }),
];

/** On a conflict, adds the template as stored on the server. */
export function withCurrentRecurringEntry(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  entryId: number,
  refused: Refusal,
): Promise<Refusal> {
  return withServerData(refused, async () => {
    const row = await findRecurringEntry(services.pool, company.id, entryId);
    return row ? presentRecurringEntry(row, language) : null;
  });
}
