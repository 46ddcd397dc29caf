import { z } from 'zod';
import { createRecord, findFieldsRefusal } from '../../commands/records/change-record.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findRecord, type RecordFilter } from '../../projections/records/queries.ts';
import { withFreshRecord, withSharedRecord } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { respondWithList } from './list.ts';
import type { RecordApi } from './record-api.ts';
import { buildCreateBody, buildFilterQuery, buildPatchBody, buildWrittenSchema } from './schemas.ts';
import { respondWithRecord, changeAndRespond, pickGiven, trashAndRespond } from './change.ts';

interface ListQuery {
  readonly q?: string;
  readonly sort?: string;
  readonly limit?: number;
}

const withId = z.object({ id: id() });

/** The five routes of a resource; the documentation may list it under another area. */
export function createRecordRoutes(record: RecordApi, area: string = record.resource.name): Route[] {
  const { resource, answer, present, showsMore, example, sealed = (_services, body) => body } = record;
  const written = buildWrittenSchema(record);
  const path = `/v1/companies/{company}/${resource.name}`;
  const common = { area, demo: 'allowed' } as const;
  const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
  const write = { ...common, ability: 'write', role: resource.writtenBy! } as const;
  return [
    route({
      ...read,
      path,
      summary: `List ${formatResourceName(resource)}`,
      query: buildFilterQuery(resource),
      replies: { 200: z.array(answer) },
      handle({ query, services, company, language }) {
        const { q, sort, limit, ...equal } = query as ListQuery & RecordFilter['equal'];
        const filter = { equal, search: q ?? null, ...(sort && { sort }), ...(limit !== undefined && { limit }) };
        return respondWithList(services, record, company.id, filter, language);
      },
    }),
    route({
      ...write,
      method: 'post',
      path,
      summary: `Create one of the ${formatResourceName(resource)}`,
      body: buildCreateBody(resource),
      alsoWrong: {
        standIns: {},
        schema: buildPatchBody(resource),
        findRefusal: ({ services, company }, body) =>
          findFieldsRefusal(services, company.id, resource.name, null, pickGiven(body)),
      },
      example: (scene) => ({ body: example.create(scene) }),
      replies: { 201: written },
      async handle(request) {
        const outcome = await createRecord(
          request.services,
          request.company.id,
          resource.name,
          sealed(request.services, request.body as JsonRecord),
          request.write,
        );
        const names = Object.keys(resource.fields);
        return isRefusal(outcome) ? outcome : respondWithRecord(request, record, outcome, created, names);
      },
    }),
    route({
      ...read,
      path: `${path}/{id}`,
      summary: `Get one of the ${formatResourceName(resource)}`,
      params: withId,
      example: withSharedRecord(resource.name),
      replies: { 200: answer },
      async handle({ params, services, company, language }) {
        const row = await findRecord(services.pool, resource, company.id, params.id);
        if (!row || row.deleted_at !== null) return refuse('not_found');
        return ok(present(row, language), { version: row.version, showsMore });
      },
    }),
    route({
      ...write,
      method: 'patch',
      path: `${path}/{id}`,
      summary: `Change fields of one of the ${formatResourceName(resource)}`,
      params: withId,
      body: buildPatchBody(resource),
      alsoWrong: {
        standIns: {},
        findRefusal: ({ services, company, params }, body) =>
          findFieldsRefusal(services, company.id, resource.name, params.id, pickGiven(body)),
      },
      example: async (scene) => ({ ...(await withFreshRecord(resource.name)(scene)), body: example.change }),
      replies: { 200: written },
      errorCodes: ['conflict'],
      handle: (request) =>
        changeAndRespond(request, record, {
          type: 'UpdateRecord',
          resource: resource.name,
          id: request.params.id,
          changes: sealed(request.services, pickGiven(request.body)),
          baseVersion: request.write.baseVersion,
        }),
    }),
    route({
      ...write,
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Move one of the ${formatResourceName(resource)} to the recycle bin`,
      params: withId,
      example: withFreshRecord(resource.name),
      replies: { 204: null },
      errorCodes: ['conflict', 'in_use'],
      handle: (request) => trashAndRespond(request, record, request.params.id),
    }),
  ];
}

function formatResourceName({ name }: Resource): string {
  return name.replaceAll('-', ' ').replace('vat ', 'VAT ');
}
