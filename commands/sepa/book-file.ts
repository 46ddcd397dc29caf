import type { CompanyFile } from '../../domain/company-file-state.ts';
import { linesOfBooking, partsOf, type BookSepaFile } from '../../domain/sepa/booking.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { linesToLetter } from '../../projections/lettering/facts.ts';
import { sepaFileFacts } from '../../projections/sepa/facts.ts';
import { paymentTaxOf } from '../lettering/payment-tax.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Gives the id of the entry; after an interrupted earlier run, of the one that was posted then. */
export async function bookSepaFile(
  toolbox: Toolbox,
  companyId: number,
  requested: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<{ readonly entryId: number } | Refusal> {
  const gathered = (file: CompanyFile) => gather(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, gathered, context);
  if (isRefusal(outcome)) return outcome;
  return { entryId: firstOfType(outcome.events, 'SepaFileStatusChanged').data.entry_id! };
}

async function gather(
  toolbox: Toolbox,
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  file: CompanyFile,
): Promise<BookSepaFile | Refusal> {
  const { pool, ids } = toolbox;
  const facts = await sepaFileFacts(pool, companyId, id);
  if (!facts) return refuse('not_found');
  const paid = facts.payments.flatMap(({ lines }) => lines);
  const parts = partsOf(facts).length;
  const [lines, [entryId], lineIds, letteringIds, payment] = await Promise.all([
    linesToLetter(
      pool,
      companyId,
      paid.map(({ line_id }) => line_id),
    ),
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', linesOfBooking(facts)),
    ids.allocate('letterings', parts),
    paymentTaxOf(
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
