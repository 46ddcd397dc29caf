import type { CompanyFile } from '../../domain/company-file-state.ts';
import { countBookingLines, splitPayments, type BookSepaFile } from '../../domain/sepa/booking.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readLinesToLetter } from '../../projections/lettering/facts.ts';
import { findSepaFileFacts } from '../../projections/sepa/facts.ts';
import { preparePaymentTax } from '../lettering/payment-tax.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns the id of the entry. After an interrupted earlier run, this is the entry posted then. */
export async function bookSepaFile(
  toolbox: Toolbox,
  companyId: number,
  requested: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<{ readonly entryId: number } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildBookCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { entryId: getFirstOfType(outcome.events, 'SepaFileStatusChanged').data.entry_id! };
}

async function buildBookCommand(
  toolbox: Toolbox,
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  file: CompanyFile,
): Promise<BookSepaFile | Refusal> {
  const { pool, ids } = toolbox;
  const facts = await findSepaFileFacts(pool, companyId, id);
  if (!facts) return refuse('not_found');
  const paid = facts.payments.flatMap(({ lines }) => lines);
  const parts = splitPayments(facts).length;
  const [lines, [entryId], lineIds, letteringIds, payment] = await Promise.all([
    readLinesToLetter(
      pool,
      companyId,
      paid.map(({ line_id }) => line_id),
    ),
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', countBookingLines(facts)),
    ids.allocate('letterings', parts),
    preparePaymentTax(
      toolbox,
      companyId,
      paid.map(({ entry_id }) => entry_id),
      parts,
      file,
    ),
  ]);
  const open = new Map(lines.map((line) => [line.line_id, line.open]));
  const made = { entryId: entryId!, lineIds, letteringIds };
  return { type: 'BookSepaFile', facts, open, baseVersion, ...made, ...(payment && { payment }) };
}
