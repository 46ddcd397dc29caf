import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import {
  linesToLetter,
  linesToLetterAgain,
  type EarlierPair,
  type ReverseEntry,
} from '../../domain/ledger/reversal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { EntryFacts } from '../../domain/ledger/entry-facts.ts';
import { documentOfEntry } from '../../domain/documents/facts.ts';
import { documentsOfEntries } from '../../projections/documents/facts.ts';
import { entryFacts } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { paymentTaxToMoveBack } from '../lettering/payment-tax.ts';

export interface RequestedReversal {
  readonly id: number;
  /** Null: the day of the original while its period is open, else today. */
  readonly entry_date: PlainDate | null;
  readonly label: string | null;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

/** Gives the id of the reversal; after an interrupted earlier run, of the one that was posted then. */
export async function reverseEntry(
  toolbox: Toolbox,
  companyId: number,
  { id, ...requested }: RequestedReversal,
  context: CommandContext,
): Promise<{ readonly reversalId: number } | Refusal> {
  const outcome = await toolbox.commands.execute(
    'company',
    companyId,
    (file) => gather(toolbox, companyId, id, requested, file),
    context,
  );
  if (isRefusal(outcome)) return outcome;
  return { reversalId: firstOfType(outcome.events, 'EntryPosted').data.id };
}

/** Why an entry that is there could not be reversed so now; null when it could. */
export async function refusalOfReversal(
  toolbox: Toolbox,
  companyId: number,
  { id, ...requested }: RequestedReversal,
): Promise<Refusal | null> {
  const command = await gather(toolbox, companyId, id, requested, await toolbox.commands.look('company', companyId));
  return isRefusal(command) ? null : refusalOf(toolbox, 'company', companyId, command);
}

async function gather(
  toolbox: Toolbox,
  companyId: number,
  entryId: number,
  requested: Omit<RequestedReversal, 'id'>,
  file: CompanyFile,
): Promise<ReverseEntry | Refusal> {
  const { pool, ids } = toolbox;
  const facts = await entryFacts(pool, companyId, entryId);
  if (!facts) return refuse('not_found');
  const earlier = await earlierPair(pool, companyId, facts);
  const lettered = linesToLetter(facts).length + linesToLetterAgain(facts, earlier).length;
  const [entryIds, lineIds, letteringIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', facts.lines.length),
    ids.allocate('letterings', lettered),
  ]);
  const payment = await paymentTaxToMoveBack(toolbox, companyId, facts.letterings, file);
  const document = documentOfEntry(await documentsConcerned(pool, companyId, facts), facts);
  const found = { facts, ...(earlier && { earlier }), ...(payment && { payment }), ...(document && { document }) };
  return { type: 'ReverseEntry', ...found, entryId: entryIds[0]!, lineIds, letteringIds, ...requested };
}

/** The document that the entry has booked, or that of the entry which it has taken back. */
async function documentsConcerned(pool: Toolbox['pool'], companyId: number, { id, reversed_entry_id }: EntryFacts) {
  const ids = [id, ...(reversed_entry_id === null ? [] : [reversed_entry_id])];
  const found = await documentsOfEntries(pool, companyId, ids);
  return new Map(found.map((document) => [document.id, document]));
}

/** Of most entries there is none: only who goes back and forth gets here. */
async function earlierPair(
  pool: Toolbox['pool'],
  companyId: number,
  { reversed_entry_id }: EntryFacts,
): Promise<EarlierPair | undefined> {
  const reversal = reversed_entry_id === null ? undefined : await entryFacts(pool, companyId, reversed_entry_id);
  if (!reversal || reversal.reversed_entry_id === null) return undefined;
  const entry = await entryFacts(pool, companyId, reversal.reversed_entry_id);
  return entry && { entry, reversal };
}
