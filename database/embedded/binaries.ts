import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Account } from './account.ts';
import { copyForAccount, copyForSelf } from './binaries-copy.ts';
import { completeInstallation, findNativePackage } from './native-package.ts';

/** The programs of PostgreSQL, in a place where the server's user can run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL finds its libraries and its `share` folder from the real path of its own program, so every folder above the
 * program must be open to the user that it runs as. As root, with a checkout that only root may enter (a home of
 * mode 700), no unprivileged user can run it where npm put it. It is then copied, once for each version, to a folder that
 * root owns and everybody may read. A bind mount or a capability would do without a copy, but needs rights that
 * root in a container lacks, and a capability would let the server read every file of the machine.
 */
export async function findBinaries(account: Account | null, dataDir: string): Promise<Binaries> {
  const installed = await findNativePackage();
  const complete = await completeInstallation(installed.native);
  if (account === null) {
    return binariesUnder(complete ? installed.native : await copyForSelf(installed, dataDir));
  }
  if (complete && (await canRun(installed.native, account))) return binariesUnder(installed.native);
  return binariesUnder(await copyForAccount(installed, (folder) => canRun(folder, account)));
}

/** Asks the machine instead of reading modes: access lists, mount options and security modules count as well. */
async function canRun(native: string, { name, uid, gid }: Account): Promise<boolean> {
  const script =
    'test -r "$1/share/postgresql/postgres.bki" && test -r "$1/lib/postgresql" && "$1/bin/initdb" -V && "$1/bin/postgres" -V';
  const exit = new Promise<number | null>((resolve, reject) => {
    const options = { cwd: '/', uid, gid, stdio: 'ignore', env: serverEnvironment() } as const;
    const child = spawn('/bin/sh', ['-c', script, 'sh', native], options);
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const code = await exit.catch((error: Error) => {
    throw new Error(
      `PostgreSQL refuses to run as root, and root may not become the user ${name} here (${error.message}). ` +
        'Start Grandlivre as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  });
  return code === 0;
}

/** Nothing of the service's own environment: its secrets are not the server's, and `PG…` variables would steer it. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH: PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
}

function binariesUnder(native: string): Binaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}
