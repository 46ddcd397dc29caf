import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

export const MIGRATION_FORMATS = ['fec', 'csv'] as const;
export type MigrationFormat = (typeof MIGRATION_FORMATS)[number];

/** In import order. */
export const MIGRATED_PARTS = [
  'accounts',
  'journals',
  'third_parties',
  'fiscal_years',
  'entries',
  'closings',
  'letterings',
] as const;
export type MigratedPart = (typeof MIGRATED_PARTS)[number];

const file = shape.object({ name: shape.text, sha256: shape.text, bytes: shape.count });

const one = { id: shape.id };

/** Consecutive ids. */
const range = shape.object({ first: shape.id, count: shape.positive });
export type IdRange = TypeOf<typeof range>;

export const migrationEvents = {
  MigrationStarted: {
    version: 1,
    meaning:
      'The import of books from another program started, in many steps. Until it is complete, no one else can see or change the file.',
    schema: shape.object({
      ...one,
      format: shape.oneOf(...MIGRATION_FORMATS),
      files: shape.list(file, 1),
      /** First ids of the posted entries and their lines. The following ids are consecutive. */
      first_entry_id: shape.id,
      first_line_id: shape.id,
      first_lettering_id: shape.id,
      lines_count: shape.count,
      entries_count: shape.count,
    }),
  },
  MigrationAdvanced: {
    version: 1,
    meaning: 'A step of a migration was completed: part of the data was imported.',
    schema: shape.object({ ...one, part: shape.oneOf(...MIGRATED_PARTS), done: shape.count }),
  },
  MigrationCompleted: {
    version: 1,
    meaning: 'The books of another program are completely imported. All users can use the company file again.',
    schema: shape.object({
      ...one,
      entries_count: shape.count,
      lines_count: shape.count,
      letterings_count: shape.count,
      closed_years: shape.count,
    }),
  },
  MigratedBooksDropped: {
    version: 1,
    meaning:
      'The import of books from another program cannot be completed: the entries and letterings imported so far are void. No user has seen them.',
    schema: shape.object({ ...one, entries: shape.list(range), letterings: shape.list(range) }),
  },
  MigrationAbandoned: {
    version: 1,
    meaning:
      'A migration was cancelled. The company file is empty again, all users can use it, and other books can be imported.',
    schema: shape.object(one),
  },
} satisfies EventCatalogue;

export type MigrationEvent = EventOf<typeof migrationEvents>;
export type StartedMigration = DataOfEvent<typeof migrationEvents, 'MigrationStarted'>;
