import type { DomainEvent } from '../../domain/event.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Steps } from '../../domain/steps.ts';
import { AppendTooLarge, MAX_EVENT_BYTES, type NewEvent } from '../../eventlog/port.ts';
import { deciders, type Command, type Kind, type StoredState } from '../../stores/support/aggregates.ts';
import type { SealingKeys } from '../../stores/vault/sealed-data.ts';
import type { KeyMap, Vault } from '../../stores/vault/vault.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import type { Loaded } from '../../stores/support/snapshots.ts';
import type { CommandContext } from './context.ts';
import type { LaneState, Waiting } from './lane-state.ts';
import { createKnownPersons } from './known-persons.ts';
import { createSeal, requestKeys, type Provenance } from './sealed-event.ts';

/** The decide step of a lane: each command on the state that the commands before it lead to. */

interface Failure {
  readonly failed: unknown;
}

/** State and chain end of the stream at some point. */
interface Tip<K extends Kind> {
  readonly state: StoredState<K>;
  readonly end: ChainEnd;
}

/** The result of a command on the current state. */
interface Turn<K extends Kind> extends Tip<K> {
  readonly facts: readonly DomainEvent[];
  readonly sealed: readonly NewEvent[];
  readonly size: number;
}

export interface Decided<K extends Kind> {
  readonly waiting: Waiting<K>;
  readonly outcome: Refusal | Failure | Turn<K>;
}

export interface DecidedTogether<K extends Kind> {
  readonly decided: readonly Decided<K>[];
  readonly events: readonly NewEvent[];
  /** The stream after these events. */
  readonly loaded: Loaded<K>;
  /** Commands deferred to the next batch. */
  readonly left: readonly Waiting<K>[];
  /** Ids of keys that are needed first. If there are any, the events must not be recorded. */
  readonly missingKeys: ReadonlySet<string>;
}

/** What is known from deciding the same commands before, when keys were missing. */
export interface Attempt<K extends Kind> {
  /** Keys that were loaded or created since. */
  readonly keys: KeyMap;
  /** By the number of the command. */
  readonly decisions: Map<number, Decision<K>>;
}

/** Without the seal, which needs keys. */
interface Decision<K extends Kind> {
  readonly before: StoredState<K>;
  readonly facts: readonly DomainEvent[];
  readonly state: StoredState<K>;
}

/** Below the limit of every log, because metadata and envelopes are not counted exactly. */
const MAX_TOGETHER_BYTES = MAX_EVENT_BYTES / 2;

/** Yields to other work in between; nothing else changes the state of this lane meanwhile. */
export function* decideAll<K extends Kind>(
  lane: LaneState<K>,
  batch: readonly Waiting<K>[],
  commands: readonly Command<K>[],
  from: Loaded<K>,
  attempt: Attempt<K> | null = null,
): Steps<DecidedTogether<K>> {
  const recordedAt = lane.now().toISOString().replace('Z', '000Z');
  const decided: Decided<K>[] = [];
  const events: NewEvent[] = [];
  const missingKeys = new Set<string>();
  const keys = lane.vault && findLoadedKeys(lane.vault, attempt?.keys, missingKeys);
  let tip: Tip<K> = from;
  let bytes = 0;
  for (const [index, item] of batch.entries()) {
    if (index > 0) yield;
    const task = { number: index, command: commands[index]!, context: item.context, recordedAt, keys, attempt };
    const turn = yield* decideOne(lane, task, tip);
    if ('refused' in turn || 'failed' in turn) {
      decided.push({ waiting: item, outcome: turn });
      continue;
    }
    if (events.length > 0 && bytes + turn.size > MAX_TOGETHER_BYTES)
      return {
        decided,
        events,
        loaded: { ...from, state: tip.state, end: tip.end },
        left: batch.slice(index),
        missingKeys,
      };
    events.push(...turn.sealed);
    bytes += turn.size;
    tip = turn;
    decided.push({ waiting: item, outcome: turn });
  }
  return { decided, events, loaded: { ...from, state: tip.state, end: tip.end }, left: [], missingKeys };
}

