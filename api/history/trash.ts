import { z } from 'zod';
import { emptyTrash, purgeRecord } from '../../commands/history/purge.ts';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { bookDate, type PlainDate } from '../../domain/dates.ts';
import { decideRecords } from '../../domain/records/records.ts';
import { decideUnmerge } from '../../domain/third-parties/merge.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { labelsOf } from '../../projections/history/labels.ts';
import { listTrash, type TrashRow } from '../../projections/history/trash.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { isAtLeast } from '../http/routing/access-steps.ts';
import type { Scene } from '../http/routing/example.ts';
import { id, pageQuery, text } from '../http/input/fields.ts';
import { plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route, type Route, type RouteRequest } from '../http/routing/route.ts';
import { change, given } from '../records/change.ts';
import { recordConflict } from '../records/conflict.ts';
import { tellingUses } from '../records/in-use.ts';
import type { RecordApi } from '../records/record-api.ts';
import type { BinSource } from './bin.ts';
import { BlockedBy, presentBlockers } from './blockers.ts';

const PATH = '/v1/companies/{company}/trash';
const common = { area: 'history', demo: 'allowed' } as const;

const TrashItem = z
  .object({
    type: z.string().meta({ description: 'Collection of the record, as in paths.' }),
    id: recordId,
    label: z.string().nullable(),
    deleted_at: timestamp,
    deleted_by: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
    purge_on: plainDate.meta({
      description: 'The day from which it is removed for good, unless something refers to it.',
    }),
    can_restore: z.boolean(),
    blocked_by: z.array(BlockedBy),
  })
  .meta({ id: 'TrashItem' });

const extras = {
  counts: z.record(z.string(), z.int()).meta({ description: 'How many records of each type lie in the bin.' }),
  types: z.array(z.string()).meta({ description: 'The types that can lie in the bin.' }),
  retention_days: z.int(),
  can_purge: z.boolean().meta({ description: 'Whether the caller may remove single records for good.' }),
};

const Emptied = z
  .object({
    purged: z.int().meta({ description: 'How many records were removed for good.' }),
    kept: z.int().meta({ description: 'How many stay, because something refers to them.' }),
  })
  .meta({ id: 'EmptiedTrash' });

type Records = ReadonlyMap<string, RecordApi>;
type Bin = ReadonlyMap<string, BinSource>;

const afterDeletion = async ({ after }: Scene) => {
  const { params } = await after('DELETE /v1/companies/{company}/third-parties/{id}');
  return { params: { type: 'third-parties', id: params['id']! } };
};

const ofRecord = z.object({ type: z.string(), id: id() });

/** The recycle bin, for the records of every subject. */
export const trashRoutes = (records: Records, bin: Bin): Route[] => [
  listRoute(records, bin),
  restoreRoute(records, bin),
  route({
    ...common,
    method: 'delete',
    path: `${PATH}/{type}/{id}`,
    summary: 'Remove a record from the recycle bin for good',
    ability: 'write',
    role: 'manager',
    params: ofRecord,
    example: afterDeletion,
    replies: { 204: null },
    errorCodes: ['in_use'],
    async handle(request) {
      const { type, id: recordId } = request.params;
      const record = records.get(type);
      const other = bin.get(type);
      if (!record && !other) return refuse('not_found');
      if (other?.purge) return (await other.purge(request, recordId)) ?? noContent({ recorded: true });
      const { services, company, write } = request;
      const purged = { resource: type, id: recordId, baseVersion: write.baseVersion };
      const refused = await purgeRecord(services, company.id, purged, write);
      if (!refused) return noContent({ recorded: true });
      if (!record) return withServerData(refused, () => other!.shown(request, recordId));
      return recordConflict(request, record, recordId, await tellingUses(request, record, recordId, refused));
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: PATH,
    summary: 'Empty the recycle bin: whatever nothing refers to is removed for good',
    ability: 'write',
    role: 'admin',
    replies: { 200: Emptied },
    async handle({ services, company, write }) {
      const emptied = await emptyTrash(services, company.id, write);
      return isRefusal(emptied) ? emptied : ok(emptied, { recorded: emptied.purged > 0 });
    },
  }),
];

const listRoute = (records: Records, bin: Bin): Route =>
  route({
    ...common,
    method: 'get',
    path: PATH,
    summary: 'Records in the recycle bin, what was deleted last first',
    showsNow: 'it says what can be restored now',
    ability: 'read',
    role: 'any',
    query: z.object({ type: text(64).optional(), ...pageQuery() }),
    replies: { 200: pageOf(TrashItem, extras) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, type } = query;
      const [{ rows, counts }, file] = await Promise.all([
        listTrash(services.pool, company.id, type, { limit: perPage, offset: (page - 1) * perPage }),
        services.commands.look('company', company.id),
      ]);
      const labels = await labelsOf(
        services.pool,
        rows.map(({ type: resource, id: record_id }) => ({ resource, record_id })),
      );
      const retentionDays = retentionOf(file);
      const refusals = await refusalsOfOthers(request, rows, bin);
      const shown = rows.map((row) => {
        const refused = bin.has(row.type)
          ? (refusals.get(`${row.type}:${row.id}`) ?? null)
          : refusalOfRestoring(row, file);
        return {
          type: row.type,
          id: row.id,
          label: labels.get(`${row.type}:${row.id}`) ?? null,
          deleted_at: row.deleted_at,
          deleted_by: row.deleted_by === null ? null : { id: row.deleted_by, name: row.deleted_by_name },
          purge_on: daysAfter(row.deleted_at, retentionDays),
          can_restore: refused === null,
          blocked_by: refused ? presentBlockers(refused, language) : [],
        };
      });
      const types = [...records.keys(), ...bin.keys()];
      const total =
        type === undefined ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(type) ?? 0);
      return ok({
        ...paginate({ rows: shown, total, page, perPage, pathUrl, language }),
        counts: Object.fromEntries(types.map((name) => [name, counts.get(name) ?? 0])),
        types,
        retention_days: retentionDays,
        can_purge: isAtLeast(company.role, 'manager'),
      });
    },
  });

