import { Decimal } from 'decimal.js';
import { countNeededIds } from '../../../domain/companies/company.ts';
import type { CompanyDetails } from '../../../domain/companies/company-events.ts';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import type { ChartVariant, CountryCode } from '../../../domain/country-packs/pack.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { ClosingFacts } from '../../../domain/fiscal-years/closing-checks.ts';
import { countMaxLines, type CloseFiscalYear } from '../../../domain/fiscal-years/closing.ts';
import type { ClosedYear } from '../../../domain/fiscal-years/fiscal-year-events.ts';
import {
  listClosingEntryIds,
  countReversalLines,
  listLinesToMatch,
  type ReopenFiscalYear,
} from '../../../domain/fiscal-years/reopening.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import type { RequestedLine } from '../../../domain/ledger/entry.ts';
import { decided, details, openCompany, buildPostEntry, replay, year2026 } from '../../support/company-file-samples.ts';
import { factsOf } from '../ledger/facts.ts';

/** The books of a company file as a list of events, and what the read tables would say of them. */

export const YEAR = 10_000;
const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

export function booksOf(
  country: CountryCode = 'BE',
  variant: ChartVariant = 'capital',
  changes: Partial<CompanyDetails> = {},
): Books {
  const pack = findCountryPack(country)!;
  const form = pack.legalForms.find(({ chart }) => chart === variant)!;
  const own = { ...details, country_pack: country, legal_form_code: form.code, ...changes };
  const needed = countNeededIds(pack, { details: own, fiscalYear: year2026, banks: [] });
  const ids = {
    fiscalYear: YEAR,
    periods: range(YEAR, 30),
    accounts: range(YEAR, needed.accounts),
    vatCodes: range(YEAR, needed.vatCodes),
    journals: range(YEAR, needed.journals),
    numberSeries: range(YEAR, needed.numberSeries),
  };
  const opened = openCompany({ details: own, ids });
  return createBooks([...decided(opened, companyFile.initialState)]);
}

export type Line = readonly [account: string, debit: string, credit: string];
type Command = Parameters<typeof companyFile.decide>[0];

export interface Books {
  readonly events: readonly DomainEvent[];
  readonly file: CompanyFile;
  /** What was recorded last. */
  readonly latest: readonly DomainEvent[];
  do(...commands: readonly Command[]): Books;
  post(date: string, ...lines: readonly Line[]): Books;
  closing(yearId?: number, changes?: Partial<CloseFiscalYear>): CloseFiscalYear;
  reopening(yearId?: number): ReopenFiscalYear;
  facts(yearId?: number, today?: string): ClosingFacts;
  /** Debit less credit by account number, of all that is not zero. */
  balances(yearId?: number): Readonly<Record<string, string>>;
  /** Lines of the entries of one origin that were posted last. */
  posted(origin: string): readonly Line[];
  /** What passed from one account to another between two years, by the entries that were posted last. */
  passed(): readonly Line[];
  /** The first year closed as versions did that took a result on by an entry of the first day. */
  closedAsBefore(): Books;
  account(number: string): number;
  journal(type: string): number;
}

