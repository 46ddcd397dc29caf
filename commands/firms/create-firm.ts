import type { FirmDetails } from '../../domain/firms/firm.ts';
import type { Language } from '../../domain/language.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findUserByEmail } from '../../projections/identity/queries.ts';
import { hashPassword, newPublicToken } from '../identity/secrets.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface NewFirm {
  readonly firm: FirmDetails;
  readonly admin: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
    readonly locale: Language | null;
  };
}

export interface FirmCreated {
  readonly firm: { readonly public_token: string; readonly name: string };
  readonly user_id: number;
}

const EMAIL_LOCK = 7_201_004;

/** Opens a firm with its first administrator, who gets an account; an address that has one already is refused. */
export async function createFirm(
  toolbox: Toolbox,
  { firm, admin }: NewFirm,
  context: CommandContext,
): Promise<FirmCreated | Refusal> {
  const { pool, commands, ids } = toolbox;
  const client = await pool.connect();
  try {
    // One address, one account: whoever registers it holds this lock until the read tables show it.
    await client.query('SELECT pg_advisory_lock($1, hashtext(lower($2)))', [EMAIL_LOCK % 2 ** 31, admin.email]);
    try {
      if (await findUserByEmail(pool, admin.email)) return invalid([{ code: 'record_taken', field: 'email' }]);
      const [[userId], [firmId]] = await Promise.all([ids.allocate('users', 1), ids.allocate('firms', 1)]);
      const publicToken = newPublicToken();
      // The firm first: cut off between the two, a firm that nobody can enter harms no one, a taken address would.
      const opened = await commands.execute(
        'firm',
        firmId!,
        { type: 'OpenFirm', firmId: firmId!, publicToken, details: firm, adminId: userId! },
        context,
      );
      if (isRefusal(opened)) return opened;
      const { password, ...person } = admin;
      const details = { id: userId!, ...person, password_hash: await hashPassword(password), is_platform_admin: false };
      const registered = await commands.execute('user', userId!, { type: 'RegisterUser', details }, context);
      return isRefusal(registered)
        ? registered
        : { firm: { public_token: publicToken, name: firm.name }, user_id: userId! };
    } finally {
      await client.query('SELECT pg_advisory_unlock($1, hashtext(lower($2)))', [EMAIL_LOCK % 2 ** 31, admin.email]);
    }
  } finally {
    client.release();
  }
}
