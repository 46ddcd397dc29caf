import type { UndoRules } from '../history/undo.ts';
import type { migrationEvents } from './migration-events.ts';

/**
 * Imported books cannot be undone, because everything later depends on them. Single entries can be reversed, or the file
 * deleted.
 */
const never = { never: 'undo_migration', resource: 'companies' } as const;

export const migrationUndo: UndoRules<typeof migrationEvents> = {
  MigrationStarted: never,
  MigrationAdvanced: never,
  MigrationCompleted: never,
  MigratedBooksDropped: never,
  MigrationAbandoned: never,
};
