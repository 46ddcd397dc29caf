import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { StorageFull, StorageUnavailable } from '../../outside/files/failures.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { MARK_NAME } from '../../outside/files/names.ts';
import { readFileStoreMark, recordFirstMark, type FileStoreMark } from '../../stores/support/file-store-mark.ts';
import { StartProblem, UNUSABLE_EXIT } from './start-problem.ts';

/**
 * All processes of an installation must share one file store: a document uploaded to one is read by another. The first
 * process writes a mark into its store and records it in the database; every later start compares the two.
 */

/** This process does not share its files with the others. */
export class FilesNotShared extends StartProblem {
  constructor(message: string) {
    super(message, null, UNUSABLE_EXIT);
    this.name = 'FilesNotShared';
  }
}

export interface SharedFilesCheck {
  readonly files: Pick<FileStore, 'readMark' | 'writeMark'>;
  readonly pool: pg.Pool;
  readonly config: Pick<Config, 'dataDir' | 'bucket' | 'databaseUrl'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Called if a slow store turns out to be another one after the start. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
}

/** A bucket that does not respond must not hold up the start: the rest of the service works without it. */
const LONGEST_MS = 3_000;

/** @throws FilesNotShared */
export async function checkSharedFiles(check: SharedFilesCheck): Promise<void> {
  const checking = compareMarks(check).catch((error: unknown) => {
    if (!(error instanceof StorageFull || error instanceof StorageUnavailable)) throw error;
    check.logger.warn({ err: error }, 'the file store cannot be used, so its mark was not checked');
  });
  const waiting = new AbortController();
  try {
    const late = pause(LONGEST_MS, 'late' as const, { signal: waiting.signal });
    late.catch(() => undefined);
    if ((await Promise.race([checking, late])) === 'late') checking.catch((error: unknown) => check.onFatal?.(error));
  } finally {
    waiting.abort();
  }
}

async function compareMarks(check: SharedFilesCheck): Promise<void> {
  const { files, pool } = check;
  const known = await readFileStoreMark(pool);
  const found = await files.readMark();
  if (known.mark !== null && found === known.mark) return;
  if (known.mark !== null && found !== null) throw describeOtherStore(check, known, found);
  await recordFirstMark(pool, (newest) => markStore(check, newest));
}

/** Runs in one process at a time. */
async function markStore(
  check: SharedFilesCheck,
  known: FileStoreMark,
): Promise<{ readonly mark: string; readonly place: string } | null> {
  const { files, config } = check;
  const found = await files.readMark();
  const expected = known.mark ?? known.logId;
  // A log that is unreachable at the first start is identified later; the next start writes the mark.
  if (expected === null) return null;
  if (found === expected) return known.mark === null ? { mark: expected, place: describeStore(config) } : null;
  // The only process on an embedded server has no others to share with: its files were restored without the mark.
  const mayMark = known.mark === null || config.databaseUrl === null;
  if (found !== null || !mayMark) throw describeOtherStore(check, known, found);
  await files.writeMark(expected);
  return { mark: expected, place: describeStore(config) };
}

function describeStore({ bucket, dataDir }: SharedFilesCheck['config']): string {
  if (bucket === null) return `the folder ${dataDir}/files on ${hostname()}`;
  const prefix = bucket.prefix === '' ? 'no prefix' : `the prefix ${bucket.prefix}`;
  return `the bucket ${bucket.bucket} with ${prefix}${bucket.endpoint === null ? '' : ` at ${bucket.endpoint}`}`;
}

/** Names the variable, the problem, an example, and how to accept files that were moved. */
function describeOtherStore(
  { config }: SharedFilesCheck,
  { mark, place }: FileStoreMark,
  found: string | null,
): FilesNotShared {
  const { variable, remedy, markPath } = config.bucket === null ? FOLDER : describeBucket(config.bucket.prefix);
  const known = place === null ? '' : `, which are in ${place}`;
  const accept = mark === null ? '' : `. If the files have moved here, write ${mark} into ${markPath} there`;
  return new FilesNotShared(
    `${variable} leads to ${describeStore(config)}, and ${describeProblem(mark, found)}${known}: ${remedy}${accept}`,
  );
}

const FOLDER = {
  variable: 'DATA_DIR',
  remedy:
    'set DATA_DIR to one folder or volume in every process, for example DATA_DIR=/srv/grandlivre/var, or S3_BUCKET in every process',
  markPath: `files/${MARK_NAME}`,
};

const describeBucket = (prefix: string): typeof FOLDER => ({
  variable: 'S3_BUCKET',
  remedy:
    'set S3_BUCKET, S3_PREFIX and S3_ENDPOINT alike in every process, for example S3_BUCKET=books-files S3_PREFIX=grandlivre/',
  markPath: `${prefix}${MARK_NAME}`,
});

function describeProblem(mark: string | null, found: string | null): string {
  if (found === null) return 'it lacks the mark of the files that the other processes use';
  return mark === null ? 'it holds the files of another installation' : 'it has another mark than the files in use';
}
