import type pg from 'pg';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { RecordedEvent, SerialisedAppend } from '../../eventlog/port.ts';
import { buildJoinedEvents } from '../../eventlog/postgres/joined-append.ts';
import { projectEvent, listNeededRows } from './events.ts';
import { loadRows } from './load-rows.ts';
import { findPoison, Poison } from './poison.ts';
import { collectBatch, type LoadedRows } from './batch.ts';
import { countRowsOf, splitIntoBatches } from './batches.ts';
import {
  buildProjectionStatement,
  splitProjectionStatements,
  type Checkpoint,
  type HaltedStream,
  type ProjectionStatement,
  type StatementInput,
} from './batch-statement.ts';
import type { Steps } from '../../domain/steps.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { ReadTable } from '../support/table.ts';
import type { ShardLease } from './shards.ts';
import { createUnderway, type Underway } from './pending-batch.ts';

/** Turns batches of events into rows of one schema. Only one instance at a time works on a schema. */
export interface Projector {
  /**
   * Projects the events after `from` and moves the checkpoint to the last of them; `onMoved` is called on each move.
   * Later events may be requested before these are written: they are prepared meanwhile, and fail if these fail.
   */
  project(events: readonly RecordedEvent[], from: number, onMoved?: (position: number) => void): Promise<void>;
  /**
   * Builds the statement that records appends and projects their events after `from`. Null if rows must be read for them,
   * or if there is too much to write at once. To be used while nothing else is projected.
   */
  join(appends: readonly SerialisedAppend[], from: number): Promise<JoinedProjection | null>;
  /** Projects events of one halted stream and moves its halt position. @throws on an event that cannot be projected */
  projectHalted(events: readonly RecordedEvent[]): Promise<void>;
  halt(streams: Iterable<string>): void;
  resume(stream: string): void;
  readonly haltedStreams: ReadonlySet<string>;
}

export interface ProjectorOptions {
  readonly connection: Pick<pg.Pool, 'query'>;
  /** Runs several statements in one transaction. If absent, everything is written by one statement of any length. */
  readonly transact?: <Result>(work: (connection: Pick<pg.PoolClient, 'query'>) => Promise<Result>) => Promise<Result>;
  /** For tests: row count above which statements are split. */
  readonly rowsAStatement?: number;
  readonly schema: string;
  /** Generation of the tables that this projector works on. */
  readonly generation: string;
  /** The right to write the live tables; absent for tables that are built aside. */
  readonly lease?: ShardLease;
  /** Several projectors write the tables at a time, each for streams of its own. */
  readonly isParallel?: boolean;
  readonly isLive: boolean;
  /** Whether other processes wait for progress notifications. */
  readonly isHeard?: () => boolean;
  /** Tables that are being built elsewhere and do not exist yet. */
  readonly missing?: ReadonlySet<string>;
  /** Called for an event that cannot be projected: its stream is halted from there on. */
  readonly onHalted: (halted: HaltedStream) => void;
}

export interface JoinedProjection {
  readonly statement: ProjectionStatement;
  readonly events: readonly RecordedEvent[];
  /** To be called with the outcome: whether both were written. */
  end(isWritten: boolean): void;
}

interface Prepared {
  readonly statement: ProjectionStatement;
  /** Statements that follow in the same transaction. */
  readonly more: readonly (() => Steps<ProjectionStatement>)[];
  /** Last feed position of each company file that it touches. */
  readonly feedHeads: ReadonlyMap<number, number>;
}

const NOTHING_LOADED: LoadedRows = new Map();
const MAX_REMEMBERED_HEADS = 100_000;
/** A request waits for each operation: small operations must not wait for large ones. */
const MAX_LIVE_ROWS = 1_500;
/** An append that waits for a large projection delays the next one. */
const MAX_JOINED_ROWS = 500;

/** Moves of the checkpoint, or of the halt position of one stream. */
type Moves = Pick<StatementInput, 'checkpoint' | 'resumed'>;

/** The content of one write. */
interface Contents {
  readonly events: readonly RecordedEvent[];
  readonly moves: Moves;
  readonly halted: readonly HaltedStream[];
  readonly joined?: readonly SerialisedAppend[];
}

