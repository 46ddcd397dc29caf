import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { listUsersByEmail } from '../../projections/identity/queries.ts';
import { printResult, UserMistake } from '../script.ts';
import { runTool } from '../tool.ts';
import { requireEmail, toUserMistake } from './account-input.ts';

export interface UnlinkValues {
  readonly email: string;
  readonly json: boolean;
}

export async function unlinkSignOn(values: UnlinkValues): Promise<void> {
  const email = requireEmail(values.email);
  await runTool(async ({ pool, commands }) => {
    const users = await listUsersByEmail(pool, email);
    if (users.length === 0) throw new UserMistake(`No account has the address ${email}`);
    let unlinked = 0;
    for (const { id } of users) {
      const outcome = await commands.execute('user', id, { type: 'UnlinkSignOn' }, createSystemContext('cli'));
      if (isRefusal(outcome)) throw toUserMistake(outcome);
      unlinked += outcome.events.length;
    }
    printResult(values.json, { email, unlinked }, `${unlinked} links of ${email} were removed.`);
  });
}
