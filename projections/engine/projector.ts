import type pg from 'pg';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { projectEvent, listNeededRows } from './events.ts';
import { loadRows } from './load-rows.ts';
import { findPoison, Poison } from './poison.ts';
import { collectBatch, type LoadedRows } from './batch.ts';
import { splitIntoBatches } from './batches.ts';
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
import { createUnderway, type Underway } from './pending-batch.ts';

/** Turns batches of events into rows of one schema. Only one instance at a time works on a schema. */
export interface Projector {
  /**
   * Projects the events after `from` and moves the checkpoint to the last of them; `onMoved` is called on each move.
   * Later events may be requested before these are written: they are prepared meanwhile, and fail if these fail.
   */
  project(events: readonly RecordedEvent[], from: number, onMoved?: (position: number) => void): Promise<void>;
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
  readonly isLive: boolean;
  /** Whether other processes wait for progress notifications. */
  readonly isHeard?: () => boolean;
  /** Tables that are being built elsewhere and do not exist yet. */
  readonly missing?: ReadonlySet<string>;
  /** Called for an event that cannot be projected: its stream is halted from there on. */
  readonly onHalted: (halted: HaltedStream) => void;
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

export function createProjector({
  connection,
  transact,
  rowsAStatement,
  schema,
  generation,
  isLive,
  isHeard,
  missing,
  onHalted,
}: ProjectorOptions): Projector {
  const heads = new Map<number, number>();
  const haltedStreams = new Set<string>();

  /** The batch requested last, until it is written. */
  let latest: Underway | null = null;
  /** Resolves when all events passed last have been requested; later events wait for it. */
  let requesting = Promise.resolve();

  /** Builds the statement. `from` holds the feed positions before the batch. */
  function* prepare(
    events: readonly RecordedEvent[],
    moves: Pick<StatementInput, 'checkpoint' | 'resumed'>,
    halted: readonly HaltedStream[],
    loaded: LoadedRows,
    from: Pick<ReadonlyMap<number, number>, 'get'>,
  ): Steps<Prepared> {
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
      schema,
      gathered,
      projected: events,
      ...moves,
      halted,
      isLive,
      isHeard: isHeard?.() ?? false,
      missing,
    };
    const [first, ...more] = (transact && splitProjectionStatements(input, rowsAStatement)) ?? [
      () => buildProjectionStatement(input),
    ];
    return { statement: yield* first!(), more, feedHeads: gathered.feedHeads };
  }

  async function send({ statement, more, feedHeads }: Prepared): Promise<void> {
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
    for (const [companyId, seq] of feedHeads) heads.set(companyId, seq);
    if (heads.size > MAX_REMEMBERED_HEADS) heads.clear();
  }

  async function prepareInTurn(
    events: readonly RecordedEvent[],
    moves: Pick<StatementInput, 'checkpoint' | 'resumed'>,
    halted: readonly HaltedStream[],
  ): Promise<Prepared> {
    await loadHeads(events);
    return runInTurns(prepare(events, moves, halted, await loadRows(connection, schema, events, refuseMissing), heads));
  }

  /**
   * Prepares the statement of a batch while the previous one is still being written. Only possible if no rows must be
   * read, and only valid if the previous batch is written as it was sent.
   */
  async function prepareAhead(
    events: readonly RecordedEvent[],
    checkpoint: Checkpoint,
    before: ReadonlyMap<number, number>,
  ): Promise<Prepared | null> {
    const getHead = (companyId: number): number | undefined => before.get(companyId) ?? heads.get(companyId);
    const isReady = events.every(({ stream, metadata }) => {
      const companyId = metadata['company_id'];
      return !haltedStreams.has(stream) && (typeof companyId !== 'number' || getHead(companyId) !== undefined);
    });
    if (!isReady || events.some((event) => listNeededRows(event).length > 0)) return null;
    try {
      return await runInTurns(prepare(events, { checkpoint }, [], NOTHING_LOADED, { get: getHead }));
    } catch {
      // It is prepared again in its turn, where poison events are handled.
      return null;
    }
  }