interface ProjectorState extends ProjectorOptions {
  /** Last feed position of each company file, as written. */
  readonly heads: Map<number, number>;
  readonly haltedStreams: Set<string>;
  /** The batch requested last, until it is written. */
  latest: Underway | null;
  /** Resolves when all events passed last have been requested; later events wait for it. */
  requesting: Promise<void>;
  /** A row that cannot be read would lead to a wrong result: the stream waits for the table. */
  readonly refuseMissing: (event: RecordedEvent, table: ReadTable) => void;
}

export function createProjector(options: ProjectorOptions): Projector {
  const { missing } = options;
  const projector: ProjectorState = {
    ...options,
    heads: new Map(),
    haltedStreams: new Set(),
    latest: null,
    requesting: Promise.resolve(),
    refuseMissing(event, { name }) {
      if (missing?.has(name)) throw new Poison(event, new Error(`Table ${name} is being built`));
    },
  };
  const { haltedStreams } = projector;
  return {
    project: (events, from, onMoved) => projectInBatches(projector, events, from, onMoved),
    join: (appends, from) => joinAppends(projector, appends, from),
    projectHalted: (events) => projectHaltedStream(projector, events),
    halt: (streams) => [...streams].forEach((stream) => haltedStreams.add(stream)),
    resume: (stream) => haltedStreams.delete(stream),
    haltedStreams,
  };
}

async function projectInBatches(
  projector: ProjectorState,
  events: readonly RecordedEvent[],
  from: number,
  onMoved?: (position: number) => void,
): Promise<void> {
  const { isLive, generation, lease, isParallel, requesting: before } = projector;
  let requested!: () => void;
  projector.requesting = new Promise<void>((resolve) => (requested = resolve));
  await before;
  try {
    let position = from;
    let earlier = Promise.resolve();
    const batches = splitIntoBatches(events, isLive ? MAX_LIVE_ROWS : undefined);
    for (const [index, batch] of batches.entries()) {
      const to = batch.at(-1)!.position;
      const checkpoint = { from: position, to, generation, lease, isParallel };
      const isMoved = writeInTurn(projector, batch, checkpoint).then(() => onMoved?.(to));
      isMoved.catch(() => undefined); // thrown where it is awaited
      if (index === batches.length - 1) requested();
      await earlier;
      earlier = isMoved;
      position = to;
    }
    await earlier;
  } finally {
    requested();
  }
  passFaultPoint('after-projection', events.at(-1)?.position);
}

async function projectHaltedStream(projector: ProjectorState, events: readonly RecordedEvent[]): Promise<void> {
  for (const batch of splitIntoBatches(events)) {
    const [first, last] = [batch[0]!, batch.at(-1)!];
    const { stream, revision: from } = first;
    const resumed = { stream, from, to: last.revision + 1, position: last.position };
    await send(projector, await prepareInTurn(projector, { events: batch, moves: { resumed }, halted: [] }));
  }
}

/** Batches are written in the order of their requests; the next one is prepared meanwhile. */
async function writeInTurn(
  projector: ProjectorState,
  events: readonly RecordedEvent[],
  checkpoint: Checkpoint,
): Promise<void> {
  const before = projector.latest;
  const own = (projector.latest = createUnderway());
  try {
    let ahead: Prepared | null = null;
    if (before) {
      await before.sent;
      if (before.feedHeads) ahead = await prepareAhead(projector, events, checkpoint, before.feedHeads);
      await before.ended;
      if (!before.isWrittenAsSent) ahead = null;
    }
    await writeAround(projector, events, checkpoint, own, ahead);
  } finally {
    own.markEnded();
    if (projector.latest === own) projector.latest = null;
  }
}

