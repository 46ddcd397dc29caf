import type { RequestedFilingChanges } from '../../domain/annual-filings/filings.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedFilingChange {
  readonly fiscal_year_id: number;
  readonly changes: RequestedFilingChanges;
  readonly usualForm: string;
  readonly baseVersion: number | null;
}

/** `isRecorded` is false if nothing changed. */
export async function changeAnnualFiling(
  { commands }: Toolbox,
  companyId: number,
  requested: RequestedFilingChange,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const command = { type: 'ChangeAnnualFiling', ...requested } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}
