import { z } from 'zod';
import { emptyTrash, purgeRecord } from '../../commands/history/purge.ts';
import { DEFAULT_RETENTION_DAYS } from '../../domain/companies/settings.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate, type PlainDate } from '../../domain/dates.ts';
import { decideRecords } from '../../domain/records/records.ts';
import { decideUnmerge } from '../../domain/third-parties/merge.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readRecordLabels } from '../../projections/history/labels.ts';
import { listTrash, type TrashRow } from '../../projections/history/trash.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { hasMinimumRole } from '../http/routing/access-steps.ts';
import type { Scene } from '../http/routing/example.ts';
import { id, pageQuery, text } from '../http/input/fields.ts';
import { plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { noContent, ok } from '../http/reply/reply.ts';
import { route, type Route, type RouteRequest } from '../http/routing/route.ts';
import { changeAndRespond, pickGiven } from '../records/change.ts';
import { withCurrentRecord } from '../records/conflict.ts';
import { withUses } from '../records/in-use.ts';
import type { RecordApi } from '../records/record-api.ts';
import type { BinSource } from './bin.ts';
import { BlockedBy, presentBlockers } from './blockers.ts';
const common = { area: 'history', demo: 'allowed' } as const;

const TrashItem = z
  .object({
    type: z.string().meta({ description: 'Collection of the record, as in paths.' }),
    id: recordId,
    label: z.string().nullable(),
    deleted_at: timestamp,
    deleted_by: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
    purge_on: plainDate.meta({
      description: 'Date from which it is purged, unless something refers to it.',
    }),
    can_restore: z.boolean(),
    blocked_by: z.array(BlockedBy),
  })
  .meta({ id: 'TrashItem' });

const extras = {
  counts: z.record(z.string(), z.int()).meta({ description: 'Number of trashed records per type.' }),
  types: z.array(z.string()).meta({ description: 'Types that can be trashed.' }),
  retention_days: z.int(),
  can_purge: z.boolean().meta({ description: 'Whether the caller can purge single records.' }),
};

const Emptied = z
  .object({
    purged: z.int().meta({ description: 'Number of purged records.' }),
    kept: z.int().meta({ description: 'Number of records kept because something refers to them.' }),
  })
  .meta({ id: 'EmptiedTrash' });

type Records = ReadonlyMap<string, RecordApi>;
type Bin = ReadonlyMap<string, BinSource>;

const createTrashedExample = async ({ after }: Scene) => {
  const { params } = await after('DELETE /v1/companies/{company}/third-parties/{id}');
  return { params: { type: 'third-parties', id: params['id']! } };
};

const ofRecord = z.object({ type: z.string(), id: id() });

/** Routes of the recycle bin, for the records of every subject. */
export const createTrashRoutes = (records: Records, bin: Bin): Route[] => [
  createListRoute(records, bin),
  createRestoreRoute(records, bin),
  route({
    ...common,
    method: 'delete',
    path: '/v1/companies/{company}/trash/{type}/{id}',
    operationId: 'purgeRecord',
    summary: 'Purge a record from the recycle bin',
    ability: 'write',
    role: 'manager',
    params: ofRecord,
    example: createTrashedExample,
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
      return withCurrentRecord(request, record, recordId, await withUses(request, record, recordId, refused));
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/v1/companies/{company}/trash',
    operationId: 'emptyTrash',
    summary: 'Empty the recycle bin: purge every record that nothing refers to',
    ability: 'write',
    role: 'admin',
    replies: { 200: Emptied },
    async handle({ services, company, write }) {
      const emptied = await emptyTrash(services, company.id, write);
      return isRefusal(emptied) ? emptied : ok(emptied, { recorded: emptied.purged > 0 });
    },
  }),
];

const createListRoute = (records: Records, bin: Bin): Route =>
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/trash',
    operationId: 'listTrash',
    summary: 'List trashed records, last deleted first',
    showsNow: 'it shows what can be restored at present',
    ability: 'read',
    role: 'any',
    query: z.object({ type: text(64).optional(), ...pageQuery() }),
    replies: { 200: pageSchema(TrashItem, extras) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, type } = query;
      const [{ rows, counts }, file] = await Promise.all([
        listTrash(services.pool, company.id, type, { limit: perPage, offset: (page - 1) * perPage }),
        services.commands.loadState('company', company.id),
      ]);
      const labels = await readRecordLabels(
        services.pool,
        [company.id],
        rows.map(({ type: resource, id: record_id }) => ({ resource, record_id })),
      );
      const retentionDays = getRetentionDays(file);
      const refusals = await findOtherRefusals(request, rows, bin);
      const shown = rows.map((row) => {
        const refused = bin.has(row.type)
          ? (refusals.get(`${row.type}:${row.id}`) ?? null)
          : findRestoreRefusal(row, file);
        return {
          type: row.type,
          id: row.id,
          label: labels.get(`${row.type}:${row.id}`) ?? null,
          deleted_at: row.deleted_at,
          deleted_by: row.deleted_by === null ? null : { id: row.deleted_by, name: row.deleted_by_name },
          purge_on: addDays(row.deleted_at, retentionDays),
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
        can_purge: hasMinimumRole(company.role, 'manager'),
      });
    },
  });

