import { isRefusal } from '../../domain/refusal.ts';
import type { MailOutcome, SettleMails } from '../../domain/mail/settling.ts';
import { standingOfMails } from '../../projections/mail/facts.ts';
import { systemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Records what became of mails of one company file. Gives whether the file took it: one in the recycle bin does not. */
export async function settleMails(
  { pool, commands }: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  outcomes: readonly MailOutcome[],
): Promise<boolean> {
  const gathered = async (): Promise<SettleMails> => {
    const ids = outcomes.map(({ id }) => id);
    return { type: 'SettleMails', outcomes, known: await standingOfMails(pool, companyId, ids) };
  };
  return !isRefusal(await commands.execute('company', companyId, gathered, systemContext('mail')));
}
