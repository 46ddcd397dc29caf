import { keepConflict } from '../../commands/sync/keep-conflict.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { invalid, isRefusal } from '../../domain/refusal.ts';
import { conflictsOfMutations, type ConflictRow } from '../../projections/sync/conflicts.ts';
import { feedHead } from '../../projections/sync/queries.ts';
import type { Answer } from '../http/reply/answer.ts';
import { errorBody, refusal, statusOf, type HttpRefusal } from '../http/reply/errors.ts';
import { fingerprintOf } from '../http/routing/idempotence.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type InnerRequest, type Route, type RouteRequest } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { readWriteHeaders } from '../http/routing/write-headers.ts';
import type { RecordApi } from '../records/record-api.ts';
import { concernedBy } from './affected-record.ts';
import type { FeedSource } from './feed.ts';
import { moved, withoutLongLists } from './compare-versions.ts';
import { MAX_PUSH_BYTES, PushAnswer, PushBody, type Mutation, type PushResult } from './push-body.ts';
import { referencesIn, withIds, type Referring } from './references.ts';

const PATH = '/v1/companies/{company}/sync/push';
/** Others may write while fields are merged: so often it is tried on the newest version. */
const MERGE_ATTEMPTS = 5;

type Request = RouteRequest;
/** What became of the actions so far: the id of the record that one has made, or why there is none. */
type Made = Map<string, number | 'failed' | 'none'>;

interface Push {
  readonly request: Request;
  readonly records: ReadonlyMap<string, RecordApi>;
  readonly feed: ReadonlyMap<string, FeedSource>;
  readonly device: Readonly<Record<string, string>>;
  readonly completed: Awaited<ReturnType<Request['inner']['completed']>>;
  /** What earlier pushes of the same actions have led to. */
  readonly conflicts: ReadonlyMap<string, ConflictRow>;
  readonly made: Made;
}

/** Actions of a client that was offline, one after another through the routes that they name: see docs/sync.md. */
export function pushRoute(feed: ReadonlyMap<string, FeedSource>, records: ReadonlyMap<string, RecordApi>): Route {
  return route({
    method: 'post',
    path: PATH,
    area: 'sync',
    summary: 'Carry out what a client did offline, action by action in their order, each with a result of its own',
    ability: 'sync',
    role: 'any',
    demo: 'allowed',
    maxBodyBytes: MAX_PUSH_BYTES,
    body: PushBody,
    example: ({ next }) => {
      const [party, change] = [`create-${next()}`, `change-${next()}`];
      return {
        body: {
          device_id: 'tablet-7f3a',
          mutations: [
            {
              mutation_id: party,
              method: 'POST' as const,
              path: 'third-parties',
              body: { type: 'customer', name: 'Brasserie du Canal' },
            },
            {
              mutation_id: change,
              method: 'PATCH' as const,
              path: `third-parties/$${party}`,
              base_version: 1,
              body: { city: 'Namur' },
            },
          ],
        },
      };
    },
    replies: { 200: PushAnswer },
    async handle(request) {
      const { body, services, company, caller, write, inner } = request;
      const { mutations } = body;
      const own = mutations.findIndex(({ mutation_id }) => mutation_id === write.clientMutationId);
      // The push would wait for itself.
      if (own >= 0) return invalid([{ code: 'idempotency_key_reused', field: `mutations.${own}.mutation_id` }]);
      const ids = mutations.map(({ mutation_id }) => mutation_id);
      const [completed, conflicts] = await Promise.all([
        inner.completed([...new Set([...ids, ...mutations.flatMap((one) => referencesIn(referringOf(one)))])]),
        conflictsOfMutations(services.pool, company.id, caller.userId, ids),
      ]);
      const deviceId = body.device_id ?? write.deviceId;
      const push: Push = {
        ...{ request, records, feed, completed, conflicts, made: new Map() },
        device: {
          ...(deviceId !== null && { 'x-device-id': deviceId }),
          ...(write.deviceName !== null && { 'x-device-name': encodeURIComponent(write.deviceName) }),
        },
      };
      const results: PushResult[] = [];
      for (const mutation of mutations) {
        const result = await resultOf(push, mutation);
        note(push.made, mutation, result);
        results.push(result);
      }
      if (deviceId !== null)
        services.devices.note(
          { companyId: company.id, userId: caller.userId, deviceId },
          { name: write.deviceName, action: 'push' },
        );
      const { seq, base, epoch } = await feedHead(services.pool, company.id);
      return ok({ cursor: seq === 0 ? 0 : base + seq, epoch, server_time: formatTimestamp(new Date()), results });
    },
  });
}