/** Reasons why objects that are not records cannot be restored, by `type:id`; one query per type. */
async function findOtherRefusals(
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

function getRetentionDays({ identity }: CompanyFile): number {
  const days = identity.settings['history.trash_retention_days'];
  return typeof days === 'number' ? days : DEFAULT_RETENTION_DAYS;
}

const DAY_MS = 24 * 3600 * 1000;

const addDays = (instant: string, days: number): PlainDate => toBookDate(new Date(Date.parse(instant) + days * DAY_MS));

/** Why a trashed record cannot be restored as it is; null if it can. */
function findRestoreRefusal({ type: resource, id: recordId }: TrashRow, file: CompanyFile): Refusal | null {
  const unmerged = resource === 'third-parties' ? decideUnmerge(recordId, file) : null;
  const decision = unmerged ?? decideRecords({ type: 'RestoreRecord', resource, id: recordId }, file);
  return isRefusal(decision) ? decision : null;
}

/** Unique fields: a record whose value was taken meanwhile is restored with a new one. */
const KEYS = ['code', 'number'] as const;

const RestoreBody = z.object({
  /** A new code, if the original one was taken meanwhile. */
  code: text(40).nullish(),
  /** The same for an account, which has a number. */
  number: text(20).nullish(),
});

function createRestoreRoute(records: Records, bin: Bin): Route {
  return route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/trash/{type}/{id}/restore',
    operationId: 'restoreRecord',
    summary: 'Restore a record from the recycle bin',
    ability: 'write',
    role: 'encoder',
    params: ofRecord,
    body: RestoreBody,
    example: async (scene) => ({ ...(await createTrashedExample(scene)), body: { code: scene.code() } }),
    replies: { 200: z.union([...records.values(), ...bin.values()].map(({ answer }) => answer)) },
    errorCodes: ['parent_in_bin'],
    async handle(request) {
      const { type, id: recordId } = request.params;
      const record = records.get(type);
      const other = bin.get(type);
      if (other)
        return hasMinimumRole(request.company.role, other.writtenBy)
          ? other.restore(request, recordId)
          : refuse('role_too_low');
      if (!record) return refuse('not_found');
      // Restoring requires the same role as creating.
      if (!hasMinimumRole(request.company.role, record.resource.writtenBy ?? 'admin')) return refuse('role_too_low');
      const values = pickGiven(request.body);
      const known = KEYS.filter((name) => values[name] !== undefined && values[name] !== null);
      const unknown = known.find((name) => !Object.hasOwn(record.resource.fields, name));
      if (unknown) return refuse('unknown_field', { field: unknown });
      const changes = Object.fromEntries(known.map((name) => [name, values[name]]));
      const { baseVersion } = request.write;
      return changeAndRespond(request, record, {
        type: 'RestoreRecord',
        resource: type,
        id: recordId,
        baseVersion,
        changes,
      });
    },
  });
}
