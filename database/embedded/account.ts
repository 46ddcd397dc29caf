import { readFile } from 'node:fs/promises';

/** The unprivileged user that runs PostgreSQL if this process is root, because PostgreSQL refuses root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** In order of preference; any other account comes last. */
const preferredNames = ['postgres', 'nobody', 'daemon'];

/** Null for an ordinary user, who then also runs the server. */
export async function findServerAccount(ownerOfData: number | null, ownerOfFolder: number): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  return chooseAccount(accounts, ownerOfData, ownerOfFolder);
}

/**
 * Existing data is served by its owner, so that adding or removing an account changes nothing. New data belongs to the
 * owner of the surrounding folder, who may later start the service without root; but only an account with a name, because
 * `initdb` looks up its own name and fails without one.
 */
export function chooseAccount(
  accounts: readonly Account[],
  ownerOfData: number | null,
  ownerOfFolder: number,
): Account {
  const findByUid = (uid: number): Account | undefined => accounts.find((account) => account.uid === uid);
  if (ownerOfData !== null && ownerOfData !== 0) {
    return findByUid(ownerOfData) ?? { name: String(ownerOfData), uid: ownerOfData, gid: ownerOfData };
  }
  const unprivileged = accounts.filter((account) => account.uid > 0 && account.gid > 0);
  const preferred = preferredNames.flatMap((name) => unprivileged.filter((account) => account.name === name));
  const ownerAround = ownerOfFolder === 0 ? undefined : findByUid(ownerOfFolder);
  const chosen = ownerAround ?? preferred[0] ?? unprivileged[0];
  if (chosen === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root and /etc/passwd contains no other user. ' +
        'Start Grandlivre as an ordinary user, or set DATABASE_URL to your own PostgreSQL server.',
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
