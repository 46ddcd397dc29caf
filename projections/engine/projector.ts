import type pg from 'pg';
import { faultPoint } from '../../database/fault-point.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { projectEvent, rowsNeeded } from './events.ts';
import { loadRows } from './load-rows.ts';
import { findPoison, Poison } from './poison.ts';
import { gatherBatch, type LoadedRows } from './batch.ts';
import { inBatches } from './batches.ts';
import {
  projectionStatement,
  projectionStatements,
  type Checkpoint,
  type HaltedStream,
  type ProjectionStatement,
  type StatementInput,
} from './batch-statement.ts';
import type { Steps } from '../../domain/steps.ts';
import { inTurns } from '../../support/yielding.ts';
import type { ReadTable } from '../support/table.ts';
import { underway, type Underway } from './pending-batch.ts';

/** Turns batches of events into rows of one schema. One instance at a time works on a schema. */
export interface Projector {
  /**
   * Projects events behind `from` and moves the checkpoint to the last of them; `onMoved` is called each time that it moves. What
   * comes behind them may be requested before they are written: it is made ready meanwhile, and fails if they fail.
   */
  project(events: readonly RecordedEvent[], from: number, onMoved?: (position: number) => void): Promise<void>;
  /** Projects events of one halted stream and moves the place where it is halted. @throws on the event that cannot be digested */
  projectHalted(events: readonly RecordedEvent[]): Promise<void>;
  halt(streams: Iterable<string>): void;
  resume(stream: string): void;
  readonly haltedStreams: ReadonlySet<string>;
}

export interface ProjectorOptions {
  readonly connection: Pick<pg.Pool, 'query'>;
  /** Several statements as one transaction; absent: everything is written by one statement, however long. */
  readonly transact?: <Result>(work: (connection: Pick<pg.PoolClient, 'query'>) => Promise<Result>) => Promise<Result>;
  /** For tests: from how few rows on. */
  readonly rowsAStatement?: number;
  readonly schema: string;
  /** Of the tables that this projector works on. */
  readonly generation: string;
  readonly isLive: boolean;
  /** Whether other processes wait to hear how far the tables are. */
  readonly isHeard?: () => boolean;
  /** Tables that are being made elsewhere, and are not there yet. */
  readonly missing?: ReadonlySet<string>;
  /** An event that cannot be digested: its stream is halted from there on. */
  readonly onHalted: (halted: HaltedStream) => void;
}

interface Prepared {
  readonly statement: ProjectionStatement;
  /** What is written behind it in the same transaction. */
  readonly more: readonly (() => Steps<ProjectionStatement>)[];
  /** Last place in the feed of each company file that it touches. */
  readonly feedHeads: ReadonlyMap<number, number>;
}

