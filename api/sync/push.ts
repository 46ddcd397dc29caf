import { recordConflict } from '../../commands/sync/keep-conflict.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { refuseInvalid, isRefusal } from '../../domain/refusal.ts';
import { readConflictsByMutation, type ConflictRow } from '../../projections/sync/conflicts.ts';
import { readFeedHead } from '../../projections/sync/queries.ts';
import type { Answer } from '../http/reply/answer.ts';
import { buildErrorBody, buildRefusal, getRefusalStatus, type HttpRefusal } from '../http/reply/errors.ts';
import { computeRequestFingerprint } from '../http/routing/idempotence.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type InnerRequest, type Route, type RouteRequest } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { readWriteHeaders } from '../http/routing/write-headers.ts';
import type { RecordApi } from '../records/record-api.ts';
import { findConcernedRecord } from './affected-record.ts';
import type { FeedSource } from './feed.ts';
import { compareWithServer, withoutLongLists } from './compare-versions.ts';
import { MAX_PUSH_BYTES, PushAnswer, PushBody, type Mutation, type PushResult } from './push-body.ts';
import { listReferences, withIds, type Referring } from './references.ts';

const PATH = '/v1/companies/{company}/sync/push';
/** Others may write while fields are merged: maximum number of attempts on the newest version. */
const MERGE_ATTEMPTS = 5;

type Request = RouteRequest;
/** Result of each action so far: the id of the record it created, or why there is none. */
type Made = Map<string, number | 'failed' | 'none'>;

interface Push {
  readonly request: Request;
  readonly records: ReadonlyMap<string, RecordApi>;
  readonly feed: ReadonlyMap<string, FeedSource>;
  readonly device: Readonly<Record<string, string>>;
  readonly completed: Awaited<ReturnType<Request['inner']['findCompletedReplies']>>;
  /** Conflicts from earlier pushes of the same actions. */
  readonly conflicts: ReadonlyMap<string, ConflictRow>;
  readonly made: Made;
}

/** Runs the actions of an offline client, one after another through the routes they name: see docs/sync.md. */
export function createPushRoute(feed: ReadonlyMap<string, FeedSource>, records: ReadonlyMap<string, RecordApi>): Route {
  return route({
    method: 'post',
    path: '/v1/companies/{company}/sync/push',
    area: 'sync',
    summary: 'Apply actions made offline, in their order, each with its own result',
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
      if (own >= 0) return refuseInvalid([{ code: 'idempotency_key_reused', field: `mutations.${own}.mutation_id` }]);
      const ids = mutations.map(({ mutation_id }) => mutation_id);
      const [completed, conflicts] = await Promise.all([
        inner.findCompletedReplies([
          ...new Set([...ids, ...mutations.flatMap((one) => listReferences(toReferring(one)))]),
        ]),
        readConflictsByMutation(services.pool, company.id, caller.userId, ids),
      ]);
      const deviceId = body.device_id ?? write.deviceId;
      const push: Push = {
        request,
        records,
        feed,
        completed,
        conflicts,
        made: new Map(),
        device: {
          ...(deviceId !== null && { 'x-device-id': deviceId }),
          ...(write.deviceName !== null && { 'x-device-name': encodeURIComponent(write.deviceName) }),
        },
      };
      const results: PushResult[] = [];
      for (const mutation of mutations) {
        const result = await runMutation(push, mutation);
        recordResult(push.made, mutation, result);
        results.push(result);
      }
      if (deviceId !== null)
        services.devices.recordActivity(
          { companyId: company.id, userId: caller.userId, deviceId },
          { name: write.deviceName, action: 'push' },
        );
      const { seq, base, epoch } = await readFeedHead(services.pool, company.id);
      return ok({ cursor: seq === 0 ? 0 : base + seq, epoch, server_time: formatTimestamp(new Date()), results });
    },
  });
}

const toReferring = ({ path, body }: Mutation): Referring => ({ path, body });

function recordResult(made: Made, { mutation_id }: Mutation, { outcome, body }: PushResult): void {
  const isDone = outcome === 'applied' || outcome === 'replayed';
  if (!isDone && typeof made.get(mutation_id) === 'number') return;
  const { id } = (body ?? {}) as { readonly id?: unknown };
  made.set(mutation_id, !isDone ? 'failed' : typeof id === 'number' ? id : 'none');
}

async function runMutation(push: Push, mutation: Mutation): Promise<PushResult> {
  const { inner, company, language } = push.request;
  const unmet = listReferences(toReferring(mutation)).find(
    (reference) => typeof findCreatedId(push, reference) !== 'number',
  );
  if (unmet !== undefined) {
    const code = findCreatedId(push, unmet) === 'failed' ? 'parent_failed' : 'parent_unknown';
    return toRefusedResult(push, mutation, buildRefusal(code, { params: { mutation: unmet } }), 'skipped');
  }
  const { path, body } = withIds(toReferring(mutation), (reference) => findCreatedId(push, reference) as number);
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
      ...(isPresent(base_version) && { 'x-base-version': String(base_version) }),
      ...(isPresent(occurred_at) && { 'x-occurred-at': occurred_at }),
      ...(isPresent(operation_id) && { 'x-operation-id': operation_id }),
    },
    body,
    completed: push.completed,
  };
  const found = inner.findRoute(method, asked.path);
  if (found?.route.path === PATH)
    return toRefusedResult(push, mutation, buildRefusal('push_not_nested', { field: 'path' }));
  const known = push.conflicts.get(mutation_id);
  if (known) return respondToKnownConflict(push, mutation, asked, known);
  const answer = await inner.runRequest(asked);
  return isConflict(answer)
    ? mergeOrStoreConflict(push, mutation, { ...asked, below }, answer)
    : toPushResult(mutation, answer);
}

