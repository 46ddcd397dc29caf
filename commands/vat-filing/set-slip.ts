import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { SlipFields } from '../../domain/vat-filing/fees-events.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedSlip {
  readonly year: number;
  readonly third_party_id: number;
  readonly slip: SlipFields;
  readonly baseVersion: number | null;
}

/** Sets the content of a 281.50 slip. `isRecorded` is false if it is unchanged. */
export async function setFeesSlip(
  { commands }: Toolbox,
  companyId: number,
  requested: RequestedSlip,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const outcome = await commands.execute('company', companyId, { type: 'SetFeesSlip', ...requested }, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}