  /** Batches are written in the order of their requests; the next one is prepared meanwhile. */
  async function writeInTurn(events: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> {
    const before = latest;
    const own = (latest = createUnderway());
    try {
      let ahead: Prepared | null = null;
      if (before) {
        await before.sent;
        if (before.feedHeads) ahead = await prepareAhead(events, checkpoint, before.feedHeads);
        await before.ended;
        if (!before.isWrittenAsSent) ahead = null;
      }
      await writeAround(events, checkpoint, own, ahead);
    } finally {
      own.markEnded();
      if (latest === own) latest = null;
    }
  }

  /** Writes everything that can be projected. A poison event halts only its own stream. */
  async function writeAround(
    events: readonly RecordedEvent[],
    checkpoint: Checkpoint,
    own: Underway,
    ahead: Prepared | null,
  ): Promise<void> {
    let halted: readonly HaltedStream[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const digestible = events.filter(({ stream }) => !haltedStreams.has(stream));
      const before = events.filter(({ stream, revision }) =>
        halted.some((halt) => halt.stream === stream && revision < halt.next_revision),
      );
      const chosen =
        before.length === 0 ? digestible : [...digestible, ...before].sort((a, b) => a.position - b.position);
      try {
        const prepared = (isFirst && ahead) || (await prepareInTurn(chosen, { checkpoint }, halted));
        const sent = send(prepared);
        if (isFirst) own.markSent(prepared.feedHeads);
        await sent;
        own.isWrittenAsSent = isFirst;
        halted.forEach(onHalted);
        return;
      } catch (error) {
        const poison = error instanceof Poison ? error : await findPoison(chosen, error, tryOut);
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

  /** The same statement with a final condition that never holds, so that everything is rolled back. */
  async function tryOut(events: readonly RecordedEvent[]): Promise<void> {
    await loadHeads(events);
    const { batch, beginEvent, gathered } = collectBatch(
      await loadRows(connection, schema, events, refuseMissing),
      heads,
      isLive,
    );
    for (const event of events) {
      beginEvent(event);
      projectEvent(event, batch);
    }
    const trial = { schema, gathered, projected: events, halted: [], isLive, missing, isTrial: true };
    try {
      await connection.query(await runInTurns(buildProjectionStatement(trial)));
    } catch (error) {
      if (!isTrialError(error)) throw error;
    }
  }

  async function loadHeads(events: readonly RecordedEvent[]): Promise<void> {
    const unknown = new Set<number>();
    for (const { metadata } of events) {
      const companyId = metadata['company_id'];
      if (typeof companyId === 'number' && !heads.has(companyId)) unknown.add(companyId);
    }
    if (unknown.size === 0) return;
    const { rows } = await connection.query<{ company_id: number; seq: number | null }>(
      `SELECT c.company_id, (SELECT seq FROM ${schema}.changes WHERE company_id = c.company_id ORDER BY seq DESC LIMIT 1) AS seq
       FROM unnest($1::bigint[]) AS c(company_id)`,
      [[...unknown]],
    );
    for (const { company_id, seq } of rows) heads.set(company_id, seq ?? 0);
  }

  /** A row that cannot be read would lead to a wrong result: the stream waits for the table. */
  function refuseMissing(event: RecordedEvent, { name }: ReadTable): void {
    if (missing?.has(name)) throw new Poison(event, new Error(`Table ${name} is being built`));
  }

  return {
    async project(events, from, onMoved) {
      const before = requesting;
      let requested!: () => void;
      requesting = new Promise<void>((resolve) => (requested = resolve));
      await before;
      try {
        let position = from;
        let earlier = Promise.resolve();
        const batches = splitIntoBatches(events, isLive ? MAX_LIVE_ROWS : undefined);
        for (const [index, batch] of batches.entries()) {
          const to = batch.at(-1)!.position;
          const isMoved = writeInTurn(batch, { from: position, to, generation }).then(() => onMoved?.(to));
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
    },
    async projectHalted(events) {
      for (const batch of splitIntoBatches(events)) {
        const [first, last] = [batch[0]!, batch.at(-1)!];
        const { stream, revision: from } = first;
        const resumed = { stream, from, to: last.revision + 1, position: last.position };
        await send(await prepareInTurn(batch, { resumed }, []));
      }
    },
    halt: (streams) => [...streams].forEach((stream) => haltedStreams.add(stream)),
    resume: (stream) => haltedStreams.delete(stream),
    haltedStreams,
  };
}

function isTrialError(error: unknown): boolean {
  return error instanceof Error && error.message === 'trial';
}