/** Writes everything that can be projected. A poison event halts only its own stream. */
async function writeAround(
  projector: ProjectorState,
  events: readonly RecordedEvent[],
  checkpoint: Checkpoint,
  own: Underway,
  ahead: Prepared | null,
): Promise<void> {
  const { haltedStreams } = projector;
  let halted: readonly HaltedStream[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const digestible = events.filter(({ stream }) => !haltedStreams.has(stream));
    const before = events.filter(({ stream, revision }) =>
      halted.some((halt) => halt.stream === stream && revision < halt.next_revision),
    );
    const chosen =
      before.length === 0 ? digestible : [...digestible, ...before].sort((a, b) => a.position - b.position);
    try {
      const prepared =
        (isFirst && ahead) || (await prepareInTurn(projector, { events: chosen, moves: { checkpoint }, halted }));
      const sent = send(projector, prepared);
      if (isFirst) own.markSent(prepared.feedHeads);
      await sent;
      own.isWrittenAsSent = isFirst;
      halted.forEach(projector.onHalted);
      return;
    } catch (error) {
      const poison =
        error instanceof Poison ? error : await findPoison(chosen, error, (some) => tryOut(projector, some));
      const { stream, revision, position } = poison.event;
      haltedStreams.add(stream);
      // The database may refuse an earlier event of a stream that is already halted: the stream is then halted there.
      halted = [
        ...halted.filter((other) => other.stream !== stream),
        { stream, next_revision: revision, position, error: poison.message },
      ];
    }
  }
}

/** Builds the statement. `from` holds the feed positions before the batch. */
function* prepare(
  projector: ProjectorState,
  { events, moves, halted, joined }: Contents,
  loaded: LoadedRows,
  from: Pick<ReadonlyMap<number, number>, 'get'>,
): Steps<Prepared> {
  const { connection, schema, lease, isLive, isHeard, missing, transact, rowsAStatement } = projector;
  const { batch, beginEvent, gathered } = collectBatch(loaded, from, isLive);
  for (const event of events) {
    beginEvent(event);
    try {
      projectEvent(event, batch);
    } catch (error) {
      throw new Poison(event, error);
    }
    yield;
  }
  const input = {
    connection,
    schema,
    gathered,
    projected: events,
    ...moves,
    halted,
    joined,
    shard: lease?.shard,
    isLive,
    // A commit that waits for the disk would let all other notifying commits wait for it.
    isHeard: joined === undefined && isHeard?.() === true,
    missing,
  };
  const [first, ...more] = (transact && splitProjectionStatements(input, rowsAStatement)) ?? [
    () => buildProjectionStatement(input),
  ];
  return { statement: yield* first!(), more, feedHeads: gathered.feedHeads };
}

async function prepareInTurn(projector: ProjectorState, contents: Contents): Promise<Prepared> {
  await loadHeads(projector, contents.events);
  const loaded = await loadNeededRows(projector, contents.events);
  return runInTurns(prepare(projector, contents, loaded, projector.heads));
}

/**
 * Prepares the statement of a batch while the previous one is still being written. Only possible if no rows must be
 * read, and only valid if the previous batch is written as it was sent.
 */
async function prepareAhead(
  projector: ProjectorState,
  events: readonly RecordedEvent[],
  checkpoint: Checkpoint,
  before: ReadonlyMap<number, number>,
): Promise<Prepared | null> {
  const { heads } = projector;
  const get = (companyId: number): number | undefined => before.get(companyId) ?? heads.get(companyId);
  return prepareWithoutReading(projector, { events, moves: { checkpoint }, halted: [] }, { get });
}

/** Whether only the feed position of its company file has to be known. */
const isWrittenBlindly = ({ haltedStreams }: ProjectorState, event: RecordedEvent): boolean =>
  !haltedStreams.has(event.stream) && listNeededRows(event).length === 0;

async function prepareWithoutReading(
  projector: ProjectorState,
  contents: Contents,
  heads: Pick<ReadonlyMap<number, number>, 'get'>,
): Promise<Prepared | null> {
  const isReady = contents.events.every((event) => {
    const companyId = event.metadata['company_id'];
    return isWrittenBlindly(projector, event) && (typeof companyId !== 'number' || heads.get(companyId) !== undefined);
  });
  if (!isReady) return null;
  try {
    return await runInTurns(prepare(projector, contents, NOTHING_LOADED, heads));
  } catch {
    // It is prepared again in its turn, where poison events are handled.
    return null;
  }
}

