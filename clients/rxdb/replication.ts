import type { RxCollection, RxJsonSchema, WithDeleted } from 'rxdb';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import { Subject } from 'rxjs';

/**
 * Keeps an RxDB collection in step with one resource of a company file: an example for client developers, which the tests run
 * against the service. docs/sync.md tells what each step relies on. Copy it and make it yours.
 */

/** A record as it is kept on the device. Records that the device makes get their id when the server has them. */
export interface LocalRecord {
  /** The id as text; before there is one, `new-` and something random. */
  readonly key: string;
  readonly id: number | null;
  readonly version: number;
  /** What the API shows of the record, and takes of it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Names the last change that was made here: a change that is sent twice is made once. Empty: none was. */
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
  /** Made once at the installation, and kept. */
  readonly deviceId: string;
}

export interface ReplicationOptions {
  readonly server: Server;
  readonly collection: RxCollection<LocalRecord>;
  /** As the feed names it: `third-parties`. */
  readonly resource: string;
  readonly retryMs?: number;
  /** An action met what others have done; it is kept on the server until someone decides. */
  readonly onConflict?: (key: string, conflictId: number | undefined) => void;
  /** An action was refused for good; `problem` is the answer of the server. */
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

/** A new record of this device, to be inserted into the collection. */
export function newRecord(data: LocalRecord['data']): LocalRecord {
  const key = `new-${crypto.randomUUID()}`;
  // Its key is the name of the action that makes it: later actions refer to it by `$<key>`.
  return { key, id: null, version: 0, data, mutation: key };
}

export async function replicate(options: ReplicationOptions): Promise<RxReplicationState<LocalRecord, Checkpoint>> {
  const { server, collection, resource, retryMs = 5_000, onConflict, onRefusal } = options;
  const resync = new Subject<'RESYNC'>();
  /** Copies under their first key of records that the server has an id for: they make room for those that are pulled. */
  const replaced = new Map<string, Document>();

  // Each change that is made here gets a name of its own; what is pulled does not pass through here.
  collection.preSave((plain: { mutation: string }) => void (plain.mutation = crypto.randomUUID()), false);

  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${server.url}/v1/companies/${server.company}/sync/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${server.token}`,
        'X-Device-Id': server.deviceId,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // Whatever it is, RxDB tries again later, and the same actions keep their names.
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  const push = async (mutations: readonly Mutation[]): Promise<readonly Result[]> =>
    mutations.length === 0
      ? []
      : (await call<{ results: readonly Result[] }>('POST', 'push', { device_id: server.deviceId, mutations })).results;

  /** Pages until there is enough of this resource, or no more: RxDB takes a short answer for the end. */
  async function pull(from: Checkpoint | undefined, batchSize: number): Promise<PulledDocuments> {
    const documents = [...replaced.values()];
    replaced.clear();
    let checkpoint = from ?? { cursor: 0, epoch: '' };
    let isWhole = false;
    for (;;) {
      const epoch = checkpoint.epoch === '' ? '' : `&epoch=${checkpoint.epoch}`;
      const page = await call<Pulled>('GET', `pull?since=${checkpoint.cursor}&limit=500${epoch}`);
      checkpoint = { cursor: page.cursor, epoch: page.epoch };
      if (page.full_resync) {
        isWhole = true;
        continue;
      }
      documents.push(...page.changes.filter((change) => change.resource === resource).map(documentOf));
      if (!page.has_more) break;
      if (!isWhole && documents.length >= batchSize) break;
    }
    return { documents: isWhole ? [...documents, ...(await unknownTo(documents))] : documents, checkpoint };
  }

  /** After starting over: what is here and no longer there. */
  async function unknownTo(documents: readonly Document[]): Promise<Document[]> {
    const known = new Set(documents.map(({ key }) => key));
    const local = await collection.find().exec();
    return local
      .map((document) => document.toMutableJSON())
      .filter(({ key, id }) => id !== null && !known.has(key))
      .map((record) => ({ ...record, _deleted: true }));
  }

  /** What is in the way of an action is answered to RxDB, which then shows what the server has. */
  async function send(rows: readonly Row[]): Promise<Document[]> {
    const sent = rows.flatMap((row) => {
      const mutation = mutationOf(resource, row);
      return mutation === null ? [] : [{ row, mutation }];
    });
    const results = await push(sent.map(({ mutation }) => mutation));
    const inTheWay: Document[] = [];
    results.forEach((result, index) => {
      const { newDocumentState: local, assumedMasterState: assumed } = sent[index]!.row;
      const { outcome, body, conflict_id } = result;
      if (outcome === 'applied' || outcome === 'replayed') {
        if (local.id === null && !local._deleted) replaced.set(local.key, { ...local, _deleted: true });
        return;
      }
      // Deleted here, and refused when it was to be made there: nobody has it.
      if (outcome === 'skipped' && local._deleted) return;
      if (outcome === 'conflict') onConflict?.(local.key, conflict_id);
      else onRefusal?.(local.key, body);
      if (body?.server_data) inTheWay.push(shown(body.server_data));
      else if (assumed) inTheWay.push(assumed);
    });
    if (replaced.size > 0) resync.next('RESYNC');
    return inTheWay;
  }

  /** The app may have been closed between the answer to a POST and the pull that brings the record under its id. */
  async function settleNewRecords(): Promise<void> {
    const waiting = (await collection.find().exec()).filter(({ id }) => id === null);
    const results = await push(
      waiting.map(({ key }) => ({
        ...{ mutation_id: crypto.randomUUID(), method: 'PATCH' as const, path: `${resource}/$${key}`, body: {} },
      })),
    );
    results.forEach(({ outcome }, index) => {
      const record = waiting[index]!.toMutableJSON();
      if (outcome === 'applied') replaced.set(record.key, { ...record, _deleted: true });
    });
  }

  await settleNewRecords().catch(() => undefined);
  return replicateRxCollection<LocalRecord, Checkpoint>({
    collection,
    replicationIdentifier: `grandlivre ${server.company} ${resource}`,
    live: true,
    retryTime: retryMs,
    pull: { handler: pull, stream$: resync.asObservable(), batchSize: 500 },
    push: { handler: send, batchSize: 100 },
  });
}

interface PulledDocuments {
  readonly documents: Document[];
  readonly checkpoint: Checkpoint;
}

interface Row {
  readonly newDocumentState: Document;
  readonly assumedMasterState?: Document;
}

function documentOf({ op, id, version, data }: Pulled['changes'][number]): Document {
  return op === 'upsert' ? shown(data) : { key: String(id), id, version, data: {}, mutation: '', _deleted: true };
}

const shown = (data: ServerRecord): Document => ({
  ...{ key: String(data.id), id: data.id, version: data.version, data, mutation: '', _deleted: false },
});

/** Null: made and deleted before anybody heard of it. */
function mutationOf(resource: string, { newDocumentState: now, assumedMasterState: was }: Row): Mutation | null {
  if (!was) return now._deleted ? null : { mutation_id: now.key, method: 'POST', path: resource, body: now.data };
  const mutation_id = now.mutation === '' ? crypto.randomUUID() : now.mutation;
  const path = `${resource}/${was.id ?? `$${was.key}`}`;
  const base_version = was.id === null ? 1 : was.version;
  if (now._deleted) return { mutation_id: `${mutation_id}-deleted`, method: 'DELETE', path, base_version };
  return { mutation_id, method: 'PATCH', path, base_version, body: changedFields(was.data, now.data) };
}

/** Fields that were not touched stay as they are on the server, whatever became of them there. */
function changedFields(was: LocalRecord['data'], now: LocalRecord['data']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name])),
  );
}
