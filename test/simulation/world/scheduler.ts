import type { Random } from './random.ts';

/**
 * Time and order of the simulated world. Everything that happens is an event at a moment of the simulated clock and
 * belongs to a machine. One event runs at a time, with all that follows from it at once, before the next one is chosen.
 */
export interface Machine {
  readonly name: string;
  /** A dead machine never runs again. */
  isDead: boolean;
  /** Events of a paused machine wait until then. */
  pausedUntil: number;
  /** Difference between its clock and the simulated time. */
  clockOffset: number;
}

export interface PlannedEvent {
  at: number;
  readonly order: number;
  readonly machine: Machine;
  readonly run: () => void | Promise<void>;
  isCancelled: boolean;
}

export interface Scheduler {
  readonly random: Random;
  /** Milliseconds since the start. */
  readonly now: number;
  /** The machine whose event is running. */
  current: Machine;
  createMachine(name: string): Machine;
  /** Called with a line for each event, to find where two runs part. */
  trace: ((line: string) => void) | null;
  schedule(delay: number, run: PlannedEvent['run'], machine?: Machine): PlannedEvent;
  /** Lets go of what a dead machine had planned, and with it of its memory. */
  forget(machine: Machine): void;
  /** Work of the real world that the next event waits for. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Runs events until the condition holds. */
  runUntil(isDone: () => boolean): Promise<void>;
  /** Number of events that have run. */
  readonly count: number;
}

const { setImmediate: realSetImmediate } = globalThis;
const nextTurn = (): Promise<void> => new Promise((resolve) => void realSetImmediate(() => resolve()));

export function createScheduler(random: Random): Scheduler {
  const heap: PlannedEvent[] = [];
  const outside: Machine = createMachineState('outside');
  let now = 0;
  let order = 0;
  let count = 0;
  let tracked = 0;

  const settle = async (): Promise<void> => {
    do await nextTurn();
    while (tracked > 0);
  };
  const scheduler: Scheduler = {
    random,
    get now() {
      return now;
    },
    get count() {
      return count;
    },
    current: outside,
    trace: null,
    createMachine: createMachineState,
    schedule(delay, run, machine = scheduler.current) {
      const event = { at: now + Math.max(delay, 0), order: (order += 1), machine, run, isCancelled: false };
      push(heap, event);
      return event;
    },
    forget(machine) {
      const kept = heap.filter((event) => event.machine !== machine && !event.isCancelled);
      heap.length = 0;
      for (const event of kept) push(heap, event);
    },
    async track(work) {
      tracked += 1;
      try {
        return await work;
      } finally {
        tracked -= 1;
      }
    },
    async runUntil(isDone) {
      await settle();
      while (!isDone()) {
        const event = pop(heap);
        if (event === undefined) throw new Error('Nothing is left to happen in the simulated world');
        const { machine } = event;
        if (event.isCancelled || machine.isDead) continue;
        if (machine.pausedUntil > event.at) {
          event.at = machine.pausedUntil;
          push(heap, event);
          continue;
        }
        now = Math.max(now, event.at);
        count += 1;
        scheduler.current = machine;
        scheduler.trace?.(`${now.toFixed(3)} ${machine.name}`);
        await event.run();
        await settle();
        scheduler.current = outside;
      }
    },
  };
  return scheduler;
}

const createMachineState = (name: string): Machine => ({ name, isDead: false, pausedUntil: 0, clockOffset: 0 });

const isBefore = (a: PlannedEvent, b: PlannedEvent): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: PlannedEvent[], event: PlannedEvent): void {
  let index = heap.push(event) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(event, heap[parent]!)) break;
    heap[index] = heap[parent]!;
    index = parent;
  }
  heap[index] = event;
}

function pop(heap: PlannedEvent[]): PlannedEvent | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, last)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
  return first;
}
