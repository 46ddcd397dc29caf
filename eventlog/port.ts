/** The event log as the rest of the service sees it. Two engines implement it; one contract suite proves both. */

/** An event as it is handed to the log: a fact in the past tense, with everything a reader needs to understand it. */
export interface NewEvent {
  /** UUID. Appending an id that the log already holds answers with the first append's result and stores nothing. */
  readonly id: string;
  /** A stored name such as `EntryPosted`; never renamed. */
  readonly type: string;
  /** Version of the data's shape, from 1. */
  readonly version: number;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
  /** Data and metadata as JSON text, where the writer has it: an engine that stores text need not make it again. */
  readonly json?: { readonly data: string; readonly metadata: string };
}

/** Who, when, from where: written beside each event by the command path; what does not apply is absent. */
export interface EventMetadata extends JsonObject {
  readonly company_id?: number;
  readonly firm_id?: number;
  readonly user_id?: number;
  readonly operation_id?: string;
  readonly client_mutation_id?: string;
  /** Tells the requests under one mutation id apart; absent on events written before it was noted. */
  readonly request_hash?: string;
  readonly recorded_at?: string;
  readonly prev_hash?: string | null;
  readonly hash?: string;
}

export interface RecordedEvent extends Omit<NewEvent, 'json'> {
  readonly stream: string;
  /** 0 for the first event of the stream, then one by one. */
  readonly revision: number;
  /** Place in the whole log: strictly increasing; a reader that has seen n will never later find something before n. */
  readonly position: number;
}

/** An event as the log holds it: its data and metadata are JSON that was not read. */
export interface StoredEvent extends Omit<RecordedEvent, 'data' | 'metadata'> {
  readonly data: string;
  readonly metadata: string;
}

export interface Append {
  readonly stream: string;
  /** Revision of the last event that the writer knows, or `NO_STREAM`. There is no append without an expectation. */
  readonly expectedRevision: number;
  readonly events: readonly NewEvent[];
}

export const NO_STREAM = -1;
/** Position before the first event of the log. */
export const BEGINNING = -1;

export interface Appended {
  /** Revision of the last event of this append. */
  readonly revision: number;
  /** Position of the last event of this append. */
  readonly position: number;
  /** True when the log held these event ids already and nothing was stored now. */
  readonly duplicate: boolean;
}

export interface ReadOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Inclusive revision to start from; without it the first event (forwards) or the last one (backwards). */
  readonly from?: number;
  readonly limit?: number;
}

export interface EventLog {
  /** How much one append may hold: an operation that needs more cannot be recorded as a whole. */
  readonly maxAppendBytes: number;
  /** What one append may hold beyond that where the engine packs it: whether it fits is known when it is packed. */
  readonly maxPackedBytes?: number;
  /** Each position is one more than the one before: a gap tells that an event was taken away. */
  readonly hasGaplessPositions: boolean;

  /**
   * Appends atomically: all events or none.
   * @throws WrongRevision when the stream is not at the expected revision (and the ids are not already there)
   * @throws AppendTooLarge above `maxAppendBytes`, unless it fits when it is packed, or with an event above MAX_EVENT_BYTES
   * @throws LogUnavailable when the log cannot be reached or its answer did not come in time; the outcome is then
   *   unknown, and appending the same event ids again is safe
   */
  append(append: Append): Promise<Appended>;

  /** Reads one stream in order; an unknown stream is empty. @throws LogUnavailable */
  readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;

  /**
   * Reads one stream forwards, from an inclusive revision to what is its end now, without looking into its events: for whoever
   * checks them or hands them on. In pages of bounded size. @throws LogUnavailable
   */
  readStored(stream: string, from?: number): AsyncIterable<readonly StoredEvent[]>;

  /** Reads the whole log forwards in batches, from after a position to what is its end now. @throws LogUnavailable */
  readAll(after: number, batchSize?: number): AsyncIterable<readonly RecordedEvent[]>;

  /**
   * Follows the whole log from after a position, for ever, in batches of at most `batchSize`, each event once and in
   * order. Reconnects by itself; ends when the signal is aborted.
   */
  follow(after: number, options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;

  /** Position of the last event, or BEGINNING. @throws LogUnavailable */
  head(): Promise<number>;

  /** The event at exactly this position, or null when there is none. @throws LogUnavailable */
  eventAt(position: number): Promise<RecordedEvent | null>;

  close(): Promise<void>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly batchSize?: number;
  /** Told when the connection is lost and each time a new attempt fails. */
  readonly onInterruption?: (error: unknown) => void;
}

/** What every engine stores in one event. A log may be moved from one engine to another, so none takes more. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/** Only streams of the service are read from the whole log: a shared server may hold others. */
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
    super(`An append of ${bytes} bytes to ${stream} is above the limit`);
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
