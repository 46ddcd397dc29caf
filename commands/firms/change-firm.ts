import type { DetailsCommand } from '../../domain/firms/details.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface FirmChanged {
  /** Log position that every process must have processed; null if nothing changed. */
  readonly rightsChangedAt: number | null;
}

/** Changes the details of a firm, or its logo, whose file is already stored. */
export async function changeFirm(
  { commands }: Toolbox,
  firmId: number,
  command: DetailsCommand,
  context: CommandContext,
): Promise<FirmChanged | Refusal> {
  const outcome = await commands.execute('firm', firmId, command, context);
  return isRefusal(outcome) ? outcome : { rightsChangedAt: outcome.position };
}
