import type { Decider } from './decider.ts';
import type { DomainEvent, EventCatalogue, EventOf } from './event.ts';
import type { AnyUndoRules } from './history/undo.ts';
import type { Json, JsonRecord } from './json.ts';
import type { Decision, Refusal } from './refusal.ts';
import type { Steps } from './steps.ts';

/**
 * One subject of a stream, as its folder declares it: the events that it records, what decides each of its commands, and what
 * its events, and those of others that it follows, do to the state. An aggregate is a list of subjects.
 */
export interface Subject<State> {
  readonly events: EventCatalogue;
  /** By the type of the command. */
  readonly decide: Readonly<Record<string, DecideOne<State>>>;
  /** The same decisions step by step, of those commands that may bring thousands of things along. */
  readonly decideInSteps?: Readonly<Record<string, DecideInSteps<State>>>;
  /** Absent where no decision depends on what the subject has recorded. */
  readonly evolve?: readonly Evolution<State>[];
  /** How each of its events is taken back, or why it cannot be: every subject of a company file says so. */
  readonly undo?: AnyUndoRules;
  /** The parts of the state that are the subject's own. */
  readonly slices?: { readonly [Name in keyof State]?: Slice<State[Name], State> };
}

type DecideOne<State> = (command: never, state: State) => Decision<DomainEvent>;
type DecideInSteps<State> = (command: never, state: State) => Steps<Decision<DomainEvent>>;

/** What some events do to the state. */
export interface Evolution<State> {
  readonly events: EventCatalogue;
  readonly apply: (state: State, event: never) => State;
}

/** One part of a state: what it is in the beginning, and how a snapshot keeps it, where the stream has snapshots. */
export interface Slice<Value, State> {
  readonly initial: Value;
  readonly pack?: (value: Value) => Json;
  readonly unpack?: (packed: Json) => Value;
  /** Instead of these: made from the parts that a snapshot keeps. */
  readonly derive?: (state: State) => Value;
}

/** How the events of a catalogue change the state. */
export function on<State, Catalogue extends EventCatalogue>(
  events: Catalogue,
  apply: (state: State, event: EventOf<Catalogue>) => State,
): Evolution<State> {
  return { events, apply };
}

/** A part of the state that is plain JSON already. */
export function plain<Value extends Json>(initial: Value) {
  return {
    initial,
    pack: (value: Value): Json => value,
    // A snapshot is read by the version of the service that wrote it, or not at all.
    unpack: (packed: Json) => packed as Value,
  };
}

/** What of a subject its types are read from, whatever its state is. */
interface AnySubject {
  readonly events: EventCatalogue;
  readonly decide: Readonly<Record<string, DecideOne<never>>>;
}

type CommandTypes<S extends AnySubject> = S extends unknown ? keyof S['decide'] & string : never;
type DeciderOf<S extends AnySubject, Type> = S extends unknown
  ? Type extends keyof S['decide']
    ? S['decide'][Type]
    : never
  : never;

type CommandOfType<Command, Type> = Command extends { readonly type: infer Known }
  ? Type extends Known
    ? Command
    : never
  : never;

/** The union of the commands that subjects decide. */
export type CommandOf<S extends AnySubject> = {
  [Type in CommandTypes<S>]: CommandOfType<Parameters<DeciderOf<S, Type>>[0], Type>;
}[CommandTypes<S>];

/** The union of the events that subjects record. */
export type EventRecordedBy<S extends AnySubject> = S extends unknown ? EventOf<S['events']> : never;

/** The events that a command of this type can lead to. */
export type DecidedEvent<S extends AnySubject, Type> =
  Exclude<ReturnType<DeciderOf<S, Type>>, Refusal> extends readonly (infer Event)[] ? Event : never;

export interface Aggregate<Command, State> extends Required<Omit<Decider<Command, State>, 'snapshot'>> {
  readonly events: EventCatalogue;
  pack(state: State): JsonRecord;
  unpack(packed: JsonRecord): State;
}

/** The subjects of a stream put together. @throws at the start of the service when two claim the same command, event or slice */
export function aggregate<State extends object, S extends Subject<State>>(
  subjects: readonly S[],
): Aggregate<CommandOf<S>, State> {
  const events = merged(subjects.map((subject) => subject.events));
  const deciders = merged(subjects.map(({ decide }) => decide));
  const inSteps = merged(subjects.map(({ decideInSteps }) => decideInSteps ?? {}));
  const slices = merged(subjects.map((subject) => (subject.slices ?? {}) as Record<string, Slice<Json, State>>));
  const evolutions = new Map<string, Evolution<State>['apply'][]>();
  for (const evolution of subjects.flatMap(({ evolve = [] }) => evolve))
    for (const type of Object.keys(evolution.events))
      evolutions.set(type, [...(evolutions.get(type) ?? []), evolution.apply]);
  const initialState = mapped(slices, ({ initial }) => initial) as State;
  return {
    events,
    initialState,
    decide: (command, state) => deciders[(command as { readonly type: string }).type]!(command, state),
    decideInSteps(command, state) {
      const { type } = command as { readonly type: string };
      return Object.hasOwn(inSteps, type) ? inSteps[type]!(command, state) : null;
    },
    evolve(before, event) {
      let state = before;
      for (const apply of evolutions.get(event.type) ?? []) state = apply(state, event as never);
      return state;
    },
    pack(state) {
      const values = state as Readonly<Record<string, Json>>;
      const kept = Object.entries(slices).filter(([, { pack }]) => pack);
      return Object.fromEntries(kept.map(([name, { pack }]) => [name, pack!(values[name]!)]));
    },
    unpack(packed) {
      const kept = mapped(slices, ({ unpack, initial }, name) => unpack?.(packed[name]!) ?? initial) as State;
      return mapped(slices, ({ derive }, name) => derive?.(kept) ?? kept[name as keyof State]) as State;
    },
  };
}

const mapped = <Value>(slices: Readonly<Record<string, Value>>, of: (slice: Value, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(slices).map(([name, slice]) => [name, of(slice, name)]));

function merged<Value>(parts: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const whole: Record<string, Value> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(whole, name)) throw new Error(`Two subjects claim ${name}`);
      whole[name] = value;
    }
  return whole;
}
