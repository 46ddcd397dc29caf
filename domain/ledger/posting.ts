import { withAnalytics, withoutEmptyAnalytics } from '../analytics/line-defaults.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { sum } from '../money.ts';
import { refuseInvalid, type Refusal } from '../refusal.ts';
import type { Journal } from '../journals/journal.ts';
import type { EntryEvent, EntryLine, PostedEntry } from './entry-events.ts';
import { checkAccountCurrencies } from './line-currency.ts';
import { getLastNumber } from './state.ts';
import type { Place } from './place.ts';

/** The fields that the caller provides. Number, period and total are derived. */
export type Draft = Pick<
  PostedEntry,
  'id' | 'journal_id' | 'entry_date' | 'due_date' | 'label' | 'reference' | 'origin'
> &
  Pick<PostedEntry, 'layer' | 'vat' | 'reversed_entry_id' | 'reversal_reason' | 'credited_entry_id'> &
  Pick<PostedEntry, 'accrual_entry_id' | 'tax_point'> & {
    /** A line with an empty list of analytic codes gets none. */
    readonly lines: readonly EntryLine[];
    /** Absent: the third party of the lines, if there is exactly one. */
    readonly third_party_id?: number | null;
  };

/** Builds the entry with the next number of its journal and year. The draft is already validated. */
export function buildPostedEntry(
  draft: Draft,
  journal: Journal,
  { year, period }: Place,
  file: Pick<CompanyFile, 'ledger' | 'records'>,
): Extract<EntryEvent, { type: 'EntryPosted' }> {
  const { id, journal_id, entry_date, due_date, label, reference, origin, lines: drafted, ...rest } = draft;
  const { third_party_id = findOnlyThirdParty(drafted), ...others } = rest;
  // Reversals, closing entries and opening entries repeat existing amounts, so no default analytics apply.
  const isNew = rest.layer === undefined && rest.reversed_entry_id === undefined;
  const lines = isNew
    ? withAnalytics(drafted, { journal, third_party_id, entry_date }, file)
    : withoutEmptyAnalytics(drafted);
  const data: PostedEntry = {
    id,
    journal_id,
    journal_code: journal.data.code,
    fiscal_year_id: year.id,
    fiscal_year_code: year.code,
    period_id: period.id,
    number: getLastNumber(file.ledger, journal_id, year.id) + 1,
    entry_date,
    due_date,
    label,
    reference,
    third_party_id,
    origin,
    total: sum(lines.map(({ debit }) => debit)),
    lines,
    ...others,
  };
  return { type: 'EntryPosted', data };
}

/** Builds an entry of the service itself, unless the currency of an account refuses its line. */
export function buildOwnEntry(
  draft: Draft,
  journal: Journal,
  place: Place,
  file: Pick<CompanyFile, 'ledger' | 'records'>,
  field = 'id',
): Extract<EntryEvent, { type: 'EntryPosted' }> | Refusal {
  const problems = checkAccountCurrencies(draft.lines, () => field, file);
  return problems.length > 0 ? refuseInvalid(problems) : buildPostedEntry(draft, journal, place, file);
}

export function findOnlyThirdParty(lines: readonly EntryLine[]): number | null {
  const named = new Set(lines.map(({ third_party_id }) => third_party_id).filter((id) => id !== null));
  return named.size === 1 ? [...named][0]! : null;
}
