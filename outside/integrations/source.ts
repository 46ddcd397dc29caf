/** Common interface of all file sources. Sources are read-only. */
export interface FileSource {
  /** Lists the items, oldest first. @throws SourceFailure */
  listItems(): Promise<readonly FoundItem[]>;
  /** Fetches the files of an item: the attachments of a message, or the file itself. @throws SourceFailure, ItemFailure */
  fetchFiles(item: FoundItem): Promise<readonly FetchedFile[]>;
  close(): Promise<void>;
}

export interface FoundItem {
  /** Identifies the item and its version. */
  readonly place: string;
  /** Display name. */
  readonly name: string;
}

export interface FetchedFile {
  readonly name: string;
  readonly content: Buffer;
  /** The file is the text of a message, which contains this. */
  readonly bodyText?: string;
}

/** Maximum size of one file. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Larger, because attachments are base64-encoded. */
export const MAX_MESSAGE_BYTES = 36 * 1024 * 1024;
/** Further items are seen when earlier ones are gone. */
export const MAX_LISTED = 50_000;
/** Longest silence of the other side. */
export const SILENCE_MS = 20_000;

/**
 * Why a source could not be read. `forbidden`: local address; `certificate`: wrong identity; `refused`: unknown user;
 * `missing`: no such folder; `status`: unexpected answer; `unmapped`: an answer without any mapped field.
 */
export const SOURCE_PROBLEMS = [
  ...['unreachable', 'forbidden', 'timeout', 'certificate', 'refused', 'missing', 'redirected', 'status'],
  ...['too_large', 'unreadable', 'unmapped'],
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

/** One item of a source cannot be read; the others can. */
export class ItemFailure extends Error {
  readonly problem: 'too_large' | 'unreadable' | 'missing';
  constructor(problem: ItemFailure['problem'], cause?: unknown) {
    super(`An item of a source could not be read: ${problem}`, cause === undefined ? undefined : { cause });
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

/** Maps errors of drivers to our own failures. */
export function toDriverFailure(error: unknown): SourceFailure | ItemFailure {
  if (error instanceof SourceFailure || error instanceof ItemFailure) return error;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (TIMEOUTS.has(code) || name === 'TimeoutError' || name === 'AbortError')
    return new SourceFailure('timeout', error);
  if (typeof code === 'string' && CERTIFICATE.test(code)) return new SourceFailure('certificate', error);
  return new SourceFailure('unreachable', error);
}

/** Fails if the work takes too long. */
export async function resolveWithin<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
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
