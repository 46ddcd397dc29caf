import type { ChangedLine } from '../../domain/corporate-tax/set-lines.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedLines {
  readonly fiscalYearId: number;
  readonly lines: readonly ChangedLine[];
  readonly baseVersion: number | null;
}

/** Sets manual lines of an estimate. `isRecorded` is false if nothing changes. */
export async function setCorporateTaxLines(
  { commands }: Toolbox,
  companyId: number,
  requested: RequestedLines,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const command = { type: 'SetCorporateTaxLines', ...requested } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}
