import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { decideClosing, countMaxLines, type CloseFiscalYear } from '../fiscal-years/closing.ts';
import { decideFiscalYear, MAX_MONTHS } from '../fiscal-years/fiscal-year.ts';
import type { AccountBalance } from '../fiscal-years/result.ts';
import { add, isZero, fromCents, ZERO, type SignedAmount } from '../money.ts';
import { decideImportInSteps, type ImportRow } from '../records/import.ts';
import { evolveRecords } from '../records/records.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Steps } from '../steps.ts';
import { applyClosingEvent, extractCarriedBalances, computeBalanceDifferences, isMovable } from './closing.ts';
import type { Span } from './calendar.ts';
import { RESOURCE_OF_PART } from './migration.ts';
import type { SourceProblem } from './source.ts';

/** Preview of an import: all problems, and the closing balances of each year. */

export interface SourceBooks {
  readonly accounts: readonly ImportRow[];
  readonly journals: readonly ImportRow[];
  readonly third_parties: readonly ImportRow[];
  /** All years, including existing ones, earliest first. */
  readonly years: readonly Span[];
  /** The first and last year with entries in the source. */
  readonly firstYear: number;
  readonly lastYear: number;
  readonly balances: readonly {
    readonly year_no: number;
    readonly account: string;
    readonly opening: number;
    readonly movement: number;
  }[];
  /** Years with opening entries in the source. */
  readonly opened: ReadonlySet<number>;
  readonly today: PlainDate;
}

export interface Preview {
  readonly problems: readonly SourceProblem[];
  /** Balance of each account at the end of a year, before closing, by year and account number. */
  readonly ends: readonly { readonly year_no: number; readonly account: string; readonly balance: SignedAmount }[];
}

const buildSourceProblem = (
  severity: SourceProblem['severity'],
  code: string,
  params?: SourceProblem['params'],
): SourceProblem => ({
  severity,
  code,
  file: null,
  line: null,
  column: null,
  ...(params && { params }),
});

export function* previewBooks(books: SourceBooks, before: CompanyFile): Steps<Preview> {
  const problems: SourceProblem[] = [];
  let file = before;
  // Placeholder ids that no record ever has, so that they cannot be confused with existing ones.
  let nextId = -1;
  const createIds = (count: number): number[] => Array.from({ length: count }, () => nextId--);
  for (const part of ['accounts', 'journals', 'third_parties'] as const) {
    const [resource, rows, ids] = [RESOURCE_OF_PART[part], books[part], createIds(books[part].length)];
    const imported = yield* decideImportInSteps(
      { type: 'ImportRecords', resource, mode: 'upsert', rows, defaults: {}, ids },
      file,
    );
    if (isRefusal(imported)) problems.push(...toSourceProblems(imported));
    else for (const event of imported) file = { ...file, records: evolveRecords(file.records, event) };
    yield;
  }
  for (const { starts_on, ends_on } of listMissingYears(books.years, file)) {
    const requested = { code: null, starts_on, ends_on };
    const command = { type: 'OpenFiscalYear', id: nextId--, periodIds: createIds(MAX_MONTHS + 1), requested } as const;
    const opened = decideFiscalYear(command, file);
    if (isRefusal(opened))
      problems.push(...opened.problems.map(({ code, params }) => buildSourceProblem('error', code, params)));
    else for (const event of opened) file = applyClosingEvent(file, event);
  }
  if (problems.some(({ severity }) => severity === 'error')) return { problems, ends: [] };
  const walked = yield* walkYears(books, file, createIds);
  return { problems: [...problems, ...walked.problems], ends: walked.ends };
}

/** The years that the file lacks, ordered so that each is adjacent to an existing one. */
export function listMissingYears(years: readonly Span[], { fiscalYears }: CompanyFile): readonly Span[] {
  const missing = years.filter((year) => !fiscalYears.some(({ starts_on }) => starts_on === year.starts_on));
  const first = fiscalYears.reduce((least, { starts_on }) => (starts_on < least ? starts_on : least), '9999-12-31');
  const before = missing.filter(({ starts_on }) => starts_on < first);
  return [...before.reverse(), ...missing.filter(({ starts_on }) => starts_on > first)];
}

/** A field such as `lines.7.label` refers to line 7 of the source. */
function toSourceProblems({ problems }: Refusal): SourceProblem[] {
  return problems.map(({ code, field = '', params }) => {
    const [, line, column] = /^lines\.(\d+)\.(.+)$/.exec(field) ?? [];
    return {
      ...buildSourceProblem('error', code, params),
      line: line === undefined || line === '0' ? null : Number(line),
      column: column ?? null,
    };
  });
}

