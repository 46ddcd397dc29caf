import type { CompanyFile } from '../company-file-state.ts';
import { on, plain, type Subject } from '../subject.ts';
import { decideMigratedClosing } from './closing.ts';
import { decideEntries, decideLetterings, entriesInSteps } from './entries.ts';
import { decideAbandoning, decideDropping, decideTakingBack, evolveGivenUp } from './abandon.ts';
import { migrationEvents } from './migration-events.ts';
import { decideCompletion, decideRecords, decideStart, decideYears, recordsInSteps } from './migration.ts';
import { evolveMigration, initialMigration } from './state.ts';
import { migrationUndo } from './undo.ts';

/** Books of another program, brought into an empty company file. */
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
  decideInSteps: { MigrateRecords: recordsInSteps, MigrateEntries: entriesInSteps },
  evolve: [
    on(migrationEvents, (file, event) => ({
      ...evolveGivenUp(file, event),
      migration: evolveMigration(file.migration, event),
    })),
  ],
  slices: { migration: plain(initialMigration) },
  undo: migrationUndo,
} satisfies Subject<CompanyFile>;
