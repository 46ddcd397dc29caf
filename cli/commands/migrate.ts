import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const migrate = declareCommand({
  name: 'migrate',
  summary: 'Make or update the schema of the database, and exit.',
  script: 'migrate',
  options: { json: JSON_OPTION },
  notes: [
    'With MIGRATE=off, all other processes wait until this command of the same version has run.',
    'It uses DATABASE_OWNER_URL if set, which only this command then needs.',
  ],
  examples: ['', '--json'],
  exitCodes: {
    0: 'The schema is that of this version.',
    1: 'The database cannot be used, or a later version of Grandlivre wrote its schema.',
  },
  run: async (values) => (await import('../maintenance/migrate.ts')).migrateSchema(values),
});
