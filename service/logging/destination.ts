import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Where log lines go. They are gathered for a moment and written one piece at a time, outside the way of requests. A
 * destination that is full, gone or does not read costs lines, which are counted, and nothing else: whoever keeps books
 * must not stop because nobody can write down that they do.
 */
export interface LogDestination extends DestinationStream {
  write(line: string): void;
  /** Begins to write what is gathered; the callback comes when that was tried. */
  flush(done?: (error?: Error) => void): void;
  /** Lines that could not be written. */
  readonly dropped: number;
  /** True while the system has not come back from a write for some time: ending the process in order would wait for it. */
  readonly isStuck: boolean;
}

const WRITTEN_AT_ONCE = 15_000;
const GATHERED_MS = 500;
/** What waits when the destination is slower than the service; beyond it lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;
/** A destination that failed is tried again after this time: with what has come since. */
const RETRY_MS = 250;
const MAX_RETRIES_OF_A_PIECE = 20;
const STUCK_MS = 1_000;

export function openLogDestination(descriptor: number): LogDestination {
  const fd = withoutWaiting(descriptor);
  let waiting: string[] = [];
  let waitingSize = 0;
  let dropped = 0;
  let writingSince: number | null = null;
  let gathering: NodeJS.Timeout | null = null;
  const flushed: (() => void)[] = [];

  const begin = (): void => {
    if (gathering) clearTimeout(gathering);
    gathering = null;
    if (writingSince !== null) return;
    if (waiting.length === 0) {
      flushed.splice(0).forEach((done) => done());
      return;
    }
    const lines = waiting.length;
    const piece = Buffer.from(waiting.join(''));
    waiting = [];
    waitingSize = 0;
    const doneNow = flushed.splice(0);
    send(piece, lines, 0, () => {
      doneNow.forEach((done) => done());
      if (waitingSize >= WRITTEN_AT_ONCE || flushed.length > 0) begin();
    });
  };

  const send = (piece: Buffer, lines: number, retries: number, done: () => void): void => {
    writingSince = performance.now();
    write(fd, piece, (error, written) => {
      writingSince = null;
      const rest = error ? piece : piece.subarray(written);
      if (rest.length === 0) return done();
      // Whoever reads the pipe is behind: it gets some time. Anything else that went wrong stays wrong for this piece.
      const isSlow = error?.code === 'EAGAIN' || error === null;
      if (isSlow && retries < MAX_RETRIES_OF_A_PIECE) {
        writingSince = performance.now();
        setTimeout(() => send(rest, lines, retries + 1, done), error ? RETRY_MS / 5 : 0);
        return;
      }
      dropped += lines;
      writingSince = performance.now();
      setTimeout(() => {
        writingSince = null;
        done();
      }, RETRY_MS);
    });
  };

  const lastWords = (): void => {
    if (waiting.length === 0) return;
    try {
      writeSync(fd, waiting.join(''));
    } catch {
      // Nobody is left to be told.
    }
  };
  process.once('exit', lastWords);

  return {
    write(line) {
      if (waitingSize + line.length > MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingSize += line.length;
      if (writingSince !== null) return;
      if (waitingSize >= WRITTEN_AT_ONCE) begin();
      else if (gathering === null) (gathering = setTimeout(begin, GATHERED_MS)).unref();
    },
    flush(done) {
      if (done) flushed.push(() => done());
      begin();
    },
    get dropped() {
      return dropped;
    },
    get isStuck() {
      return writingSince !== null && performance.now() - writingSince > STUCK_MS;
    },
  };
}

/**
 * A pipe that nobody reads would hold whoever writes to it. It is opened once more without waiting, which leaves the
 * descriptor itself, perhaps shared with other programs, as it is.
 */
function withoutWaiting(descriptor: number): number {
  try {
    const kind = fstatSync(descriptor);
    // A socket has no name to open it by; as a stream of this process it is told not to wait.
    if (kind.isSocket() && descriptor === 1) process.stdout.on('error', () => undefined);
    if (!kind.isFIFO()) return descriptor;
    const opened = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
    if (fstatSync(opened).isFIFO()) return opened;
    closeSync(opened);
  } catch {
    // No such file system, or not allowed: it is written to as it is.
  }
  return descriptor;
}
