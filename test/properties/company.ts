import { assertEventShape } from '../../commands/support/event-schemas.ts';
import { countNeededIds } from '../../domain/companies/company.ts';
import { companyFile, type CompanyFile, type CompanyFileCommand } from '../../domain/company-file.ts';
import {
  findCountryPack,
  type ChartVariant,
  type CountryCode,
  type VatRegimeCode,
} from '../../domain/country-packs/index.ts';
import { getNextDay } from '../../domain/dates.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { decided, details, openCompany, replay } from '../support/company-file-samples.ts';
import { balancesOfYear, demand, emptyBooks, passedBetweenYears, record, sumOf, type Books } from './books.ts';
import { taxWaitsForPayment } from './payment-tax.ts';
import { reversalReconciles, vatReconciles } from './vat.ts';

/** A company file under test: its state as the decider has it, and beside it the books that its events make. */
export interface Company {
  file: CompanyFile;
  readonly beginning: CompanyFile;
  /** What led to the beginning. */
  readonly opening: readonly DomainEvent[];
  /** Since the beginning. */
  readonly events: DomainEvent[];
  readonly books: Books;
  /** What decisions take as today. */
  readonly today: string;
  /** How often each kind of command was carried out, and how often each was refused, by code. */
  readonly done: Map<string, number>;
  readonly refused: Map<string, number>;
  newId(): number;
  newIds(count: number): number[];
}

const TODAY = '2025-02-28';
/** Begins in the middle of a month and is longer than a calendar year, over a leap day. */
export const FIRST_YEAR = { code: null, starts_on: '2023-11-15', ends_on: '2024-12-31' };
export const SECOND_YEAR = {
  code: null,
  starts_on: '2025-01-01',
  ends_on: '2025-12-31',
  period_length: 'quarter',
} as const;

const CUSTOMERS = 2;
const SUPPLIERS = 2;
/** Below are the ids of what the company file began with. */
const FIRST_FREE_ID = 1_000_000;

export interface Beginning {
  readonly file: CompanyFile;
  readonly events: readonly DomainEvent[];
}

const beginnings = new Map<string, Beginning>();

/** A new company file with third parties of both kinds, made once for each country and legal form. */
function beginningOf(country: CountryCode, legalForm: string | null, regime: VatRegimeCode): Beginning {
  const known = beginnings.get(`${country}:${legalForm}:${regime}`);
  if (known) return known;
  const pack = findCountryPack(country)!;
  const identity = {
    ...details,
    country_pack: country,
    country,
    legal_form: null,
    legal_form_code: legalForm,
    vat_regime: regime,
  };
  const needed = countNeededIds(pack, { details: identity, fiscalYear: FIRST_YEAR, banks: [] });
  const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  const opening = openCompany({
    details: identity,
    fiscalYear: FIRST_YEAR,
    ids: {
      fiscalYear: 1,
      periods: range(1, 30),
      accounts: range(10_000, needed.accounts),
      vatCodes: range(20_000, needed.vatCodes),
      journals: range(30_000, needed.journals),
      numberSeries: range(30_000, needed.numberSeries),
    },
  });
  const parties = [
    ...range(1, CUSTOMERS).map((number) => ({ type: 'customer', name: `Client ${number}` })),
    ...range(1, SUPPLIERS).map((number) => ({ type: 'supplier', name: `Fournisseur ${number} & fils 🏭` })),
  ];
  const records = parties.map((data, index) => ({ id: 40_000 + index, data }));
  const events: DomainEvent[] = [];
  let file = replay([]);
  for (const command of [
    opening,
    { type: 'CreateRecords', resource: 'third-parties', records },
    { type: 'OpenFiscalYear', id: 2, periodIds: range(100, 30), requested: SECOND_YEAR },
  ] as const) {
    const decision = decided(command, file);
    events.push(...decision);
    file = replay(decision, file);
  }
  const beginning = { file, events };
  beginnings.set(`${country}:${legalForm}:${regime}`, beginning);
  return beginning;
}

