import type { BookDocument } from '../../domain/documents/booking.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedDocumentBooking {
  readonly id: number;
  readonly journal_id: number | null;
  readonly entry_date: PlainDate | null;
  /** Book it even if it seems to be in the books already. */
  readonly isForced: boolean;
  readonly baseVersion: number | null;
}

/** Returns the id of the entry. After an interrupted earlier run, this is the entry posted then. */
export async function bookDocument(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  requested: RequestedDocumentBooking,
  context: CommandContext,
): Promise<{ readonly entryId: number } | Refusal> {
  const buildWithIds = async (): Promise<BookDocument | Refusal> => {
    const command = await buildBookCommand(pool, companyId, requested);
    if (isRefusal(command)) return command;
    const [entryIds, lineIds] = await Promise.all([
      ids.allocate('entries', 1),
      ids.allocate('entry_lines', countInvoiceLineIds(command.facts.lines.length)),
    ]);
    return { ...command, booking: { ...command.booking, entryId: entryIds[0]!, lineIds } };
  };
  const outcome = await commands.execute('company', companyId, buildWithIds, context);
  return isRefusal(outcome) ? outcome : { entryId: getFirstOfType(outcome.events, 'EntryPosted').data.id };
}

/** Finds why an existing document cannot be booked now. Null if it can. */
export async function findBookingRefusal(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  requested: RequestedDocumentBooking,
): Promise<Refusal | null> {
  const command = await buildBookCommand(toolbox.pool, companyId, requested);
  return isRefusal(command) ? null : findRefusal(toolbox, 'company', companyId, command);
}

/** Builds the command with placeholder ids. */
async function buildBookCommand(
  pool: Toolbox['pool'],
  companyId: number,
  { id, journal_id, entry_date, isForced, baseVersion }: RequestedDocumentBooking,
): Promise<BookDocument | Refusal> {
  const facts = await findDocumentFacts(pool, companyId, id);
  if (!facts || facts.is_trashed) return refuse('not_found');
  const named = { third_party_id: facts.third_party_id, reference: facts.number };
  const same = isForced ? [] : (await createSameReferenceLookup(pool, companyId, [named]))(named);
  const lineIds = new Array<number>(countInvoiceLineIds(facts.lines.length)).fill(0);
  const booking = { entryId: 0, lineIds, journal_id, entry_date, sameReferences: same };
  return { type: 'BookDocument', facts, booking, baseVersion };
}
