import { faultPoint } from '../../database/fault-point.ts';
import { upcast } from '../../domain/event-catalogue.ts';
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
import { inTurns } from '../../support/yielding.ts';
import { deciders, type Command, type Kind, type State } from '../../stores/support/aggregates.ts';
import type { CommandContext } from './context.ts';
import { ownAmong, type MutationLookup } from './own-events.ts';
import { sealOf, type Provenance } from './sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import type { Loaded, StateStore } from '../../stores/support/snapshots.ts';

/**
 * The queue of one stream. Commands that wait decide one after another on the evolving state and are appended
 * together; when another process was faster, its events are read and all of them decide again.
 */
export interface Lane<K extends Kind> {
  execute(requested: Requested<K>, context: CommandContext): Promise<Committed<K> | Refusal>;
  /** The newest state, for a question that changes nothing. */
  look(): Promise<State<K>>;
  readonly isIdle: boolean;
  /** How many things the state in memory holds. */
  readonly weight: number;
  settled(): Promise<void>;
}

/**
 * A command, or how it is made from bulk facts that the state does not hold, such as the lines of an entry to reverse. They
 * are read from the read tables once these have passed the end of the stream; the append at that revision guards them.
 */
export type Requested<K extends Kind, C extends Command<K> = Command<K>> = C | Gather<K, C>;
export type Gather<K extends Kind, C extends Command<K> = Command<K>> = (state: State<K>) => Promise<C | Refusal>;

export interface Committed<K extends Kind, Event = DomainEvent> {
  /** What the command did; empty when there was nothing to do. */
  readonly events: readonly Event[];
  /** State of the stream right after. */
  readonly state: State<K>;
  /** Place of the append in the log, or null when nothing was appended. */
  readonly position: number | null;
  readonly recordedAt: string | null;
}

interface Waiting<K extends Kind> {
  readonly requested: Requested<K>;
  readonly context: CommandContext;
  /** When it came, by the clock that only goes forwards. */
  readonly since: number;
  readonly resolve: (outcome: Committed<K> | Refusal) => void;
  readonly reject: (error: unknown) => void;
}

interface Failure {
  readonly failed: unknown;
}

/** What a command did on the state that it found. */
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
  /** Where the stream stands behind these events. */
  readonly loaded: Loaded<K>;
  /** Those for whom there was no room. */
  readonly left: readonly Waiting<K>[];
}

