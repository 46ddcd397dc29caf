import type { CreateSepaFile } from '../../domain/sepa/creation.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { linesToLetter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedSepaFile = Omit<CreateSepaFile, 'type' | 'id' | 'lines'>;

/** Gives the id of the file; after an interrupted earlier run, of the one that was made then. */
export async function createSepaFile(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedSepaFile,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const [id] = await toolbox.ids.allocate('sepa_files', 1);
  const gathered = () => gather(toolbox, companyId, requested, id!);
  const outcome = await toolbox.commands.execute('company', companyId, gathered, context);
  return isRefusal(outcome) ? outcome : { id: firstOfType(outcome.events, 'SepaFileCreated').data.id };
}

/** Why the file could not be made so now; null when it could. */
export async function refusalOfSepaFile(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedSepaFile,
): Promise<Refusal | null> {
  return refusalOf(toolbox, 'company', companyId, await gather(toolbox, companyId, requested, 1));
}

async function gather(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  requested: RequestedSepaFile,
  id: number,
): Promise<CreateSepaFile> {
  const lineIds = requested.payments.flatMap(({ line_ids }) => line_ids);
  return { type: 'CreateSepaFile', id, ...requested, lines: await linesToLetter(pool, companyId, lineIds) };
}
