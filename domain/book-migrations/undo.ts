import type { UndoRules } from '../history/undo.ts';
import type { migrationEvents } from './migration-events.ts';

/** Books that were brought along are what everything later stands on: single entries are reversed, the file as a whole is deleted. */
const never = { never: 'undo_migration', resource: 'companies' } as const;

export const migrationUndo: UndoRules<typeof migrationEvents> = {
  MigrationStarted: never,
  MigrationAdvanced: never,
  MigrationCompleted: never,
  MigratedBooksDropped: never,
  MigrationAbandoned: never,
};
