import type { CompanyFile } from '../company-file-state.ts';
import { conflict } from '../records/records.ts';
import { invalid, type Decision, type Problem } from '../refusal.ts';
import type { EntryDetails, EntryEvent } from './entry-events.ts';
import type { EntryFacts } from './entry-facts.ts';
import { lockedAt, lockOf, placeOf } from './place.ts';

/** What words and due date an entry has may be put right; what it books never changes. */

export interface AmendEntry {
  readonly type: 'AmendEntry';
  readonly facts: EntryHead;
  /** What is absent stays as it is. */
  readonly changes: EntryDetails;
  readonly baseVersion: number | null;
}

export type EntryHead = Pick<EntryFacts, 'id' | 'version' | 'entry_date' | 'label' | 'reference' | 'due_date'>;

const FIELDS = ['label', 'reference', 'due_date'] as const;

export function decideAmendment(
  { facts, changes: asked, baseVersion }: AmendEntry,
  { fiscalYears }: CompanyFile,
): Decision<EntryEvent> {
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  const changed = FIELDS.filter((name) => asked[name] !== undefined && asked[name] !== facts[name]);
  if (changed.length === 0) return [];
  const pick = (from: EntryDetails): EntryDetails =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const changes = pick(asked);
  const problems: Problem[] = [];
  if (typeof changes.due_date === 'string' && changes.due_date < facts.entry_date)
    problems.push({ code: 'due_date_before_entry_date', field: 'due_date' });
  const place = placeOf(fiscalYears, facts.entry_date);
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'entry_date', problems);
  if (problems.length > 0) return invalid(problems);
  const data = { id: facts.id, version: facts.version + 1, changes, previous: pick(facts) };
  return [{ type: 'EntryAmended', data }];
}