const NOTHING_LOADED: LoadedRows = new Map();
const MAX_REMEMBERED_HEADS = 100_000;
/** Someone waits for each operation: those that wrote little are not kept waiting by others that wrote much. */
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

  /** The batch that was requested last, until it is written. */
  let latest: Underway | null = null;
  /** Resolves when the events given last have all been requested: those that come behind them wait for it. */
  let requesting = Promise.resolve();

  /** Makes the statement. `from` says what the feeds were at before. */
  function* prepare(
    events: readonly RecordedEvent[],
    moves: Pick<StatementInput, 'checkpoint' | 'resumed'>,
    halted: readonly HaltedStream[],
    loaded: LoadedRows,
    from: Pick<ReadonlyMap<number, number>, 'get'>,
  ): Steps<Prepared> {
    const { batch, begin, gathered } = gatherBatch(loaded, from, isLive);
    for (const event of events) {
      begin(event);
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
    const [first, ...more] = (transact && projectionStatements(input, rowsAStatement)) ?? [
      () => projectionStatement(input),
    ];
    return { statement: yield* first!(), more, feedHeads: gathered.feedHeads };
  }

  async function send({ statement, more, feedHeads }: Prepared): Promise<void> {
    faultPoint('before-projection');
    try {
      if (more.length === 0 || !transact) await connection.query(statement);
      else
        await transact(async (held) => {
          await held.query(statement);
          for (const make of more) await held.query(await inTurns(make()));
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
    await learnHeads(events);
    return inTurns(prepare(events, moves, halted, await loadRows(connection, schema, events, refuseMissing), heads));
  }

  /**
   * The statement of a batch while the one before it is still on its way to the database: as long as nothing has to be read
   * for it, and good only if that one is written as it was sent.
   */
  async function prepareAhead(
    events: readonly RecordedEvent[],
    checkpoint: Checkpoint,
    before: ReadonlyMap<number, number>,
  ): Promise<Prepared | null> {
    const get = (companyId: number): number | undefined => before.get(companyId) ?? heads.get(companyId);
    const isReady = events.every(({ stream, metadata }) => {
      const companyId = metadata['company_id'];
      return !haltedStreams.has(stream) && (typeof companyId !== 'number' || get(companyId) !== undefined);
    });
    if (!isReady || events.some((event) => rowsNeeded(event).length > 0)) return null;
    try {
      return await inTurns(prepare(events, { checkpoint }, [], NOTHING_LOADED, { get }));
    } catch {
      // It is prepared again in its turn, where an event that cannot be digested is seen to.
      return null;
    }
  }

  /** Batches are written in the order in which they were requested; the next one is made ready meanwhile. */
  async function writeInTurn(events: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> {
    const before = latest;
    const own = (latest = underway());
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
      own.end();
      if (latest === own) latest = null;
    }
  }

  /** Writes all that can be digested; each event that cannot halts its own stream and nothing else. */
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
        if (isFirst) own.send(prepared.feedHeads);
        await sent;
        own.isWrittenAsSent = isFirst;
        halted.forEach(onHalted);
        return;
      } catch (error) {
        const poison = error instanceof Poison ? error : await findPoison(chosen, error, tryOut);
        const { stream, revision, position } = poison.event;
        haltedStreams.add(stream);
        // The database may find an earlier one in a stream that is halted already: that is then where it is halted.
        halted = [
          ...halted.filter((other) => other.stream !== stream),
          { stream, next_revision: revision, position, error: poison.message },
        ];
      }
    }
  }

  /** The same statement with a condition at its end that never holds: nothing stays written. */
  async function tryOut(events: readonly RecordedEvent[]): Promise<void> {
    await learnHeads(events);
    const { batch, begin, gathered } = gatherBatch(
      await loadRows(connection, schema, events, refuseMissing),
      heads,
      isLive,
    );
    for (const event of events) {
      begin(event);
      projectEvent(event, batch);
    }
    const trial = { schema, gathered, projected: events, halted: [], isLive, missing, isTrial: true };
    try {
      await connection.query(await inTurns(projectionStatement(trial)));
    } catch (error) {
      if (!isTrial(error)) throw error;
    }
  }

  async function learnHeads(events: readonly RecordedEvent[]): Promise<void> {
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

  /** What an event would make of a row that cannot be read is wrong: its stream waits for the table. */
  function refuseMissing(event: RecordedEvent, { name }: ReadTable): void {
    if (missing?.has(name)) throw new Poison(event, new Error(`The table ${name} is being made`));
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
        const batches = inBatches(events, isLive ? MAX_LIVE_ROWS : undefined);
        for (const [index, batch] of batches.entries()) {
          const to = batch.at(-1)!.position;
          const isMoved = writeInTurn(batch, { from: position, to, generation }).then(() => onMoved?.(to));
          isMoved.catch(() => undefined); // thrown where it is waited for
          if (index === batches.length - 1) requested();
          await earlier;
          earlier = isMoved;
          position = to;
        }
        await earlier;
      } finally {
        requested();
      }
      faultPoint('after-projection', events.at(-1)?.position);
    },
    async projectHalted(events) {
      for (const batch of inBatches(events)) {
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

function isTrial(error: unknown): boolean {
  return error instanceof Error && error.message === 'trial';
}
