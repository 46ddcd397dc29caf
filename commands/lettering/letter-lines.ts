import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { LetterLines } from '../../domain/lettering/lettering.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { linesToLetter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { paymentTaxOf } from './payment-tax.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedLettering = Pick<LetterLines, 'line_ids' | 'partial' | 'entry_date' | 'journal_id' | 'label'>;

/** Gives the id of the lettering; after an interrupted earlier run, of the one that was made then. */
export async function letterLines(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedLettering,
  context: CommandContext,
): Promise<{ readonly letteringId: number } | Refusal> {
  const gathered = (file: CompanyFile) => gather(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, gathered, context);
  if (isRefusal(outcome)) return outcome;
  return { letteringId: firstOfType(outcome.events, 'LinesLettered').data.letterings[0]!.id };
}

/** Why these lines could not be lettered so now; null when they could. */
export async function refusalOfLettering(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedLettering,
): Promise<Refusal | null> {
  const file = await toolbox.commands.look('company', companyId);
  return refusalOf(toolbox, 'company', companyId, await gather(toolbox, companyId, requested, file));
}

async function gather(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedLettering,
  file: CompanyFile,
): Promise<LetterLines> {
  const { pool, ids } = toolbox;
  const [lines, [letteringId], [entryId], [settling, other]] = await Promise.all([
    linesToLetter(pool, companyId, requested.line_ids),
    ids.allocate('letterings', 1),
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', 2),
  ]);
  const writeOffIds = { entryId: entryId!, lineIds: [settling!, other!] } as const;
  const entries = lines.map(({ entry_id }) => entry_id);
  const payment = await paymentTaxOf(toolbox, companyId, entries, 1, file);
  const found = { lines, ...(payment && { payment }) };
  return { type: 'LetterLines', ...requested, ...found, letteringId: letteringId!, writeOffIds };
}
