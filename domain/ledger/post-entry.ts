import type { CompanyFile } from '../company-file-state.ts';
import { invalid, isRefusal, type Decision, type Problem, type Refusal } from '../refusal.ts';
import type { EntryEvent } from './entry-events.ts';
import { decideEntry, type PostEntry } from './entry.ts';
import { decideInvoice, type PostInvoice } from './invoice.ts';
import { comparedReference, type SameReference } from './same-invoice.ts';
import { evolveLedger } from './state.ts';

/** Many entries at once: all of them or none, each on what the ones before it leave. */

export const MAX_BATCH_ENTRIES = 500;
/** Lines as they are requested, of all its entries: what others can wait for. */
export const MAX_BATCH_LINES = 10_000;
/** Whoever sends hundreds of wrong entries learns enough from the first of them. */
export const MAX_BATCH_PROBLEMS = 200;

export type PostOne = PostEntry | PostInvoice;

export interface PostBatch {
  readonly type: 'PostBatch';
  readonly entries: readonly PostOne[];
}

export function decidePosting(command: PostOne, file: CompanyFile): Decision<EntryEvent> {
  return command.type === 'PostEntry' ? decideEntry(command, file) : decideInvoice(command, file);
}

export function decideBatch({ entries }: PostBatch, file: CompanyFile): Decision<EntryEvent> {
  if (entries.reduce((count, { lines }) => count + lines.length, 0) > MAX_BATCH_LINES)
    return invalid([{ code: 'batch_too_many_lines', field: 'entries', params: { max: MAX_BATCH_LINES } }]);
  const events: EntryEvent[] = [];
  const refusals: Refusal[] = [];
  let reported = 0;
  let current = file;
  for (const [index, entry] of entries.entries()) {
    const decision = decidePosting(amongOthers(entry, events), current);
    if (isRefusal(decision)) {
      refusals.push({ ...decision, problems: decision.problems.map((problem) => ofEntry(index, problem)) });
      reported += decision.problems.length;
      if (reported >= MAX_BATCH_PROBLEMS) break;
      continue;
    }
    // Where something is wrong, nothing is posted: what is left is looked at for its own mistakes only.
    if (refusals.length > 0) continue;
    let { ledger } = current;
    for (const event of decision) ledger = evolveLedger(ledger, event);
    current = { ...current, ledger };
    events.push(...decision);
  }
  return refusals.length === 0 ? events : together(refusals);
}

/** A document that must not be in the books already must not come twice in a batch either. */
function amongOthers(entry: PostOne, earlier: readonly EntryEvent[]): PostOne {
  if (entry.type !== 'PostInvoice' || !entry.strict || entry.reference === null) return entry;
  const reference = comparedReference(entry.reference);
  const inBatch = earlier.flatMap((event): SameReference[] => {
    if (event.type !== 'EntryPosted' || event.data.third_party_id !== entry.third_party_id) return [];
    const { id, journal_code, fiscal_year_code, number, origin, entry_date, total } = event.data;
    if (event.data.reference === null || comparedReference(event.data.reference) !== reference) return [];
    return [{ id, called: `${journal_code}-${fiscal_year_code}-${number}`, origin, entry_date, total }];
  });
  return { ...entry, sameReferences: [...(entry.sameReferences ?? []), ...inBatch] };
}

const ofEntry = (index: number, { field, ...problem }: Problem): Problem => ({
  ...problem,
  field: `entries.${index}${field === undefined ? '' : `.${field}`}`,
});

/** One refusal for all; a lock gives it its code, and is reported first, since putting the rest right would not help. */
function together(refusals: readonly Refusal[]): Refusal {
  const coded = refusals.filter(({ code }) => code !== undefined);
  const plain = refusals.filter(({ code }) => code === undefined);
  const problems = [...coded, ...plain].flatMap((refusal) => refusal.problems).slice(0, MAX_BATCH_PROBLEMS);
  return coded.length === 0 ? { refused: true, problems } : { ...coded[0]!, problems };
}
