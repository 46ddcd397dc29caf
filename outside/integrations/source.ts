/** What every source of files offers, whatever it is spoken to with. It is read, and never changed. */
export interface FileSource {
  /** What lies there, the oldest first. @throws SourceFailure */
  list(): Promise<readonly FoundItem[]>;
  /** The files that one of them consists of: attachments of a message, or the file itself. @throws SourceFailure, ItemFailure */
  fetch(item: FoundItem): Promise<readonly FetchedFile[]>;
  close(): Promise<void>;
}

export interface FoundItem {
  /** Tells it from every other one, and from what it was before it was changed. */
  readonly place: string;
  /** For people. */
  readonly name: string;
}

export interface FetchedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** One file is never larger. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** As attachments are written out in letters. */
export const MAX_MESSAGE_BYTES = 36 * 1024 * 1024;
/** What lies beyond is seen when something before it is gone. */
export const MAX_LISTED = 50_000;
/** The other side may be silent for so long. */
export const SILENCE_MS = 20_000;

/**
 * Why a source could not be read. `forbidden`: it leads to somewhere local; `certificate`: it is not who it should be; `refused`: it does
 * not know the user; `missing`: there is no such folder; `status`: it answers with something else than what was asked for.
 */
export const SOURCE_PROBLEMS = [
  ...['unreachable', 'forbidden', 'timeout', 'certificate', 'refused', 'missing', 'redirected', 'status'],
  ...['too_large', 'unreadable'],
] as const;
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number];

export class SourceFailure extends Error {
  readonly problem: SourceProblem;
  constructor(problem: SourceProblem, cause?: unknown) {
    super(`A source could not be read: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'SourceFailure';
    this.problem = problem;
  }
}

/** One thing at a source cannot be had; the others can. */
export class ItemFailure extends Error {
  readonly problem: 'too_large' | 'unreadable' | 'missing';
  constructor(problem: ItemFailure['problem'], cause?: unknown) {
    super(`Something at a source could not be read: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'ItemFailure';
    this.problem = problem;
  }
}

const TIMEOUTS: ReadonlySet<unknown> = new Set([
  'ETIMEDOUT',
  'ETIMEOUT',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
]);
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_)/;

/** What a driver has thrown, in our words. */
export function failureOf(error: unknown): SourceFailure | ItemFailure {
  if (error instanceof SourceFailure || error instanceof ItemFailure) return error;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (TIMEOUTS.has(code) || name === 'TimeoutError' || name === 'AbortError')
    return new SourceFailure('timeout', error);
  if (typeof code === 'string' && CERTIFICATE.test(code)) return new SourceFailure('certificate', error);
  return new SourceFailure('unreachable', error);
}

/** Ends what takes too long, whichever part of it does. */
export async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SourceFailure('timeout')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
