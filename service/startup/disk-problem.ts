import { statfs } from 'node:fs/promises';
import { StartProblem } from './start-problem.ts';

interface DiskOptions {
  readonly dataDir: string;
  /** Null for the embedded server, whose data is in `dataDir`. */
  readonly databaseUrl: string | null;
}

/** An empty installation without the demo was measured at 52 MB. */
const NEEDED_MB = 60;
const MEGABYTE = 1024 * 1024;

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', '53100'];
/** Programs that the service starts report it in their output. */
const DISK_FULL_TEXT = /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i;

/** Explains a start that failed because the disk is full; other errors are returned as they are. */
export async function toDiskProblem(error: unknown, { dataDir, databaseUrl }: DiskOptions): Promise<unknown> {
  if (error instanceof StartProblem || !isDiskFull(error)) return error;
  if (databaseUrl !== null && (error as { code?: unknown }).code === '53100')
    return new StartProblem('the disk of the database server of DATABASE_URL is full: free some space there', error);
  const free = await measureFreeMegabytes(dataDir);
  return new StartProblem(
    `the disk of DATA_DIR (${dataDir}) is full${free === null ? '' : `: ${free} MB free`}. ` +
      `A new installation needs at least ${NEEDED_MB} MB: free some space, ` +
      'or set DATA_DIR to a folder on another disk, for example DATA_DIR=/srv/grandlivre',
    error,
  );
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return DISK_FULL_CODES.includes(String(code)) || DISK_FULL_TEXT.test(error.message) || isDiskFull(error.cause);
}

/** Null if the folder cannot be examined. */
async function measureFreeMegabytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && Math.floor((disk.bavail * disk.bsize) / MEGABYTE);
}
