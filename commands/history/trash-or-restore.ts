import type { CompanyFile, CompanyFileCommand } from '../../domain/company-file.ts';
import type { MoveCommand } from '../../domain/records/trashable.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

type Move = Extract<CompanyFileCommand, MoveCommand<`Trash${string}` | `Restore${string}`>>;

interface StateBin {
  readonly findRestoreRefusal: (file: CompanyFile, id: number) => Refusal | null;
}

/** Trashes or restores an item that is part of the state of the company file. */
export async function trashOrRestore(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  move: Move,
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute('company', companyId, move, context);
  return isRefusal(outcome) ? outcome : null;
}

/** Lists why some of these items cannot be restored now, by id. */
export async function findRestoreRefusals(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  { findRestoreRefusal }: StateBin,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Refusal>> {
  const file = await commands.loadState('company', companyId);
  const refusals = new Map<number, Refusal>();
  for (const id of ids) {
    const refused = findRestoreRefusal(file, id);
    if (refused) refusals.set(id, refused);
  }
  return refusals;
}
