import type { CreateSepaFile } from '../../domain/sepa/creation.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { readLinesToLetter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedSepaFile = Omit<CreateSepaFile, 'type' | 'id' | 'lines'>;

/** Returns the id of the file. After an interrupted earlier run, this is the file created then. */
export async function createSepaFile(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedSepaFile,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const buildCommand = () => buildCreateSepaCommand(toolbox, companyId, requested);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'SepaFileCreated').data.id };
}

export async function buildCreateSepaCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: RequestedSepaFile,
): Promise<CreateSepaFile> {
  const lineIds = requested.payments.flatMap(({ line_ids }) => line_ids);
  const [lines, [id]] = await Promise.all([readLinesToLetter(pool, companyId, lineIds), ids.allocate('sepa_files', 1)]);
  return { type: 'CreateSepaFile', id: id!, ...requested, lines };
}
