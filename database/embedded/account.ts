import { readFile } from 'node:fs/promises';

/** The unprivileged user that PostgreSQL runs as when this process is root, because PostgreSQL refuses root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** In this order; any other account of the machine comes last. */
const preferredNames = ['postgres', 'nobody', 'daemon'];

/** Null for an ordinary user: the server then runs as that user. */
export async function accountForServer(ownerOfData: number | null, ownerOfFolder: number): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  return chooseAccount(accounts, ownerOfData, ownerOfFolder);
}

/**
 * Data that exists is served by the user that owns it, so that installing or removing an account changes nothing.
 * New data goes to the owner of the folder around it, who may start the service without root next time; but only with a
 * name, because `initdb` looks its own name up and gives up without one.
 */
export function chooseAccount(
  accounts: readonly Account[],
  ownerOfData: number | null,
  ownerOfFolder: number,
): Account {
  const named = (uid: number): Account | undefined => accounts.find((account) => account.uid === uid);
  if (ownerOfData !== null && ownerOfData !== 0) {
    return named(ownerOfData) ?? { name: String(ownerOfData), uid: ownerOfData, gid: ownerOfData };
  }
  const unprivileged = accounts.filter((account) => account.uid > 0 && account.gid > 0);
  const preferred = preferredNames.flatMap((name) => unprivileged.filter((account) => account.name === name));
  const ownerAround = ownerOfFolder === 0 ? undefined : named(ownerOfFolder);
  const chosen = ownerAround ?? preferred[0] ?? unprivileged[0];
  if (chosen === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root and /etc/passwd names no other user. ' +
        'Start Grandlivre as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  return chosen;
}

export function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid && /^\d+$/.test(uid) && /^\d+$/.test(gid)
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : [];
  });
}