async function joinAppends(
  projector: ProjectorState,
  appends: readonly SerialisedAppend[],
  from: number,
): Promise<JoinedProjection | null> {
  const { generation, lease, heads, latest } = projector;
  if (latest !== null) return null;
  const events = buildJoinedEvents(appends, from);
  if (countRowsOf(events) > MAX_JOINED_ROWS || splitIntoBatches(events, MAX_JOINED_ROWS).length > 1) return null;
  if (listUnknownHeads(projector, events).length > 0) {
    if (!events.every((event) => isWrittenBlindly(projector, event))) return null;
    // The first write to a file since the start: this takes less than a statement for the append and one for the tables.
    const isKnown = await loadHeads(projector, events).then(
      () => true,
      () => false,
    );
    if (!isKnown) return null;
  }
  const moves = { checkpoint: { from, to: events.at(-1)!.position, generation, lease } };
  const prepared = await prepareWithoutReading(projector, { events, moves, halted: [], joined: appends }, heads);
  if (prepared === null || prepared.more.length > 0) return null;
  const end = (isWritten: boolean): void => {
    if (isWritten) keepHeads(projector, prepared.feedHeads);
    else heads.clear();
  };
  return { statement: prepared.statement, events, end };
}

async function send(projector: ProjectorState, { statement, more, feedHeads }: Prepared): Promise<void> {
  const { connection, transact, heads } = projector;
  passFaultPoint('before-projection');
  try {
    if (more.length === 0 || !transact) await connection.query(statement);
    else
      await transact(async (held) => {
        await held.query(statement);
        for (const make of more) await held.query(await runInTurns(make()));
      });
  } catch (error) {
    heads.clear();
    throw error;
  }
  keepHeads(projector, feedHeads);
}

function keepHeads({ heads }: ProjectorState, feedHeads: ReadonlyMap<number, number>): void {
  for (const [companyId, seq] of feedHeads) heads.set(companyId, seq);
  if (heads.size > MAX_REMEMBERED_HEADS) heads.clear();
}

const loadNeededRows = (
  { connection, schema, refuseMissing }: ProjectorState,
  events: readonly RecordedEvent[],
): Promise<LoadedRows> => loadRows(connection, schema, events, refuseMissing);

function listUnknownHeads({ heads }: ProjectorState, events: readonly RecordedEvent[]): readonly number[] {
  const unknown = new Set<number>();
  for (const { metadata } of events) {
    const companyId = metadata['company_id'];
    if (typeof companyId === 'number' && !heads.has(companyId)) unknown.add(companyId);
  }
  return [...unknown];
}

async function loadHeads(projector: ProjectorState, events: readonly RecordedEvent[]): Promise<void> {
  const { connection, schema, heads, isLive } = projector;
  const unknown = listUnknownHeads(projector, events);
  if (unknown.length === 0) return;
  const { rows } = await connection.query<{ company_id: number; seq: number | null }>({
    // Tables that are built aside have other names each time.
    ...(isLive && { name: `feed-heads-of-${schema}` }),
    text: `SELECT c.company_id, (SELECT seq FROM ${schema}.changes WHERE company_id = c.company_id ORDER BY seq DESC LIMIT 1) AS seq
     FROM unnest($1::bigint[]) AS c(company_id)`,
    values: [unknown],
  });
  for (const { company_id, seq } of rows) heads.set(company_id, seq ?? 0);
}

/** The same statement with a final condition that never holds, so that everything is rolled back. */
async function tryOut(projector: ProjectorState, events: readonly RecordedEvent[]): Promise<void> {
  const { connection, schema, heads, isLive, missing } = projector;
  await loadHeads(projector, events);
  const { batch, beginEvent, gathered } = collectBatch(await loadNeededRows(projector, events), heads, isLive);
  for (const event of events) {
    beginEvent(event);
    projectEvent(event, batch);
  }
  const trial = { connection, schema, gathered, projected: events, halted: [], isLive, missing, isTrial: true };
  try {
    await connection.query(await runInTurns(buildProjectionStatement(trial)));
  } catch (error) {
    if (!isTrialError(error)) throw error;
  }
}

function isTrialError(error: unknown): boolean {
  return error instanceof Error && error.message === 'trial';
}
