import type { CompanyFile } from '../../domain/company-file-state.ts';
import { findCommonCurrency } from '../../domain/lettering/exchange.ts';
import type { LetterLines } from '../../domain/lettering/lettering.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { readLinesToLetter } from '../../projections/lettering/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { preparePaymentTax } from './payment-tax.ts';
import { allocateMissingAccounts } from '../support/missing-accounts.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedLettering = Pick<
  LetterLines,
  'line_ids' | 'partial' | 'across_currencies' | 'entry_date' | 'journal_id' | 'label'
>;

/** Returns the id of the lettering. After an interrupted earlier run, this is the lettering made then. */
export async function letterLines(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedLettering,
  context: CommandContext,
): Promise<{ readonly letteringId: number } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildLetterCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { letteringId: getFirstOfType(outcome.events, 'LinesLettered').data.letterings[0]!.id };
}

export async function buildLetterCommand(
  sources: Sources,
  companyId: number,
  requested: RequestedLettering,
  file: CompanyFile,
): Promise<LetterLines> {
  const { pool, ids } = sources;
  const [lines, [letteringId], [entryId], [settling, other]] = await Promise.all([
    readLinesToLetter(pool, companyId, requested.line_ids),
    ids.allocate('letterings', 1),
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', 2),
  ]);
  const writeOffIds = { entryId: entryId!, lineIds: [settling!, other!] } as const;
  const entries = lines.map(({ entry_id }) => entry_id);
  const payment = await preparePaymentTax(sources, companyId, entries, 1, file);
  const made = findCommonCurrency(lines) === null ? {} : await allocateMissingAccounts(ids, file);
  const found = { lines, ...made, ...(payment && { payment }) };
  return { type: 'LetterLines', ...requested, ...found, letteringId: letteringId!, writeOffIds };
}
