import type { EntryDetails, Layer, PostedEntry } from '../ledger/entry-events.ts';
import type { LetteredLine } from '../lettering/lettering-events.ts';
import { add, subtract, ZERO, type Amount, type SignedAmount } from '../money.ts';

/** Books that an audit builds while it reads the log of a company file: entries, sums and letterings. */
export interface Books {
  readonly entries: Map<number, BookedEntry>;
  readonly lines: Map<number, BookedLine>;
  readonly letterings: Map<number, LetteredState>;
  /** By account, over all years: amounts carried forward are already counted in the earlier years. */
  readonly sums: Map<number, { debit: Amount; credit: Amount }>;
  /** Entries announced as reversed, by the id of the reversing entry that has not been read yet. */
  readonly awaited: Map<number, number>;
}

export interface BookedEntry {
  readonly id: number;
  readonly number: number;
  readonly journalCode: string;
  readonly yearCode: string;
  readonly layer: Layer;
  readonly lineIds: readonly number[];
  readonly reversedEntryId: number | null;
  readonly version: number;
  readonly reversedBy: number | null;
  readonly details: EntryDetails;
}

export interface BookedLine {
  readonly entryId: number;
  readonly accountId: number;
  /** Debit is positive, credit negative. */
  readonly amount: SignedAmount;
  settled: SignedAmount;
}

export interface LetteredState {
  readonly lines: readonly LetteredLine[];
  readonly isUndone: boolean;
  readonly version: number;
}

export const createEmptyBooks = (): Books => ({
  entries: new Map(),
  lines: new Map(),
  letterings: new Map(),
  sums: new Map(),
  awaited: new Map(),
});

/** For example `ACH 2026/12`. */
export const formatEntryName = ({
  journalCode,
  yearCode,
  number,
}: Pick<BookedEntry, 'journalCode' | 'yearCode' | 'number'>) => `${journalCode} ${yearCode}/${number}`;

export function bookEntry(books: Books, entry: PostedEntry): BookedEntry {
  const { label, reference, due_date, layer = 'movement' } = entry;
  const booked: BookedEntry = {
    id: entry.id,
    number: entry.number,
    journalCode: entry.journal_code,
    yearCode: entry.fiscal_year_code,
    layer,
    lineIds: entry.lines.map(({ id }) => id),
    reversedEntryId: entry.reversed_entry_id ?? null,
    version: 1,
    reversedBy: null,
    details: { label, reference, due_date },
  };
  books.entries.set(entry.id, booked);
  for (const { id, account_id, debit, credit } of entry.lines)
    books.lines.set(id, { entryId: entry.id, accountId: account_id, amount: subtract(debit, credit), settled: ZERO });
  addSums(books.sums, entry);
  return booked;
}

/** Adds an entry to the sums of its accounts. */
export function addSums(sums: Books['sums'], { layer, lines }: Pick<PostedEntry, 'layer' | 'lines'>): void {
  for (const { account_id, debit, credit, brought_from } of lines) {
    if (layer === 'carried' && brought_from === undefined) continue;
    addToSum(sums, account_id, debit, credit);
    // It closed on one account and opens on another: over the years the amount moves from the first to the second.
    if (brought_from !== undefined) addToSum(sums, brought_from.account_id, credit, debit);
  }
}

function addToSum(sums: Books['sums'], account: number, debit: Amount, credit: Amount): void {
  const sum = sums.get(account) ?? { debit: ZERO, credit: ZERO };
  sums.set(account, { debit: add(sum.debit, debit), credit: add(sum.credit, credit) });
}

/** Net effect of an entry on each account. */
export function computeEffect({ lines }: Books, { lineIds }: BookedEntry): ReadonlyMap<number, SignedAmount> {
  const effect = new Map<number, SignedAmount>();
  for (const id of lineIds) {
    const { accountId, amount } = lines.get(id)!;
    effect.set(accountId, add(effect.get(accountId) ?? ZERO, amount));
  }
  return effect;
}
