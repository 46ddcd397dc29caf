/** The event log as seen by the rest of the service. Two engines implement it; one contract test suite covers both. */

/** An event to append: a fact in the past tense, with everything a reader needs to understand it. */
export interface NewEvent {
  /** UUID. Appending a known id returns the result of the first append and stores nothing. */
  readonly id: string;
  /** Stored name such as `EntryPosted`; never renamed. */
  readonly type: string;
  /** Version of the data schema, starting at 1. */
  readonly version: number;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
  /** Data and metadata as JSON text, if the writer already has it, so that the engine need not serialise it again. */
  readonly json?: { readonly data: string; readonly metadata: string };
}

/** Who, when and from where: added to each event by the command path; fields that do not apply are absent. */
export interface EventMetadata extends JsonObject {
  readonly company_id?: number;
  readonly firm_id?: number;
  readonly user_id?: number;
  readonly operation_id?: string;
  readonly client_mutation_id?: string;
  /** Distinguishes requests with the same mutation id; absent on older events. */
  readonly request_hash?: string;
  readonly recorded_at?: string;
  readonly prev_hash?: string | null;
  /** In the first event of a stream that was written again: where the stream of the previous epoch ended. */
  readonly epoch?: JsonObject;
  readonly hash?: string;
}

export interface RecordedEvent extends Omit<NewEvent, 'json'> {
  readonly stream: string;
  /** 0 for the first event of the stream, then consecutive. */
  readonly revision: number;
  /** Places of personal values that can no longer be read, if there are any. */
  readonly erased?: readonly string[];
  /** Position in the whole log, strictly increasing: after reading n, a reader never finds a new event before n. */
  readonly position: number;
}

/** An event as stored: data and metadata are unparsed JSON. */
export interface StoredEvent extends Omit<RecordedEvent, 'data' | 'metadata'> {
  readonly data: string;
  readonly metadata: string;
}

export interface Append {
  readonly stream: string;
  /** Revision of the last event known to the writer, or `NO_STREAM`. An expectation is always required. */
  readonly expectedRevision: number;
  readonly events: readonly NewEvent[];
}

export const NO_STREAM = -1;
/** Position before the first event of the log. */
export const BEGINNING = -1;

/** An append with the data and metadata of its events as JSON text. */
export interface SerialisedAppend {
  readonly append: Append;
  readonly serialised: readonly { readonly data: string; readonly metadata: string }[];
}

/** Writes the read tables of appends in the statement that records them. */
export interface Companion {
  /**
   * Null if these appends must be recorded alone, and projected afterwards. `head` is the last known position of the
   * log.
   */
  join(appends: readonly SerialisedAppend[], head: number): Promise<Joined | null>;
}

/** Appends and their projection in one statement: both are written, or neither. */
export interface Joined {
  readonly statement: { readonly name?: string; readonly text: string; readonly values: unknown[] };
  /** The events as they are recorded if nothing else was appended meanwhile; otherwise the statement fails. */
  readonly events: readonly RecordedEvent[];
  /** To be called once, when the outcome is known or will never be. */
  end(isWritten: boolean): void;
}

export interface Appended {
  /** Revision of the last event of this append. */
  readonly revision: number;
  /** Position of the last event of this append. */
  readonly position: number;
  /** True if the log already held these event ids and nothing was stored. */
  readonly duplicate: boolean;
}

export interface ReadOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Inclusive revision to start from; default: the first event (forwards) or the last one (backwards). */
  readonly from?: number;
  readonly limit?: number;
}

export interface EventLog {
  /** Maximum size of one append, MAX_APPEND_BYTES except in tests; a larger operation cannot be recorded atomically. */
  readonly maxAppendBytes: number;
  /** Each position is one more than the previous one, so that a gap reveals a removed event. */
  readonly hasGaplessPositions: boolean;

  /**
   * Appends atomically: all events or none.
   * @throws WrongRevision if the stream is not at the expected revision (and the ids are not stored yet)
   * @throws AppendTooLarge above `maxAppendBytes`, or with an event above MAX_EVENT_BYTES
   * @throws LogUnavailable if the log cannot be reached or does not answer in time; the outcome is then unknown, and
   * appending the same event ids again is safe
   */
  append(append: Append): Promise<Appended>;

  /** Reads one stream in order; an unknown stream is empty. @throws LogUnavailable */
  readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;

  /**
   * Reads one stream forwards from an inclusive revision to its current end, without parsing the events: for checks and
   * for copying. Pages have a bounded size. @throws LogUnavailable
   */
  readStored(stream: string, from?: number): AsyncIterable<readonly StoredEvent[]>;

  /** Reads the whole log forwards in batches, from after a position to its current end. @throws LogUnavailable */
  readAll(after: number, batchSize?: number): AsyncIterable<readonly RecordedEvent[]>;

  /**
   * Follows the whole log from after a position, indefinitely, in batches of at most `batchSize`, each event once and in
   * order. Reconnects automatically; ends when the signal is aborted.
   */
  follow(after: number, options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;

  /** Position of the last event, or BEGINNING. @throws LogUnavailable */
  readHead(): Promise<number>;

  /** The event at exactly this position, or null. @throws LogUnavailable */
  findEventAt(position: number): Promise<RecordedEvent | null>;

  /** Appends go through this companion until the returned function is called. Absent if the log has a server of its own. */
  accompany?(companion: Companion): () => void;

  /** The log whose reads return events as they were recorded, if this one opens sealed values. */
  readonly stored?: EventLog;

  close(): Promise<void>;
}

/** For copies and checks of hashes. */
export const getStoredLog = (log: EventLog): EventLog => log.stored ?? log;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly batchSize?: number;
  /** Called when the connection is lost and whenever a reconnection fails. */
  readonly onInterruption?: (error: unknown) => void;
}

/** Maximum event size for all engines, so that a log can be moved from one engine to another. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** Maximum size of one append for all engines. */
export const MAX_APPEND_BYTES = 16 * MAX_EVENT_BYTES;

/** Only streams of the service are read from the whole log, because a shared server may hold others. */
export const STREAM_PREFIXES = ['company-', 'firm-', 'user-'] as const;

export class WrongRevision extends Error {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly actualRevision: number;
  constructor(stream: string, expectedRevision: number, actualRevision: number) {
    super(`Stream ${stream} is at revision ${actualRevision}, not at ${expectedRevision}`);
    this.name = 'WrongRevision';
    this.stream = stream;
    this.expectedRevision = expectedRevision;
    this.actualRevision = actualRevision;
  }
}

export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`An append of ${bytes} bytes to ${stream} exceeds the limit`);
    this.name = 'AppendTooLarge';
  }
}

export class LogUnavailable extends Error {
  constructor(cause: unknown) {
    super('The event log cannot be reached', { cause });
    this.name = 'LogUnavailable';
  }
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}
