import type { Decider } from './decider.ts';
import type { DomainEvent, EventCatalogue, EventOf } from './event.ts';
import type { RecycleBins } from './history/bin.ts';
import type { AnyUndoRules, FactsOfSubject } from './history/undo.ts';
import type { Json, JsonRecord } from './json.ts';
import type { Decision, Refusal } from './refusal.ts';
import type { Steps } from './steps.ts';

/**
 * One subject of a stream, as declared in its folder: the events it records, the decider of each of its commands, and how
 * its events, and the events of other subjects that it follows, change the state. An aggregate is a list of subjects.
 * Commands are decided on the opened state.
 */
export interface Subject<State, Opened extends State = State> {
  readonly events: EventCatalogue;
  /** By command type. */
  readonly decide: Readonly<Record<string, DecideOne<Opened>>>;
  /** Stepwise variants of the decisions, for commands that may carry thousands of items. */
  readonly decideInSteps?: Readonly<Record<string, DecideInSteps<Opened>>>;
  /** Absent if no decision depends on the events of the subject. */
  readonly evolve?: readonly Evolution<State>[];
  /** How each event is undone, or why it cannot be. Required for every subject of a company file. */
  readonly undo?: AnyUndoRules;
  /** The facts that its undo rules, and those of others, need beyond the state. */
  readonly undoFacts?: FactsOfSubject;
  /** How its trashed items are purged, by collection. */
  readonly bins?: RecycleBins;
  /** The parts of the state that the subject owns. */
  readonly slices?: { readonly [Name in keyof State]?: Slice<State[Name], State> };
}

type DecideOne<State> = (command: never, state: State) => Decision<DomainEvent>;
type DecideInSteps<State> = (command: never, state: State) => Steps<Decision<DomainEvent>>;

/** How a set of events changes the state. */
export interface Evolution<State> {
  readonly events: EventCatalogue;
  readonly apply: (state: State, event: never) => State;
}

/** One part of the state: its initial value and, for streams with snapshots, how a snapshot stores it. */
export interface Slice<Value, State> {
  readonly initial: Value;
  readonly pack?: (value: Value) => Json;
  readonly unpack?: (packed: Json) => Value;
  /** Alternative to `pack` and `unpack`: computes the slice from the parts stored in the snapshot. */
  readonly derive?: (state: State) => Value;
}

/** Declares how the events of a catalogue change the state. */
export function on<State, Catalogue extends EventCatalogue>(
  events: Catalogue,
  apply: (state: State, event: EventOf<Catalogue>) => State,
): Evolution<State> {
  return { events, apply };
}

/** A slice that is already plain JSON. */
export function plainSlice<Value extends Json>(initial: Value) {
  return {
    initial,
    pack: (value: Value): Json => value,
    // A snapshot is only ever read by the version of the service that wrote it.
    unpack: (packed: Json) => packed as Value,
  };
}

/** The members of a subject from which types are inferred, independent of its state. */
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

/** Union of the commands that the subjects decide. */
export type CommandOf<S extends AnySubject> = {
  [Type in CommandTypes<S>]: CommandOfType<Parameters<DeciderOf<S, Type>>[0], Type>;
}[CommandTypes<S>];

/** Union of the events that the subjects record. */
export type EventRecordedBy<S extends AnySubject> = S extends unknown ? EventOf<S['events']> : never;

/** Events that a command of this type can produce. */
export type DecidedEvent<S extends AnySubject, Type> =
  Exclude<ReturnType<DeciderOf<S, Type>>, Refusal> extends readonly (infer Event)[] ? Event : never;

export interface Aggregate<Command, State, Opened> extends Pick<Decider<Command, State>, 'initialState' | 'evolve'> {
  readonly events: EventCatalogue;
  decide(command: Command, state: Opened): Decision<DomainEvent>;
  decideInSteps(command: Command, state: Opened): Steps<Decision<DomainEvent>> | null;
  pack(state: State): JsonRecord;
  unpack(packed: JsonRecord): State;
}

/** Combines the subjects of a stream. @throws at startup if two subjects claim the same command, event or slice */
export function buildAggregate<State extends object, S extends Subject<State, Opened>, Opened extends State = State>(
  subjects: readonly S[],
): Aggregate<CommandOf<S>, State, Opened> {
  const events = mergeParts(subjects.map((subject) => subject.events));
  const deciders = mergeParts(subjects.map(({ decide }) => decide));
  const inSteps = mergeParts(subjects.map(({ decideInSteps }) => decideInSteps ?? {}));
  const slices = mergeParts(subjects.map((subject) => (subject.slices ?? {}) as Record<string, Slice<Json, State>>));
  const evolutions = new Map<string, Evolution<State>['apply'][]>();
  for (const evolution of subjects.flatMap(({ evolve = [] }) => evolve))
    for (const type of Object.keys(evolution.events))
      evolutions.set(type, [...(evolutions.get(type) ?? []), evolution.apply]);
  const initialState = mapSlices(slices, ({ initial }) => initial) as State;
  return {
    events,
    initialState,
    decide: (command, state) => deciders[(command as { readonly type: string }).type]!(command, state),
    decideInSteps(command, state) {
      const { type } = command as { readonly type: string };
      return Object.hasOwn(inSteps, type) ? inSteps[type]!(command, state) : null;
    },
    evolve<Known extends State>(before: Known, event: DomainEvent) {
      let state: State = before;
      for (const apply of evolutions.get(event.type) ?? []) state = apply(state, event as never);
      return state as Known;
    },
    pack(state) {
      const values = state as Readonly<Record<string, Json>>;
      const kept = Object.entries(slices).filter(([, { pack }]) => pack);
      return Object.fromEntries(kept.map(([name, { pack }]) => [name, pack!(values[name]!)]));
    },
    unpack(packed) {
      const kept = mapSlices(slices, ({ unpack, initial }, name) => unpack?.(packed[name]!) ?? initial) as State;
      return mapSlices(slices, ({ derive }, name) => derive?.(kept) ?? kept[name as keyof State]) as State;
    },
  };
}

const mapSlices = <Value>(
  slices: Readonly<Record<string, Value>>,
  of: (slice: Value, name: string) => unknown,
): object => Object.fromEntries(Object.entries(slices).map(([name, slice]) => [name, of(slice, name)]));

function mergeParts<Value>(parts: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const whole: Record<string, Value> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(whole, name)) throw new Error(`Two subjects claim ${name}`);
      whole[name] = value;
    }
  return whole;
}
