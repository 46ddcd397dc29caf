import { passFaultPoint } from '../../database/fault-point.ts';
import { upcastEvent } from '../../domain/event-catalogue.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import {
  LogUnavailable,
  NO_STREAM,
  WrongRevision,
  type Appended,
  type NewEvent,
  type RecordedEvent,
} from '../../eventlog/port.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { KeyMap } from '../../stores/vault/vault.ts';
import type { Command, Kind, State, StoredState } from '../../stores/support/aggregates.ts';
import { estimateBytes, type Loaded } from '../../stores/support/snapshots.ts';
import { traceAppend, type CommandTrace } from './command-trace.ts';
import type { CommandContext } from './context.ts';
import { decideAll, type Attempt, type Decided, type DecidedTogether } from './lane-decisions.ts';
import { gatherCommand, readLastPosition } from './lane-facts.ts';
import { rehearseCommand } from './lane-rehearsal.ts';
import {
  requireOpened,
  type Committed,
  type Gather,
  type LaneOptions,
  type LaneState,
  type Rehearsed,
  type Requested,
  type Waiting,
} from './lane-state.ts';
import { filterOwnEvents } from './own-events.ts';

export type { Committed, Gather, LaneOptions, Rehearsed, Requested } from './lane-state.ts';

/**
 * The command queue of one stream. Waiting commands are decided one after another on the evolving state and appended
 * together. If another process was faster, its events are read and all commands are decided again.
 */
export interface Lane<K extends Kind> {
  execute(
    requested: Requested<K>,
    context: CommandContext,
    trace?: CommandTrace | null,
  ): Promise<Committed<K> | Refusal>;
  /** Decides a command on the latest state as `execute` does, and records nothing. */
  rehearse(requested: Requested<K>, context: CommandContext): Promise<Rehearsed<K> | Refusal>;
  /** The latest state, for read-only use. */
  loadState(): Promise<State<K>>;
  readonly isIdle: boolean;
  /** Estimated memory of the lane with its cached state. */
  readonly bytes: number;
  /** Called when an idle lane is evicted. */
  leaveMemory(): void;
  /** The state is loaded from the log again, because something in it was erased. */
  forgetState(): void;
  waitUntilIdle(): Promise<void>;
}

const MAX_TOGETHER = 100;
const MAX_ATTEMPTS = 25;
const LONGEST_WAIT_BEHIND_MS = 1_500;
const EMPTY_LANE_BYTES = 2_000;
/** How long a stream counts as written by several processes after events of another one were seen. */
const SHARED_MS = 10_000;

/** Commands under way together, and the state that they are decided on. */
interface Work<K extends Kind> {
  readonly batch: Waiting<K>[];
  /** Builds the command from facts; null if the batch holds commands. */
  readonly gather: Gather<K> | null;
  current: Loaded<K>;
  /** Keys of personal fields that were loaded for this batch. */
  keys: KeyMap;
  /** Whether the state was read for this batch, so that a refusal is final. */
  isFresh: boolean;
}

/** The steps of each batch: load, gather facts, decide, append, answer. The command path then waits for the projector. */
async function processBatch<K extends Kind>(lane: LaneState<K>, batch: Waiting<K>[]): Promise<void> {
  if (batch[0]!.context.isResumed && (await resolveFromLog(lane, batch[0]!))) return;
  const work = startFromCache(lane, batch) ?? (await loadWork(lane, batch));
  for (let attempt = 1; ; attempt += 1) {
    const commands = work.gather
      ? await gatherCommand(lane, batch[0]!, work.current, work.gather)
      : listCommands(batch);
    if (isRefusal(commands)) return resolveDecided(lane, [{ waiting: batch[0]!, outcome: commands }], null, null);
    const together = await decideWithKeys(lane, work, commands);
    if (!work.isFresh && hasRefusal(together) && (await refreshState(lane, work)).length > 0) continue;
    deferCommands(lane, batch, together.left);
    const { decided, events, loaded } = together;
    if (events.length === 0) return resolveDecided(lane, decided, null, null);
    try {
      const appended = await appendEvents(lane, batch, work.current, events);
      passFaultPoint('after-append');
      if (appended.duplicate) return await resolveDuplicates(lane, decided, work.current.end.revision, events);
      lane.known = lane.states.saveSnapshotIfDue(lane.kind, loaded);
      return resolveDecided(lane, decided, appended.position, events[0]!.metadata.recorded_at!);
    } catch (error) {
      if (!(error instanceof WrongRevision) || attempt === MAX_ATTEMPTS) throw error;
      resolveFromTail(lane, batch, await refreshState(lane, work), work.current.state);
      if (batch.length === 0) return;
    }
  }
}

