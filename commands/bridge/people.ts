import type { Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { knownPeople, type KnownPerson } from '../../projections/bridge/queries.ts';
import { isDemoAccount } from '../../projections/firms/queries.ts';
import { holdingEmail } from '../identity/email-address.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** The accounts of people whom the external platform names. */
export interface ToldPerson {
  readonly external_id: string;
  readonly email: string;
  readonly name: string;
  readonly locale?: Language | null | undefined;
}

export interface MirroredPerson {
  readonly userId: number;
  /** The account is the person's own: the platform cannot sign in to it, and they join firms of the platform by accepting. */
  readonly mustAccept: boolean;
  /** The account stays at its former address, because another one has the new one. */
  readonly isAddressTaken: boolean;
}

/** Marks accounts whose password the platform checks: no hash is ever kept under it. */
const NO_PASSWORD = 'external';

export const lowerCase = (email: string): string => email.toLowerCase();

/**
 * The account of someone, among those that are known under the id or the address; a new one where there is none. Null: the address
 * is that of an account which the platform has no say in, and never will.
 */
export async function mirrorPerson(
  toolbox: Toolbox,
  person: ToldPerson,
  known: readonly KnownPerson[],
  context: CommandContext,
): Promise<MirroredPerson | null> {
  const own = known.find(({ external_id }) => external_id === person.external_id);
  const atAddress = known.find(({ email }) => lowerCase(email) === lowerCase(person.email));
  if (own) return followed(toolbox, person, own, context);
  if (!atAddress) return opened(toolbox, person, context);
  // An address that went from one person of the platform to another opens nothing of the first one's.
  if (atAddress.external_id !== null || (await isDemoAccount(toolbox.pool, atAddress.id))) return null;
  return { userId: atAddress.id, mustAccept: true, isAddressTaken: false };
}

/** Name and address of an account of the platform are the platform's. */
async function followed(
  { pool, commands }: Toolbox,
  { external_id: externalId, name, email }: ToldPerson,
  own: KnownPerson,
  context: CommandContext,
): Promise<MirroredPerson> {
  const mirrored = { userId: own.id, mustAccept: false };
  if (own.name === name && own.email === email) return { ...mirrored, isAddressTaken: false };
  return holdingEmail(pool, email, async () => {
    await commands.caughtUp();
    const others = await knownPeople(pool, [], [lowerCase(email)]);
    const isAddressTaken = others.some(({ id }) => id !== own.id);
    const command = { type: 'MirrorUser', externalId, name, email: isAddressTaken ? own.email : email } as const;
    const outcome = await commands.execute('user', own.id, command, context);
    if (isRefusal(outcome)) throw new Error(`Account ${own.id} is not the platform's`);
    return { ...mirrored, isAddressTaken };
  });
}

async function opened(toolbox: Toolbox, person: ToldPerson, context: CommandContext): Promise<MirroredPerson | null> {
  const { pool, commands, ids } = toolbox;
  const { external_id, name, email, locale = null } = person;
  const met = await holdingEmail(pool, email, async (): Promise<MirroredPerson | readonly KnownPerson[]> => {
    // Whoever had the address before may have given up waiting for the tables.
    await commands.caughtUp();
    const known = await knownPeople(pool, [external_id], [lowerCase(email)]);
    if (known.length > 0) return known;
    const [id] = await ids.allocate('users', 1);
    const details = { id: id!, name, email, locale, external_id, password_id: NO_PASSWORD, is_platform_admin: false };
    const outcome = await commands.execute('user', id!, { type: 'RegisterUser', details }, context);
    if (isRefusal(outcome)) throw new Error('An account of the platform could not be opened');
    return { userId: id!, mustAccept: false, isAddressTaken: false };
  });
  return 'userId' in met ? met : mirrorPerson(toolbox, person, met, context);
}
