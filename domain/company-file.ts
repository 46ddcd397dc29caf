import {
  companyEvents,
  decideCompany,
  type CompanyEvent,
  type CompanyIdentity,
  type OpenCompanyFile,
} from './companies/company.ts';
import {
  decideFiscalYear,
  evolveFiscalYears,
  fiscalYearEvents,
  initialFiscalYears,
  type FiscalYearCommand,
  type FiscalYearEvent,
  type FiscalYearsState,
} from './fiscal-years/fiscal-year.ts';
import type { DomainEvent, EventCatalogue } from './event.ts';
import type { JsonRecord } from './json.ts';
import { decideEntry, type PostEntry } from './ledger/entry.ts';
import { entryEvents, type EntryEvent } from './ledger/entry-events.ts';
import { evolveLedger, initialLedger, packLedger, unpackLedger, type LedgerState } from './ledger/ledger.ts';
import {
  decideRecords,
  evolveRecords,
  initialRecords,
  packCollection,
  recordEvents,
  unpackCollection,
  type RecordCommand,
  type RecordEvent,
} from './records/records.ts';
import type { RecordsState } from './records/state.ts';
import { refuse, unreachable, type Decision } from './refusal.ts';

/** The company file: the slices of all subjects over one stream, so that one append makes any operation atomic. */
export interface CompanyFile {
  readonly identity: CompanyIdentity | null;
  readonly fiscalYears: FiscalYearsState;
  readonly records: RecordsState;
  readonly ledger: LedgerState;
}

export type CompanyFileCommand = OpenCompanyFile | FiscalYearCommand | RecordCommand | PostEntry;
export type CompanyFileEvent = CompanyEvent | FiscalYearEvent | RecordEvent | EntryEvent;

export const companyFileEvents: EventCatalogue = {
  ...companyEvents,
  ...fiscalYearEvents,
  ...recordEvents,
  ...entryEvents,
};

const initialState: CompanyFile = {
  identity: null,
  fiscalYears: initialFiscalYears,
  records: initialRecords,
  ledger: initialLedger,
};

function decide(command: CompanyFileCommand, file: CompanyFile): Decision<DomainEvent> {
  return decideCommand(command, file) as Decision<DomainEvent>;
}

function decideCommand(command: CompanyFileCommand, file: CompanyFile): Decision<CompanyFileEvent> {
  if (command.type === 'OpenCompanyFile') return decideCompany(command, file.identity);
  if (!file.identity) return refuse('not_found');
  switch (command.type) {
    case 'CreateRecords':
    case 'UpdateRecord':
    case 'TrashRecord':
    case 'RestoreRecord':
      return decideRecords(command, file);
    case 'OpenFiscalYear':
    case 'UpdateFiscalYear':
    case 'DeleteFiscalYear':
    case 'LockPeriod':
    case 'UnlockPeriod':
      return decideFiscalYear(command, file);
    case 'PostEntry':
      return decideEntry(command, file);
    default:
      return unreachable(command);
  }
}

function evolve(file: CompanyFile, fact: DomainEvent): CompanyFile {
  const event = fact as CompanyFileEvent;
  switch (event.type) {
    case 'CompanyFileOpened':
      return { ...file, identity: event.data };
    case 'FiscalYearOpened':
    case 'FiscalYearUpdated':
    case 'FiscalYearDeleted':
    case 'PeriodLocked':
    case 'PeriodUnlocked':
      return { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };
    case 'RecordsCreated':
    case 'RecordUpdated':
    case 'RecordTrashed':
    case 'RecordRestored':
      return { ...file, records: evolveRecords(file.records, event) };
    case 'EntryPosted':
      return { ...file, ledger: evolveLedger(file.ledger, event) };
    default:
      return file;
  }
}

function pack(file: CompanyFile): JsonRecord {
  return {
    identity: file.identity as unknown as JsonRecord,
    fiscalYears: file.fiscalYears as unknown as JsonRecord[],
    records: Object.fromEntries(
      Object.entries(file.records).map(([name, collection]) => [name, packCollection(collection)]),
    ),
    ledger: packLedger(file.ledger),
  };
}

function unpack(packed: JsonRecord): CompanyFile {
  const records = packed['records'] as Record<string, JsonRecord>;
  return {
    identity: packed['identity'] as unknown as CompanyIdentity | null,
    fiscalYears: packed['fiscalYears'] as unknown as FiscalYearsState,
    records: {
      ...initialRecords,
      ...Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, unpackCollection(name, rows)])),
    },
    ledger: unpackLedger(packed['ledger'] as JsonRecord),
  };
}

export const companyFile = { initialState, decide, evolve, snapshot: { version: 2, pack, unpack } };
