import type { RxCollection, RxJsonSchema, WithDeleted } from 'rxdb';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import { Subject } from 'rxjs';

/**
 * Keeps an RxDB collection in sync with one resource of a company file: an example for client developers, which the tests
 * run against the service. docs/sync.md explains what each step relies on. Copy it and adapt it.
 */

/** A record as stored on the device. Records created on the device get their id from the server. */
export interface LocalRecord {
  /** The id as text; before there is one, `new-` followed by a random part. */
  readonly key: string;
  readonly id: number | null;
  readonly version: number;
  /** The record as the API returns and accepts it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the last local change, so that a change sent twice is applied once. Empty if there was none. */
  readonly mutation: string;
}

export const localRecordSchema: RxJsonSchema<LocalRecord> = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: {
    key: { type: 'string', maxLength: 60 },
    id: { type: ['integer', 'null'] },
    version: { type: 'integer' },
    data: { type: 'object' },
    mutation: { type: 'string' },
  },
  required: ['key', 'version', 'data', 'mutation'],
};

export interface Server {
  /** Scheme and host. */
  readonly url: string;
  /** Public token of the company file. */
  readonly company: string;
  /** A session token, or an integration token with the ability `sync`. */
  readonly token: string;
  /** Generated once at installation, and stored. */
  readonly deviceId: string;
}

export interface ReplicationOptions {
  readonly server: Server;
  readonly collection: RxCollection<LocalRecord>;
  /** Name of the resource in the feed, such as `third-parties`. */
  readonly resource: string;
  readonly retryMs?: number;
  /** Called when an action conflicts with changes of others; the server stores it until someone decides. */
  readonly onConflict?: (key: string, conflictId: number | undefined) => void;
  /** Called when an action was finally refused; `problem` is the response of the server. */
  readonly onRefusal?: (key: string, problem: unknown) => void;
}

interface Checkpoint {
  readonly cursor: number;
  readonly epoch: string;
}

interface ServerRecord extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly version: number;
}

interface Pulled extends Checkpoint {
  readonly has_more: boolean;
  readonly full_resync: boolean;
  readonly changes: readonly {
    readonly resource: string;
    readonly op: 'upsert' | 'delete';
    readonly id: number;
    readonly version: number;
    readonly data: ServerRecord;
  }[];
}

interface Mutation {
  readonly mutation_id: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly base_version?: number;
}

interface Result {
  readonly mutation_id: string;
  readonly status: number;
  readonly outcome: 'applied' | 'replayed' | 'conflict' | 'rejected' | 'skipped';
  readonly body: (Partial<ServerRecord> & { readonly server_data?: ServerRecord | null }) | null;
  readonly conflict_id?: number;
}

type Document = WithDeleted<LocalRecord>;

/** Creates a new local record, to be inserted into the collection. */
export function createLocalRecord(data: LocalRecord['data']): LocalRecord {
  const key = `new-${crypto.randomUUID()}`;
  // Its key is the id of the action that creates it: later actions refer to it by `$<key>`.
  return { key, id: null, version: 0, data, mutation: key };
}

interface Replica extends ReplicationOptions {
  readonly resync: Subject<'RESYNC'>;
  /** Local copies, by their first key, of records that now have an id on the server: pulled records replace them. */
  readonly replaced: Map<string, Document>;
}

export async function replicateResource(
  options: ReplicationOptions,
): Promise<RxReplicationState<LocalRecord, Checkpoint>> {
  const { server, collection, resource, retryMs = 5_000 } = options;
  const replica: Replica = { ...options, resync: new Subject(), replaced: new Map() };
  // Each local change gets its own id; pulled documents do not pass through here.
  collection.preSave((plain: { mutation: string }) => void (plain.mutation = crypto.randomUUID()), false);
  await replaceNewRecords(replica).catch(() => undefined);
  return replicateRxCollection<LocalRecord, Checkpoint>({
    collection,
    replicationIdentifier: `grandlivre ${server.company} ${resource}`,
    live: true,
    retryTime: retryMs,
    pull: {
      handler: (from, batchSize) => pullDocuments(replica, from, batchSize),
      stream$: replica.resync.asObservable(),
      batchSize: 500,
    },
    push: { handler: (rows) => sendRows(replica, rows), batchSize: 100 },
  });
}

/** The app may have been closed between the response to a POST and the pull that delivers the record under its id. */
async function replaceNewRecords(replica: Replica): Promise<void> {
  const waiting = (await replica.collection.find().exec()).filter(({ id }) => id === null);
  const results = await pushMutations(
    replica,
    waiting.map(({ key }) => ({
      mutation_id: crypto.randomUUID(),
      method: 'PATCH' as const,
      path: `${replica.resource}/$${key}`,
      body: {},
    })),
  );
  results.forEach(({ outcome }, index) => {
    const record = waiting[index]!.toMutableJSON();
    if (outcome === 'applied') replica.replaced.set(record.key, { ...record, _deleted: true });
  });
}