const isPresent = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

function findCreatedId({ made, completed }: Push, mutationId: string): number | 'failed' | 'none' | undefined {
  const known = made.get(mutationId);
  if (known !== undefined) return known;
  const body = completed.get(mutationId)?.reply.body;
  if (body === undefined) return undefined;
  const { id } = ((body === null ? null : JSON.parse(body)) ?? {}) as { readonly id?: unknown };
  return typeof id === 'number' ? id : 'none';
}

function toPushResult({ mutation_id }: Mutation, answer: Answer, isMerged = false): PushResult {
  const { status, headers } = answer;
  const replayed = headers['X-Idempotent-Replay'] === '1';
  return {
    mutation_id,
    status,
    outcome: status >= 300 ? 'rejected' : replayed ? 'replayed' : 'applied',
    replayed,
    body: parseBody(answer),
    ...(isMerged && { merged: true as const }),
  };
}

const parseBody = ({ body }: Answer): unknown => (typeof body === 'string' && body !== '' ? JSON.parse(body) : null);

function toRefusedResult(
  { request }: Push,
  { mutation_id }: Mutation,
  problem: HttpRefusal,
  outcome: PushResult['outcome'] = 'rejected',
): PushResult {
  const body = buildErrorBody(problem, request.language);
  return { mutation_id, status: getRefusalStatus(problem), outcome, replayed: false, body };
}

interface ConflictBody {
  readonly code?: string;
  readonly server_version: number;
  readonly server_data: JsonRecord | null;
}

const isConflict = (answer: Answer): boolean =>
  answer.status === 409 && (parseBody(answer) as ConflictBody | null)?.code === 'conflict';

/** The record has changed: if the fields do not overlap, the change is applied anyway, otherwise it is stored as a conflict. */
async function mergeOrStoreConflict(
  push: Push,
  mutation: Mutation,
  asked: InnerRequest & { readonly below: string },
  refusedBy: Answer,
): Promise<PushResult> {
  const { inner, services, company, caller } = push.request;
  const found = inner.findRoute(asked.method, asked.path);
  const answered = (parseBody(refusedBy) as ConflictBody).server_data?.['id'];
  const concerned =
    found && findConcernedRecord(found, company.id, typeof answered === 'number' ? answered : undefined);
  const context = readWriteHeaders(asked.headers, caller).value;
  let answer = refusedBy;
  for (let attempt = 1; ; attempt += 1) {
    const { server_version, server_data } = parseBody(answer) as ConflictBody;
    const plain: PushResult = { ...toPushResult(mutation, answer), outcome: 'conflict' };
    const source = concerned && push.feed.get(concerned.resource);
    // Secrets in a request must never reach the log: such a change has to be sent again instead of being stored.
    if (!concerned || server_data === null || !source || source.isSentWithSecrets) return plain;
    const difference = await compareWithServer(push.request, push.records.get(concerned.resource), {
      concerned,
      baseVersion: context.baseVersion,
      serverVersion: server_version,
      serverData: server_data,
      method: asked.method,
      client: (asked.body ?? null) as JsonRecord | null,
      deviceId: context.deviceId,
      clientAt: context.occurredAt,
    });
    if (!difference.mayMerge || attempt === MERGE_ATTEMPTS) {
      const conflict = {
        resource: concerned.resource,
        record_id: concerned.id,
        mutation_id: mutation.mutation_id,
        method: mutation.method,
        path: asked.below,
        request_hash: computeRequestHash(asked, context.baseVersion),
        base_version: context.baseVersion,
        server_version,
        server_data: withoutLongLists(server_data),
        base_data: difference.base,
        client_data: (asked.body ?? null) as JsonRecord | null,
        overlap: difference.overlap,
        suggested: difference.suggested,
      };
      const kept = await recordConflict(services, company.id, caller.userId, conflict, context);
      return isRefusal(kept) ? toRefusedResult(push, mutation, kept) : { ...plain, conflict_id: kept.id };
    }
    const headers = { ...asked.headers, 'x-base-version': String(server_version) };
    answer = await inner.runRequest({ ...asked, headers, statedVersion: context.baseVersion });
    if (!isConflict(answer)) return toPushResult(mutation, answer, answer.status < 300);
  }
}

const computeRequestHash = ({ method, path, body }: InnerRequest, baseVersion: number | null): string =>
  computeRequestFingerprint(method, path.split('?')[0]!, body, { baseVersion }).slice(0, 32);

/** Repeats the reply of an open conflict; an action whose conflict was resolved is done. */
async function respondToKnownConflict(
  push: Push,
  mutation: Mutation,
  asked: InnerRequest,
  { id, status, request_hash, resource, record_id }: ConflictRow,
): Promise<PushResult> {
  const { language, caller } = push.request;
  const { baseVersion } = readWriteHeaders(asked.headers, caller).value;
  if (computeRequestHash(asked, baseVersion) !== request_hash)
    return toRefusedResult(push, mutation, buildRefusal('idempotency_key_reused', { field: 'X-Client-Mutation-Id' }));
  const [record] = (await push.feed.get(resource)?.read(push.request, [record_id])) ?? [];
  const { mutation_id } = mutation;
  if (status === 'resolved')
    return { mutation_id, status: 200, outcome: 'replayed', replayed: true, body: record ?? null, conflict_id: id };
  const facts = { server_version: record?.version ?? null, server_data: record ?? null };
  const body = buildErrorBody(buildRefusal('conflict', { facts }), language);
  return { mutation_id, status: 409, outcome: 'conflict', replayed: true, body, conflict_id: id };
}
