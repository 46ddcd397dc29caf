import { thirdParties } from '../third-parties/third-party.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { hasEntries } from '../ledger/state.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { namedAccount, type NamedAccount } from '../ledger/wanted-account.ts';
import { MAX_AMOUNT, sum, ZERO, type Amount } from '../money.ts';
import { idByKey, living } from '../records/state.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem } from '../refusal.ts';
import { yearConcerned } from './fiscal-year.ts';
import { journalFor } from './journal.ts';

/** What a company brings along from its earlier books: one entry on the first day of its first year. */

export const MAX_OPENING_LINES = 5_000;
/** More problems than this are not told: whoever reads them starts with the first ones. */
const MAX_PROBLEMS = 500;

export interface PostOpeningBalance {
  readonly type: 'PostOpeningBalance';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Null: the default one of miscellaneous operations. */
  readonly journal_id: number | null;
  /** Null: one in the language of the company file. */
  readonly label: string | null;
  readonly lines: readonly OpeningLine[];
  readonly entryId: number;
  /** One for each line. */
  readonly lineIds: readonly number[];
}

export interface OpeningLine extends NamedAccount {
  /** Where it stands in the request, such as `lines.3`. */
  readonly at: string;
  readonly debit: Amount;
  readonly credit: Amount;
  readonly label: string | null;
  /** By id or by code. */
  readonly third_party_id: number | null;
  readonly third_party: string | null;
  readonly due_date: PlainDate | null;
  readonly reference: string | null;
}

const LABEL: Labels = {
  fr: 'Bilan d’ouverture de l’exercice {year}',
  nl: 'Openingsbalans van boekjaar {year}',
  en: 'Opening balance of fiscal year {year}',
  de: 'Eröffnungsbilanz des Geschäftsjahres {year}',
};

export function decideOpeningBalance(command: PostOpeningBalance, file: CompanyFile): Decision<EntryEvent> {
  const year = yearConcerned(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  const place = placeOf(file.fiscalYears, year.starts_on)!;
  const lock = lockOf(place);
  if (lock) return lockedAt(lock, 'id');
  // What is brought along counts from then on, and earlier entries would be in it a second time.
  const earlier = file.fiscalYears.find(({ id, ends_on }) => ends_on < year.starts_on && hasEntries(file.ledger, id));
  if (earlier) return refuse('opening_balance_not_first', { field: 'id', params: { year: earlier.code } });
  if (file.ledger.openings.has(year.id)) return refuse('opening_balance_exists', { field: 'id' });

  const problems: Problem[] = [];
  const journal = journalFor(command.journal_id, file, problems);
  const lines = resolvedLines(command, file, problems);
  if (problems.length > 0 || !journal) return invalid(problems.slice(0, MAX_PROBLEMS));
  const label = command.label ?? LABEL[file.identity!.locale].replace('{year}', year.code);
  const draft = { id: command.entryId, journal_id: journal.id, entry_date: year.starts_on, due_date: null, label };
  const kind = { reference: null, origin: 'opening_balance', layer: 'opening' } as const;
  return [posted({ ...draft, ...kind, lines }, journal.journal, place, file)];
}

function resolvedLines({ lines, lineIds }: PostOpeningBalance, file: CompanyFile, problems: Problem[]): EntryLine[] {
  if (lines.length === 0) problems.push({ code: 'entry_without_lines', field: 'lines' });
  if (lines.length > MAX_OPENING_LINES) {
    problems.push({ code: 'entry_too_many_lines', field: 'lines', params: { max: MAX_OPENING_LINES } });
    return [];
  }
  const debit = sum(lines.map((line) => line.debit));
  const credit = sum(lines.map((line) => line.credit));
  if (debit !== credit) problems.push({ code: 'entry_unbalanced', field: 'lines', params: { debit, credit } });
  if (debit.length > MAX_AMOUNT.length)
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  return lines.map((line, index) => resolvedLine(line, lineIds[index]!, file, problems));
}

function resolvedLine(line: OpeningLine, id: number, file: CompanyFile, problems: Problem[]): EntryLine {
  const { at, debit, credit, label, due_date, reference } = line;
  const { id: account_id } = namedAccount(line, `${at}.`, file, problems);
  if (debit !== ZERO && credit !== ZERO) problems.push({ code: 'line_both_sides', field: `${at}.debit` });
  if (debit === ZERO && credit === ZERO) problems.push({ code: 'line_no_side', field: `${at}.debit` });
  const third_party_id = namedThirdParty(line, file, problems);
  const resolved = { id, account_id, debit, credit, label, third_party_id };
  return { ...resolved, ...(due_date !== null && { due_date }), ...(reference !== null && { reference }) };
}

function namedThirdParty({ at, ...line }: OpeningLine, { records }: CompanyFile, problems: Problem[]): number | null {
  if (line.third_party_id === null && line.third_party === null) return null;
  const field = `${at}.${line.third_party_id === null ? 'third_party' : 'third_party_id'}`;
  const byCode = line.third_party === null ? undefined : idByKey(records, thirdParties, 'code', line.third_party);
  const id = line.third_party_id ?? byCode ?? 0;
  const found = living(records, thirdParties, id);
  if (!found) problems.push({ code: 'third_party_unknown', field });
  else if (line.third_party !== null && byCode !== id)
    problems.push({ code: 'third_party_contradicts', field: `${at}.third_party` });
  else if (!found.data.is_active) problems.push({ code: 'third_party_inactive', field });
  return id;
}
