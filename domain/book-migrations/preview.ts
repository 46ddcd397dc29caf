import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { decideClosing, linesAtMost, type CloseFiscalYear } from '../fiscal-years/closing.ts';
import { decideFiscalYear, MAX_MONTHS } from '../fiscal-years/fiscal-year.ts';
import { fiscalYearEvents, type FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import type { AccountBalance } from '../fiscal-years/result.ts';
import { evolveFiscalYears } from '../fiscal-years/state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { evolveLedger } from '../ledger/state.ts';
import { add, isZero, ofCents, ZERO, type SignedAmount } from '../money.ts';
import { importInSteps, type ImportRow } from '../records/import.ts';
import { evolveRecords } from '../records/records.ts';
import { idByKey, recordsOf } from '../records/state.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { carriedBy, differences, isMovable } from './closing.ts';
import type { Span } from './calendar.ts';
import { RESOURCE_OF_PART } from './migration.ts';
import type { SourceProblem } from './source.ts';

/** What would become of the books: everything that stands in the way, and what each year would end with. */

export interface SourceBooks {
  readonly accounts: readonly ImportRow[];
  readonly journals: readonly ImportRow[];
  readonly third_parties: readonly ImportRow[];
  /** All years, those that are there already too; the earliest first. */
  readonly years: readonly Span[];
  /** The first and the last of them in which the source has entries. */
  readonly firstYear: number;
  readonly lastYear: number;
  readonly balances: readonly {
    readonly year_no: number;
    readonly account: string;
    readonly opening: number;
    readonly movement: number;
  }[];
  /** Years that the source opens itself. */
  readonly opened: ReadonlySet<number>;
  readonly today: PlainDate;
}

export interface Preview {
  readonly problems: readonly SourceProblem[];
  /** What each account ends a year with before it is closed, by the number of the year and of the account. */
  readonly ends: readonly { readonly year_no: number; readonly account: string; readonly balance: SignedAmount }[];
}

const ofBooks = (
  severity: SourceProblem['severity'],
  code: string,
  params?: SourceProblem['params'],
): SourceProblem => ({
  ...{ severity, code, file: null, line: null, column: null },
  ...(params && { params }),
});

export function* previewBooks(books: SourceBooks, before: CompanyFile): Steps<Preview> {
  const problems: SourceProblem[] = [];
  let file = before;
  // Ids that no record ever has: nothing that is there is mistaken for one of these.
  let nextId = -1;
  const newIds = (count: number): number[] => Array.from({ length: count }, () => nextId--);
  for (const part of ['accounts', 'journals', 'third_parties'] as const) {
    const [resource, rows, ids] = [RESOURCE_OF_PART[part], books[part], newIds(books[part].length)];
    const imported = yield* importInSteps(
      { type: 'ImportRecords', resource, mode: 'upsert', rows, defaults: {}, ids },
      file,
    );
    if (isRefusal(imported)) problems.push(...recordProblems(imported));
    else for (const event of imported) file = { ...file, records: evolveRecords(file.records, event) };
    yield;
  }
  for (const { starts_on, ends_on } of missingYears(books.years, file)) {
    const requested = { code: null, starts_on, ends_on };
    const command = { type: 'OpenFiscalYear', id: nextId--, periodIds: newIds(MAX_MONTHS + 1), requested } as const;
    const opened = decideFiscalYear(command, file);
    if (isRefusal(opened)) problems.push(...opened.problems.map(({ code, params }) => ofBooks('error', code, params)));
    else for (const event of opened) file = withEvent(file, event);
  }
  if (problems.some(({ severity }) => severity === 'error')) return { problems, ends: [] };
  const walked = yield* walkYears(books, file, newIds);
  return { problems: [...problems, ...walked.problems], ends: walked.ends };
}

/** Those that the file does not have, in an order in which each stands next to one that it has. */
export function missingYears(years: readonly Span[], { fiscalYears }: CompanyFile): readonly Span[] {
  const missing = years.filter((year) => !fiscalYears.some(({ starts_on }) => starts_on === year.starts_on));
  const first = fiscalYears.reduce((least, { starts_on }) => (starts_on < least ? starts_on : least), '9999-12-31');
  const before = missing.filter(({ starts_on }) => starts_on < first);
  return [...before.reverse(), ...missing.filter(({ starts_on }) => starts_on > first)];
}

/** A line that is told by `lines.7.label` stands in the source at line 7. */
function recordProblems({ problems }: Refusal): SourceProblem[] {
  return problems.map(({ code, field = '', params }) => {
    const [, line, column] = /^lines\.(\d+)\.(.+)$/.exec(field) ?? [];
    return {
      ...ofBooks('error', code, params),
      line: line === undefined || line === '0' ? null : Number(line),
      column: column ?? null,
    };
  });
}

function withEvent(file: CompanyFile, event: FiscalYearEvent | EntryEvent): CompanyFile {
  const isOfYear = (one: FiscalYearEvent | EntryEvent): one is FiscalYearEvent =>
    Object.hasOwn(fiscalYearEvents, one.type);
  return isOfYear(event)
    ? { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) }
    : { ...file, ledger: evolveLedger(file.ledger, event) };
}