const referringOf = ({ path, body }: Mutation): Referring => ({ path, body });

function note(made: Made, { mutation_id }: Mutation, { outcome, body }: PushResult): void {
  const isDone = outcome === 'applied' || outcome === 'replayed';
  if (!isDone && typeof made.get(mutation_id) === 'number') return;
  const { id } = (body ?? {}) as { readonly id?: unknown };
  made.set(mutation_id, !isDone ? 'failed' : typeof id === 'number' ? id : 'none');
}

async function resultOf(push: Push, mutation: Mutation): Promise<PushResult> {
  const { inner, company, language } = push.request;
  const unmet = referencesIn(referringOf(mutation)).find((reference) => typeof idOf(push, reference) !== 'number');
  if (unmet !== undefined) {
    const code = idOf(push, unmet) === 'failed' ? 'parent_failed' : 'parent_unknown';
    return refused(push, mutation, refusal(code, { params: { mutation: unmet } }), 'skipped');
  }
  const { path, body } = withIds(referringOf(mutation), (reference) => idOf(push, reference) as number);
  const below = path.replace(/^\/+/, '').replace(/\/+$/, '');
  const { mutation_id, method, base_version, occurred_at, operation_id } = mutation;
  const asked: InnerRequest = {
    method,
    path: `/v1/companies/${company.publicToken}${below === '' || below.startsWith('?') ? '' : '/'}${below}`,
    headers: {
      'x-client-mutation-id': mutation_id,
      'x-origin': 'offline_sync',
      'accept-language': language,
      ...push.device,
      ...(given(base_version) && { 'x-base-version': String(base_version) }),
      ...(given(occurred_at) && { 'x-occurred-at': occurred_at }),
      ...(given(operation_id) && { 'x-operation-id': operation_id }),
    },
    body,
    completed: push.completed,
  };
  const found = inner.find(method, asked.path);
  if (found?.route.path === PATH) return refused(push, mutation, refusal('push_not_nested', { field: 'path' }));
  const known = push.conflicts.get(mutation_id);
  if (known) return knownConflict(push, mutation, asked, known);
  const answer = await inner.run(asked);
  return isConflict(answer) ? settled(push, mutation, { ...asked, below }, answer) : answered(mutation, answer);
}

const given = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

function idOf({ made, completed }: Push, mutationId: string): number | 'failed' | 'none' | undefined {
  const known = made.get(mutationId);
  if (known !== undefined) return known;
  const body = completed.get(mutationId)?.reply.body;
  if (body === undefined) return undefined;
  const { id } = ((body === null ? null : JSON.parse(body)) ?? {}) as { readonly id?: unknown };
  return typeof id === 'number' ? id : 'none';
}

function answered({ mutation_id }: Mutation, answer: Answer, isMerged = false): PushResult {
  const { status, headers } = answer;
  const replayed = headers['X-Idempotent-Replay'] === '1';
  return {
    mutation_id,
    status,
    outcome: status >= 300 ? 'rejected' : replayed ? 'replayed' : 'applied',
    replayed,
    body: bodyOf(answer),
    ...(isMerged && { merged: true as const }),
  };
}

const bodyOf = ({ body }: Answer): unknown => (typeof body === 'string' && body !== '' ? JSON.parse(body) : null);

function refused(
  { request }: Push,
  { mutation_id }: Mutation,
  problem: HttpRefusal,
  outcome: PushResult['outcome'] = 'rejected',
): PushResult {
  const body = errorBody(problem, request.language);
  return { mutation_id, status: statusOf(problem), outcome, replayed: false, body };
}

