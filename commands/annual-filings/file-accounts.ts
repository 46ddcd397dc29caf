import type { FileAnnualAccounts } from '../../domain/annual-filings/filings.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Records the filing of annual accounts. Their files are stored before the log refers to them. */
export async function fileAnnualAccounts(
  { commands }: Toolbox,
  companyId: number,
  requested: Omit<FileAnnualAccounts, 'type'>,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const command = { type: 'FileAnnualAccounts', ...requested } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}
