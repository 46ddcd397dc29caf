import { z } from 'zod';
import { changeRecord, createRecord, type RecordChanged } from '../../commands/records/change-record.ts';
import type { RecordCommand } from '../../domain/records/records.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { resourceNamed, resources } from '../../domain/records/resources.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRecord, listRecords } from '../../projections/records/queries.ts';
import { id } from '../http/fields.ts';
import { created, noContent, ok, type Reply } from '../http/reply.ts';
import { route, type MinimalRole, type Route, type RouteRequest } from '../http/route.ts';
import { recordAnswers } from './answers.ts';
import { presentRecord, showsMore } from './present.ts';
import { createBody, filterQuery, patchBody } from './schemas.ts';

/** The five routes of every resource, and the way back from the recycle bin. */

/** Who may change records of a resource; everyone who sees the file may read them. */
const WRITERS: Readonly<Record<string, MinimalRole>> = {
  accounts: 'encoder',
  'vat-codes': 'manager',
  journals: 'manager',
  'third-parties': 'encoder',
};

const withId = z.object({ id: id() });

export const recordRoutes: readonly Route[] = [...resources.flatMap(routesOf), restoreRoute()];

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
      async handle({ query, services, company, language }) {
        const { q, ...equal } = query as { q?: string } & Record<string, string | number | boolean>;
        const rows = await listRecords(services.pool, resource, company.id, { equal, search: q ?? null });
        return ok(rows.map((row) => presentRecord(resource, row, language)));
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
          changes: defined(request.body),
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
      async handle(request) {
        const command = {
          type: 'TrashRecord',
          resource: resource.name,
          id: request.params.id,
          baseVersion: request.write.baseVersion,
        } as const;
        const outcome = await changeRecord(request.services, request.company.id, command, request.write);
        if (isRefusal(outcome)) return withServerData(request, resource, command.id, outcome);
        return noContent({ recorded: outcome.isRecorded, headers: { 'X-Trashed': '1' } });
      },
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

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;

async function change(
  request: Request,
  resource: Resource,
  command: Exclude<RecordCommand, { type: 'CreateRecords' }>,
): Promise<Reply | Refusal> {
  const outcome = await changeRecord(request.services, request.company.id, command, request.write);
  if (isRefusal(outcome)) return withServerData(request, resource, command.id, outcome);
  return answerWith(request, resource, outcome, (body, extras) =>
    ok(body, { ...extras, recorded: outcome.isRecorded }),
  );
}

async function answerWith(
  request: Request,
  resource: Resource,
  { id: recordId }: RecordChanged,
  reply: typeof ok,
): Promise<Reply | Refusal> {
  const row = await findRecord(request.services.pool, resource, request.company.id, recordId);
  if (!row) return refuse('not_found');
  return reply(presentRecord(resource, row, request.language), { version: row.version });
}

/** A conflict shows what the server has, so that the client can merge. */
async function withServerData(
  request: Request,
  resource: Resource,
  recordId: number,
  refusal: Refusal,
): Promise<Refusal> {
  if (refusal.code !== 'conflict') return refusal;
  const row = await findRecord(request.services.pool, resource, request.company.id, recordId);
  return {
    ...refusal,
    facts: { ...refusal.facts, server_data: row ? presentRecord(resource, row, request.language) : null },
  };
}

function defined(body: unknown): JsonRecord {
  return Object.fromEntries(Object.entries(body as JsonRecord).filter(([, value]) => value !== undefined));
}

function words({ name }: Resource): string {
  return name.replace('-', ' ').replace('vat ', 'VAT ');
}
