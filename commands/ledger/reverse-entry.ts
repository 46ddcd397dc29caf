import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import {
  listLinesToMatch,
  listLinesToRematch,
  type EarlierPair,
  type ReverseEntry,
} from '../../domain/ledger/reversal.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { EntryFacts } from '../../domain/ledger/entry-facts.ts';
import { findDocumentOfEntry } from '../../domain/documents/facts.ts';
import { listEntryDocuments } from '../../projections/documents/facts.ts';
import { findEntryFacts } from '../../projections/ledger/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { prepareTaxMoveBack } from '../lettering/payment-tax.ts';
import type { Sources } from '../support/preview.ts';

export interface RequestedReversal {
  readonly id: number;
  /** Null means the date of the original while its period is open, else today. */
  readonly entry_date: PlainDate | null;
  readonly label: string | null;
  /** Why it is reversed. */
  readonly reason: string | null;
  readonly today: PlainDate;
  readonly baseVersion: number | null;
}

/** Returns the id of the reversal. After an interrupted earlier run, this is the reversal posted then. */
export async function reverseEntry(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedReversal,
  context: CommandContext,
): Promise<{ readonly reversalId: number } | Refusal> {
  const outcome = await toolbox.commands.execute(
    'company',
    companyId,
    (file) => buildReverseCommand(toolbox, companyId, requested, file),
    context,
  );
  if (isRefusal(outcome)) return outcome;
  return { reversalId: getFirstOfType(outcome.events, 'EntryPosted').data.id };
}

export async function buildReverseCommand(
  sources: Sources,
  companyId: number,
  { id: entryId, ...requested }: RequestedReversal,
  file: CompanyFile,
): Promise<ReverseEntry | Refusal> {
  const { pool, ids } = sources;
  const facts = await findEntryFacts(pool, companyId, entryId);
  if (!facts) return refuse('not_found');
  const reversed = await findReversedEntry(pool, companyId, facts);
  const original = reversed && (await findReversedEntry(pool, companyId, reversed));
  const earlier: EarlierPair | undefined = original && { entry: original, reversal: reversed };
  const lettered = listLinesToMatch(facts).length + listLinesToRematch(facts, earlier).length;
  const [entryIds, lineIds, letteringIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', facts.lines.length),
    ids.allocate('letterings', lettered),
  ]);
  const payment = await prepareTaxMoveBack(sources, companyId, facts.letterings, file);
  const document = findDocumentOfEntry(await readConcernedDocuments(pool, companyId, facts), facts);
  const found = { facts, ...(earlier && { earlier }), ...(payment && { payment }), ...(document && { document }) };
  const restored = reversed && { restores: reversed.origin };
  return { type: 'ReverseEntry', ...found, ...restored, entryId: entryIds[0]!, lineIds, letteringIds, ...requested };
}

/** Reads the document booked by the entry or by the entry that it reverses. */
async function readConcernedDocuments(pool: Toolbox['pool'], companyId: number, { id, reversed_entry_id }: EntryFacts) {
  const ids = [id, ...(reversed_entry_id === null ? [] : [reversed_entry_id])];
  const found = await listEntryDocuments(pool, companyId, ids);
  return new Map(found.map((document) => [document.id, document]));
}

async function findReversedEntry(
  pool: Toolbox['pool'],
  companyId: number,
  { reversed_entry_id }: EntryFacts,
): Promise<EntryFacts | undefined> {
  return reversed_entry_id === null ? undefined : findEntryFacts(pool, companyId, reversed_entry_id);
}
