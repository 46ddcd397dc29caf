import { thirdParties } from '../third-parties/third-party.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { hasEntries } from '../ledger/state.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { resolveLineCurrency, type RequestedCurrency } from '../ledger/line-currency.ts';
import { resolveNamedAccount, type NamedAccount } from '../ledger/named-account.ts';
import { MAX_AMOUNT, sum, ZERO, type Amount } from '../money.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  NO_PROBLEMS,
  joinProblems,
  type Checked,
  type Decision,
  type Problem,
} from '../refusal.ts';
import { resolveFiscalYear } from './fiscal-year.ts';
import { resolveOpeningTaxes, type TaxedOpeningLine } from './opening-taxes.ts';
import { resolveMiscellaneousJournal } from './journal.ts';

/** The opening balance from the company's earlier books: one entry on the first day of its first year. */

export const MAX_OPENING_LINES = 5_000;
/** Further problems are not reported: the user starts with the first ones. */
const MAX_PROBLEMS = 500;

export interface PostOpeningBalance {
  readonly type: 'PostOpeningBalance';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Null: the default journal of miscellaneous operations. */
  readonly journal_id: number | null;
  /** Null: a default label in the language of the company file. */
  readonly label: string | null;
  readonly lines: readonly OpeningLine[];
  readonly entryId: number;
  /** One per line. */
  readonly lineIds: readonly number[];
}

export interface OpeningLine extends NamedAccount, TaxedOpeningLine, RequestedCurrency {
  readonly debit: Amount;
  readonly credit: Amount;
  readonly label: string | null;
  /** The third party, by id or by code. */
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
  const year = resolveFiscalYear(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  const place = findPlace(file.fiscalYears, year.starts_on)!;
  const lock = findLock(place);
  if (lock) return refuseLocked(lock, 'id');
  // The opening balance already includes earlier entries, so they would be counted twice.
  const earlier = file.fiscalYears.find(({ id, ends_on }) => ends_on < year.starts_on && hasEntries(file.ledger, id));
  if (earlier) return refuse('opening_balance_not_first', { field: 'id', params: { year: earlier.code } });
  if (file.ledger.openings.has(year.id)) return refuse('opening_balance_exists', { field: 'id' });

  const problems: Problem[] = [];
  const journal = collectValue(resolveMiscellaneousJournal(command.journal_id, file), problems);
  const lines = collectValue(resolveLines(command, file), problems);
  const vat = collectValue(resolveOpeningTaxes(command.lines, lines, year.starts_on, file), problems);
  if (problems.length > 0 || !journal) return refuseInvalid(problems.slice(0, MAX_PROBLEMS));
  const label = command.label ?? LABEL[file.identity.locale].replace('{year}', year.code);
  const draft = { id: command.entryId, journal_id: journal.id, entry_date: year.starts_on, due_date: null, label };
  const kind = { reference: null, origin: 'opening_balance', layer: 'opening' } as const;
  return [buildPostedEntry({ ...draft, ...kind, lines, ...(vat.length > 0 && { vat }) }, journal.journal, place, file)];
}

function resolveLines({ lines, lineIds }: PostOpeningBalance, file: CompanyFile): Checked<readonly EntryLine[]> {
  if (lines.length > MAX_OPENING_LINES)
    return {
      value: [],
      problems: [{ code: 'entry_too_many_lines', field: 'lines', params: { max: MAX_OPENING_LINES } }],
    };
  const problems: Problem[] = [];
  if (lines.length === 0) problems.push({ code: 'entry_without_lines', field: 'lines' });
  const debit = sum(lines.map((line) => line.debit));
  const credit = sum(lines.map((line) => line.credit));
  if (debit !== credit) problems.push({ code: 'entry_unbalanced', field: 'lines', params: { debit, credit } });
  if (debit.length > MAX_AMOUNT.length)
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  const value = lines.map((line, index) => collectValue(resolveLine(line, lineIds[index]!, file), problems));
  return { value, problems };
}

function resolveLine(line: OpeningLine, id: number, file: CompanyFile): Checked<EntryLine> {
  const { at, debit, credit, label, due_date, reference } = line;
  const { id: account_id, account, problems: ofAccount } = resolveNamedAccount(line, `${at}.`, file);
  const { value: inCurrency, problems: ofCurrency } = resolveLineCurrency(line, account, `${at}.`, file);
  const { value: third_party_id, problems: ofThirdParty } = resolveThirdParty(line, file);
  const resolved = { id, account_id, debit, credit, label, third_party_id, ...inCurrency };
  return {
    value: { ...resolved, ...(due_date !== null && { due_date }), ...(reference !== null && { reference }) },
    problems: joinProblems(ofAccount, checkSides(line), ofThirdParty, ofCurrency),
  };
}

function checkSides({ at, debit, credit }: OpeningLine): readonly Problem[] {
  if ((debit === ZERO) !== (credit === ZERO)) return NO_PROBLEMS;
  return [{ code: debit === ZERO ? 'line_no_side' : 'line_both_sides', field: `${at}.debit` }];
}

const NO_THIRD_PARTY: Checked<null> = { value: null, problems: NO_PROBLEMS };

function resolveThirdParty({ at, ...line }: OpeningLine, { records }: CompanyFile): Checked<number | null> {
  if (line.third_party_id === null && line.third_party === null) return NO_THIRD_PARTY;
  const field = `${at}.${line.third_party_id === null ? 'third_party' : 'third_party_id'}`;
  const byCode = line.third_party === null ? undefined : findIdByKey(records, thirdParties, 'code', line.third_party);
  const id = line.third_party_id ?? byCode ?? 0;
  const found = findLiveRecord(records, thirdParties, id);
  const toProblem = (code: string, at = field) => ({ value: id, problems: [{ code, field: at }] });
  if (!found) return toProblem('third_party_unknown');
  if (line.third_party !== null && byCode !== id) return toProblem('third_party_contradicts', `${at}.third_party`);
  return found.data.is_active ? { value: id, problems: NO_PROBLEMS } : toProblem('third_party_inactive');
}
