import { z } from 'zod';
import { createRecord } from '../../commands/records/change-record.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { resourceNamed, resources } from '../../domain/records/resources.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { findRecord, type RecordFilter } from '../../projections/records/queries.ts';
import { id } from '../http/fields.ts';
import { created, ok } from '../http/reply.ts';
import { route, type MinimalRole, type Route } from '../http/route.ts';
import { recordAnswers } from './answers.ts';
import { listReply } from './list.ts';
import { presentRecord, showsMore } from './present.ts';
import { createBody, filterQuery, patchBody } from './schemas.ts';
import { answerWith, change, given, moveToBin } from './change.ts';

/** The five routes of every resource, and the way back from the recycle bin. */

/** Who may change records of a resource; everyone who sees the file may read them. */
const WRITERS: Readonly<Record<string, MinimalRole>> = {
  accounts: 'encoder',
  'vat-codes': 'manager',
  journals: 'manager',
  'third-parties': 'encoder',
};

const withId = z.object({ id: id() });

/** Rules of journals have addresses of their own, below their journal. */
export const recordRoutes: readonly Route[] = [
  ...resources.filter(({ name }) => Object.hasOwn(WRITERS, name)).flatMap(routesOf),
  restoreRoute(),
];

function routesOf(resource: Resource): Route[] {
  const path = `/v1/companies/{company}/${resource.name}`;
  const answer = recordAnswers[resource.name]!;
  const common = { area: resource.name, demo: 'allowed' } as const;
  const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
  const write = { ...common, ability: 'write', role: WRITERS[resource.name]! } as const;
  return [
    route({
      ...read,
      path,
      summary: `List ${words(resource)}`,
      query: filterQuery(resource),
      replies: { 200: z.array(answer) },
      handle({ query, services, company, language }) {
        const { q, limit, ...equal } = query as { q?: string; limit?: number } & RecordFilter['equal'];
        const filter = { equal, search: q ?? null, ...(limit !== undefined && { limit }) };
        return listReply(services, resource, company.id, filter, language);
      },
    }),
    route({
      ...write,
      method: 'post',
      path,
      summary: `Create one of the ${words(resource)}`,
      body: createBody(resource),
      replies: { 201: answer },
      async handle(request) {
        const outcome = await createRecord(
          request.services,
          request.company.id,
          resource.name,
          request.body as JsonRecord,
          request.write,
        );
        return isRefusal(outcome) ? outcome : answerWith(request, resource, outcome, created);
      },
    }),
    route({
      ...read,
      path: `${path}/{id}`,
      summary: `Show one of the ${words(resource)}`,
      params: withId,
      replies: { 200: answer },
      async handle({ params, services, company, language }) {
        const row = await findRecord(services.pool, resource, company.id, params.id);
        if (!row || row.deleted_at !== null) return refuse('not_found');
        return ok(presentRecord(resource, row, language), { version: row.version, showsMore: showsMore(resource) });
      },
    }),
    route({
      ...write,
      method: 'patch',
      path: `${path}/{id}`,
      summary: `Change fields of one of the ${words(resource)}`,
      params: withId,
      body: patchBody(resource),
      replies: { 200: answer },
      errorCodes: ['conflict'],
      handle: (request) =>
        change(request, resource, {
          type: 'UpdateRecord',
          resource: resource.name,
          id: request.params.id,
          changes: given(request.body),
          baseVersion: request.write.baseVersion,
        }),
    }),
    route({
      ...write,
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Move one of the ${words(resource)} to the recycle bin`,
      params: withId,
      replies: { 204: null },
      errorCodes: ['conflict', 'in_use'],
      handle: (request) => moveToBin(request, resource, request.params.id),
    }),
  ];
}

function restoreRoute(): Route {
  return route({
    method: 'post',
    path: '/v1/companies/{company}/trash/{type}/{id}/restore',
    area: 'history',
    summary: 'Bring a record back from the recycle bin',
    ability: 'write',
    role: 'encoder',
    demo: 'allowed',
    params: z.object({ type: z.string(), id: id() }),
    replies: { 200: z.union(Object.values(recordAnswers) as unknown as [z.ZodObject, z.ZodObject]) },
    async handle(request) {
      const resource = resourceNamed(request.params.type);
      if (!resource) return refuse('not_found');
      return change(request, resource, { type: 'RestoreRecord', resource: resource.name, id: request.params.id });
    },
  });
}

function words({ name }: Resource): string {
  return name.replace('-', ' ').replace('vat ', 'VAT ');
}
