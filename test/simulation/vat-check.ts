import { Decimal } from 'decimal.js';
import { companyFile, type CompanyFile, type CompanyFileEvent } from '../../domain/company-file.ts';
import { upcastEvent } from '../../domain/event-catalogue.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { vatReconciles } from '../properties/vat.ts';
import type { Failure, Report } from './plan.ts';

/** Computes VAT a second time: the tax of every document from its lines, and the boxes of returns from the documents. */

const CHECK = 'VAT boxes equal a second computation';
/** A supplier may have rounded the tax otherwise, by so many cents. */
const TOLERANCE = 100n;

interface Books {
  file: CompanyFile;
  readonly entries: Map<number, PostedEntry>;
}

export async function checkVat(log: EventLog, { exactTaxes, declarations }: Report): Promise<Failure[]> {
  const failures: Failure[] = [];
  const exact = new Set(exactTaxes);
  const known = new Map<string, Books>();
  for await (const batch of log.readAll(-1, 1_000)) {
    for (const event of batch) {
      if (!event.stream.startsWith('company-')) continue;
      // A company file begins with its opening: from then on its state is that of an open one.
      const books = known.get(event.stream) ?? {
        file: companyFile.initialState as unknown as CompanyFile,
        entries: new Map(),
      };
      known.set(event.stream, books);
      const current = upcastEvent(event) as CompanyFileEvent;
      books.file = companyFile.evolve(books.file, current);
      if (current.type !== 'EntryPosted') continue;
      const entry = current.data;
      books.entries.set(entry.id, entry);
      const isExact = exact.has(String(event.metadata['client_mutation_id']));
      const problem = findProblem(entry, books, isExact ? 0n : TOLERANCE);
      if (problem !== null)
        failures.push({ check: CHECK, details: `entry ${entry.id} of ${event.stream}: ${problem}` });
    }
  }
  for (const declaration of declarations)
    failures.push(...compareBoxes(declaration, known.get(`company-${declaration.companyId}`)!));
  return failures;
}

function findProblem(entry: PostedEntry, { file, entries }: Books, tolerance: bigint): string | null {
  if (entry.origin !== 'invoice' && entry.origin !== 'credit_note') return null;
  const { credited_entry_id: credited } = entry;
  try {
    vatReconciles(entry, file, tolerance, typeof credited === 'number' ? entries.get(credited) : undefined);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Boxes that entries fill; the form computes others from them. */
function compareBoxes(
  { starts_on: from, ends_on: to, boxes }: Report['declarations'][number],
  { entries }: Books,
): Failure[] {
  const sums = new Map<string, Decimal>();
  for (const { entry_date: date, vat = [] } of entries.values()) {
    if (date < from || date > to) continue;
    for (const { box, amount } of vat.flatMap((effect) => effect.boxes))
      sums.set(box, (sums.get(box) ?? new Decimal(0)).plus(amount));
  }
  return [...sums]
    .filter(([box, sum]) => boxes[box] !== undefined && !sum.eq(boxes[box]))
    .map(([box, sum]) => ({
      check: CHECK,
      details: `box ${box} from ${from} to ${to} is ${boxes[box]}, the entries make ${sum.toFixed(2)}`,
    }));
}
