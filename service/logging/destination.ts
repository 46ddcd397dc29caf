import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Destination of log lines. Lines are buffered briefly and written one chunk at a time, off the request path. A
 * destination that is full, gone or not read costs only lines, which are counted: bookkeeping must not stop because
 * logging fails.
 */
export interface LogDestination extends DestinationStream {
  write(line: string): void;
  /** Starts to write the buffered lines; the callback is called when that was attempted. */
  flush(done?: (error?: Error) => void): void;
  /** Number of lines that could not be written. */
  readonly dropped: number;
  /** True while a write has not returned for some time; a regular exit would wait for it. */
  readonly isStuck: boolean;
}

const WRITTEN_AT_ONCE = 15_000;
const GATHERED_MS = 500;
/** Maximum buffer size when the destination is slower than the service; further lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024;
/** Delay before a failed destination is tried again, with the lines that arrived since. */
const RETRY_MS = 250;
const MAX_RETRIES_OF_A_PIECE = 20;
const STUCK_MS = 1_000;

export function openLogDestination(descriptor: number): LogDestination {
  const fd = reopenNonBlocking(descriptor);
  let waiting: string[] = [];
  let waitingSize = 0;
  let dropped = 0;
  let writingSince: number | null = null;
  let gathering: NodeJS.Timeout | null = null;
  const flushed: (() => void)[] = [];

  const beginWrite = (): void => {
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
    sendPiece(piece, lines, 0, () => {
      doneNow.forEach((done) => done());
      if (waitingSize >= WRITTEN_AT_ONCE || flushed.length > 0) beginWrite();
    });
  };

  const sendPiece = (piece: Buffer, lines: number, retries: number, done: () => void): void => {
    writingSince = performance.now();
    write(fd, piece, (error, written) => {
      writingSince = null;
      const rest = error ? piece : piece.subarray(written);
      if (rest.length === 0) return done();
      // The reader of the pipe is behind and gets some time. Any other error is final for this chunk.
      const isSlow = error?.code === 'EAGAIN' || error === null;
      if (isSlow && retries < MAX_RETRIES_OF_A_PIECE) {
        writingSince = performance.now();
        setTimeout(() => sendPiece(rest, lines, retries + 1, done), error ? RETRY_MS / 5 : 0);
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

  const writeRemaining = (): void => {
    if (waiting.length === 0) return;
    try {
      writeSync(fd, waiting.join(''));
    } catch {
      // There is nowhere left to report to.
    }
  };
  process.once('exit', writeRemaining);

  return {
    write(line) {
      if (waitingSize + line.length > MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingSize += line.length;
      if (writingSince !== null) return;
      if (waitingSize >= WRITTEN_AT_ONCE) beginWrite();
      else if (gathering === null) (gathering = setTimeout(beginWrite, GATHERED_MS)).unref();
    },
    flush(done) {
      if (done) flushed.push(() => done());
      beginWrite();
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
 * A pipe that is not read would block its writer. It is reopened in non-blocking mode, which leaves the original
 * descriptor, perhaps shared with other programs, unchanged.
 */
function reopenNonBlocking(descriptor: number): number {
  try {
    const kind = fstatSync(descriptor);
    // A socket cannot be reopened by name; as a stream of this process it is already non-blocking.
    if (kind.isSocket() && descriptor === 1) process.stdout.on('error', () => undefined);
    if (!kind.isFIFO()) return descriptor;
    const opened = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
    if (fstatSync(opened).isFIFO()) return opened;
    closeSync(opened);
  } catch {
    // No such file system, or no permission: the descriptor is used as it is.
  }
  return descriptor;
}