/** Of a company with or without capital, or of an association, which has accounts of its own for what it earns. */
export function openedCompany(country: CountryCode, chart: ChartVariant, regime: VatRegimeCode): Company {
  const form = findCountryPack(country)!.legalForms.find((one) => one.chart === chart);
  return companyOf(beginningOf(country, form?.code ?? null, regime), TODAY);
}

export function companyOf({ file, events }: Beginning, today: string): Company {
  const books = emptyBooks();
  events.forEach((event) => record(books, event));
  let lastId = FIRST_FREE_ID;
  return {
    file,
    beginning: file,
    opening: events,
    events: [],
    books,
    today,
    done: new Map(),
    refused: new Map(),
    newId: () => (lastId += 1),
    newIds: (count) => Array.from({ length: count }, () => (lastId += 1)),
  };
}

function takeIn(company: Company, events: readonly DomainEvent[]): void {
  for (const event of events) {
    record(company.books, event);
    company.file = companyFile.evolve(company.file, event);
    company.events.push(event);
  }
}

/** Only the one who closes or reopens a year writes behind locks: on its last day, and on the first day of the next. */
function daysBehindLocks(command: CompanyFileCommand, { fiscalYears }: CompanyFile): ReadonlySet<string> {
  const yearIds =
    command.type === 'UndoChanges'
      ? command.events.filter(({ type }) => type === 'FiscalYearClosed').map(({ data }) => data['id'])
      : command.type === 'CloseFiscalYear' || command.type === 'ReopenFiscalYear'
        ? [command.id]
        : [];
  const years = fiscalYears.filter(({ id }) => yearIds.includes(id));
  return new Set(years.flatMap(({ ends_on }) => [ends_on, getNextDay(ends_on)]));
}

/** @throws BrokenBooks when the command breaks what must hold for any command */
export function execute(company: Company, command: CompanyFileCommand): readonly DomainEvent[] | Refusal {
  const decision = companyFile.decide(command, company.file);
  if (isRefusal(decision)) {
    demand(decision.problems.length > 0, 'a refusal gives no reason');
    const code = `${command.type}: ${decision.problems[0]!.code}`;
    company.refused.set(code, (company.refused.get(code) ?? 0) + 1);
  } else absorb(company, command, decision);
  return decision;
}

/** Takes in what a command has done. @throws BrokenBooks as `execute` does */
export function absorb(company: Company, command: CompanyFileCommand, events: readonly DomainEvent[]): void {
  const { books } = company;
  const lockedPeriods = new Set(
    [...books.years.values()].flatMap(({ isClosed, periods }) =>
      periods.filter(({ isLocked }) => isLocked || isClosed).map(({ id }) => id),
    ),
  );
  const days = daysBehindLocks(command, company.file);
  for (const event of events) {
    assertEventShape(event);
    const { id, period_id, entry_date } = event.data as unknown as PostedEntry;
    if (event.type === 'EntryPosted')
      demand(
        days.has(entry_date) || !lockedPeriods.has(period_id),
        `entry ${id} was posted by ${command.type} in a locked period`,
      );
    if (event.type === 'EntryAmended')
      demand(!lockedPeriods.has(books.entries.get(id)!.posted.period_id), `entry ${id} was amended behind a lock`);
  }
  takeIn(company, events);
  documentsReconcile(company, command, events);
  reversalsReconcile(company, events);
  taxWaitsForPayment(company);
  yearsFollow(company);
  yearsHold(company);
  if (events.length > 0) company.done.set(command.type, (company.done.get(command.type) ?? 0) + 1);
}

/** A supplier may have rounded the tax otherwise, by so many cents. */
const TAX_TOLERANCE = 100n;

