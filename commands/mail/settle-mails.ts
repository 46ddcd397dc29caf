import { isRefusal } from '../../domain/refusal.ts';
import type { MailOutcome, SettleMails } from '../../domain/mail/settling.ts';
import { readMailStatuses } from '../../projections/mail/facts.ts';
import { createSystemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Records the outcomes of mails of one company file. Returns false if the file refused them, such as a trashed file. */
export async function recordMailOutcomes(
  { pool, commands }: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  outcomes: readonly MailOutcome[],
): Promise<boolean> {
  const buildCommand = async (): Promise<SettleMails> => {
    const ids = outcomes.map(({ id }) => id);
    return { type: 'SettleMails', outcomes, known: await readMailStatuses(pool, companyId, ids) };
  };
  return !isRefusal(await commands.execute('company', companyId, buildCommand, createSystemContext('mail')));
}
