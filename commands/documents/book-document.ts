import type { BookDocument } from '../../domain/documents/booking.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { lineIdsFor } from '../../domain/ledger/invoice.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { documentFacts } from '../../projections/documents/facts.ts';
import { sameReferences } from '../../projections/ledger/same-references.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedDocumentBooking {
  readonly id: number;
  readonly journal_id: number | null;
  readonly entry_date: PlainDate | null;
  /** Also when it seems to be in the books already. */
  readonly isForced: boolean;
  readonly baseVersion: number | null;
}

/** Gives the id of the entry; after an interrupted earlier run, of the one that was posted then. */
export async function bookDocument(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  requested: RequestedDocumentBooking,
  context: CommandContext,
): Promise<{ readonly entryId: number } | Refusal> {
  const gathered = async (): Promise<BookDocument | Refusal> => {
    const command = await gather(pool, companyId, requested);
    if (isRefusal(command)) return command;
    const [entryIds, lineIds] = await Promise.all([
      ids.allocate('entries', 1),
      ids.allocate('entry_lines', lineIdsFor(command.facts.lines.length)),
    ]);
    return { ...command, booking: { ...command.booking, entryId: entryIds[0]!, lineIds } };
  };
  const outcome = await commands.execute('company', companyId, gathered, context);
  return isRefusal(outcome) ? outcome : { entryId: firstOfType(outcome.events, 'EntryPosted').data.id };
}

/** Why a document that is there could not be booked so now; null when it could. */
export async function refusalOfBooking(
  toolbox: Pick<Toolbox, 'pool' | 'commands'>,
  companyId: number,
  requested: RequestedDocumentBooking,
): Promise<Refusal | null> {
  const command = await gather(toolbox.pool, companyId, requested);
  return isRefusal(command) ? null : refusalOf(toolbox, 'company', companyId, command);
}

/** Without the ids that it takes. */
async function gather(
  pool: Toolbox['pool'],
  companyId: number,
  { id, journal_id, entry_date, isForced, baseVersion }: RequestedDocumentBooking,
): Promise<BookDocument | Refusal> {
  const facts = await documentFacts(pool, companyId, id);
  if (!facts || facts.is_trashed) return refuse('not_found');
  const named = { third_party_id: facts.third_party_id, reference: facts.number };
  const same = isForced ? [] : (await sameReferences(pool, companyId, [named]))(named);
  const lineIds = new Array<number>(lineIdsFor(facts.lines.length)).fill(0);
  const booking = { entryId: 0, lineIds, journal_id, entry_date, sameReferences: same };
  return { type: 'BookDocument', facts, booking, baseVersion };
}