function createBooks(events: readonly DomainEvent[], latest: readonly DomainEvent[] = []): Books {
  const file = replay(events);
  const numberOf = (id: number) => file.records['accounts']!.byId.get(id)!.data['number'] as string;
  const entries = postedIn(events);
  const freeId = entries.length + 1;
  const byAccount = (yearId: number): Map<number, Decimal> => {
    const sums = new Map<number, Decimal>();
    for (const { lines } of entries.filter(({ fiscal_year_id }) => fiscal_year_id === yearId))
      for (const { account_id, debit, credit } of lines)
        sums.set(account_id, (sums.get(account_id) ?? new Decimal(0)).plus(debit).minus(credit));
    return sums;
  };
  const recorded = (commands: readonly Command[]): Books => {
    let all = events;
    let last: readonly DomainEvent[] = [];
    for (const command of commands) {
      last = decided(command, replay(all));
      all = [...all, ...last];
    }
    return createBooks(all, last);
  };
  const find = (resource: string, field: string, value: string): number => {
    for (const [id, { data }] of file.records[resource]!.byId.entries()) if (data[field] === value) return id;
    throw new Error(`No ${resource} with ${field} ${value}`);
  };
  const books: Books = {
    events,
    file,
    latest,
    do: (...commands) => recorded(commands),
    post: (entry_date, ...lines) => {
      const requested = lines.map(([account, debit, credit]): RequestedLine => {
        return { account, account_id: null, debit, credit, label: null, third_party_id: null };
      });
      const journal_id = find('journals', 'type', 'miscellaneous');
      return recorded([buildPostEntry({ entryId: freeId, journal_id, entry_date, lines: requested })]);
    },
    facts(yearId = YEAR, today = '2027-02-01') {
      const sums = [...byAccount(yearId)].filter(([, balance]) => !balance.isZero());
      return { balances: sums.map(([account_id, sum]) => ({ account_id, balance: sum.toFixed(2) })), found: {}, today };
    },
    closing(yearId = YEAR, changes = {}) {
      const facts = books.facts(yearId);
      const lines = range(freeId * 1_000, countMaxLines(facts.balances.length));
      const ids = { entries: range(freeId, 3), lines, fiscalYear: 20_000 + freeId, periods: range(freeId * 100, 25) };
      return { type: 'CloseFiscalYear', id: yearId, baseVersion: null, journalId: null, facts, ids, ...changes };
    },
    reopening(yearId = YEAR) {
      const { closing } = file.fiscalYears.find(({ id }) => id === yearId)!;
      const posted = closing ? listClosingEntryIds(closing) : [];
      const reversals = posted.map((id, index) => {
        const facts = factsOf(
          entries.find((entry) => entry.id === id)!,
          file,
        );
        const entryId = freeId + index;
        const letteringIds = range(entryId * 1_000, listLinesToMatch(facts).length);
        return { facts, entryId, lineIds: range(entryId * 1_000, countReversalLines(facts)), letteringIds };
      });
      return { type: 'ReopenFiscalYear', id: yearId, baseVersion: null, entries: reversals };
    },
    balances(yearId = YEAR) {
      const sums = [...byAccount(yearId)].filter(([, balance]) => !balance.isZero());
      return Object.fromEntries(sums.map(([id, balance]) => [numberOf(id), balance.toFixed(2)]));
    },
    posted: (origin) =>
      postedIn(latest)
        .filter((entry) => entry.origin === origin)
        .flatMap(({ lines }) => lines.map(({ account_id, debit, credit }) => [numberOf(account_id), debit, credit])),
    passed: () =>
      postedIn(latest).flatMap(({ lines }) =>
        lines.flatMap(({ account_id, brought_from: from, debit, credit }): Line[] =>
          from ? [[`${numberOf(from.account_id)} ${numberOf(account_id)}`, debit, credit]] : [],
        ),
      ),
    closedAsBefore() {
      const now = books.do(books.closing()).latest;
      const older = now.flatMap((event): DomainEvent[] => {
        if (event.type === 'FiscalYearClosed')
          return [{ ...event, data: { ...event.data, appropriation_entry_id: freeId + 9 } }];
        const entry = event.data as unknown as PostedEntry;
        const passed = event.type === 'EntryPosted' && entry.lines.find(({ brought_from }) => brought_from);
        if (!passed) return [event];
        const { brought_from: from, ...to } = passed;
        const left = { ...to, account_id: from!.account_id };
        const lines = entry.lines.map((line) => (line === passed ? left : line));
        const moved = [to, { ...left, id: from!.line_id, debit: to.credit, credit: to.debit }];
        const waiting = { ...entry, id: freeId + 9, number: entry.number + 1, total: to.credit, lines: moved };
        return [
          { ...event, data: { ...entry, lines } },
          { ...event, data: { ...waiting, origin: 'appropriation', layer: 'awaiting' } },
        ];
      });
      return createBooks([...events, ...older], older);
    },
    account: (number) => find('accounts', 'number', number),
    journal: (type) => find('journals', 'type', type),
  };
  return books;
}

export const postedIn = (events: readonly DomainEvent[]): readonly PostedEntry[] =>
  events.flatMap(({ type, data }) => (type === 'EntryPosted' ? [data as unknown as PostedEntry] : []));

export const closedData = (books: Books): ClosedYear => books.latest.at(-1)!.data as unknown as ClosedYear;

/** A line of an opening balance that says nothing. */
export const NO_OPENING = {
  account: null,
  account_id: null,
  debit: '0.00',
  credit: '0.00',
  label: null,
  third_party_id: null,
  third_party: null,
  due_date: null,
  reference: null,
};
