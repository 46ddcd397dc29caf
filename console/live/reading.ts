import type { Live, News } from './news.ts';
import { getSeen, type Seen } from './seen.ts';

/** A read that is repeated when what it shows has changed. */

export interface Reading<Value> {
  readonly live: Live;
  /** `show` publishes partial results of the first read. */
  read(signal: AbortSignal, show: (value: Value) => void): Promise<Value>;
  /** Whether the page shows a moment of the past, which does not change. */
  isPast(): boolean;
  onValue(value: Value): void;
  onProblem(error: unknown, isFirst: boolean): void;
}

/** After a read that took long, the next one waits as many times longer. */
const REST = 4;

/** Reads until the returned function is called. */
export function keepReading<Value>(reading: Reading<Value>): () => void {
  const { live, isPast, onValue, onProblem } = reading;
  /** Of the read whose value is shown, which may use it longer, and of the one that is under way. */
  let shown: AbortController | null = null;
  let current: AbortController | null = null;
  let seen: Seen | null = null;
  /** Answers below this position were outdated while they were read. */
  let staleBelow = -1;
  let restsUntil = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  async function read(isFirst: boolean): Promise<void> {
    const { latest } = live;
    const began = performance.now();
    const own = (current = new AbortController());
    const { signal } = own;
    const show = (value: Value): void => {
      if (isFirst && !signal.aborted) onValue(value);
    };
    staleBelow = -1;
    try {
      const value = await reading.read(signal, show);
      if (signal.aborted) return;
      seen = getSeen(signal);
      if (Number.isFinite(seen.position)) live.begin(seen.position);
      onValue(value);
      shown?.abort();
      shown = own;
    } catch (error) {
      if (signal.aborted) return;
      onProblem(error, isFirst);
    }
    current = null;
    restsUntil = performance.now() + REST * (performance.now() - began);
    // What came meanwhile may be part of the answer already.
    schedule(Math.max(staleBelow, live.latest > latest ? live.latest : -1));
  }

  function schedule(position: number): void {
    if (position < 0 || timer !== null || isPast() || (seen !== null && seen.position >= position)) return;
    timer = setTimeout(
      () => {
        timer = null;
        void read(false);
      },
      Math.max(0, restsUntil - performance.now()),
    );
  }

  const onNews = ({ position, resources }: News): void => {
    if (current !== null) staleBelow = Math.max(staleBelow, position);
    else if (seen === null || concerns(seen, resources)) schedule(position);
  };

  const unfollow = live.follow(onNews);
  void read(true);
  return () => {
    unfollow();
    shown?.abort();
    current?.abort();
    if (timer !== null) clearTimeout(timer);
  };
}

const concerns = ({ resources: shown }: Seen, changed: News['resources']): boolean =>
  shown === null || changed === null || [...shown].some((one) => changed.has(one));

/** Whether two answers say the same, so that nothing needs to be drawn again. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
