import type { CompanyFile } from '../company-file-state.ts';
import { refuseInvalid, isRefusal, type Decision, type Problem, type Refusal } from '../refusal.ts';
import type { EntryEvent } from './entry-events.ts';
import { decideEntry, type PostEntry } from './entry.ts';
import { decideInvoice, type PostInvoice } from './invoice.ts';
import { normaliseReference, type SameReference } from './same-invoice.ts';
import { evolveLedger } from './state.ts';

/** Posts many entries at once, all or nothing. Each sees the effects of the ones before. */

export const MAX_BATCH_ENTRIES = 500;
/** Total number of requested lines, limited so that other requests do not wait too long. */
export const MAX_BATCH_LINES = 10_000;
/** The first problems are enough for the client. */
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
    return refuseInvalid([{ code: 'batch_too_many_lines', field: 'entries', params: { max: MAX_BATCH_LINES } }]);
  const events: EntryEvent[] = [];
  const refusals: Refusal[] = [];
  let reported = 0;
  let current = file;
  for (const [index, entry] of entries.entries()) {
    const decision = decidePosting(withBatchReferences(entry, events), current);
    if (isRefusal(decision)) {
      refusals.push({ ...decision, problems: decision.problems.map((problem) => prefixField(index, problem)) });
      reported += decision.problems.length;
      if (reported >= MAX_BATCH_PROBLEMS) break;
      continue;
    }
    // After a refusal nothing is posted. The remaining entries are only checked for their own errors.
    if (refusals.length > 0) continue;
    let { ledger } = current;
    for (const event of decision) ledger = evolveLedger(ledger, event);
    current = { ...current, ledger };
    events.push(...decision);
  }
  return refusals.length === 0 ? events : mergeRefusals(refusals);
}

/** A strict document must not occur twice within the batch either. */
function withBatchReferences(entry: PostOne, earlier: readonly EntryEvent[]): PostOne {
  if (entry.type !== 'PostInvoice' || !entry.strict || entry.reference === null) return entry;
  const reference = normaliseReference(entry.reference);
  const inBatch = earlier.flatMap((event): SameReference[] => {
    if (event.type !== 'EntryPosted' || event.data.third_party_id !== entry.third_party_id) return [];
    const { id, journal_code, fiscal_year_code, number, origin, entry_date, total } = event.data;
    if (event.data.reference === null || normaliseReference(event.data.reference) !== reference) return [];
    return [{ id, called: `${journal_code}-${fiscal_year_code}-${number}`, origin, entry_date, total }];
  });
  return { ...entry, sameReferences: [...(entry.sameReferences ?? []), ...inBatch] };
}

const prefixField = (index: number, { field, ...problem }: Problem): Problem => ({
  ...problem,
  field: `entries.${index}${field === undefined ? '' : `.${field}`}`,
});

/** Combines all refusals into one. A lock provides the code and comes first, because correcting the rest would not help. */
function mergeRefusals(refusals: readonly Refusal[]): Refusal {
  const coded = refusals.filter(({ code }) => code !== undefined);
  const plain = refusals.filter(({ code }) => code === undefined);
  const problems = [...coded, ...plain].flatMap((refusal) => refusal.problems).slice(0, MAX_BATCH_PROBLEMS);
  return coded.length === 0 ? { refused: true, problems } : { ...coded[0]!, problems };
}
