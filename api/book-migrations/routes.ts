import { z } from 'zod';
import { requestMigration } from '../../commands/book-migrations/request.ts';
import { findMigration } from '../../stores/book-migrations/migrations.ts';
import { MIGRATION_LIMITS } from '../../domain/book-migrations/source.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { id } from '../http/input/fields.ts';
import { accepted, ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { Migration, presentMigration } from './migration.ts';
import { MigrationForm, readOptions } from './options.ts';

const MIGRATIONS = '/v1/companies/{company}/migrations';

/** A small file of entries: a sale and its payment. */
const EXAMPLE = [
  'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise',
  'VT\tVentes\t1\t20260105\t400000\tClients\tC001\tDupont\tF26-001\t20260105\tFacture F26-001\t121,00\t0,00\tA\t20260120\t20260131\t\t',
  'VT\tVentes\t1\t20260105\t700000\tVentes\t\t\tF26-001\t20260105\tFacture F26-001\t0,00\t121,00\t\t\t20260131\t\t',
  'BQ\tBanque\t1\t20260120\t550000\tBanque\t\t\tR1\t20260120\tRèglement Dupont\t121,00\t0,00\t\t\t20260131\t\t',
  'BQ\tBanque\t1\t20260120\t400000\tClients\tC001\tDupont\tR1\t20260120\tRèglement Dupont\t0,00\t121,00\tA\t20260120\t20260131\t\t',
  '',
].join('\r\n');

export const migrationRoutes = [
  route({
    method: 'post',
    path: '/v1/companies/{company}/migrations',
    area: 'companies',
    summary:
      'Migrate the books of another program into an empty company file: FEC files, or CSV files of accounts, third parties and entries, also zipped, in `files[]`',
    ability: 'write',
    role: 'admin',
    demo: 'blocked',
    heavy: 'always',
    whileMigrating: true,
    upload: {
      field: 'files',
      types: ['text/plain', 'text/csv', 'application/zip'],
      maxFiles: MIGRATION_LIMITS.files,
      maxBytes: MIGRATION_LIMITS.fileBytes,
      timeoutMs: 600_000,
    },
    body: MigrationForm,
    example: {
      file: { name: '123456789FEC20261231.txt', type: 'text/plain', content: EXAMPLE },
      body: { dry_run: true },
    },
    replies: { 202: Migration },
    errorCodes: [
      'migration_exists',
      'migration_not_empty',
      'migration_under_way',
      'file_empty',
      'archive_unreadable',
      'archive_empty',
      'archive_too_many_files',
      'archive_too_large',
      'archive_suspicious',
      'archive_unsafe_name',
      'archive_duplicate_name',
      'archive_encrypted',
      'storage_limit_reached',
    ],
    async handle({ services, company, body, files, write, language }) {
      const options = readOptions(body);
      if (isRefusal(options)) return options;
      const requested = { files, options, dryRun: body.dry_run ?? false };
      const outcome = await requestMigration(services, company.id, requested, write);
      if (isRefusal(outcome)) return outcome;
      services.wakeMigrations();
      const row = await findMigration(services.pool, company.id, outcome.id);
      return accepted(presentMigration(row!, language));
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}/migrations/{id}',
    area: 'companies',
    summary: 'Get the progress of a migration, its problems, and whether the trial balances match the source',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    showsNow: 'it shows the progress of running work',
    whileMigrating: true,
    params: z.object({ id: id() }),
    example: async ({ after }) => {
      const { answer } = await after(`POST ${MIGRATIONS}`);
      return { params: { id: (answer as { id: number }).id } };
    },
    replies: { 200: Migration },
    async handle({ services, company, params, language }) {
      const row = await findMigration(services.pool, company.id, params.id);
      return row ? ok(presentMigration(row, language)) : refuse('not_found');
    },
  }),
];
