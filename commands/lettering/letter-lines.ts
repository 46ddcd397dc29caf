import type { LetterLines } from '../../domain/lettering/lettering.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { linesToLetter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/recorded.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type WantedLettering = Pick<LetterLines, 'line_ids' | 'partial' | 'entry_date' | 'journal_id' | 'label'>;

/** Gives the id of the lettering; after an interrupted earlier run, of the one that was made then. */
export async function letterLines(
  { pool, commands, ids }: Toolbox,
  companyId: number,
  wanted: WantedLettering,
  context: CommandContext,
): Promise<{ readonly letteringId: number } | Refusal> {
  const gather = async (): Promise<LetterLines> => {
    const [lines, [letteringId], [entryId], [settling, other]] = await Promise.all([
      linesToLetter(pool, companyId, wanted.line_ids),
      ids.allocate('letterings', 1),
      ids.allocate('entries', 1),
      ids.allocate('entry_lines', 2),
    ]);
    const writeOffIds = { entryId: entryId!, lineIds: [settling!, other!] } as const;
    return { type: 'LetterLines', ...wanted, lines, letteringId: letteringId!, writeOffIds };
  };
  const outcome = await commands.execute('company', companyId, gather, context);
  if (isRefusal(outcome)) return outcome;
  return { letteringId: firstOfType(outcome.events, 'LinesLettered').data.letterings[0]!.id };
}
