import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { decideMigratedClosing } from './closing.ts';
import { decideEntries, decideLetterings, decideEntriesInSteps } from './entries.ts';
import { decideAbandoning, decideDropping, decideTakingBack, evolveDroppedBooks } from './abandon.ts';
import { migrationEvents } from './migration-events.ts';
import { decideCompletion, decideRecords, decideStart, decideYears, decideRecordsInSteps } from './migration.ts';
import { evolveMigration, initialMigration } from './state.ts';
import { migrationUndo } from './undo.ts';

/** Import of books from another program into an empty company file. */
export const migrations = {
  events: migrationEvents,
  decide: {
    StartMigration: decideStart,
    MigrateRecords: decideRecords,
    MigrateYears: decideYears,
    MigrateEntries: decideEntries,
    CloseMigratedYear: decideMigratedClosing,
    MigrateLetterings: decideLetterings,
    CompleteMigration: decideCompletion,
    DropMigratedBooks: decideDropping,
    TakeMigratedBack: decideTakingBack,
    AbandonMigration: decideAbandoning,
  },
  decideInSteps: { MigrateRecords: decideRecordsInSteps, MigrateEntries: decideEntriesInSteps },
  evolve: [
    on(migrationEvents, (file, event) => ({
      ...evolveDroppedBooks(file, event),
      migration: evolveMigration(file.migration, event),
    })),
  ],
  slices: { migration: plainSlice(initialMigration) },
  undo: migrationUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