export function createLane<K extends Kind>(kind: K, stream: string, options: LaneOptions): Lane<K> {
  const lane: LaneState<K> = {
    ...options,
    longestMs: options.longestMs ?? null,
    kind,
    stream,
    waiting: [],
    running: null,
    known: null,
    sharedUntil: -Infinity,
    isOutdated: false,
  };
  return {
    execute(requested, context, trace = null) {
      return new Promise((resolve, reject) => {
        lane.waiting.push({ requested, context, since: performance.now(), trace, resolve, reject });
        lane.running ??= drainQueue(lane);
      });
    },
    rehearse: async (requested, context) => rehearseCommand(lane, await loadUnqueued(lane), requested, context),
    loadState: async () => requireOpened(lane, (await loadUnqueued(lane)).state),
    get isIdle() {
      return lane.running === null && lane.waiting.length === 0;
    },
    get bytes() {
      return lane.known ? estimateBytes(kind, lane.known) : EMPTY_LANE_BYTES;
    },
    leaveMemory() {
      if (lane.known) lane.states.saveSnapshotIfDue(kind, lane.known, 'evicted');
    },
    forgetState() {
      lane.known = null;
      lane.isOutdated = lane.running !== null;
    },
    async waitUntilIdle() {
      await lane.running;
    },
  };
}

async function drainQueue<K extends Kind>(lane: LaneState<K>): Promise<void> {
  while (lane.waiting.length > 0) {
    const batch = takeBatch(lane);
    try {
      await processBatch(lane, batch);
    } catch (error) {
      lane.known = null;
      for (const { reject } of batch) reject(error);
      if (error instanceof LogUnavailable) rejectLateCommands(lane, error);
    }
    // The batch was decided on a state from before the erasure.
    if (lane.isOutdated) lane.known = null;
    lane.isOutdated = false;
  }
  lane.running = null;
  lane.onSettled?.();
}

/** Resumed requests, which first look for their own events, and commands that need facts run alone. */
function takeBatch<K extends Kind>({ waiting }: LaneState<K>): Waiting<K>[] {
  const alone = waiting.findIndex(({ requested, context }) => context.isResumed || typeof requested === 'function');
  const count = alone === 0 ? 1 : Math.min(alone === -1 ? waiting.length : alone, MAX_TOGETHER);
  return waiting.splice(0, count);
}

/** An unresponsive log takes time to fail, so commands that have already waited that long are rejected as well. */
function rejectLateCommands<K extends Kind>({ waiting }: LaneState<K>, error: LogUnavailable): void {
  const latest = performance.now() - LONGEST_WAIT_BEHIND_MS;
  const late = waiting.filter(({ since }) => since < latest);
  waiting.splice(0, waiting.length, ...waiting.filter(({ since }) => since >= latest));
  for (const { reject } of late) reject(error);
}

// Load

/**
 * Null if the state must be read first: there is none yet, facts are gathered for the latest one, or another process
 * writes to the stream too. Reading its events takes less than an append that is refused.
 */
function startFromCache<K extends Kind>({ known, sharedUntil }: LaneState<K>, batch: Waiting<K>[]): Work<K> | null {
  if (known === null || typeof batch[0]!.requested === 'function' || performance.now() < sharedUntil) return null;
  return { batch, gather: null, current: known, keys: new Map(), isFresh: false };
}

async function loadWork<K extends Kind>(lane: LaneState<K>, batch: Waiting<K>[]): Promise<Work<K>> {
  const { requested } = batch[0]!;
  const gather = typeof requested === 'function' ? requested : null;
  return { batch, gather, current: await loadLatest(lane), keys: new Map(), isFresh: true };
}

async function loadLatest<K extends Kind>(lane: LaneState<K>): Promise<Loaded<K>> {
  const { kind, stream, states, known } = lane;
  if (!known) return (lane.known = await states.load(kind, stream));
  const { loaded, tail } = await states.refresh(kind, known);
  noteForeignEvents(lane, tail);
  return (lane.known = loaded);
}