function documentsReconcile(
  { file, books }: Company,
  command: CompanyFileCommand,
  events: readonly DomainEvent[],
): void {
  const commands = command.type === 'PostBatch' ? command.entries : [command];
  for (const [index, one] of commands.entries()) {
    if (one.type !== 'PostInvoice') continue;
    const entry = events[index]!.data as unknown as PostedEntry;
    const credited = one.credited_entry_id === null ? undefined : books.entries.get(one.credited_entry_id)?.posted;
    vatReconciles(entry, file, one.vat_amounts.length > 0 ? TAX_TOLERANCE : 0n, credited);
  }
}

function reversalsReconcile({ books, file }: Company, events: readonly DomainEvent[]): void {
  for (const { type, data } of events) {
    const { reversed_entry_id } = data as unknown as PostedEntry;
    if (type === 'EntryPosted' && reversed_entry_id !== undefined)
      reversalReconciles(data as unknown as PostedEntry, books.entries.get(reversed_entry_id)!.posted, file);
  }
}

/** Years follow one another day by day, each cut into its periods, and the closed ones are the first. */
function yearsFollow({ file: { fiscalYears } }: Company): void {
  const years = fiscalYears.toSorted((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  for (const [index, year] of years.entries()) {
    const before = years[index - 1];
    demand(!before || getNextDay(before.ends_on) === year.starts_on, `a gap or a common day before year ${year.code}`);
    demand(!before || before.closing || !year.closing, `year ${year.code} was closed before the one before it`);
    demand(!year.closing || years[index + 1]?.id === year.closing.next_fiscal_year_id, `${year.code} goes on nowhere`);
    let day = year.starts_on;
    for (const { starts_on, ends_on } of year.periods) {
      demand(starts_on === day, `a gap between the periods of ${year.code}`);
      day = getNextDay(ends_on);
    }
    demand(day === getNextDay(year.ends_on), `the periods of ${year.code} end elsewhere than the year`);
  }
  const names = new Set(years.map(({ code }) => code));
  demand(names.size === years.length, 'two years have one code');
}

/** Every year balances; a closed one has no income and expenses left, and the next begins with what it ended with. */
function yearsHold({ books, file }: Company): void {
  const isOfResult = (id: number) =>
    ['income', 'expense'].includes(file.records['accounts']!.byId.get(id)!.data['type'] as string);
  for (const { id, closing, code } of file.fiscalYears) {
    const balances = balancesOfYear(books, id);
    demand(sumOf(balances.values()) === 0n, `year ${code} does not balance`);
    const follows = file.fiscalYears.some((before) => before.closing?.next_fiscal_year_id === id);
    demand(follows || isZero(balancesOfYear(books, id, 'carried')), `what was carried into ${code} was not taken back`);
    demand(closing || isZero(balancesOfYear(books, id, 'closing')), `open year ${code} is closed by halves`);
    if (!closing) continue;
    const carried = balancesOfYear(books, closing.next_fiscal_year_id, 'carried');
    const opening = closing.opening_entry_id === undefined ? null : books.entries.get(closing.opening_entry_id)!.posted;
    const left = new Map(balances);
    for (const [account, amount] of opening ? passedBetweenYears(opening) : [])
      left.set(account, (left.get(account) ?? 0n) + amount);
    for (const account of new Set([...left.keys(), ...carried.keys()])) {
      const begins = carried.get(account) ?? 0n;
      demand(
        (balances.get(account) ?? 0n) === 0n || !isOfResult(account),
        `closed year ${code} has income or expenses left`,
      );
      demand((left.get(account) ?? 0n) === begins, `what year ${code} leaves on ${account} is not what was carried`);
      const { number } = file.records['accounts']!.byId.get(account)!.data;
      demand(
        file.identity.country_pack !== 'LU' || number !== '142' || begins === 0n,
        `the result of ${code} opens where the next one will stand`,
      );
    }
  }
}

const isZero = (balances: ReadonlyMap<number, bigint>): boolean => [...balances.values()].every((one) => one === 0n);