/** Simulates the import year by year and compares the carried balances with the openings of the source. */
function* walkYears(books: SourceBooks, before: CompanyFile, newIds: (count: number) => number[]): Steps<Preview> {
  const problems: SourceProblem[] = [];
  const ends: Preview['ends'][number][] = [];
  let file = before;
  let opening: readonly AccountBalance[] = [];
  for (let yearNo = books.firstYear; yearNo <= books.lastYear; yearNo += 1) {
    const span = books.years[yearNo]!;
    const said = books.balances.filter(({ year_no }) => year_no === yearNo);
    const getSourceBalances = (name: 'opening' | 'movement'): AccountBalance[] =>
      said.map((one) => ({ account_id: getAccountId(one.account, file), balance: fromCents(BigInt(one[name])) }));
    if (yearNo === books.firstYear || books.opened.has(yearNo)) {
      const told = getSourceBalances('opening');
      if (yearNo > books.firstYear) problems.push(...checkOpening(told, opening, span, file));
      opening = told;
    } else if (said.length > 0)
      problems.push(
        buildSourceProblem('warning', 'migration_opening_missing', { from: span.starts_on, to: span.ends_on }),
      );
    const balances = sumByAccount([...opening, ...getSourceBalances('movement')]);
    for (const { account_id, balance } of balances)
      ends.push({ year_no: yearNo, account: getAccountNumber(account_id, file), balance });
    yield;
    if (yearNo === books.lastYear) break;
    const closed = decideClosing(buildClosingCommand(span, balances, books.today, newIds, file), file);
    if (isRefusal(closed)) {
      problems.push(...closed.problems.map(({ code, params }) => buildSourceProblem('error', code, params)));
      return { problems, ends };
    }
    file = closed.reduce(applyClosingEvent, file);
    opening = extractCarriedBalances(closed);
  }
  return { problems, ends };
}

function buildClosingCommand(
  span: Span,
  balances: readonly AccountBalance[],
  today: PlainDate,
  newIds: (count: number) => number[],
  { fiscalYears }: CompanyFile,
): CloseFiscalYear {
  const year = fiscalYears.find(({ starts_on }) => starts_on === span.starts_on)!;
  return {
    type: 'CloseFiscalYear',
    id: year.id,
    baseVersion: null,
    journalId: null,
    facts: { balances, found: {}, today },
    ids: {
      entries: newIds(3),
      lines: newIds(countMaxLines(balances.length)),
      fiscalYear: newIds(1)[0]!,
      periods: newIds(MAX_MONTHS + 1),
    },
  };
}

function checkOpening(
  told: readonly AccountBalance[],
  carried: readonly AccountBalance[],
  { starts_on }: Span,
  file: CompanyFile,
): SourceProblem[] {
  const moved = computeBalanceDifferences(told, carried);
  const wrong = moved.filter((one) => !isMovable(one, file));
  const getBalance = (balances: readonly AccountBalance[], id: number): SignedAmount =>
    sumByAccount(balances).find(({ account_id }) => account_id === id)?.balance ?? ZERO;
  if (wrong.length > 0)
    return wrong.map(({ account_id }) =>
      buildSourceProblem('error', 'migration_opening_differs', {
        account: getAccountNumber(account_id, file),
        date: starts_on,
        source: getBalance(told, account_id),
        carried: getBalance(carried, account_id),
      }),
    );
  if (moved.length === 0) return [];
  const numbers = moved.map(({ account_id }) => getAccountNumber(account_id, file)).sort();
  return [buildSourceProblem('warning', 'migration_opening_moved', { date: starts_on, accounts: numbers.join(', ') })];
}

function sumByAccount(balances: readonly AccountBalance[]): AccountBalance[] {
  const sums = new Map<number, SignedAmount>();
  for (const { account_id, balance } of balances) sums.set(account_id, add(sums.get(account_id) ?? ZERO, balance));
  return [...sums].filter(([, balance]) => !isZero(balance)).map(([account_id, balance]) => ({ account_id, balance }));
}

const getAccountId = (number: string, { records }: CompanyFile): number => {
  const id = findIdByKey(records, accounts, 'number', number);
  if (id === undefined) throw new Error(`Account ${number} does not exist`);
  return id;
};

const getAccountNumber = (id: number, { records }: CompanyFile): string =>
  getRecords(records, accounts).byId.get(id)?.data.number ?? '';
