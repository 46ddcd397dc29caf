import { z } from 'zod';
import { resolveConflict } from '../../commands/sync/resolve-conflict.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { refuse } from '../../domain/refusal.ts';
import { RESOLUTIONS } from '../../domain/sync/sync-events.ts';
import {
  readConflictsByIds,
  listConflicts,
  countConflicts,
  type ConflictRow,
} from '../../projections/sync/conflicts.ts';
import { hasMinimumRole } from '../http/routing/access-steps.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { buildRefusal } from '../http/reply/errors.ts';
import type { Scene } from '../http/routing/example.ts';
import { choice, id, integer, pageQuery, text } from '../http/input/fields.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok, passOnAnswer, type Reply } from '../http/reply/reply.ts';
import { route, type Outcome, type Route, type RouteRequest } from '../http/routing/route.ts';
import { presentConflict, SyncConflict } from './conflict.ts';
import type { FeedSource } from './feed.ts';
import { findVersionConflict } from '../../domain/versions.ts';
const common = { area: 'sync', ability: 'sync', role: 'any', demo: 'allowed' } as const;

const ResolutionBody = z.object({
  resolution: choice(RESOLUTIONS).meta({
    description: 'Keep the data of the server, the data of the client, or `data`.',
  }),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'With `merge`: the body of the action, as it should be.' }),
  expected_server_version: integer({ min: 1 })
    .optional()
    .meta({ description: 'Version of the record that the decision is based on; 409 if it has changed again.' }),
});

type Feed = ReadonlyMap<string, FeedSource>;
type Request = RouteRequest<{ readonly id: number }, unknown, z.output<typeof ResolutionBody>>;

export const createConflictRoutes = (feed: Feed): readonly Route[] => [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/sync/conflicts',
    summary: 'List conflicts of changes made offline, newest first',
    query: z.object({
      status: choice(['open', 'resolved']).optional(),
      resource: text(64).optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(SyncConflict, { open: z.int().meta({ description: 'Number of open conflicts.' }) }) },
    async handle({ query, services: { pool }, company, pathUrl, language }) {
      const { page, per_page: perPage, status, resource } = query;
      const filter = { ...(status && { status }), ...(resource !== undefined && { resource }) };
      const [rows, total, open] = await Promise.all([
        listConflicts(pool, company.id, filter, { limit: perPage, offset: (page - 1) * perPage }),
        countConflicts(pool, company.id, filter),
        countConflicts(pool, company.id, { status: 'open' }),
      ]);
      const shown = paginate({ rows: rows.map(presentConflict), total, page, perPage, pathUrl, language });
      return ok({ ...shown, open });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/sync/conflicts/{id}/resolve',
    concerns: 'sync-conflicts',
    summary: 'Resolve a conflict: keep the data of the server, the data of the client, or merge both',
    params: z.object({ id: id() }),
    body: ResolutionBody,
    example: async (scene) => ({
      params: { id: await createExampleConflict(scene) },
      body: { resolution: 'keep_server' as const },
    }),
    replies: { 200: SyncConflict },
    errorCodes: ['conflict', 'conflict_already_resolved', 'merge_data_required', 'merge_not_possible', 'role_too_low'],
    handle: (request) => resolveAndRespond(request, feed),
  }),
];

/** Creates a conflict: a tablet changes a third party on an outdated version. */
async function createExampleConflict({ after, next }: Scene): Promise<number> {
  const { params } = await after('PATCH /v1/companies/{company}/third-parties/{id}');
  const mutation = { mutation_id: `rename-${next()}`, method: 'DELETE', path: `third-parties/${params['id']}` };
  const body = { device_id: 'tablet-7f3a', mutations: [{ ...mutation, base_version: 1 }] };
  const { answer } = await after('POST /v1/companies/{company}/sync/push', { body });
  return (answer['results'] as { readonly conflict_id: number }[])[0]!.conflict_id;
}

async function resolveAndRespond(request: Request, feed: Feed): Promise<Outcome> {
  const { params, body, services, company, write } = request;
  const [row] = await readConflictsByIds(services.pool, company.id, [params.id]);
  if (!row) return refuse('not_found');
  const conflict = findVersionConflict(row, write.baseVersion);
  if (conflict) return { ...conflict, facts: { ...conflict.facts, server_data: presentConflict(row) } };
  if (row.status === 'resolved') return refuse('conflict_already_resolved', { field: 'resolution' });
  const { resolution } = body;
  if (resolution === 'merge' && row.method === 'DELETE') return refuse('merge_not_possible', { field: 'resolution' });
  if (resolution === 'merge' && body.data === undefined) return refuse('merge_data_required', { field: 'data' });
  const [current] = (await feed.get(row.resource)?.read(request, [row.record_id])) ?? [];
  const expected = body.expected_server_version;
  if (expected !== undefined && expected !== (current?.version ?? 0))
    return refuse('conflict', {}, { server_version: current?.version ?? null, server_data: current ?? null });
  if (!canResolve(request, row)) return buildRefusal('role_too_low');
  const data =
    resolution === 'keep_server' ? null : resolution === 'merge' ? (body.data as JsonRecord) : row.client_data;
  if (resolution !== 'keep_server') {
    const problem = await applyChange(request, row, data, expected ?? current?.version ?? row.server_version);
    if (problem) return problem;
  }
  const decided = { id: row.id, resolution, data, baseVersion: null };
  const refused = await resolveConflict(services, company.id, decided, write);
  if (refused) return withServerData(refused, () => Promise.resolve(presentConflict(row)));
  const [resolved] = await readConflictsByIds(services.pool, company.id, [row.id]);
  return ok(presentConflict(resolved!), { version: resolved!.version, recorded: true });
}

/** The author of a change may withdraw it; anyone else needs the role that the change requires. */
function canResolve({ inner, company, caller }: Request, { user_id, method, path }: ConflictRow): boolean {
  if (caller.userId === user_id) return true;
  const role = inner.findRoute(method, buildPath(company.publicToken, path))?.route.role ?? 'admin';
  return role === 'any' || (role !== 'platform' && hasMinimumRole(company.role, role));
}

const buildPath = (token: string, below: string): string => `/v1/companies/${token}${below === '' ? '' : `/${below}`}`;

/**
 * Applies the change through the route that the client had requested, on the version that was decided on. The key makes
 * it idempotent, also if the service stops before the decision is recorded and the request is repeated.
 */
async function applyChange(
  { inner, company, write, language }: Request,
  { id: conflictId, method, path, occurred_at }: ConflictRow,
  data: JsonRecord | null,
  version: number,
): Promise<Reply | null> {
  const answer = await inner.runRequest({
    method,
    path: buildPath(company.publicToken, path),
    headers: {
      'x-client-mutation-id': `conflict-${conflictId}-${version}`,
      'x-operation-id': write.operationId,
      'x-base-version': String(version),
      'accept-language': language,
      ...(write.deviceId !== null && { 'x-device-id': write.deviceId }),
      ...(write.deviceName !== null && { 'x-device-name': encodeURIComponent(write.deviceName) }),
      ...(write.origin === 'offline_sync' && { 'x-origin': write.origin }),
      ...(occurred_at !== null && { 'x-occurred-at': occurred_at }),
    },
    body: data ?? undefined,
  });
  return answer.status < 300 ? null : passOnAnswer(answer);
}
