/** The records of the test server: one log in memory that follows the rules of EventStoreDB. */

export interface ProposedRecord {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface StoredRecord extends ProposedRecord {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly created: Date;
}

export type Expected = number | 'no_stream' | 'any' | 'stream_exists';

export type AppendOutcome =
  | { readonly kind: 'stored' | 'idempotent'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong_revision'; readonly current: number | 'no_stream' }
  | { readonly kind: 'too_large' };

export interface Store {
  readonly records: readonly StoredRecord[];
  stream(name: string): readonly StoredRecord[];
  append(stream: string, expected: Expected, proposed: readonly ProposedRecord[]): AppendOutcome;
  /** Keeps only this number of records, as a restored backup does. */
  rewind(records: number): void;
  /** Takes a stream out of the log. */
  remove(stream: string): void;
  /** Calls back after every append until the returned function is called. */
  onAppended(listener: () => void): () => void;
}

export const MAX_APPEND_SIZE = 1024 * 1024;

/** A position is the place of a record in a file, so it grows by the record's size and this much around it. */
const RECORD_FRAME_BYTES = 118;
/** The real server keeps system records in the same log, so readers must skip them. */
const APPENDS_PER_SYSTEM_RECORD = 7;

export function createStore(): Store {
  const records: StoredRecord[] = [];
  const streams = new Map<string, StoredRecord[]>();
  const listeners = new Set<() => void>();
  let nextPosition = 0;
  let appends = 0;

  function write(stream: string, proposed: ProposedRecord): StoredRecord {
    const inStream = streams.get(stream) ?? [];
    streams.set(stream, inStream);
    const record = { ...proposed, stream, revision: inStream.length, position: nextPosition, created: new Date() };
    nextPosition += RECORD_FRAME_BYTES + computeSizeOnDisk(proposed) + stream.length;
    inStream.push(record);
    records.push(record);
    return record;
  }

  function append(stream: string, expected: Expected, proposed: readonly ProposedRecord[]): AppendOutcome {
    if (proposed.reduce((bytes, record) => bytes + computeSizeOnDisk(record), 0) > MAX_APPEND_SIZE)
      return { kind: 'too_large' };
    const inStream = streams.get(stream) ?? [];
    const refusal = judge(inStream, expected, proposed);
    if (refusal !== undefined) return refusal;

    const stored = proposed.map((record) => write(stream, record));
    appends += 1;
    if (appends % APPENDS_PER_SYSTEM_RECORD === 0) write('$stats-127.0.0.1:2113', buildSystemRecord('$statsCollected'));
    for (const listener of [...listeners]) listener();
    return { kind: 'stored', ...findPlace(stored.at(-1) ?? inStream.at(-1)) };
  }

  write('$settings', buildSystemRecord('$settings'));
  return {
    records,
    stream: (name) => streams.get(name) ?? [],
    append,
    rewind(count) {
      const kept = records.splice(0).slice(0, count);
      streams.clear();
      nextPosition = 0;
      for (const record of kept) {
        const inStream = streams.get(record.stream) ?? [];
        streams.set(record.stream, inStream);
        inStream.push(record);
        records.push(record);
        nextPosition = record.position + RECORD_FRAME_BYTES + computeSizeOnDisk(record) + record.stream.length;
      }
    },
    remove(stream) {
      streams.delete(stream);
      records.splice(0, records.length, ...records.filter((record) => record.stream !== stream));
    },
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The order of these checks is that of the real server: an append below the current revision is a repetition when the
 * ids at the revisions that it would have taken are its own; one at the current revision is never compared with the past.
 */
function judge(
  inStream: readonly StoredRecord[],
  expected: Expected,
  proposed: readonly ProposedRecord[],
): AppendOutcome | undefined {
  const current = inStream.length - 1;
  const wrong: AppendOutcome = { kind: 'wrong_revision', current: current < 0 ? 'no_stream' : current };
  if (expected === 'stream_exists') return current < 0 ? wrong : undefined;
  if (expected === 'any') {
    const first = inStream.findIndex((record) => record.id === proposed[0]?.id);
    return first < 0 ? undefined : (findRepetition(inStream, first, proposed) ?? wrong);
  }
  const expectedRevision = expected === 'no_stream' ? -1 : expected;
  if (expectedRevision > current) return wrong;
  if (expectedRevision < current) return findRepetition(inStream, expectedRevision + 1, proposed) ?? wrong;
  return undefined;
}

function findRepetition(
  inStream: readonly StoredRecord[],
  from: number,
  proposed: readonly ProposedRecord[],
): AppendOutcome | undefined {
  if (proposed.length === 0) return undefined;
  const held = proposed.every((record, index) => inStream[from + index]?.id === record.id);
  return held ? { kind: 'idempotent', ...findPlace(inStream[from + proposed.length - 1]) } : undefined;
}

function findPlace(record: StoredRecord | undefined): { revision: number; position: number } {
  return { revision: record?.revision ?? -1, position: record?.position ?? -1 };
}

function computeSizeOnDisk(record: ProposedRecord): number {
  return record.data.length + record.metadata.length + 2 * record.type.length;
}

function buildSystemRecord(type: string): ProposedRecord {
  return {
    id: crypto.randomUUID(),
    type,
    contentType: 'application/json',
    data: Buffer.from('{}'),
    metadata: Buffer.alloc(0),
  };
}
