import { attachmentEvents, type AttachmentEvent } from './attachments/attachment-events.ts';
import { decideAttachment, type AttachmentCommand } from './attachments/attachments.ts';
import { decideCompany, type OpenCompanyFile } from './companies/company.ts';
import { companyEvents, type CompanyEvent } from './companies/company-events.ts';
import { decideIdentity, type CompanyCommand } from './companies/identity.ts';
import { evolveCompany, type CompanyState } from './companies/state.ts';
import { decideFiscalYear, type FiscalYearCommand } from './fiscal-years/fiscal-year.ts';
import { evolveFiscalYears, initialFiscalYears, type FiscalYearsState } from './fiscal-years/state.ts';
import { fiscalYearEvents, type FiscalYearEvent } from './fiscal-years/fiscal-year-events.ts';
import { decideClosing, type CloseFiscalYear } from './fiscal-years/closing.ts';
import { decideOpeningBalance, type PostOpeningBalance } from './fiscal-years/opening-balance.ts';
import { decideReopening, type ReopenFiscalYear } from './fiscal-years/reopening.ts';
import type { DomainEvent, EventCatalogue } from './event.ts';
import type { JsonRecord } from './json.ts';
import { decideAmendment, type AmendEntry } from './ledger/amendment.ts';
import { decideBatch, decidePosting, type PostBatch, type PostOne } from './ledger/batch.ts';
import { entryEvents, type EntryEvent } from './ledger/entry-events.ts';
import { decideAutomatic, type LetterAutomatically } from './lettering/automatic.ts';
import { decideLettering, type LetterLines } from './lettering/lettering.ts';
import { letteringEvents, type LetteringEvent } from './lettering/lettering-events.ts';
import { evolveLettering, initialLettering, type LetteringState } from './lettering/state.ts';
import { decideUnlettering, type UnletterLines } from './lettering/unlettering.ts';
import { evolveLedger, initialLedger, packLedger, unpackLedger, type LedgerState } from './ledger/state.ts';
import { decideReversal, type ReverseEntry } from './ledger/reversal.ts';
import { decideImport, type ImportRecords } from './records/import.ts';
import { packCollection, unpackCollection } from './records/packing.ts';
import { decideRecords, evolveRecords, initialRecords, type RecordCommand } from './records/records.ts';
import { recordEvents, type RecordEvent } from './records/record-events.ts';
import type { RecordsState } from './records/state.ts';
import { refuse, unreachable, type Decision } from './refusal.ts';
import { checkEvents, type CheckEvent } from './third-parties/check-events.ts';
import { mergeEvents, type MergeEvent } from './third-parties/merge-events.ts';
import { decideMerge, decideUnmerge, evolveMerge, type MergeThirdParty } from './third-parties/merge.ts';
import {
  evolveThirdParties,
  initialThirdParties,
  thirdPartiesOf,
  type ThirdPartiesState,
} from './third-parties/state.ts';
import { decideCheck, evolveCheck, type CheckCommand } from './third-parties/technical-checks.ts';

/** The company file: the slices of all subjects over one stream, so that one append makes any operation atomic. */
export interface CompanyFile {
  readonly identity: CompanyState | null;
  readonly fiscalYears: FiscalYearsState;
  readonly records: RecordsState;
  readonly thirdParties: ThirdPartiesState;
  readonly ledger: LedgerState;
  readonly lettering: LetteringState;
}

export type CompanyFileCommand =
  | OpenCompanyFile
  | CompanyCommand
  | FiscalYearCommand
  | CloseFiscalYear
  | ReopenFiscalYear
  | PostOpeningBalance
  | RecordCommand
  | ImportRecords
  | MergeThirdParty
  | CheckCommand
  | PostOne
  | PostBatch
  | ReverseEntry
  | AmendEntry
  | AttachmentCommand
  | LetterLines
  | LetterAutomatically
  | UnletterLines;
export type CompanyFileEvent =
  | CompanyEvent
  | FiscalYearEvent
  | RecordEvent
  | MergeEvent
  | CheckEvent
  | EntryEvent
  | AttachmentEvent
  | LetteringEvent;

export const companyFileEvents: EventCatalogue = {
  ...companyEvents,
  ...fiscalYearEvents,
  ...recordEvents,
  ...mergeEvents,
  ...checkEvents,
  ...entryEvents,
  ...attachmentEvents,
  ...letteringEvents,
};

const initialState: CompanyFile = {
  identity: null,
  fiscalYears: initialFiscalYears,
  records: initialRecords,
  thirdParties: initialThirdParties,
  ledger: initialLedger,
  lettering: initialLettering,
};

function decide(command: CompanyFileCommand, file: CompanyFile): Decision<DomainEvent> {
  return decideCommand(command, file);
}