/** Why those that are no records could not be brought back, by `type:id`; one query a type. */
async function refusalsOfOthers(
  request: Pick<RouteRequest, 'services' | 'company'>,
  rows: readonly TrashRow[],
  bin: Bin,
): Promise<ReadonlyMap<string, Refusal>> {
  const found = await Promise.all(
    [...bin].map(async ([type, { refusals }]) => {
      const ids = rows.filter((row) => row.type === type).map((row) => row.id);
      const refused = ids.length === 0 ? new Map<number, Refusal>() : await refusals(request, ids);
      return [...refused].map(([recordId, refusal]) => [`${type}:${recordId}`, refusal] as const);
    }),
  );
  return new Map(found.flat());
}

function retentionOf({ identity }: CompanyFile): number {
  const days = identity?.settings['history.trash_retention_days'];
  return typeof days === 'number' ? days : DEFAULT_RETENTION_DAYS;
}

const DAY_MS = 24 * 3600 * 1000;

const daysAfter = (instant: string, days: number): PlainDate => bookDate(new Date(Date.parse(instant) + days * DAY_MS));

/** Why a record of the bin could not be brought back as it is; null when it could. */
function refusalOfRestoring({ type: resource, id: recordId }: TrashRow, file: CompanyFile): Refusal | null {
  const unmerged = resource === 'third-parties' ? decideUnmerge(recordId, file) : null;
  const decision = unmerged ?? decideRecords({ type: 'RestoreRecord', resource, id: recordId }, file);
  return isRefusal(decision) ? decision : null;
}

/** Fields by which records are told apart: one whose value was taken since comes back with another. */
const KEYS = ['code', 'number'] as const;

const RestoreBody = z.object({
  /** A new code, where the record's own was taken since. */
  code: text(40).nullish(),
  /** The same of an account, which has a number. */
  number: text(20).nullish(),
});

function restoreRoute(records: Records, bin: Bin): Route {
  return route({
    ...common,
    method: 'post',
    path: `${PATH}/{type}/{id}/restore`,
    summary: 'Bring a record back from the recycle bin',
    ability: 'write',
    role: 'encoder',
    params: ofRecord,
    body: RestoreBody,
    example: async (scene) => ({ ...(await afterDeletion(scene)), body: { code: scene.code() } }),
    replies: { 200: z.union([...records.values(), ...bin.values()].map(({ answer }) => answer)) },
    errorCodes: ['parent_in_bin'],
    async handle(request) {
      const { type, id: recordId } = request.params;
      const record = records.get(type);
      const other = bin.get(type);
      if (other)
        return isAtLeast(request.company.role, other.writtenBy)
          ? other.restore(request, recordId)
          : refuse('role_too_low');
      if (!record) return refuse('not_found');
      // What only a manager may make, only a manager brings back.
      if (!isAtLeast(request.company.role, record.resource.writtenBy ?? 'admin')) return refuse('role_too_low');
      const values = given(request.body);
      const known = KEYS.filter((name) => values[name] !== undefined && values[name] !== null);
      const unknown = known.find((name) => !Object.hasOwn(record.resource.fields, name));
      if (unknown) return refuse('unknown_field', { field: unknown });
      const changes = Object.fromEntries(known.map((name) => [name, values[name]]));
      const { baseVersion } = request.write;
      return change(request, record, { type: 'RestoreRecord', resource: type, id: recordId, baseVersion, changes });
    },
  });
}
