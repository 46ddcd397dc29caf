import type { Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { listKnownPeople, type KnownPerson } from '../../projections/bridge/queries.ts';
import { isDemoAccount } from '../../projections/firms/queries.ts';
import { withEmailLock } from '../identity/email-address.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Accounts of people named by the external platform. */
export interface ToldPerson {
  readonly external_id: string;
  readonly email: string;
  readonly name: string;
  readonly locale?: Language | null | undefined;
}

export interface MirroredPerson {
  readonly userId: number;
  /** The account belongs to the person: the platform cannot sign in to it, and the person joins its firms by accepting. */
  readonly mustAccept: boolean;
  /** The account keeps its former address, because another account has the new one. */
  readonly isAddressTaken: boolean;
}

/** Marks accounts whose password is checked by the platform: no hash is ever stored for it. */
const NO_PASSWORD = 'external';

export const normaliseEmail = (email: string): string => email.toLowerCase();

/**
 * Finds the account of a person among those known by id or address, or creates one. Null if the address belongs to an
 * account that the platform does not control.
 */
export async function mirrorPerson(
  toolbox: Toolbox,
  person: ToldPerson,
  known: readonly KnownPerson[],
  context: CommandContext,
): Promise<MirroredPerson | null> {
  const own = known.find(({ external_id }) => external_id === person.external_id);
  const atAddress = known.find(({ email }) => normaliseEmail(email) === normaliseEmail(person.email));
  if (own) return updatePerson(toolbox, person, own, context);
  if (!atAddress) return registerPerson(toolbox, person, context);
  // An address passed from one person of the platform to another must not give access to the first one's account.
  if (atAddress.external_id !== null || (await isDemoAccount(toolbox.pool, atAddress.id))) return null;
  return { userId: atAddress.id, mustAccept: true, isAddressTaken: false };
}

/** Name and address of a platform account are controlled by the platform. */
async function updatePerson(
  { pool, commands }: Toolbox,
  { external_id: externalId, name, email }: ToldPerson,
  own: KnownPerson,
  context: CommandContext,
): Promise<MirroredPerson> {
  const mirrored = { userId: own.id, mustAccept: false };
  if (own.name === name && own.email === email) return { ...mirrored, isAddressTaken: false };
  return withEmailLock(pool, email, async () => {
    await commands.waitForProjections();
    const others = await listKnownPeople(pool, [], [normaliseEmail(email)]);
    const isAddressTaken = others.some(({ id }) => id !== own.id);
    const command = { type: 'MirrorUser', externalId, name, email: isAddressTaken ? own.email : email } as const;
    const outcome = await commands.execute('user', own.id, command, context);
    if (isRefusal(outcome)) throw new Error(`Account ${own.id} is not controlled by the platform`);
    return { ...mirrored, isAddressTaken };
  });
}

async function registerPerson(
  toolbox: Toolbox,
  person: ToldPerson,
  context: CommandContext,
): Promise<MirroredPerson | null> {
  const { pool, commands, ids } = toolbox;
  const { external_id, name, email, locale = null } = person;
  const met = await withEmailLock(pool, email, async (): Promise<MirroredPerson | readonly KnownPerson[]> => {
    // The previous holder of the lock may have stopped waiting for the read tables.
    await commands.waitForProjections();
    const known = await listKnownPeople(pool, [external_id], [normaliseEmail(email)]);
    if (known.length > 0) return known;
    const [id] = await ids.allocate('users', 1);
    const details = { id: id!, name, email, locale, external_id, password_id: NO_PASSWORD, is_platform_admin: false };
    const outcome = await commands.execute('user', id!, { type: 'RegisterUser', details }, context);
    if (isRefusal(outcome)) throw new Error('A platform account could not be created');
    return { userId: id!, mustAccept: false, isAddressTaken: false };
  });
  return 'userId' in met ? met : mirrorPerson(toolbox, person, met, context);
}
