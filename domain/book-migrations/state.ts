import type { MigratedPart, MigrationEvent } from './migration-events.ts';

/** Progress of the import. Null if there is none or it was abandoned. */
export type MigrationState = {
  readonly id: number;
  readonly isRunning: boolean;
  /** The imported data is being rolled back. */
  readonly isGivenUp?: true;
  readonly firstEntryId: number;
  readonly firstLineId: number;
  readonly firstLetteringId: number;
  readonly done: Readonly<Record<MigratedPart, number>>;
} | null;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly migration: MigrationState;
  }
}

export const initialMigration: MigrationState = null;

const NOTHING: Readonly<Record<MigratedPart, number>> = {
  accounts: 0,
  journals: 0,
  third_parties: 0,
  fiscal_years: 0,
  entries: 0,
  closings: 0,
  letterings: 0,
};

export function evolveMigration(state: MigrationState, event: MigrationEvent): MigrationState {
  switch (event.type) {
    case 'MigrationStarted': {
      const { id, first_entry_id: firstEntryId, first_line_id: firstLineId, first_lettering_id } = event.data;
      return { id, isRunning: true, firstEntryId, firstLineId, firstLetteringId: first_lettering_id, done: NOTHING };
    }
    case 'MigrationAdvanced':
      return state && { ...state, done: { ...state.done, [event.data.part]: event.data.done } };
    case 'MigrationCompleted':
      return state && { ...state, isRunning: false };
    case 'MigratedBooksDropped':
      return state && { ...state, isGivenUp: true };
    case 'MigrationAbandoned':
      return null;
  }
}

/** While a migration runs, nothing else can change the file. */
export const isMigrating = (state: MigrationState): boolean => state?.isRunning === true;