/** Returns the events that other processes have appended. */
async function refreshState<K extends Kind>(lane: LaneState<K>, work: Work<K>): Promise<readonly RecordedEvent[]> {
  const { loaded, tail } = await lane.states.refresh(lane.kind, work.current);
  lane.known = work.current = loaded;
  work.isFresh = true;
  noteForeignEvents(lane, tail);
  return tail;
}

/** Events after the cached state are those of another process. */
function noteForeignEvents<K extends Kind>(lane: LaneState<K>, tail: readonly RecordedEvent[]): void {
  if (tail.length > 0) lane.sharedUntil = performance.now() + SHARED_MS;
}

/** The latest state for readers, which do not wait in the queue. */
async function loadUnqueued<K extends Kind>(lane: LaneState<K>): Promise<Loaded<K>> {
  const { kind, stream, states, known: before } = lane;
  const loaded = before ? (await states.refresh(kind, before)).loaded : await states.load(kind, stream);
  // Commands that ran meanwhile have updated the state themselves.
  if (lane.running === null && lane.known === before) lane.known = loaded;
  lane.onSettled?.();
  return loaded;
}

// Decide

const listCommands = <K extends Kind>(batch: readonly Waiting<K>[]): readonly Command<K>[] =>
  batch.map(({ requested }) => requested as Command<K>);

/** A refusal is final only on the latest state: another process may have changed it in the meantime. */
const hasRefusal = <K extends Kind>({ decided }: DecidedTogether<K>): boolean =>
  decided.some(({ outcome }) => !('sealed' in outcome) || outcome.facts.length === 0);

/** The same commands are sealed again when keys were missing: gathered ones may contain ids that are given once. */
async function decideWithKeys<K extends Kind>(
  lane: LaneState<K>,
  work: Work<K>,
  commands: readonly Command<K>[],
): Promise<DecidedTogether<K>> {
  const decisions: Attempt<K>['decisions'] = new Map();
  for (;;) {
    const attempt = { keys: work.keys, decisions };
    const together = await runInTurns(decideAll(lane, work.batch, commands, work.current, attempt));
    if (together.missingKeys.size === 0) return together;
    await provideKeys(lane, work, together.missingKeys);
  }
}

/** A crash afterwards leaves keys without events, which harm no one: the same keys serve the next attempt. */
async function provideKeys<K extends Kind>(
  { vault }: LaneState<K>,
  work: Work<K>,
  missing: ReadonlySet<string>,
): Promise<void> {
  const provided = await vault!.createKeys([...missing]);
  passFaultPoint('after-keys');
  work.keys = work.keys.size === 0 ? provided : new Map([...work.keys, ...provided]);
}

function deferCommands<K extends Kind>(
  lane: LaneState<K>,
  batch: Waiting<K>[],
  left: DecidedTogether<K>['left'],
): void {
  if (left.length === 0) return;
  lane.waiting.unshift(...left);
  batch.splice(batch.length - left.length);
}

// Append

async function appendEvents<K extends Kind>(
  { log, stream, onAppend }: LaneState<K>,
  batch: readonly Waiting<K>[],
  { end }: Loaded<K>,
  events: readonly NewEvent[],
): Promise<Appended> {
  passFaultPoint('before-append');
  const append = (): Promise<Appended> => log.append({ stream, expectedRevision: end.revision, events });
  const startedAt = performance.now();
  const appended = await (batch.some(({ trace }) => trace) ? traceAppend(batch, events.length, append) : append());
  onAppend?.((performance.now() - startedAt) / 1000, events.length);
  return appended;
}

// Answer

function resolveDecided<K extends Kind>(
  lane: LaneState<K>,
  decided: readonly Decided<K>[],
  position: number | null,
  recordedAt: string | null,
): void {
  for (const { waiting: item, outcome } of decided) {
    if ('failed' in outcome) item.reject(outcome.failed);
    else if (isRefusal(outcome)) item.resolve(outcome);
    else if (outcome.facts.length === 0)
      item.resolve({ events: [], state: requireOpened(lane, outcome.state), position: null, recordedAt: null });
    else {
      if (item.context.course) item.context.course.hasActed = true;
      item.context.allowance?.spend(outcome.facts);
      item.resolve({ events: outcome.facts, state: requireOpened(lane, outcome.state), position, recordedAt });
    }
  }
}

