import { UnknownEvent, upcast } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { LetteredLine } from '../../domain/lettering/lettering-events.ts';
import { resourceNamed } from '../../domain/records/resources.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { projectAttachment } from '../attachments/projector.ts';
import { entryAttachments } from '../attachments/tables.ts';
import { projectCompany } from '../companies/projector.ts';
import { companies } from '../companies/tables.ts';
import { firmOf, projectFirm } from '../firms/projector.ts';
import { firms, members, registrations } from '../firms/tables.ts';
import { projectFiscalYear } from '../fiscal-years/projector.ts';
import { fiscalYears } from '../fiscal-years/tables.ts';
import { projectUser, userIdOf } from '../identity/projector.ts';
import { tokens, users } from '../identity/tables.ts';
import { projectEntry } from '../ledger/projector.ts';
import { entries, entryLines } from '../ledger/tables.ts';
import { projectLettering } from '../lettering/projector.ts';
import { letteringLines, letterings } from '../lettering/tables.ts';
import { projectLicence } from '../licence/projector.ts';
import { projectRecords } from '../records/projector.ts';
import { recordTable } from '../records/tables.ts';
import type { Batch } from '../support/batch.ts';
import type { ReadTable } from '../support/table.ts';
import { projectCheck, projectMerge } from '../third-parties/projector.ts';

/** Which projector takes which event. An event type without one is a mistake that stops the stream. */
type Project = (event: never, stored: RecordedEvent, batch: Batch) => void;

const projectors: Readonly<Record<string, Project>> = {
  CompanyFileOpened: projectCompany,
  CompanyFileUpdated: projectCompany,
  CompanySettingsChanged: projectCompany,
  CompanyFileTrashed: projectCompany,
  CompanyFileRestored: projectCompany,
  FiscalYearOpened: projectFiscalYear,
  FiscalYearUpdated: projectFiscalYear,
  FiscalYearDeleted: projectFiscalYear,
  PeriodLocked: projectFiscalYear,
  PeriodUnlocked: projectFiscalYear,
  FiscalYearClosed: projectFiscalYear,
  FiscalYearReopened: projectFiscalYear,
  RecordsCreated: projectRecords,
  RecordUpdated: projectRecords,
  RecordsUpdated: projectRecords,
  RecordTrashed: projectRecords,
  RecordRestored: projectRecords,
  ThirdPartyMerged: projectMerge,
  ThirdPartyUnmerged: projectMerge,
  ThirdPartyChecked: projectCheck,
  EntryPosted: projectEntry,
  EntryAmended: projectEntry,
  EntryReversed: projectEntry,
  EntryFilesAttached: projectAttachment,
  EntryFileDetached: projectAttachment,
  LinesLettered: projectLettering,
  LinesUnlettered: projectLettering,
  UserRegistered: projectUser,
  ProfileChanged: projectUser,
  PasswordChanged: projectUser,
  EmailChangeRequested: projectUser,
  EmailConfirmed: projectUser,
  PlatformAdminAppointed: projectUser,
  TokenIssued: projectUser,
  TokenRevoked: projectUser,
  FirmOpened: projectFirm,
  FirmUpdated: projectFirm,
  FirmLogoSet: projectFirm,
  MemberAttached: projectFirm,
  MemberChanged: projectFirm,
  MemberCompaniesAssigned: projectFirm,
  MemberDetached: projectFirm,
  CompanyFileRegistered: projectFirm,
  CompanyFileRecoded: projectFirm,
  CompanyFileSetAside: projectFirm,
  CompanyFileTakenBack: projectFirm,
  LicenceActivated: projectLicence,
  LicenceReleased: projectLicence,
};

/** @throws when the event cannot be understood: it is then poison, and its stream is halted */
export function projectEvent(stored: RecordedEvent, batch: Batch): void {
  const event = upcast(stored);
  const project = projectors[event.type];
  if (!project) throw new Error(`No projector for ${event.type}`);
  project(event as never, stored, batch);
}

export interface RowKey {
  readonly table: ReadTable;
  /** Values of the key columns, in their order. */
  readonly key: readonly number[];
}

/**
 * The rows that an event changes and that must be read first, when earlier events of the batch did not make them. An
 * event that cannot be understood needs none: its projection, which comes next, says so and halts its stream alone.
 */
export function rowsNeeded(stored: RecordedEvent): readonly RowKey[] {
  const event = understood(stored);
  return event ? (needs[event.type]?.(event.data as never, stored) ?? []) : [];
}

