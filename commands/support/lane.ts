import { passFaultPoint } from '../../database/fault-point.ts';
import { upcastEvent } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { Steps } from '../../domain/steps.ts';
import {
  AppendTooLarge,
  LogUnavailable,
  MAX_EVENT_BYTES,
  NO_STREAM,
  WrongRevision,
  type EventLog,
  type NewEvent,
  type RecordedEvent,
} from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { runInTurns } from '../../support/yielding.ts';
import { deciders, type Command, type Kind, type State } from '../../stores/support/aggregates.ts';
import type { CommandContext } from './context.ts';
import { filterOwnEvents, type MutationLookup } from './own-events.ts';
import { createSeal, type Provenance } from './sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import type { Loaded, StateStore } from '../../stores/support/snapshots.ts';

/**
 * The command queue of one stream. Waiting commands are decided one after another on the evolving state and appended
 * together. If another process was faster, its events are read and all commands are decided again.
 */
export interface Lane<K extends Kind> {
  execute(requested: Requested<K>, context: CommandContext): Promise<Committed<K> | Refusal>;
  /** The latest state, for read-only use. */
  loadState(): Promise<State<K>>;
  readonly isIdle: boolean;
  /** Number of items in the cached state. */
  readonly weight: number;
  waitUntilIdle(): Promise<void>;
}

/**
 * A command, or a function that builds it from facts outside the state, such as the lines of an entry to reverse. These
 * facts are read from the projections once they have caught up with the stream; the append at that revision guarantees
 * consistency.
 */
export type Requested<K extends Kind, C extends Command<K> = Command<K>> = C | Gather<K, C>;
export type Gather<K extends Kind, C extends Command<K> = Command<K>> = (state: State<K>) => Promise<C | Refusal>;

export interface Committed<K extends Kind, Event = DomainEvent> {
  /** The events of the command; empty if there was nothing to do. */
  readonly events: readonly Event[];
  /** State of the stream after the command. */
  readonly state: State<K>;
  /** Log position of the append, or null if nothing was appended. */
  readonly position: number | null;
  readonly recordedAt: string | null;
}

interface Waiting<K extends Kind> {
  readonly requested: Requested<K>;
  readonly context: CommandContext;
  /** Arrival time on the monotonic clock. */
  readonly since: number;
  readonly resolve: (outcome: Committed<K> | Refusal) => void;
  readonly reject: (error: unknown) => void;
}

interface Failure {
  readonly failed: unknown;
}

/** The result of a command on the current state. */
interface Turn<K extends Kind> {
  readonly facts: readonly DomainEvent[];
  readonly sealed: readonly NewEvent[];
  readonly size: number;
  readonly state: State<K>;
  readonly end: ChainEnd;
}

interface Decided<K extends Kind> {
  readonly waiting: Waiting<K>;
  readonly outcome: Refusal | Failure | Turn<K>;
}

interface DecidedTogether<K extends Kind> {
  readonly decided: readonly Decided<K>[];
  readonly events: readonly NewEvent[];
  /** The stream after these events. */
  readonly loaded: Loaded<K>;
  /** Commands deferred to the next batch. */
  readonly left: readonly Waiting<K>[];
}

export interface LaneOptions {
  readonly log: EventLog;
  readonly states: StateStore;
  readonly ownEvents: MutationLookup;
  readonly progress: Progress;
  readonly now: () => Date;
  /** Time limit of a command; null if only the limits of its parts apply. */
  readonly longestMs?: number | null;
}

const MAX_TOGETHER = 100;
/** Below the limit of every log, because metadata and envelopes are not counted exactly. */
const MAX_TOGETHER_BYTES = MAX_EVENT_BYTES / 2;
const MAX_ATTEMPTS = 25;
const LONGEST_WAIT_BEHIND_MS = 1_500;