/**
 * The log already contains some of these events. If all of them are at the expected revisions, it was this very append,
 * whose response was lost: commands without a mutation id are then done. Other commands look up whether the events are
 * their own.
 */
async function resolveDuplicates<K extends Kind>(
  lane: LaneState<K>,
  decided: readonly Decided<K>[],
  before: number,
  events: readonly NewEvent[],
): Promise<void> {
  lane.known = null;
  const last = await findLastAppended(lane, before, events);
  for (const one of decided) {
    const item = one.waiting;
    if (await resolveFromLog(lane, item)) continue;
    if ('sealed' in one.outcome && (await resolveTakenIds(lane, item, one.outcome.sealed))) continue;
    if (last !== null && item.context.clientMutationId === null)
      resolveDecided(lane, [one], last.position, last.metadata.recorded_at!);
    else if (decided.length === 1)
      throw new Error(`The log contains the events of this request in ${lane.stream}, but they cannot be found`);
    else await processBatch(lane, [item]);
  }
}

/**
 * The event ids are taken by another request with the same mutation id. In the same scope, the key was used twice. For
 * an event of another scope, written before ids included the scope, the command is repeated with different ids.
 */
async function resolveTakenIds<K extends Kind>(
  lane: LaneState<K>,
  item: Waiting<K>,
  sealed: readonly NewEvent[],
): Promise<boolean> {
  const { context } = item;
  if (context.claimed === undefined || context.clientMutationId === null) return false;
  const ids = new Set(sealed.map(({ id }) => id));
  const taken = (await lane.ownEvents.find(lane.stream, context)).filter(({ id }) => ids.has(id));
  if (taken.length === 0) return false;
  if (context.claimed.isApart || taken.some(({ metadata }) => metadata.request_hash !== undefined))
    item.resolve(refuse('idempotency_key_reused', { field: 'X-Client-Mutation-Id' }));
  else await processBatch(lane, [{ ...item, context: { ...context, claimed: { ...context.claimed, isApart: true } } }]);
  return true;
}

/** The last of these events in the log, if exactly these follow the revision; else null. */
async function findLastAppended<K extends Kind>(
  { log, stream }: LaneState<K>,
  revision: number,
  events: readonly NewEvent[],
): Promise<RecordedEvent | null> {
  const found: RecordedEvent[] = [];
  for await (const event of log.readStream(stream, { from: revision + 1, limit: events.length })) found.push(event);
  return events.every(({ id }, index) => found[index]?.id === id) ? found.at(-1)! : null;
}

/** Answers with the events of an earlier run of the same request, if there are any. */
async function resolveFromLog<K extends Kind>(lane: LaneState<K>, item: Waiting<K>): Promise<boolean> {
  if (item.context.clientMutationId === null) return false;
  const { state, end } = await loadLatest(lane);
  if (end.revision === NO_STREAM) return false;
  await lane.progress.waitForPosition(await readLastPosition(lane), 0, undefined, lane.stream);
  const own = filterOwnEvents(await lane.ownEvents.find(lane.stream, item.context), item.context);
  if (own.length === 0) return false;
  item.resolve(toEarlierCommit(lane, item, own, state));
  return true;
}

/** An earlier attempt of the same append may show up only now, after events of other processes. */
function resolveFromTail<K extends Kind>(
  lane: LaneState<K>,
  batch: Waiting<K>[],
  tail: readonly RecordedEvent[],
  state: StoredState<K>,
): void {
  for (const item of [...batch]) {
    const own = filterOwnEvents(tail, item.context);
    if (own.length === 0) continue;
    batch.splice(batch.indexOf(item), 1);
    item.resolve(toEarlierCommit(lane, item, own, state));
  }
}

function toEarlierCommit<K extends Kind>(
  lane: LaneState<K>,
  { context }: Waiting<K>,
  own: readonly RecordedEvent[],
  state: StoredState<K>,
): Committed<K> {
  const last = own.at(-1)!;
  if (context.course) {
    context.course.earlierOperationId ??= last.metadata.operation_id!;
    context.course.earlierRecordedAt ??= last.metadata.recorded_at!;
  }
  const facts = own.map((event) => upcastEvent(event as RecordedEvent & { data: JsonRecord }));
  return {
    events: facts,
    state: requireOpened(lane, state),
    position: last.position,
    recordedAt: last.metadata.recorded_at!,
  };
}
