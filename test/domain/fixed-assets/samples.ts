import { companyFile, type CompanyFile, type CompanyFileCommand } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { AdjustFixedAsset } from '../../../domain/fixed-assets/adjust-command.ts';
import type { AssetEvent } from '../../../domain/fixed-assets/asset-events.ts';
import { countDepreciationLines, listYearsToDepreciate } from '../../../domain/fixed-assets/depreciation.ts';
import { countDisposalEntries, LINES_OF_DISPOSAL } from '../../../domain/fixed-assets/disposal.ts';
import type { RequestedAsset } from '../../../domain/fixed-assets/fields.ts';
import type { AssetState } from '../../../domain/fixed-assets/asset-state.ts';
import { createFilePlanning } from '../../../domain/fixed-assets/asset-plan.ts';
import type { DisposeFixedAsset } from '../../../domain/fixed-assets/sale.ts';
import { buildAssetSchedule } from '../../../domain/fixed-assets/schedule.ts';
import type { EntryEvent, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { subtract } from '../../../domain/money.ts';
import type { CountryCode } from '../../../domain/country-packs/index.ts';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import { countNeededIds } from '../../../domain/companies/company.ts';
import { getAccountNumber } from '../../../domain/fixed-assets/accounts.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';
import { decided, details, openCompany, replay } from '../../support/company-file-samples.ts';

/** A company file with fixed assets, command after command. */
export interface AssetBooks {
  file: CompanyFile;
  readonly events: DomainEvent[];
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

export function assetBooks(
  country: CountryCode = 'BE',
  {
    legal_form_code = null,
    year = { code: null, starts_on: '2026-01-01', ends_on: '2026-12-31' },
  }: {
    readonly legal_form_code?: string | null;
    readonly year?: { readonly code: null; readonly starts_on: string; readonly ends_on: string };
  } = {},
): AssetBooks {
  const pack = findCountryPack(country)!;
  const identity = { ...details, country_pack: country, country, legal_form: null, legal_form_code };
  const needed = countNeededIds(pack, { details: identity, fiscalYear: year, banks: [] });
  const ids = {
    fiscalYear: 1,
    periods: range(1, 30),
    accounts: range(10_000, needed.accounts),
    vatCodes: range(20_000, needed.vatCodes),
    journals: range(30_000, needed.journals),
    numberSeries: range(30_000, needed.numberSeries),
  };
  const events = decided(openCompany({ details: identity, fiscalYear: year, ids }), companyFile.initialState);
  return { file: replay(events), events: [...events] };
}

let lastId = 1_000_000;
export const newIds = (count: number): number[] => Array.from({ length: count }, () => (lastId += 1));

/** Carries a command out, or gives why not. */
export function tryOut(books: AssetBooks, command: CompanyFileCommand): readonly DomainEvent[] | Refusal {
  const decision = companyFile.decide(command, books.file);
  if (isRefusal(decision)) return decision;
  books.file = replay(decision, books.file);
  books.events.push(...decision);
  return decision;
}

function done(books: AssetBooks, command: CompanyFileCommand): readonly DomainEvent[] {
  const outcome = tryOut(books, command);
  if (isRefusal(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

export const openYear = (books: AssetBooks, year: number): void =>
  void done(books, {
    type: 'OpenFiscalYear',
    id: newIds(1)[0]!,
    periodIds: newIds(12),
    requested: { code: null, starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
  });

export const creation = (requested: RequestedAsset): CompanyFileCommand => ({
  type: 'CreateFixedAsset',
  id: newIds(1)[0]!,
  accountId: newIds(1)[0]!,
  requested: { label: 'Bien', category: 'vehicles', acquired_on: '2026-01-01', cost: '10000.00', ...requested },
  origin: null,
});

/** Gives its id. */
export function created(books: AssetBooks, requested: RequestedAsset = {}): number {
  const event = (done(books, creation(requested)) as readonly AssetEvent[]).find(
    ({ type }) => type === 'FixedAssetCreated',
  );
  return (event!.data as { id: number }).id;
}

export const depreciation = (
  books: AssetBooks,
  until: string,
  lines_by: 'asset' | 'category' | null = null,
): CompanyFileCommand => ({
  type: 'DepreciateFixedAssets',
  until,
  journal_id: null,
  lines_by,
  entryIds: newIds(listYearsToDepreciate(until, books.file).length),
  lineIds: newIds(countDepreciationLines(until, books.file)),
});

export const depreciated = (books: AssetBooks, until: string): readonly DomainEvent[] =>
  done(books, depreciation(books, until));

export const adjustment = (id: number, changes: Partial<AdjustFixedAsset>): AdjustFixedAsset => ({
  type: 'AdjustFixedAsset',
  id,
  kind: 'addition',
  date: '2026-07-01',
  amount: null,
  duration_months: null,
  reason: null,
  journal_id: null,
  origin_line_id: null,
  origin: null,
  account_id: null,
  category: null,
  baseVersion: null,
  entryId: newIds(1)[0]!,
  lineIds: newIds(8),
  accountId: newIds(1)[0]!,
  ...changes,
});

export const adjusted = (books: AssetBooks, id: number, changes: Partial<AdjustFixedAsset>): readonly DomainEvent[] =>
  done(books, adjustment(id, changes));

export function disposal(books: AssetBooks, id: number, changes: Partial<DisposeFixedAsset> = {}): DisposeFixedAsset {
  const { disposed_on = '2026-07-01' } = changes;
  const count = countDisposalEntries(disposed_on, books.file);
  return {
    type: 'DisposeFixedAsset',
    id,
    disposed_on,
    kind: 'scrap',
    share: '100.00',
    proceeds: null,
    third_party_id: null,
    vat_code: null,
    vat_code_id: null,
    reference: null,
    journal_id: null,
    sale_journal_id: null,
    baseVersion: null,
    ids: { entries: newIds(count), lines: newIds(count * LINES_OF_DISPOSAL) },
    accountId: newIds(1)[0]!,
    ...changes,
  };
}

export const disposed = (
  books: AssetBooks,
  id: number,
  changes: Partial<DisposeFixedAsset> = {},
): readonly DomainEvent[] => done(books, disposal(books, id, changes));

export const assetOf = ({ file }: AssetBooks, id: number): AssetState => file.fixedAssets.byId.get(id)!;

/** What each fiscal year takes, by its code. */
export const planOf = (books: AssetBooks, id: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    buildAssetSchedule(assetOf(books, id), createFilePlanning(books.file)).map(
      ({ fiscal_year_code, depreciation: amount }) => [fiscal_year_code, amount],
    ),
  );

export const entriesIn = (events: readonly DomainEvent[]): readonly PostedEntry[] =>
  (events as readonly EntryEvent[]).flatMap((event) => (event.type === 'EntryPosted' ? [event.data] : []));

/** Number of the account and amount of each line: debit is positive. */
export const linesOf = (entry: PostedEntry, { file }: AssetBooks): readonly (readonly [string, string])[] =>
  entry.lines.map(({ account_id, debit, credit }) => [getAccountNumber(account_id, file), subtract(debit, credit)]);

/** What a command is refused for; nothing where it is carried out. */
export const codes = (books: AssetBooks, command: CompanyFileCommand): readonly string[] => {
  const outcome = tryOut(books, command);
  return isRefusal(outcome) ? outcome.problems.map(({ code, field }) => `${field}: ${code}`) : [];
};
