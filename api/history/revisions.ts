import { z } from 'zod';
import { listUndoEvents } from '../../commands/history/undo.ts';
import { refuseInvalid, isRefusal, refuse } from '../../domain/refusal.ts';
import {
  listOperationEvents,
  findRevision,
  listRevisions,
  REVISION_OPS,
  type OperationEventRow,
} from '../../projections/history/revisions.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, date, id, pageQuery, text, uuid } from '../http/input/fields.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { BlockedBy, presentBlockers } from './blockers.ts';
import { presentDevice, presentRevisions, Revision, buildUndoTerms } from './revision.ts';
import { buildSentences } from './change-sentences.ts';

const PATH = '/v1/companies/{company}/history';
const read = {
  area: 'history',
  method: 'get',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  showsNow: 'the history has its own dates and shows what can be undone at present',
} as const;
/** Deeper pages are empty. */
const DEEPEST_OFFSET = 10_000_000;
/** An operation may change thousands of records: the rest is available in the list. */
export const MOST_REVISIONS = 200;

const Operation = z
  .object({
    operation_id: z.string(),
    user: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
    device: z.object({ id: z.string().nullable(), name: z.string().nullable() }).nullable(),
    origin: z.string(),
    recorded_at: timestamp,
    summary: z.string().meta({ description: 'What was done, as a sentence.' }),
    revisions: z.array(Revision).meta({ description: 'The first 200 in order; the list shows all.' }),
    revisions_count: z.int(),
    can_revert: z.boolean(),
    blocked_by: z.array(BlockedBy),
  })
  .meta({ id: 'Operation' });

export const revisionRoutes = [
  route({
    ...read,
    path: '/v1/companies/{company}/history',
    operationId: 'listRevisions',
    summary: 'List changes to the records of a company file, newest first',
    query: z.object({
      resource: text(64).optional(),
      record_id: id().optional(),
      user_id: id().optional(),
      device: text(64).optional(),
      operation_id: uuid().optional(),
      op: choice(REVISION_OPS).optional(),
      from: date().optional(),
      to: date().optional(),
      field: text(120).optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(Revision) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, ...filter } = query;
      // Ids are unique only within a resource.
      if (filter.record_id !== undefined && filter.resource === undefined)
        return refuseInvalid([{ code: 'required', field: 'resource' }]);
      const offset = Math.min((page - 1) * perPage, DEEPEST_OFFSET);
      const { rows, total } = await listRevisions(services.pool, company.id, filter, { limit: perPage, offset });
      const shown = await presentRevisions(request, rows);
      return ok(paginate({ rows: shown, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/history/{revision}',
    operationId: 'getRevision',
    summary: 'Get a change to a record: before, after, user, device and time',
    params: z.object({ revision: id() }),
    example: async (scene) => ({ params: { revision: (await createExampleRevision(scene)).id } }),
    replies: { 200: Revision },
    async handle(request) {
      const { services, company, params } = request;
      const row = await findRevision(services.pool, company.id, params.revision);
      if (!row) return refuse('not_found');
      const [shown] = await presentRevisions(request, [row]);
      return ok(shown);
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/history/operations/{operation}',
    operationId: 'getOperation',
    summary: 'Get the changes of an operation, and whether it can be undone',
    params: z.object({ operation: uuid() }),
    example: async (scene) => ({ params: { operation: (await createExampleRevision(scene)).operation_id } }),
    replies: { 200: Operation },
    async handle(request) {
      const { services, company, params, language } = request;
      const events = await listOperationEvents(services.pool, company.id, params.operation);
      const [first] = events;
      if (!first) return refuse('not_found');
      const target = { operationId: params.operation, change: null };
      const [{ rows, total }, decision, summary] = await Promise.all([
        listOperationRevisions(services.pool, company.id, params.operation),
        listUndoEvents(services, company.id, { target, ...buildUndoTerms(request) }),
        summarizeOperation(request, events),
      ]);
      const { user_id, user_name, origin, recorded_at } = first;
      return ok({
        operation_id: params.operation,
        user: user_id === null ? null : { id: user_id, name: user_name },
        device: presentDevice(first),
        origin,
        recorded_at,
        summary,
        revisions: await presentRevisions(request, rows),
        revisions_count: total,
        can_revert: !isRefusal(decision),
        blocked_by: isRefusal(decision) ? presentBlockers(decision, language) : [],
      });
    },
  }),
];

/** In order, up to the maximum of a response. */
export async function listOperationRevisions(
  pool: Parameters<typeof listRevisions>[0],
  companyId: number,
  operationId: string,
) {
  const filter = { operation_id: operationId };
  const { rows, total } = await listRevisions(pool, companyId, filter, { limit: MOST_REVISIONS, offset: 0 });
  if (total <= MOST_REVISIONS) return { rows: rows.toReversed(), total };
  const offset = total - MOST_REVISIONS;
  const last = await listRevisions(pool, companyId, filter, { limit: MOST_REVISIONS, offset });
  return { rows: last.rows.toReversed(), total };
}

/** Event types that name an operation with several events. */
const TELLING = [
  'OperationReverted',
  'FiscalYearClosed',
  'FiscalYearReopened',
  'ThirdPartyMerged',
  'EntryReversed',
  'LinesLettered',
  'LinesUnlettered',
];

async function summarizeOperation(
  { services, company, language }: Parameters<typeof presentRevisions>[0],
  events: readonly OperationEventRow[],
): Promise<string> {
  const described = TELLING.map((type) => events.find((event) => event.type === type)).find(
    (event) => event !== undefined,
  );
  const event = { ...(described ?? events[0]!), stream: `company-${company.id}`, company_id: company.id };
  return (await buildSentences(services, [event], language)).get(event.position)!;
}

interface Listed {
  readonly id: number;
  readonly operation_id: string;
  readonly resource: string;
  readonly record_id: number;
}

/** For examples: the revision that has just created an unused record. */
export async function createExampleRevision({ fresh, after }: Scene): Promise<Listed> {
  const made = await fresh('third-parties');
  const { answer } = await after(`GET ${PATH}`);
  const listed = answer['data'] as readonly Listed[];
  return listed.find(({ resource, record_id }) => resource === 'third-parties' && record_id === made)!;
}
