import { z } from 'zod';
import { createRecord, refusalOfFields } from '../../commands/records/change-record.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findRecord, type RecordFilter } from '../../projections/records/queries.ts';
import { ofFresh, ofStanding } from '../http/routing/example.ts';
import { id } from '../http/input/fields.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type Route } from '../http/routing/route.ts';
import { listReply } from './list.ts';
import type { RecordApi } from './record-api.ts';
import { createBody, filterQuery, patchBody, writtenAnswer } from './schemas.ts';
import { answerWith, change, given, moveToBin } from './change.ts';

interface ListQuery {
  readonly q?: string;
  readonly sort?: string;
  readonly limit?: number;
}

const withId = z.object({ id: id() });

/** The five routes of a resource; in the documentation it may stand with others. */
export function recordRoutes(record: RecordApi, area: string = record.resource.name): Route[] {
  const { resource, answer, present, showsMore, example, sealed = (_services, body) => body } = record;
  const written = writtenAnswer(record);
  const path = `/v1/companies/{company}/${resource.name}`;
  const common = { area, demo: 'allowed' } as const;
  const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
  const write = { ...common, ability: 'write', role: resource.writtenBy! } as const;
  return [
    route({
      ...read,
      path,
      summary: `List ${words(resource)}`,
      query: filterQuery(resource),
      replies: { 200: z.array(answer) },
      handle({ query, services, company, language }) {
        const { q, sort, limit, ...equal } = query as ListQuery & RecordFilter['equal'];
        const filter = { equal, search: q ?? null, ...(sort && { sort }), ...(limit !== undefined && { limit }) };
        return listReply(services, record, company.id, filter, language);
      },
    }),
    route({
      ...write,
      method: 'post',
      path,
      summary: `Create one of the ${words(resource)}`,
      body: createBody(resource),
      alsoWrong: {
        standIns: {},
        schema: patchBody(resource),
        judge: ({ services, company }, body) => refusalOfFields(services, company.id, resource.name, null, given(body)),
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
        return isRefusal(outcome) ? outcome : answerWith(request, record, outcome, created, names);
      },
    }),
    route({
      ...read,
      path: `${path}/{id}`,
      summary: `Show one of the ${words(resource)}`,
      params: withId,
      example: ofStanding(resource.name),
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
      summary: `Change fields of one of the ${words(resource)}`,
      params: withId,
      body: patchBody(resource),
      alsoWrong: {
        standIns: {},
        judge: ({ services, company, params }, body) =>
          refusalOfFields(services, company.id, resource.name, params.id, given(body)),
      },
      example: async (scene) => ({ ...(await ofFresh(resource.name)(scene)), body: example.change }),
      replies: { 200: written },
      errorCodes: ['conflict'],
      handle: (request) =>
        change(request, record, {
          type: 'UpdateRecord',
          resource: resource.name,
          id: request.params.id,
          changes: sealed(request.services, given(request.body)),
          baseVersion: request.write.baseVersion,
        }),
    }),
    route({
      ...write,
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Move one of the ${words(resource)} to the recycle bin`,
      params: withId,
      example: ofFresh(resource.name),
      replies: { 204: null },
      errorCodes: ['conflict', 'in_use'],
      handle: (request) => moveToBin(request, record, request.params.id),
    }),
  ];
}

function words({ name }: Resource): string {
  return name.replaceAll('-', ' ').replace('vat ', 'VAT ');
}
