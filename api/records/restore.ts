import { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { id } from '../http/fields.ts';
import { route, type Route } from '../http/route.ts';
import { change } from './change.ts';
import type { RecordApi } from './record-api.ts';

/** The way back from the recycle bin, for the records of every subject. */
export function restoreRoute(records: ReadonlyMap<string, RecordApi>): Route {
  return route({
    method: 'post',
    path: '/v1/companies/{company}/trash/{type}/{id}/restore',
    area: 'history',
    summary: 'Bring a record back from the recycle bin',
    ability: 'write',
    role: 'encoder',
    demo: 'allowed',
    params: z.object({ type: z.string(), id: id() }),
    example: async ({ after }) => {
      const { params } = await after('DELETE /v1/companies/{company}/third-parties/{id}');
      return { params: { type: 'third-parties', id: params['id']! } };
    },
    replies: { 200: z.union([...records.values()].map(({ answer }) => answer)) },
    async handle(request) {
      const { type, id: recordId } = request.params;
      const record = records.get(type);
      return record
        ? change(request, record, { type: 'RestoreRecord', resource: type, id: recordId })
        : refuse('not_found');
    },
  });
}
