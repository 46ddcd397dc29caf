import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { journals } from '../../domain/journals/journal.ts';
import { accounts } from '../../domain/accounts/account.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { countNeededIds } from '../../domain/companies/company.ts';
import type { OpenCompanyFile } from '../../domain/companies/opening.ts';
import type { CompanyDetails } from '../../domain/companies/company-events.ts';
import { companyFile, type CompanyFile, type CompanyFileState } from '../../domain/company-file.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { PostEntry, RequestedLine } from '../../domain/ledger/entry.ts';
import { findIdByKey } from '../../domain/records/state.ts';
import { isRefusal } from '../../domain/refusal.ts';

/** A Belgian company file of calendar year 2026 and what is done in it, for tests of any layer. */

export const belgium = findCountryPack('BE')!;

export const details: CompanyDetails = {
  code: 'DUPONT',
  name: 'Menuiserie Dupont',
  country_pack: 'BE',
  legal_form: 'SRL',
  legal_form_code: null,
  enterprise_number: null,
  vat_number: null,
  vat_regime: 'quarterly',
  locale: 'fr',
  address: null,
  street: 'Rue Haute',
  house_number: '12',
  box: null,
  postal_code: '1000',
  city: 'Bruxelles',
  country: 'BE',
  latitude: null,
  longitude: null,
  nace_codes: [{ code: '43320', classification: 'MAIN' }],
  main_nace_code: '43320',
  logo_url: null,
};

export const year2026 = { code: null, starts_on: '2026-01-01', ends_on: '2026-12-31' };

const listNumbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

/** Ids are unique in the service, so each company file of a test uses a separate range. */
export function openCompany(changes: Partial<OpenCompanyFile> = {}): OpenCompanyFile {
  const { companyId = 1, banks = [] } = changes;
  const first = companyId * 10_000;
  const needed = countNeededIds(belgium, { details: changes.details ?? details, fiscalYear: year2026, banks });
  return {
    type: 'OpenCompanyFile',
    companyId,
    publicToken: `token${String(companyId).padStart(7, '0')}`,
    firmId: 1,
    ownerId: null,
    details,
    fiscalYear: year2026,
    banks,
    ids: {
      fiscalYear: first,
      periods: listNumbers(first, 30),
      accounts: listNumbers(first, needed.accounts),
      vatCodes: listNumbers(first, needed.vatCodes),
      journals: listNumbers(first, needed.journals),
      numberSeries: listNumbers(first, needed.numberSeries),
    },
    ...changes,
  };
}

export function decided(
  command: Parameters<typeof companyFile.decide>[0],
  file: CompanyFileState,
): readonly DomainEvent[] {
  const decision = companyFile.decide(command, file);
  if (isRefusal(decision)) throw new Error(`Refused: ${JSON.stringify(decision)}`);
  return decision;
}

export const replay = (
  events: readonly DomainEvent[],
  from: CompanyFileState = companyFile.initialState,
): CompanyFile => events.reduce(companyFile.evolve, from) as CompanyFile;

export const openedEvents = decided(openCompany(), companyFile.initialState);
export const openedFile = replay(openedEvents);

/** Locks a period of the year that the samples are opened with, January being 10 000; and closes that year. */
export const buildPeriodLocked = (periodId: number): DomainEvent => ({
  type: 'PeriodLocked',
  data: { fiscal_year_id: 10_000, period_id: periodId, version: 2 },
});
export const MARCH = 10_002;
export const yearClosed: DomainEvent = {
  type: 'FiscalYearClosed',
  data: { id: 10_000, version: 2, next_fiscal_year_id: 2, result: '0.00' },
};

export const findAccountId = (number: string, file: CompanyFile = openedFile): number =>
  findId(accounts, 'number', number, file);
export const findJournalId = (code: string, file: CompanyFile = openedFile): number =>
  findId(journals, 'code', code, file);
export const findVatCodeId = (code: string, file: CompanyFile = openedFile): number =>
  findId(vatCodes, 'code', code, file);

function findId(resource: Resource, field: string, value: string, file: CompanyFile): number {
  const id = findIdByKey(file.records, resource, field, value);
  if (id === undefined) throw new Error(`No ${resource.name} with ${field} ${value}`);
  return id;
}

export function buildLine(
  account: string,
  debit: string,
  credit: string,
  changes: Partial<RequestedLine> = {},
): RequestedLine {
  return { account, account_id: null, debit, credit, label: null, third_party_id: null, ...changes };
}

/** Office supplies paid in cash; a balanced entry unless the changes say otherwise. */
export function buildPostEntry(changes: Partial<PostEntry> = {}): PostEntry {
  const { entryId = 1, lines = [buildLine('612400', '100.00', '0.00'), buildLine('570000', '0.00', '100.00')] } =
    changes;
  return {
    type: 'PostEntry',
    entryId,
    lineIds: listNumbers(entryId * 1_000, lines.length),
    journal_id: findJournalId('OD'),
    entry_date: '2026-03-15',
    due_date: null,
    label: 'Fournitures',
    reference: null,
    lines,
    ...changes,
  };
}

export function buildCreateRecord(resource: string, id: number, data: JsonRecord) {
  return { type: 'CreateRecords' as const, resource, records: [{ id, data }] };
}
