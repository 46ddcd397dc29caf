import { z } from 'zod';
import { undoChanges, type UndoTarget } from '../../commands/history/undo.ts';
import { isPlaceholderId, type RehearsedCommand } from '../../commands/support/rehearsal.ts';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readRecordLabels } from '../../projections/history/labels.ts';
import { previewChanges } from '../../projections/history/preview.ts';
import { findRevision, listRevisions } from '../../projections/history/revisions.ts';
import { bool, id, uuid } from '../http/input/fields.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { withBlockerReasons } from './blockers.ts';
import { withNames } from './references.ts';
import { presentChange, presentRevisions, Revision, buildUndoTerms } from './revision.ts';
import { createExampleRevision, MOST_REVISIONS } from './revisions.ts';
const write = { area: 'history', method: 'post', ability: 'write', role: 'encoder', demo: 'allowed' } as const;
const errorCodes = ['revert_blocked', 'period_locked', 'revert_too_large', 'operation_reverts_itself'];

const Body = z.object({ dry_run: bool().nullish() });

const RevertedRevision = Revision.extend({
  record_id: z.int().nullable().meta({ description: 'Null in a preview for a record that would be created.' }),
}).meta({ id: 'RevertedRevision' });

const Reverted = z
  .object({
    operation_id: z
      .string()
      .nullable()
      .meta({ description: 'Operation id of the undo, with which it can be undone itself; null in a preview.' }),
    revisions: z.array(RevertedRevision).meta({ description: 'Changes made by the undo, or that it would make.' }),
    is_dry_run: z.boolean(),
    dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
  })
  .meta({ id: 'Reverted' });

export const undoRoutes = [
  route({
    ...write,
    path: '/v1/companies/{company}/history/{revision}/revert',
    operationId: 'revertRevision',
    summary: 'Undo a change to a record',
    params: z.object({ revision: id() }),
    body: Body,
    example: async (scene) => ({
      params: { revision: (await createExampleRevision(scene)).id },
      body: { dry_run: false },
    }),
    replies: { 200: Reverted },
    dryRun: { reply: Reverted, present: previewUndo },
    errorCodes,
    async handle(request) {
      const { services, company, params } = request;
      const row = await findRevision(services.pool, company.id, params.revision);
      if (!row) return refuse('not_found');
      const { revision, resource, record_id, operation_id: operationId } = row;
      return revertTarget(request, { operationId, change: { revision, resource, id: record_id } });
    },
  }),
  route({
    ...write,
    path: '/v1/companies/{company}/history/operations/{operation}/revert',
    operationId: 'revertOperation',
    summary: 'Undo a whole operation, all or nothing',
    params: z.object({ operation: uuid() }),
    body: Body,
    example: async (scene) => ({
      params: { operation: (await createExampleRevision(scene)).operation_id },
      body: { dry_run: false },
    }),
    replies: { 200: Reverted },
    dryRun: { reply: Reverted, present: previewUndo },
    errorCodes,
    handle: (request) => revertTarget(request, { operationId: request.params.operation, change: null }),
  }),
];

type Request = Pick<
  RouteRequest<unknown, unknown, z.output<typeof Body>>,
  'services' | 'company' | 'language' | 'write' | 'body' | 'caller'
>;

async function revertTarget(request: Request, target: UndoTarget): Promise<Reply | Refusal> {
  const { services, company, language, body, write: context } = request;
  const requested = { target, isDryRun: body.dry_run === true, ...buildUndoTerms(request) };
  const undone = await undoChanges(services, company.id, requested, context);
  if (isRefusal(undone)) return withBlockerReasons(undone, language);
  const filter = { operation_id: undone.operationId };
  const { rows } = await listRevisions(services.pool, company.id, filter, { limit: MOST_REVISIONS, offset: 0 });
  const revisions = await presentRevisions(request, rows.toReversed());
  return ok({ operation_id: undone.operationId, revisions, is_dry_run: false }, { recorded: true });
}

/** Uses the projectors themselves, so that the preview matches the later history. */
async function previewUndo(
  { services, company, caller, write: context }: Pick<RouteRequest, 'services' | 'company' | 'write' | 'caller'>,
  { events }: RehearsedCommand,
) {
  const recorded_at = formatTimestamp(new Date());
  const stream = `company-${company.id}`;
  const metadata = { company_id: company.id, user_id: caller.userId, operation_id: context.operationId, recorded_at };
  const stored = events.map((event, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    type: event.type,
    version: eventCatalogue[event.type]!.version,
    data: event.data,
    metadata,
    stream,
    revision: index,
    position: index,
  }));
  const changes = (await previewChanges(services.pool, stored)).slice(0, MOST_REVISIONS);
  const labels = await readRecordLabels(services.pool, [company.id], changes);
  const shown = changes.map((change) => ({
    ...presentChange(change, events[change.position]!, labels),
    id: null,
    operation_id: null,
    user: { id: caller.userId, name: caller.name },
    device: null,
    origin: context.origin,
    occurred_at: null,
    recorded_at: null,
    position: null,
    summary: null,
    can_revert: false,
    blocked_by: [],
  }));
  const revisions = (await withNames(services.pool, company.id, shown)).map(hidePlaceholders);
  return { operation_id: null, revisions, is_dry_run: true };
}

/** Ids of records that would be created are null. */
function hidePlaceholders(value: unknown): unknown {
  if (typeof value === 'number') return isPlaceholderId(value) ? null : value;
  if (Array.isArray(value)) return value.map(hidePlaceholders);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hidePlaceholders(member)]));
}