export function createLane<K extends Kind>(
  kind: K,
  stream: string,
  { log, states, ownEvents, progress, now, longestMs = null }: LaneOptions,
): Lane<K> {
  const decider = deciders[kind];
  const waiting: Waiting<K>[] = [];
  let running: Promise<void> | null = null;
  let known: Loaded<K> | null = null;

  async function drainQueue(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        await processBatch(batch);
      } catch (error) {
        known = null;
        for (const { reject } of batch) reject(error);
        if (error instanceof LogUnavailable) rejectLateCommands(error);
      }
    }
    running = null;
  }

  /** An unresponsive log takes time to fail, so commands that have already waited that long are rejected as well. */
  function rejectLateCommands(error: LogUnavailable): void {
    const latest = performance.now() - LONGEST_WAIT_BEHIND_MS;
    const late = waiting.filter(({ since }) => since < latest);
    waiting.splice(0, waiting.length, ...waiting.filter(({ since }) => since >= latest));
    for (const { reject } of late) reject(error);
  }

  /** Resumed requests, which first look for their own events, and commands that need facts run alone. */
  function takeBatch(): Waiting<K>[] {
    const alone = waiting.findIndex(({ requested, context }) => context.isResumed || typeof requested === 'function');
    const count = alone === 0 ? 1 : Math.min(alone === -1 ? waiting.length : alone, MAX_TOGETHER);
    return waiting.splice(0, count);
  }

  async function processBatch(batch: Waiting<K>[]): Promise<void> {
    if (batch[0]!.context.isResumed && (await resolveFromLog(batch[0]!))) return;
    const gather = typeof batch[0]!.requested === 'function' ? batch[0]!.requested : null;
    let isFresh = known === null || gather !== null;
    let current: Loaded<K> =
      known && gather ? (await states.refresh(kind, known)).loaded : (known ?? (await states.load(kind, stream)));
    known = current;
    for (let attempt = 1; ; attempt += 1) {
      const gathered = gather && (await buildCommand(gather, current.state, batch[0]!.since));
      if (gathered && isRefusal(gathered))
        return resolveDecided([{ waiting: batch[0]!, outcome: gathered }], null, null);
      const commands = gathered ? [gathered] : batch.map(({ requested }) => requested as Command<K>);
      const { decided, events, loaded, left } = await runInTurns(decideAll(batch, commands, current));
      // A refusal is final only on the latest state: another process may have changed it in the meantime.
      if (!isFresh && decided.some(({ outcome }) => !('sealed' in outcome) || outcome.facts.length === 0)) {
        isFresh = true;
        const refreshed = await states.refresh(kind, current);
        known = current = refreshed.loaded;
        if (refreshed.tail.length > 0) continue;
      }
      if (left.length > 0) {
        waiting.unshift(...left);
        batch.splice(batch.length - left.length);
      }
      if (events.length === 0) return resolveDecided(decided, null, null);
      try {
        passFaultPoint('before-append');
        const appended = await log.append({ stream, expectedRevision: current.end.revision, events });
        passFaultPoint('after-append');
        if (appended.duplicate) return await resolveDuplicates(decided, current.end.revision, events);
        known = states.saveSnapshotIfDue(kind, loaded);
        return resolveDecided(decided, appended.position, events[0]!.metadata.recorded_at!);
      } catch (error) {
        if (!(error instanceof WrongRevision) || attempt === MAX_ATTEMPTS) throw error;
        const refreshed = await states.refresh(kind, current);
        known = current = refreshed.loaded;
        isFresh = true;
        resolveFromTail(batch, refreshed.tail, current.state);
        if (batch.length === 0) return;
      }
    }
  }

  async function buildCommand(gather: Gather<K>, state: State<K>, since: number): Promise<Command<K> | Refusal> {
    // Leave time for the append.
    const latest = longestMs === null ? undefined : since + longestMs / 2;
    await progress.waitForPosition(await readLastPosition(), 0, latest);
    return gather(state);
  }

  /** Yields to other work in between; nothing else changes the state of this lane meanwhile. */
  function* decideAll(
    batch: readonly Waiting<K>[],
    commands: readonly Command<K>[],
    from: Loaded<K>,
  ): Steps<DecidedTogether<K>> {
    const recordedAt = now().toISOString().replace('Z', '000Z');
    const decided: Decided<K>[] = [];
    const events: NewEvent[] = [];
    let { state, end } = from;
    let bytes = 0;
    for (const [index, item] of batch.entries()) {
      if (index > 0) yield;
      const turn = yield* decideOne(commands[index]!, item.context, state, end, recordedAt);
      if ('refused' in turn || 'failed' in turn) {
        decided.push({ waiting: item, outcome: turn });
        continue;
      }
      if (events.length > 0 && bytes + turn.size > MAX_TOGETHER_BYTES)
        return { decided, events, loaded: { ...from, state, end }, left: batch.slice(index) };
      events.push(...turn.sealed);
      bytes += turn.size;
      ({ state, end } = turn);
      decided.push({ waiting: item, outcome: turn });
    }
    return { decided, events, loaded: { ...from, state, end }, left: [] };
  }

  /** An internal error fails only this command, not those waiting with it. */
  function* decideOne(
    command: Command<K>,
    context: CommandContext,
    before: State<K>,
    endBefore: ChainEnd,
    recordedAt: string,
  ): Steps<Refusal | Failure | Turn<K>> {
    try {
      const steps = decider.decideInSteps?.(command, before) ?? null;
      const facts = steps ? yield* steps : decider.decide(command, before);
      if (isRefusal(facts)) return facts;
      let state = before;
      let end = endBefore;
      let size = 0;
      const sealed: NewEvent[] = [];
      for (const fact of facts) {
        state = decider.evolve(state, fact);
        if (facts.length > 1) yield;
      }
      const sealFact = createSeal(context, getProvenance(kind, stream, state, recordedAt));
      for (const [number, fact] of facts.entries()) {
        const result = sealFact(fact, number, end);
        sealed.push(result.event);
        end = result.end;
        size += result.size;
        // Checked here, so that other commands of the batch are not refused too.
        if (size > (log.maxPackedBytes ?? log.maxAppendBytes) || result.size > MAX_EVENT_BYTES)
          throw new AppendTooLarge(stream, size);
        if (facts.length > 1) yield;
      }
      return { facts, state, end, sealed, size };
    } catch (error) {
      return { failed: error };
    }
  }

  function resolveDecided(decided: readonly Decided<K>[], position: number | null, recordedAt: string | null): void {
    for (const { waiting: item, outcome } of decided) {
      if ('failed' in outcome) item.reject(outcome.failed);
      else if (isRefusal(outcome)) item.resolve(outcome);
      else if (outcome.facts.length === 0)
        item.resolve({ events: [], state: outcome.state, position: null, recordedAt: null });
      else {
        if (item.context.course) item.context.course.hasActed = true;
        item.resolve({ events: outcome.facts, state: outcome.state, position, recordedAt });
      }
    }
  }

  /**
   * The log already contains some of these events. If all of them are at the expected revisions, it was this very append,
   * whose response was lost: commands without a mutation id are then done. Other commands look up whether the events are
   * their own.
   */
  async function resolveDuplicates(
    decided: readonly Decided<K>[],
    before: number,
    events: readonly NewEvent[],
  ): Promise<void> {
    known = null;
    const last = await findLastAppended(before, events);
    for (const one of decided) {
      const item = one.waiting;
      if (await resolveFromLog(item)) continue;
      if ('sealed' in one.outcome && (await resolveTakenIds(item, one.outcome.sealed))) continue;
      if (last !== null && item.context.clientMutationId === null)
        resolveDecided([one], last.position, last.metadata.recorded_at!);
      else if (decided.length === 1)
        throw new Error(`The log contains the events of this request in ${stream}, but they cannot be found`);
      else await processBatch([item]);
    }
  }

  /**
   * The event ids are taken by another request with the same mutation id. In the same scope, the key was used twice. For
   * an event of another scope, written before ids included the scope, the command is repeated with different ids.
   */
  async function resolveTakenIds(item: Waiting<K>, sealed: readonly NewEvent[]): Promise<boolean> {
    const { context } = item;
    if (context.claimed === undefined || context.clientMutationId === null) return false;
    const ids = new Set(sealed.map(({ id }) => id));
    const taken = (await ownEvents.find(stream, context)).filter(({ id }) => ids.has(id));
    if (taken.length === 0) return false;
    if (context.claimed.isApart || taken.some(({ metadata }) => metadata.request_hash !== undefined))
      item.resolve(refuse('idempotency_key_reused', { field: 'X-Client-Mutation-Id' }));
    else await processBatch([{ ...item, context: { ...context, claimed: { ...context.claimed, isApart: true } } }]);
    return true;
  }

  /** The last of these events in the log, if exactly these follow the revision; else null. */
  async function findLastAppended(revision: number, events: readonly NewEvent[]): Promise<RecordedEvent | null> {
    const found: RecordedEvent[] = [];
    for await (const event of log.readStream(stream, { from: revision + 1, limit: events.length })) found.push(event);
    return events.every(({ id }, index) => found[index]?.id === id) ? found.at(-1)! : null;
  }

  async function resolveFromLog(item: Waiting<K>): Promise<boolean> {
    if (item.context.clientMutationId === null) return false;
    known = known ? (await states.refresh(kind, known)).loaded : await states.load(kind, stream);
    if (known.end.revision === NO_STREAM) return false;
    await progress.waitForPosition(await readLastPosition());
    const own = filterOwnEvents(await ownEvents.find(stream, item.context), item.context);
    if (own.length === 0) return false;
    item.resolve(toEarlierCommit(item, own, known.state));
    return true;
  }

  async function readLastPosition(): Promise<number> {
    for await (const event of log.readStream(stream, { direction: 'backwards', limit: 1 })) return event.position;
    return -1;
  }

  /** An earlier attempt of the same append may show up only now, after events of other processes. */
  function resolveFromTail(batch: Waiting<K>[], tail: readonly RecordedEvent[], state: State<K>): void {
    for (const item of [...batch]) {
      const own = filterOwnEvents(tail, item.context);
      if (own.length === 0) continue;
      batch.splice(batch.indexOf(item), 1);
      item.resolve(toEarlierCommit(item, own, state));
    }
  }

  function toEarlierCommit({ context }: Waiting<K>, own: readonly RecordedEvent[], state: State<K>): Committed<K> {
    const last = own.at(-1)!;
    if (context.course) context.course.earlierOperationId ??= last.metadata.operation_id!;
    const facts = own.map((event) => upcastEvent(event as RecordedEvent & { data: JsonRecord }));
    return { events: facts, state, position: last.position, recordedAt: last.metadata.recorded_at! };
  }

  return {
    execute(requested, context) {
      return new Promise((resolve, reject) => {
        waiting.push({ requested, context, since: performance.now(), resolve, reject });
        running ??= drainQueue();
      });
    },
    async loadState() {
      const before = known;
      const { loaded } = await states.refresh(kind, before ?? (await states.load(kind, stream)));
      // Commands that ran meanwhile have updated the state themselves.
      if (running === null && known === before) known = loaded;
      return loaded.state;
    },
    get isIdle() {
      return running === null && waiting.length === 0;
    },
    get weight() {
      return known ? (decider.snapshot?.weigh?.(known.state) ?? 0) : 0;
    },
    async waitUntilIdle() {
      await running;
    },
  };
}

/** Company file and firm of an event, written into its metadata so that readers need no look-up. */
function getProvenance<K extends Kind>(kind: K, stream: string, state: State<K>, recordedAt: string): Provenance {
  const id = Number(stream.slice(stream.indexOf('-') + 1));
  switch (kind) {
    case 'company':
      return { companyId: id, firmId: (state as State<'company'>).identity?.firm_id ?? null, recordedAt };
    case 'firm':
      return { companyId: null, firmId: id, recordedAt };
    default:
      return { companyId: null, firmId: null, recordedAt };
  }
}
