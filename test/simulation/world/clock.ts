import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PlannedEvent, Scheduler } from './scheduler.ts';

/** Replaces the clock and the timers of Node by those of the simulated world. */

/** A Monday morning. Later than every example, earlier than the files on the disk. */
export const START = Date.UTC(2026, 5, 15, 8);

class SimulatedTimer {
  readonly #scheduler: Scheduler;
  readonly #run: () => void;
  readonly #delay: number;
  readonly #isRepeated: boolean;
  #event: PlannedEvent | null = null;

  constructor(scheduler: Scheduler, run: () => void, delay: number, isRepeated: boolean) {
    this.#scheduler = scheduler;
    this.#run = run;
    this.#delay = delay;
    this.#isRepeated = isRepeated;
    this.#plan();
  }
  #plan(): void {
    this.#event = this.#scheduler.schedule(this.#delay, () => {
      this.#event = null;
      if (this.#isRepeated) this.#plan();
      this.#run();
    });
  }
  cancel(): void {
    if (this.#event) this.#event.isCancelled = true;
    this.#event = null;
  }
  refresh(): this {
    this.cancel();
    this.#plan();
    return this;
  }
  close(): this {
    this.cancel();
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.toPrimitive](): number {
    return 1;
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

type Callback = (...given: unknown[]) => void;
type WaitOptions = { readonly signal?: AbortSignal };

const toDelay = (milliseconds: unknown): number => {
  const delay = Number(milliseconds);
  return delay >= 1 && delay <= 2 ** 31 - 1 ? delay : 1;
};

export function installClock(scheduler: Scheduler): void {
  const setTimeout = (run: Callback, delay?: number, ...given: unknown[]): SimulatedTimer =>
    new SimulatedTimer(scheduler, () => run(...given), toDelay(delay), false);
  const setInterval = (run: Callback, delay?: number, ...given: unknown[]): SimulatedTimer =>
    new SimulatedTimer(scheduler, () => run(...given), toDelay(delay), true);
  const setImmediate = (run: Callback, ...given: unknown[]): SimulatedTimer =>
    new SimulatedTimer(scheduler, () => run(...given), 0, false);
  const clear = (timer: unknown): void => {
    if (timer instanceof SimulatedTimer) timer.cancel();
  };
  const wait = <T>(delay: number | null, value: T, { signal }: WaitOptions = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(createAbortError(signal));
      const onAbort = (): void => {
        timer.cancel();
        reject(createAbortError(signal!));
      };
      const finish = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value);
      };
      const timer = delay === null ? setImmediate(finish) : setTimeout(finish, delay);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  const waitFor = <T>(delay: number, value: T, options?: WaitOptions): Promise<T> => wait(delay, value, options);
  const waitForTurn = <T>(value: T, options?: WaitOptions): Promise<T> => wait(null, value, options);
  Object.defineProperty(setTimeout, promisify.custom, { value: waitFor });
  Object.defineProperty(setImmediate, promisify.custom, { value: waitForTurn });
  const replaced = {
    ...{ setTimeout, setInterval, setImmediate },
    ...{ clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
  };
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  Object.assign(timersPromises, { setTimeout: waitFor, setImmediate: waitForTurn });
  Object.assign(AbortSignal, {
    timeout(delay: number) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), delay);
      return controller.signal;
    },
  });
  installDate(scheduler);
}

const createAbortError = (signal: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  });

function installDate(scheduler: Scheduler): void {
  const RealDate = Date;
  const readClock = (): number => Math.floor(START + scheduler.now + scheduler.current.clockOffset);
  class SimulatedDate extends RealDate {
    constructor(...given: unknown[]) {
      // The overloads of the constructor are passed through.
      if (given.length === 0) super(readClock());
      else super(...(given as [number]));
    }
    static override now(): number {
      return readClock();
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  Object.defineProperty(performance, 'now', { value: () => scheduler.now, configurable: true });
  const toNanoseconds = (): bigint => BigInt(Math.round(scheduler.now * 1e6));
  const hrtime = (earlier?: [number, number]): [number, number] => {
    const [seconds, rest] = [Math.floor(scheduler.now / 1e3), Math.round((scheduler.now % 1e3) * 1e6)];
    return earlier ? [seconds - earlier[0], rest - earlier[1]] : [seconds, rest];
  };
  process.hrtime = Object.assign(hrtime, { bigint: toNanoseconds });
}