type Needs = (data: never, stored: RecordedEvent) => readonly RowKey[];

const recordNeeded = ({ resource, id }: { resource: string; id: number }): readonly RowKey[] =>
  resourceNamed(resource) ? [{ table: recordTable(resource), key: [id] }] : [];

const yearNeeded = ({ id }: { id: number }): readonly RowKey[] => [{ table: fiscalYears, key: [id] }];
const yearOfPeriodNeeded = ({ fiscal_year_id: id }: { fiscal_year_id: number }): readonly RowKey[] =>
  yearNeeded({ id });

const userNeeded = (_data: never, stored: RecordedEvent): readonly RowKey[] => [
  { table: users, key: [userIdOf(stored)] },
];

const firmNeeded = (_data: never, stored: RecordedEvent): readonly RowKey[] => [
  { table: firms, key: [firmOf(stored)] },
];
const memberNeeded = ({ user_id }: { user_id: number }, stored: RecordedEvent): readonly RowKey[] => [
  { table: members, key: [firmOf(stored), user_id] },
];

const companyNeeded: Needs = (_data, { metadata }) => [{ table: companies, key: [metadata['company_id'] as number] }];

const entryNeeded = ({ id }: { id: number }): readonly RowKey[] => [{ table: entries, key: [id] }];
const lineNeeded = ({ entry_id, line_number }: LetteredLine): RowKey => ({
  table: entryLines,
  key: [entry_id, line_number],
});

const registrationNeeded = ({ company_id }: { company_id: number }): readonly RowKey[] => [
  { table: registrations, key: [company_id] },
];

const needs: Readonly<Record<string, Needs>> = {
  CompanyFileRecoded: registrationNeeded,
  CompanyFileSetAside: registrationNeeded,
  CompanyFileTakenBack: registrationNeeded,
  CompanyFileUpdated: companyNeeded,
  CompanySettingsChanged: companyNeeded,
  CompanyFileTrashed: companyNeeded,
  CompanyFileRestored: companyNeeded,
  FirmUpdated: firmNeeded,
  FirmLogoSet: firmNeeded,
  MemberChanged: memberNeeded,
  MemberCompaniesAssigned: memberNeeded,
  MemberDetached: memberNeeded,
  FiscalYearUpdated: yearNeeded,
  FiscalYearDeleted: yearNeeded,
  PeriodLocked: yearOfPeriodNeeded,
  PeriodUnlocked: yearOfPeriodNeeded,
  FiscalYearClosed: yearNeeded,
  FiscalYearReopened: yearNeeded,
  EntryAmended: entryNeeded,
  EntryReversed: entryNeeded,
  EntryFileDetached: ({ id }: { id: number }) => [{ table: entryAttachments, key: [id] }],
  LinesLettered: ({ letterings: made }: { letterings: readonly { lines: readonly LetteredLine[] }[] }) =>
    made.flatMap(({ lines }) => lines.map(lineNeeded)),
  LinesUnlettered: ({
    letterings: undone,
  }: {
    letterings: readonly { id: number; lines: readonly LetteredLine[] }[];
  }) =>
    undone.flatMap(({ id, lines }) => [
      { table: letterings, key: [id] },
      ...lines.map(lineNeeded),
      ...lines.map(({ line_id }) => ({ table: letteringLines, key: [id, line_id] })),
    ]),
  RecordUpdated: recordNeeded,
  RecordsUpdated: ({ resource, records }: { resource: string; records: readonly { id: number }[] }) =>
    records.flatMap(({ id }) => recordNeeded({ resource, id })),
  RecordTrashed: recordNeeded,
  RecordRestored: recordNeeded,
  ThirdPartyMerged: ({ id }: { id: number }) => recordNeeded({ resource: 'third-parties', id }),
  ThirdPartyUnmerged: ({ id }: { id: number }) => recordNeeded({ resource: 'third-parties', id }),
  ThirdPartyChecked: ({ id }: { id: number }) => recordNeeded({ resource: 'third-parties', id }),
  ProfileChanged: userNeeded,
  PasswordChanged: userNeeded,
  EmailChangeRequested: userNeeded,
  EmailConfirmed: userNeeded,
  PlatformAdminAppointed: userNeeded,
  TokenRevoked: ({ id }: { id: number }) => [{ table: tokens, key: [id] }],
};

function understood(stored: RecordedEvent): DomainEvent | null {
  try {
    return upcast(stored);
  } catch (error) {
    if (error instanceof UnknownEvent) return null;
    throw error;
  }
}
