import type { CreateSepaFile } from '../../domain/sepa/creation.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { readLinesToLetter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedSepaFile = Omit<CreateSepaFile, 'type' | 'id' | 'lines'>;

/** Returns the id of the file. After an interrupted earlier run, this is the file created then. */
export async function createSepaFile(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedSepaFile,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const [id] = await toolbox.ids.allocate('sepa_files', 1);
  const buildCommand = () => buildCreateCommand(toolbox, companyId, requested, id!);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'SepaFileCreated').data.id };
}

/** Finds why the file cannot be created now. Null if it can. */
export async function findSepaFileRefusal(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedSepaFile,
): Promise<Refusal | null> {
  return findRefusal(toolbox, 'company', companyId, await buildCreateCommand(toolbox, companyId, requested, 1));
}

async function buildCreateCommand(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  requested: RequestedSepaFile,
  id: number,
): Promise<CreateSepaFile> {
  const lineIds = requested.payments.flatMap(({ line_ids }) => line_ids);
  return { type: 'CreateSepaFile', id, ...requested, lines: await readLinesToLetter(pool, companyId, lineIds) };
}