export interface LaneOptions {
  readonly log: EventLog;
  readonly states: StateStore;
  readonly ownEvents: MutationLookup;
  readonly progress: Progress;
  readonly now: () => Date;
  /** What a command may take in all; null: each of its parts has its own limit. */
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

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        await process(batch);
      } catch (error) {
        known = null;
        for (const { reject } of batch) reject(error);
        if (error instanceof LogUnavailable) refuseThoseWhoWaited(error);
      }
    }
    running = null;
  }

  /** A log that does not answer takes its time to say so: whoever has waited for that once does not wait for it again. */
  function refuseThoseWhoWaited(error: LogUnavailable): void {
    const latest = performance.now() - LONGEST_WAIT_BEHIND_MS;
    const late = waiting.filter(({ since }) => since < latest);
    waiting.splice(0, waiting.length, ...waiting.filter(({ since }) => since >= latest));
    for (const { reject } of late) reject(error);
  }

  /** A request that was interrupted before first looks for its own events, and one that gathers facts must not be overtaken. */
  function takeBatch(): Waiting<K>[] {
    const alone = waiting.findIndex(({ requested, context }) => context.isResumed || typeof requested === 'function');
    const count = alone === 0 ? 1 : Math.min(alone === -1 ? waiting.length : alone, MAX_TOGETHER);
    return waiting.splice(0, count);
  }

  async function process(batch: Waiting<K>[]): Promise<void> {
    if (batch[0]!.context.isResumed && (await answerFromLog(batch[0]!))) return;
    const gather = typeof batch[0]!.requested === 'function' ? batch[0]!.requested : null;
    let isFresh = known === null || gather !== null;
    let current: Loaded<K> =
      known && gather ? (await states.refresh(kind, known)).loaded : (known ?? (await states.load(kind, stream)));
    known = current;
    for (let attempt = 1; ; attempt += 1) {
      const gathered = gather && (await gatherCommand(gather, current.state, batch[0]!.since));
      if (gathered && isRefusal(gathered)) return settle([{ waiting: batch[0]!, outcome: gathered }], null, null);
      const commands = gathered ? [gathered] : batch.map(({ requested }) => requested as Command<K>);
      const { decided, events, loaded, left } = await inTurns(decideAll(batch, commands, current));
      // A refusal is final only on the newest state: another process may have made it possible meanwhile.
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
      if (events.length === 0) return settle(decided, null, null);
      try {
        faultPoint('before-append');
        const appended = await log.append({ stream, expectedRevision: current.end.revision, events });
        faultPoint('after-append');
        if (appended.duplicate) return await settleDuplicates(decided, current.end.revision, events);
        known = states.keep(kind, loaded);
        return settle(decided, appended.position, events[0]!.metadata.recorded_at!);
      } catch (error) {
        if (!(error instanceof WrongRevision) || attempt === MAX_ATTEMPTS) throw error;
        const refreshed = await states.refresh(kind, current);
        known = current = refreshed.loaded;
        isFresh = true;
        answerThoseInTail(batch, refreshed.tail, current.state);
        if (batch.length === 0) return;
      }
    }
  }

  async function gatherCommand(gather: Gather<K>, state: State<K>, since: number): Promise<Command<K> | Refusal> {
    // The append needs its time too.
    const latest = longestMs === null ? undefined : since + longestMs / 2;
    await progress.passed(await lastPosition(), 0, latest);
    return gather(state);
  }

  /** Others work in between where it takes long: nothing else changes what this lane knows meanwhile. */
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
      const turn = yield* takeTurn(commands[index]!, item.context, state, end, recordedAt);
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

  /** A command that fails, by an error of ours, fails alone: those that wait with it are not to blame. */
  function* takeTurn(
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
      const sealFact = sealOf(context, provenanceOf(kind, stream, state, recordedAt));
      for (const [number, fact] of facts.entries()) {
        const result = sealFact(fact, number, end);
        sealed.push(result.event);
        end = result.end;
        size += result.size;
        // Told here, so that those who wait with it are not refused along with it.
        if (size > (log.maxPackedBytes ?? log.maxAppendBytes) || result.size > MAX_EVENT_BYTES)
          throw new AppendTooLarge(stream, size);
        if (facts.length > 1) yield;
      }
      return { facts, state, end, sealed, size };
    } catch (error) {
      return { failed: error };
    }
  }

  function settle(decided: readonly Decided<K>[], position: number | null, recordedAt: string | null): void {
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
   * The log holds some of these events already. Where all of them stand in the place that they were meant for, it was this
   * very append, whose first answer was lost: a command without a mutation id, which nothing else could be found by, has
   * been done. Any other command finds out for itself whether they are its own.
   */
  async function settleDuplicates(
    decided: readonly Decided<K>[],
    before: number,
    events: readonly NewEvent[],
  ): Promise<void> {
    known = null;
    const last = await lastOfThese(before, events);
    for (const one of decided) {
      const item = one.waiting;
      if (await answerFromLog(item)) continue;
      if ('sealed' in one.outcome && (await settleTaken(item, one.outcome.sealed))) continue;
      if (last !== null && item.context.clientMutationId === null)
        settle([one], last.position, last.metadata.recorded_at!);
      else if (decided.length === 1)
        throw new Error(`The log holds the events of this request in ${stream}, but they cannot be found`);
      else await process([item]);
    }
  }

  /**
   * The ids of the request are taken by another one under the same mutation id. In the same scope that is a key used twice; an
   * event of another scope, written before ids named it, makes way.
   */
  async function settleTaken(item: Waiting<K>, sealed: readonly NewEvent[]): Promise<boolean> {
    const { context } = item;
    if (context.claimed === undefined || context.clientMutationId === null) return false;
    const ids = new Set(sealed.map(({ id }) => id));
    const taken = (await ownEvents.find(stream, context)).filter(({ id }) => ids.has(id));
    if (taken.length === 0) return false;
    if (context.claimed.isApart || taken.some(({ metadata }) => metadata.request_hash !== undefined))
      item.resolve(refuse('idempotency_key_reused', { field: 'X-Client-Mutation-Id' }));
    else await process([{ ...item, context: { ...context, claimed: { ...context.claimed, isApart: true } } }]);
    return true;
  }

  /** The last of the events as the log has it, when it has exactly them behind the revision; else null. */
  async function lastOfThese(revision: number, events: readonly NewEvent[]): Promise<RecordedEvent | null> {
    const found: RecordedEvent[] = [];
    for await (const event of log.readStream(stream, { from: revision + 1, limit: events.length })) found.push(event);
    return events.every(({ id }, index) => found[index]?.id === id) ? found.at(-1)! : null;
  }

  async function answerFromLog(item: Waiting<K>): Promise<boolean> {
    if (item.context.clientMutationId === null) return false;
    known = known ? (await states.refresh(kind, known)).loaded : await states.load(kind, stream);
    if (known.end.revision === NO_STREAM) return false;
    await progress.passed(await lastPosition());
    const own = ownAmong(await ownEvents.find(stream, item.context), item.context);
    if (own.length === 0) return false;
    item.resolve(committedEarlier(item, own, known.state));
    return true;
  }

  async function lastPosition(): Promise<number> {
    for await (const event of log.readStream(stream, { direction: 'backwards', limit: 1 })) return event.position;
    return -1;
  }

  /** The outcome of an earlier try of the same append may show only now, behind what others wrote. */
  function answerThoseInTail(batch: Waiting<K>[], tail: readonly RecordedEvent[], state: State<K>): void {
    for (const item of [...batch]) {
      const own = ownAmong(tail, item.context);
      if (own.length === 0) continue;
      batch.splice(batch.indexOf(item), 1);
      item.resolve(committedEarlier(item, own, state));
    }
  }

  function committedEarlier({ context }: Waiting<K>, own: readonly RecordedEvent[], state: State<K>): Committed<K> {
    const last = own.at(-1)!;
    if (context.course) context.course.earlierOperationId ??= last.metadata.operation_id!;
    const facts = own.map((event) => upcast(event as RecordedEvent & { data: JsonRecord }));
    return { events: facts, state, position: last.position, recordedAt: last.metadata.recorded_at! };
  }

  return {
    execute(requested, context) {
      return new Promise((resolve, reject) => {
        waiting.push({ requested, context, since: performance.now(), resolve, reject });
        running ??= drain();
      });
    },
    async look() {
      const before = known;
      const { loaded } = await states.refresh(kind, before ?? (await states.load(kind, stream)));
      // Commands that ran meanwhile have kept track of the state themselves.
      if (running === null && known === before) known = loaded;
      return loaded.state;
    },
    get isIdle() {
      return running === null && waiting.length === 0;
    },
    get weight() {
      return known ? (decider.snapshot?.weigh?.(known.state) ?? 0) : 0;
    },
    async settled() {
      await running;
    },
  };
}

/** Which company file and firm an event belongs to; told in its metadata, so that readers need no look-up. */
function provenanceOf<K extends Kind>(kind: K, stream: string, state: State<K>, recordedAt: string): Provenance {
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
