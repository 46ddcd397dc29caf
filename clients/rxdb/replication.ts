import type { RxCollection, WithDeleted } from 'rxdb';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import { Subject } from 'rxjs';
import { unwrap, type Change, type GrandlivreClient } from '../typescript/index.ts';
import { openLiveChanges, type LiveChanges } from './live.ts';
import type { LocalRecord } from './records.ts';

/** Keeps an RxDB collection in sync with one resource of a company file. docs/sync.md explains what it relies on. */

export interface ReplicationOptions {
  /** With a `deviceId`: generated once at installation, and stored. */
  readonly client: GrandlivreClient;
  /** Public token of the company file. */
  readonly company: string;
  readonly collection: RxCollection<LocalRecord>;
  /** Name of the resource in the feed, such as `third-parties`. */
  readonly resource: string;
  /** How long to wait after a failure. Default: 5 000. */
  readonly retryMs?: number;
  /** One stream for several collections. By default each has its own; `false`: changes arrive with `reSync()` only. */
  readonly live?: LiveChanges | false;
  /** Called when an action conflicts with changes of others; the server stores it until someone decides. */
  readonly onConflict?: (key: string, conflictId: number | undefined) => void;
  /** Called when an action was finally refused; `problem` is the response of the server. */
  readonly onRefusal?: (key: string, problem: unknown) => void;
}

/** How far a collection has read the feed. */
export interface Checkpoint {
  readonly cursor: number;
  readonly epoch: string;
}

interface ServerRecord extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly version: number;
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

interface Replica extends ReplicationOptions {
  readonly deviceId: string;
  readonly resync: Subject<'RESYNC'>;
  /** Local copies, by their first key, of records that now have an id on the server: pulled records replace them. */
  readonly replaced: Map<string, Document>;
}

export async function replicateResource(
  options: ReplicationOptions,
): Promise<RxReplicationState<LocalRecord, Checkpoint>> {
  const { client, company, collection, resource, retryMs = 5_000 } = options;
  const { deviceId } = client.connection;
  if (deviceId === undefined) throw new Error('The client needs a deviceId');
  const replica: Replica = { ...options, deviceId, resync: new Subject(), replaced: new Map() };
  // Each local change gets its own id; pulled documents do not pass through here.
  collection.preSave((plain: { mutation: string }) => void (plain.mutation = crypto.randomUUID()), false);
  await replaceNewRecords(replica).catch(() => undefined);
  const replication = replicateRxCollection<LocalRecord, Checkpoint>({
    collection,
    replicationIdentifier: `grandlivre ${company} ${resource}`,
    live: true,
    retryTime: retryMs,
    pull: {
      handler: (from, batchSize) => pullDocuments(replica, from, batchSize),
      stream$: replica.resync.asObservable(),
      batchSize: 500,
    },
    push: { handler: (rows) => sendRows(replica, rows), batchSize: 100 },
  });
  listenToChanges(replica, replication);
  return replication;
}

/** Every change of the resource makes RxDB pull, until the replication is cancelled. */
function listenToChanges(replica: Replica, replication: RxReplicationState<LocalRecord, Checkpoint>): void {
  const { client, company, resource, live } = replica;
  if (live === false) return;
  const own = live ? null : openLiveChanges({ client, company, resources: [resource] });
  const unsubscribe = (live ?? own!).subscribe(resource, () => replica.resync.next('RESYNC'));
  replication.canceled$.subscribe((isCanceled) => {
    if (!isCanceled) return;
    unsubscribe();
    own?.close();
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
  const { client, company, resource } = replica;
  for (;;) {
    const { cursor: since, epoch } = checkpoint;
    const query = { since, limit: 500, resources: resource, epoch: epoch === '' ? undefined : epoch };
    // Whatever the error, RxDB retries later, and the same actions keep their ids.
    const page = await unwrap(
      client.GET('/v1/companies/{company}/sync/pull', { params: { path: { company }, query } }),
    );
    checkpoint = { cursor: page.cursor, epoch: page.epoch };
    if (page.full_resync) {
      isWhole = true;
      continue;
    }
    documents.push(...page.changes.map(toDocument));
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

async function pushMutations(replica: Replica, mutations: readonly Mutation[]): Promise<readonly Result[]> {
  if (mutations.length === 0) return [];
  const { client, company, deviceId } = replica;
  const { results } = await unwrap(
    client.POST('/v1/companies/{company}/sync/push', {
      params: { path: { company } },
      body: { device_id: deviceId, mutations: [...mutations] },
    }),
  );
  // A result has the body of the single request: a record, a conflict or a refusal.
  return results as readonly Result[];
}

interface PulledDocuments {
  readonly documents: Document[];
  readonly checkpoint: Checkpoint;
}

interface Row {
  readonly newDocumentState: Document;
  readonly assumedMasterState?: Document;
}

/** Of any resource: the fields of the record do not matter here. */
interface AnyChange extends Pick<Change, 'op' | 'id' | 'version'> {
  readonly data: object;
}

function toDocument({ op, id, version, data }: AnyChange): Document {
  return op === 'upsert'
    ? fromServerRecord({ ...data, id, version })
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