interface ConflictBody {
  readonly code?: string;
  readonly server_version: number;
  readonly server_data: JsonRecord | null;
}

const isConflict = (answer: Answer): boolean =>
  answer.status === 409 && (bodyOf(answer) as ConflictBody | null)?.code === 'conflict';

/** The record has moved on: where fields do not touch one another the change is made all the same, else it is kept. */
async function settled(
  push: Push,
  mutation: Mutation,
  asked: InnerRequest & { readonly below: string },
  refusedBy: Answer,
): Promise<PushResult> {
  const { inner, services, company, caller } = push.request;
  const found = inner.find(asked.method, asked.path);
  const concerned = found && concernedBy(found, company.id);
  const context = readWriteHeaders(asked.headers, caller, []);
  let answer = refusedBy;
  for (let attempt = 1; ; attempt += 1) {
    const { server_version, server_data } = bodyOf(answer) as ConflictBody;
    const plain: PushResult = { ...answered(mutation, answer), outcome: 'conflict' };
    const source = concerned && push.feed.get(concerned.resource);
    // What is secret in a request never comes into the log: such a change is sent again instead of being kept.
    if (!concerned || server_data === null || !source || source.isSentWithSecrets) return plain;
    const difference = await moved(push.request, push.records.get(concerned.resource), {
      ...{ concerned, baseVersion: context.baseVersion, serverVersion: server_version, serverData: server_data },
      ...{ method: asked.method, client: (asked.body ?? null) as JsonRecord | null, deviceId: context.deviceId },
      clientAt: context.occurredAt,
    });
    if (!difference.mayMerge || attempt === MERGE_ATTEMPTS) {
      const conflict = {
        ...{ resource: concerned.resource, record_id: concerned.id, mutation_id: mutation.mutation_id },
        ...{ method: mutation.method, path: asked.below, request_hash: hashOf(asked, context.baseVersion) },
        ...{ base_version: context.baseVersion, server_version, server_data: withoutLongLists(server_data) },
        ...{ base_data: difference.base, client_data: (asked.body ?? null) as JsonRecord | null },
        ...{ overlap: difference.overlap, suggested: difference.suggested },
      };
      const kept = await keepConflict(services, company.id, caller.userId, conflict, context);
      return isRefusal(kept) ? refused(push, mutation, kept) : { ...plain, conflict_id: kept.id };
    }
    const headers = { ...asked.headers, 'x-base-version': String(server_version) };
    answer = await inner.run({ ...asked, headers, statedVersion: context.baseVersion });
    if (!isConflict(answer)) return answered(mutation, answer, answer.status < 300);
  }
}

const hashOf = ({ method, path, body }: InnerRequest, baseVersion: number | null): string =>
  fingerprintOf(method, path.split('?')[0]!, body, { baseVersion }).slice(0, 32);

/** A conflict that is open is answered again; one that was resolved has done away with the action. */
async function knownConflict(
  push: Push,
  mutation: Mutation,
  asked: InnerRequest,
  { id, status, request_hash, resource, record_id }: ConflictRow,
): Promise<PushResult> {
  const { language, caller } = push.request;
  const { baseVersion } = readWriteHeaders(asked.headers, caller, []);
  if (hashOf(asked, baseVersion) !== request_hash)
    return refused(push, mutation, refusal('idempotency_key_reused', { field: 'X-Client-Mutation-Id' }));
  const [record] = (await push.feed.get(resource)?.read(push.request, [record_id])) ?? [];
  const { mutation_id } = mutation;
  if (status === 'resolved')
    return { mutation_id, status: 200, outcome: 'replayed', replayed: true, body: record ?? null, conflict_id: id };
  const facts = { server_version: record?.version ?? null, server_data: record ?? null };
  const body = errorBody(refusal('conflict', { facts }), language);
  return { mutation_id, status: 409, outcome: 'conflict', replayed: true, body, conflict_id: id };
}