/** Year by year, as it will be done: what each leaves is held against what the source opens the next one with. */
function* walkYears(books: SourceBooks, before: CompanyFile, newIds: (count: number) => number[]): Steps<Preview> {
  const problems: SourceProblem[] = [];
  const ends: Preview['ends'][number][] = [];
  let file = before;
  let opening: readonly AccountBalance[] = [];
  for (let yearNo = books.firstYear; yearNo <= books.lastYear; yearNo += 1) {
    const span = books.years[yearNo]!;
    const said = books.balances.filter(({ year_no }) => year_no === yearNo);
    const inSource = (name: 'opening' | 'movement'): AccountBalance[] =>
      said.map((one) => ({ account_id: idOf(one.account, file), balance: ofCents(BigInt(one[name])) }));
    if (yearNo === books.firstYear || books.opened.has(yearNo)) {
      const told = inSource('opening');
      if (yearNo > books.firstYear) problems.push(...openingProblems(told, opening, span, file));
      opening = told;
    } else if (said.length > 0)
      problems.push(ofBooks('warning', 'migration_opening_missing', { from: span.starts_on, to: span.ends_on }));
    const balances = summed([...opening, ...inSource('movement')]);
    for (const { account_id, balance } of balances)
      ends.push({ year_no: yearNo, account: numberOf(account_id, file), balance });
    yield;
    if (yearNo === books.lastYear) break;
    const closed = decideClosing(closingOf(span, balances, books.today, newIds, file), file);
    if (isRefusal(closed)) {
      problems.push(...closed.problems.map(({ code, params }) => ofBooks('error', code, params)));
      return { problems, ends };
    }
    file = closed.reduce(withEvent, file);
    opening = carriedBy(closed);
  }
  return { problems, ends };
}

function closingOf(
  span: Span,
  balances: readonly AccountBalance[],
  today: PlainDate,
  newIds: (count: number) => number[],
  { fiscalYears }: CompanyFile,
): CloseFiscalYear {
  const year = fiscalYears.find(({ starts_on }) => starts_on === span.starts_on)!;
  return {
    ...{ type: 'CloseFiscalYear', id: year.id, baseVersion: null, journalId: null },
    facts: { balances, found: {}, today },
    ids: {
      entries: newIds(3),
      lines: newIds(linesAtMost(balances.length)),
      fiscalYear: newIds(1)[0]!,
      periods: newIds(MAX_MONTHS + 1),
    },
  };
}

function openingProblems(
  told: readonly AccountBalance[],
  carried: readonly AccountBalance[],
  { starts_on }: Span,
  file: CompanyFile,
): SourceProblem[] {
  const moved = differences(told, carried);
  const wrong = moved.filter((one) => !isMovable(one, file));
  const amountIn = (balances: readonly AccountBalance[], id: number): SignedAmount =>
    summed(balances).find(({ account_id }) => account_id === id)?.balance ?? ZERO;
  if (wrong.length > 0)
    return wrong.map(({ account_id }) =>
      ofBooks('error', 'migration_opening_differs', {
        account: numberOf(account_id, file),
        date: starts_on,
        source: amountIn(told, account_id),
        carried: amountIn(carried, account_id),
      }),
    );
  if (moved.length === 0) return [];
  const numbers = moved.map(({ account_id }) => numberOf(account_id, file)).sort();
  return [ofBooks('warning', 'migration_opening_moved', { date: starts_on, accounts: numbers.join(', ') })];
}

function summed(balances: readonly AccountBalance[]): AccountBalance[] {
  const sums = new Map<number, SignedAmount>();
  for (const { account_id, balance } of balances) sums.set(account_id, add(sums.get(account_id) ?? ZERO, balance));
  return [...sums].filter(([, balance]) => !isZero(balance)).map(([account_id, balance]) => ({ account_id, balance }));
}

const idOf = (number: string, { records }: CompanyFile): number => {
  const id = idByKey(records, accounts, 'number', number);
  if (id === undefined) throw new Error(`There is no account ${number}`);
  return id;
};

const numberOf = (id: number, { records }: CompanyFile): string =>
  recordsOf(records, accounts).byId.get(id)?.data.number ?? '';