function decideCommand(command: CompanyFileCommand, file: CompanyFile): Decision<CompanyFileEvent> {
  if (command.type === 'OpenCompanyFile') return decideCompany(command, file.identity !== null);
  // Nothing happens to a file in the recycle bin but its way back.
  if (!file.identity || (file.identity.isTrashed && command.type !== 'RestoreCompanyFile')) return refuse('not_found');
  switch (command.type) {
    case 'UpdateCompanyFile':
    case 'RefreshCompanySheet':
    case 'ChangeCompanySettings':
    case 'TrashCompanyFile':
    case 'RestoreCompanyFile':
      return decideIdentity(command, file);
    case 'CreateRecords':
    case 'UpdateRecord':
    case 'TrashRecord':
      return decideRecords(command, file);
    case 'RestoreRecord':
      return (command.resource === 'third-parties' && decideUnmerge(command.id, file)) || decideRecords(command, file);
    case 'ImportRecords':
      return decideImport(command, file);
    case 'MergeThirdParty':
      return decideMerge(command, file);
    case 'RecordVatCheck':
    case 'RecordPeppolCheck':
      return decideCheck(command, file);
    case 'OpenFiscalYear':
    case 'UpdateFiscalYear':
    case 'DeleteFiscalYear':
    case 'LockPeriod':
    case 'UnlockPeriod':
      return decideFiscalYear(command, file);
    case 'CloseFiscalYear':
      return decideClosing(command, file);
    case 'ReopenFiscalYear':
      return decideReopening(command, file);
    case 'PostOpeningBalance':
      return decideOpeningBalance(command, file);
    case 'PostEntry':
    case 'PostInvoice':
      return decidePosting(command, file);
    case 'PostBatch':
      return decideBatch(command, file);
    case 'ReverseEntry':
      return decideReversal(command, file);
    case 'AmendEntry':
      return decideAmendment(command, file);
    case 'AttachFiles':
    case 'DetachFile':
      return decideAttachment(command, file);
    case 'LetterLines':
      return decideLettering(command, file);
    case 'LetterAutomatically':
      return decideAutomatic(command, file);
    case 'UnletterLines':
      return decideUnlettering(command, file);
    default:
      return unreachable(command);
  }
}

function evolve(file: CompanyFile, fact: DomainEvent): CompanyFile {
  const event = fact as CompanyFileEvent;
  switch (event.type) {
    case 'CompanyFileOpened':
    case 'CompanyFileUpdated':
    case 'CompanySettingsChanged':
    case 'CompanyFileTrashed':
    case 'CompanyFileRestored':
      return { ...file, identity: evolveCompany(file.identity, event) };
    case 'FiscalYearOpened':
    case 'FiscalYearUpdated':
    case 'FiscalYearDeleted':
    case 'PeriodLocked':
    case 'PeriodUnlocked':
    case 'FiscalYearClosed':
    case 'FiscalYearReopened':
      return { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };
    case 'RecordsCreated':
    case 'RecordUpdated':
    case 'RecordsUpdated':
    case 'RecordTrashed':
    case 'RecordRestored':
      return {
        ...file,
        records: evolveRecords(file.records, event),
        thirdParties: evolveThirdParties(file.thirdParties, event),
      };
    case 'ThirdPartyMerged':
    case 'ThirdPartyUnmerged':
      return {
        ...file,
        records: evolveMerge(file.records, event),
        thirdParties: evolveThirdParties(file.thirdParties, event),
      };
    case 'ThirdPartyChecked':
      return { ...file, records: evolveCheck(file.records, event) };
    case 'EntryPosted':
    case 'EntryAmended':
    case 'EntryReversed':
      return { ...file, ledger: evolveLedger(file.ledger, event) };
    case 'LinesLettered':
    case 'LinesUnlettered':
      return { ...file, lettering: evolveLettering(file.lettering, event) };
    default:
      return file;
  }
}

function pack(file: CompanyFile): JsonRecord {
  return {
    identity: file.identity,
    fiscalYears: file.fiscalYears,
    records: Object.fromEntries(
      Object.entries(file.records).map(([name, collection]) => [name, packCollection(collection)]),
    ),
    ledger: packLedger(file.ledger),
    lettering: { ...file.lettering },
  };
}

function unpack(packed: JsonRecord): CompanyFile {
  const packedRecords = packed['records'] as Record<string, JsonRecord>;
  const records: RecordsState = {
    ...initialRecords,
    ...Object.fromEntries(Object.entries(packedRecords).map(([name, rows]) => [name, unpackCollection(name, rows)])),
  };
  return {
    identity: packed['identity'] as unknown as CompanyState | null,
    fiscalYears: packed['fiscalYears'] as unknown as FiscalYearsState,
    records,
    thirdParties: thirdPartiesOf(records['third-parties']),
    ledger: unpackLedger(packed['ledger'] as JsonRecord),
    lettering: packed['lettering'] as unknown as LetteringState,
  };
}

const weigh = ({ records }: CompanyFile): number =>
  Object.values(records).reduce((total, { byId }) => total + byId.size, 0);

export const companyFile = { initialState, decide, evolve, snapshot: { version: 4, pack, unpack, weigh } };