/** Reads pages until there are enough records of this resource, or no more: RxDB takes a short answer for the end. */
async function pullDocuments(
  replica: Replica,
  from: Checkpoint | undefined,
  batchSize: number,
): Promise<PulledDocuments> {
  const documents = [...replica.replaced.values()];
  replica.replaced.clear();
  let checkpoint = from ?? { cursor: 0, epoch: '' };
  let isWhole = false;
  for (;;) {
    const epoch = checkpoint.epoch === '' ? '' : `&epoch=${checkpoint.epoch}`;
    const page = await callServer<Pulled>(replica, 'GET', `pull?since=${checkpoint.cursor}&limit=500${epoch}`);
    checkpoint = { cursor: page.cursor, epoch: page.epoch };
    if (page.full_resync) {
      isWhole = true;
      continue;
    }
    documents.push(...page.changes.filter((change) => change.resource === replica.resource).map(toDocument));
    if (!page.has_more) break;
    if (!isWhole && documents.length >= batchSize) break;
  }
  return { documents: isWhole ? [...documents, ...(await findDeleted(replica, documents))] : documents, checkpoint };
}

/** After a full resync: local records that no longer exist on the server. */
async function findDeleted(replica: Replica, documents: readonly Document[]): Promise<Document[]> {
  const known = new Set(documents.map(({ key }) => key));
  const local = await replica.collection.find().exec();
  return local
    .map((document) => document.toMutableJSON())
    .filter(({ key, id }) => id !== null && !known.has(key))
    .map((record) => ({ ...record, _deleted: true }));
}

/** Conflicting documents are returned to RxDB, which then shows the state of the server. */
async function sendRows(replica: Replica, rows: readonly Row[]): Promise<Document[]> {
  const sent = rows.flatMap((row) => {
    const mutation = toMutation(replica.resource, row);
    return mutation === null ? [] : [{ row, mutation }];
  });
  const results = await pushMutations(
    replica,
    sent.map(({ mutation }) => mutation),
  );
  const inTheWay: Document[] = [];
  results.forEach((result, index) => {
    const { newDocumentState: local, assumedMasterState: assumed } = sent[index]!.row;
    const { outcome, body, conflict_id } = result;
    if (outcome === 'applied' || outcome === 'replayed') {
      if (local.id === null && !local._deleted) replica.replaced.set(local.key, { ...local, _deleted: true });
      return;
    }
    // Deleted locally, and refused on creation: it exists nowhere.
    if (outcome === 'skipped' && local._deleted) return;
    if (outcome === 'conflict') replica.onConflict?.(local.key, conflict_id);
    else replica.onRefusal?.(local.key, body);
    if (body?.server_data) inTheWay.push(fromServerRecord(body.server_data));
    else if (assumed) inTheWay.push(assumed);
  });
  if (replica.replaced.size > 0) replica.resync.next('RESYNC');
  return inTheWay;
}

const pushMutations = async (replica: Replica, mutations: readonly Mutation[]): Promise<readonly Result[]> =>
  mutations.length === 0
    ? []
    : (
        await callServer<{ results: readonly Result[] }>(replica, 'POST', 'push', {
          device_id: replica.server.deviceId,
          mutations,
        })
      ).results;

async function callServer<Answer>({ server }: Replica, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}/v1/companies/${server.company}/sync/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${server.token}`,
      'X-Device-Id': server.deviceId,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // Whatever the error, RxDB retries later, and the same actions keep their ids.
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

interface PulledDocuments {
  readonly documents: Document[];
  readonly checkpoint: Checkpoint;
}

interface Row {
  readonly newDocumentState: Document;
  readonly assumedMasterState?: Document;
}

function toDocument({ op, id, version, data }: Pulled['changes'][number]): Document {
  return op === 'upsert'
    ? fromServerRecord(data)
    : { key: String(id), id, version, data: {}, mutation: '', _deleted: true };
}

const fromServerRecord = (data: ServerRecord): Document => ({
  key: String(data.id),
  id: data.id,
  version: data.version,
  data,
  mutation: '',
  _deleted: false,
});

/** Null if the record was created and deleted before it was sent. */
function toMutation(resource: string, { newDocumentState: now, assumedMasterState: was }: Row): Mutation | null {
  if (!was) return now._deleted ? null : { mutation_id: now.key, method: 'POST', path: resource, body: now.data };
  const mutation_id = now.mutation === '' ? crypto.randomUUID() : now.mutation;
  const path = `${resource}/${was.id ?? `$${was.key}`}`;
  const base_version = was.id === null ? 1 : was.version;
  if (now._deleted) return { mutation_id: `${mutation_id}-deleted`, method: 'DELETE', path, base_version };
  return { mutation_id, method: 'PATCH', path, base_version, body: pickChangedFields(was.data, now.data) };
}

/** Unchanged fields are not sent, so that they keep their value on the server. */
function pickChangedFields(was: LocalRecord['data'], now: LocalRecord['data']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name])),
  );
}
