import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Account } from './account.ts';
import { copyForAccount, copyForSelf } from './binaries-copy.ts';
import { completeInstallation, findNativePackage } from './native-package.ts';

/** The PostgreSQL programs, in a place where the server user can run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL locates its libraries and `share` folder from the real path of its program, so the server user must be able
 * to access every parent folder. If this process is root and the checkout is accessible to root only (a home of mode
 * 700), no unprivileged user can run the programs in place. They are then copied, once per version, to a folder owned by
 * root and readable by everyone. A bind mount or a capability would avoid the copy, but needs rights that root in a
 * container lacks, and a capability would let the server read every file of the machine.
 */
export async function findBinaries(account: Account | null, dataDir: string): Promise<Binaries> {
  const installed = await findNativePackage();
  const complete = await completeInstallation(installed.native);
  if (account === null) {
    return getBinaries(complete ? installed.native : await copyForSelf(installed, dataDir));
  }
  if (complete && (await canRun(installed.native, account))) return getBinaries(installed.native);
  return getBinaries(await copyForAccount(installed, (folder) => canRun(folder, account)));
}

/** Tests by running the programs, because access lists, mount options and security modules matter besides file modes. */
async function canRun(native: string, { name, uid, gid }: Account): Promise<boolean> {
  const script =
    'test -r "$1/share/postgresql/postgres.bki" && test -r "$1/lib/postgresql" && "$1/bin/initdb" -V && "$1/bin/postgres" -V';
  const exit = new Promise<number | null>((resolve, reject) => {
    const options = { cwd: '/', uid, gid, stdio: 'ignore', env: buildServerEnvironment() } as const;
    const child = spawn('/bin/sh', ['-c', script, 'sh', native], options);
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const code = await exit.catch((error: Error) => {
    throw new Error(
      `PostgreSQL refuses to run as root, and root cannot switch to the user ${name} here (${error.message}). ` +
        'Start Grandlivre as an ordinary user, or set DATABASE_URL to your own PostgreSQL server.',
    );
  });
  return code === 0;
}

/** Excludes the environment of the service: its secrets are not for the server, and `PG…` variables would affect it. */
export function buildServerEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH: PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
}

function getBinaries(native: string): Binaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}
