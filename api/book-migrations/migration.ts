import { z } from 'zod';
import { MIGRATION_STATUSES, type MigrationRow } from '../../stores/book-migrations/migrations.ts';
import type { SourceProblem } from '../../domain/book-migrations/source.ts';
import type { Language } from '../../domain/language.ts';
import { decimalString as amount, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';

const countsSchema = (description: string) =>
  z
    .object({
      lines: z.int().meta({ description: 'Entry lines.' }),
      entries: z.int(),
      accounts: z
        .int()
        .meta({ description: 'Accounts that are created, or changed to accept the postings of the source.' }),
      journals: z.int(),
      third_parties: z.int().meta({ description: 'Customers and suppliers that are created.' }),
      fiscal_years: z.int(),
      letterings: z.int(),
    })
    .partial()
    .meta({ description });

export const Migration = z
  .object({
    id: recordId,
    status: z.enum(MIGRATION_STATUSES).meta({
      description:
        'A preview ends as `checked`. A migration that does not fit ends as `refused`, and nothing is recorded. One that fits is `running` until it is `completed`. One that cannot be completed is `failed`, and the company file is empty again.',
    }),
    dry_run: z.boolean(),
    files: z
      .array(z.object({ name: z.string(), bytes: z.int().meta({ description: 'Size in bytes.' }) }))
      .meta({ description: 'Files of archives are listed one by one.' }),
    progress: z.int().meta({ description: 'Per cent.' }),
    counts: countsSchema('Contents of the files, as far as known.'),
    done: countsSchema('Lines read so far or, while running, migrated so far.'),
    errors_count: z
      .int()
      .meta({ description: 'Number of errors that block the migration, including those not listed.' }),
    warnings_count: z.int(),
    problems: z
      .array(
        z.object({
          severity: z.enum(['error', 'warning']),
          code: z.string(),
          message: z.string(),
          file: z.string().nullable().meta({ description: 'Null: concerns the books as a whole.' }),
          line: z.int().nullable().meta({ description: 'Line in that file, counted from 1.' }),
          column: z.string().nullable().meta({ description: 'Column name in the file.' }),
        }),
      )
      .meta({ description: 'Errors and warnings: the first 200 of each.' }),
    trial_balance: z
      .object({
        is_equal: z
          .boolean()
          .nullable()
          .meta({ description: 'Whether all years agree with the source to the cent; null before the end.' }),
        years: z
          .array(
            z.object({
              starts_on: plainDate,
              ends_on: plainDate,
              accounts_count: z.int().meta({ description: 'Accounts with a non-zero balance at the end of the year.' }),
              source_total: amount.meta({ description: 'Sum of the debit balances before the year is closed.' }),
              migrated_total: amount
                .nullable()
                .meta({ description: 'The same total in this company file; null before the end.' }),
              differences: z
                .array(
                  z.object({
                    account: z.string(),
                    source: amount,
                    migrated: amount.meta({ description: 'Balance of the account in this company file.' }),
                  }),
                )
                .meta({ description: 'Accounts whose balances differ: none after a completed migration.' }),
            }),
          )
          .meta({ description: 'One per fiscal year, oldest first.' }),
      })
      .nullable()
      .meta({
        description: 'Balances of the source compared with the posted ones; null until they are known.',
      }),
    created_at: timestamp,
    finished_at: timestamp.nullable().meta({ description: 'Null while the migration is in progress.' }),
  })
  .meta({ id: 'Migration' });

export function presentMigration(row: MigrationRow, language: Language) {
  const { id, status, dry_run, counts: found, done, errors_count, warnings_count, trial_balance } = row;
  return {
    id,
    status,
    dry_run,
    files: row.files.map(({ name, bytes }) => ({ name, bytes })),
    progress: computeProgress(row),
    counts: found,
    done,
    errors_count,
    warnings_count,
    problems: row.problems.map((problem) => presentProblem(problem, language)),
    trial_balance,
    created_at: formatTimestamp(row.created_at),
    finished_at: row.finished_at === null ? null : formatTimestamp(row.finished_at),
  };
}

const presentProblem = ({ params, ...problem }: SourceProblem, language: Language) => ({
  severity: problem.severity,
  code: problem.code,
  message: translate(problem.code, language, params),
  file: problem.file,
  line: problem.line,
  column: problem.column,
});

/** Reading is the smaller part, and its size is unknown until it ends. */
const READ_PERCENT = 20;
const LINES_OF_HALF_A_WAY = 50_000;

function computeProgress({ status, counts: found, done, finished_at }: MigrationRow): number {
  if (finished_at !== null) return 100;
  if (status === 'queued') return 0;
  if (status !== 'running') {
    const lines = done.lines ?? 0;
    return Math.floor((READ_PERCENT * lines) / (lines + LINES_OF_HALF_A_WAY));
  }
  const [all, posted] = [(found.entries ?? 0) + (found.letterings ?? 0), (done.entries ?? 0) + (done.letterings ?? 0)];
  return Math.min(99, READ_PERCENT + Math.floor(((100 - READ_PERCENT) * posted) / Math.max(1, all)));
}