interface Task<K extends Kind> {
  readonly number: number;
  readonly command: Command<K>;
  readonly context: CommandContext;
  readonly recordedAt: string;
  /** Null if nothing is encrypted. */
  readonly keys: LaneKeys | null;
  /** Null for a rehearsal. */
  readonly attempt: Attempt<K> | null;
}

interface LaneKeys extends SealingKeys {
  areMissing(): boolean;
}

const findLoadedKeys = (vault: Vault, loaded: KeyMap | undefined, missing: Set<string>): LaneKeys => ({
  find: (id) => (loaded?.has(id) ? loaded.get(id) : vault.findKey(id)),
  reportMissing: (id) => missing.add(id),
  areMissing: () => missing.size > 0,
});

/** An internal error fails only this command, not those waiting with it. */
function* decideOne<K extends Kind>(
  lane: LaneState<K>,
  task: Task<K>,
  before: Tip<K>,
): Steps<Refusal | Failure | Turn<K>> {
  try {
    const decided = findDecision(task, before) ?? (yield* decideFacts(lane, task, before));
    return isRefusal(decided) ? decided : yield* sealFacts(lane, task, before, decided);
  } catch (error) {
    return { failed: error };
  }
}

/** A decision on the same state stays what it was; only its seal needs the keys that were missing. */
function findDecision<K extends Kind>({ attempt, number }: Task<K>, before: Tip<K>): Decision<K> | null {
  const earlier = attempt?.decisions.get(number);
  return earlier?.before === before.state ? earlier : null;
}

function* decideFacts<K extends Kind>(
  lane: LaneState<K>,
  { number, command, context, attempt }: Task<K>,
  before: Tip<K>,
): Steps<Refusal | Decision<K>> {
  const decider = deciders[lane.kind];
  const steps = decider.decideInSteps?.(command, before.state) ?? null;
  const facts = steps ? yield* steps : decider.decide(command, before.state);
  if (isRefusal(facts)) return facts;
  const excess = lane.kind === 'user' ? null : (context.allowance?.findExcess(facts) ?? null);
  if (excess) return excess;
  let { state } = before;
  for (const fact of facts) {
    state = decider.evolve(state, fact);
    if (facts.length > 1) yield;
  }
  const decision = { before: before.state, facts, state };
  attempt?.decisions.set(number, decision);
  return decision;
}

function* sealFacts<K extends Kind>(
  lane: LaneState<K>,
  { context, recordedAt, keys, attempt }: Task<K>,
  before: Tip<K>,
  { facts, state }: Decision<K>,
): Steps<Turn<K>> {
  const persons = keys && createKnownPersons(lane.kind, lane.stream, before.state, state);
  const personal = keys && persons ? { persons, keys } : null;
  const sealFact = createSeal(context, getProvenance(lane.kind, lane.stream, state, recordedAt), personal);
  let { end } = before;
  let size = 0;
  const sealed: NewEvent[] = [];
  for (const [number, fact] of facts.entries()) {
    if (facts.length > 1) yield;
    // They are all sealed again when the keys are there: until then, only the other missing keys are of interest.
    if (attempt && personal?.keys.areMissing()) {
      requestKeys(fact, personal);
      continue;
    }
    const result = sealFact(fact, number, end);
    sealed.push(result.event);
    end = result.end;
    size += result.size;
    // Checked here, so that other commands of the batch are not refused too.
    if (size > lane.log.maxAppendBytes || result.size > MAX_EVENT_BYTES) throw new AppendTooLarge(lane.stream, size);
  }
  return { facts, state, end, sealed, size };
}

/** Company file and firm of an event, written into its metadata so that readers need no look-up. */
function getProvenance<K extends Kind>(kind: K, stream: string, state: StoredState<K>, recordedAt: string): Provenance {
  const id = Number(stream.slice(stream.indexOf('-') + 1));
  switch (kind) {
    case 'company':
      return { companyId: id, firmId: (state as StoredState<'company'>).identity?.firm_id ?? null, recordedAt };
    case 'firm':
      return { companyId: null, firmId: id, recordedAt };
    default:
      return { companyId: null, firmId: null, recordedAt };
  }
}
