import { z } from 'zod';
import { postBatch } from '../../commands/ledger/post-batch.ts';
import { buildPostBatchCommand } from '../../commands/ledger/requested.ts';
import { previewCommand } from '../../commands/support/preview.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { bool } from '../http/input/fields.ts';
import { decimalString, recordId, dateTimestamp } from '../http/reply/output.ts';
import { created, ok } from '../http/reply/reply.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { warningsMember, withWarnings } from '../http/reply/warnings.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { importQuery, refuseTable } from '../records/import/faults.ts';
import { mergeProblems } from '../records/import/merge-problems.ts';
import { readTable, TABLE_ERROR_CODES, tableUpload } from '../records/import/table.ts';
import { findCreditedCash } from './cash-warnings.ts';
import { entrySheet } from './import-columns.ts';
import { readEntryTable, type ReadEntry } from './import-file.ts';
import { createWarnings, presentDryRun } from './posting-routes.ts';
import { EntryPreview } from './preview.ts';

/** Imports entries from a file, one row per line: all or nothing, recorded as one operation. */

/** Together with the limit of lines, so that other requests do not wait too long. */
export const MAX_IMPORT_ENTRIES = 2_000;

const rows = z.array(z.int()).meta({ description: 'Lines of the file, one per line of the entry.' });

const ImportedEntry = z
  .object({
    rows,
    id: recordId,
    journal: z.string(),
    number: z.int(),
    entry_date: dateTimestamp,
    reference: z.string().nullable(),
    total: decimalString,
    warnings: warningsMember,
  })
  .meta({ id: 'ImportedEntry' });

const EntryImport = z
  .object({ dry_run: z.literal(false), created: z.int(), entries: z.array(ImportedEntry) })
  .meta({ id: 'EntryImport' });

const EntryImportDryRun = z
  .object({ dry_run: z.literal(true), created: z.int(), entries: z.array(EntryPreview.extend({ rows })) })
  .meta({ id: 'EntryImportDryRun' });

export const importEntriesRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/entries/import',
  operationId: 'importEntries',
  area: 'entries',
  summary: 'Import entries from a CSV or XLSX file with one row per line, all or none',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  upload: tableUpload,
  query: importQuery,
  body: z.object({ ignore_unknown_columns: bool().nullish() }),
  example: {
    file: {
      name: 'entries.csv',
      type: 'text/csv',
      content:
        'entry;journal;entry_date;reference;account;debit;credit\n1;OD;2026-01-01;A-1;604000;125.00;\n1;;;;440000;;125.00\n',
    },
  },
  replies: { 201: EntryImport },
  dryRun: { reply: EntryImportDryRun },
  errorCodes: [...TABLE_ERROR_CODES, 'batch_too_large', 'period_locked', 'import_too_many_entries'],
  async handle(request) {
    const { files, services, company, write, language } = request;
    const body: { readonly ignore_unknown_columns?: boolean | null; readonly dry_run?: boolean | null } = request.body;
    const table = await readTable(files[0]!);
    if (isRefusal(table)) return table;
    const refuseFile = (refused: Refusal) => refuseTable(request, { sheet: entrySheet, table }, refused);
    const file = await services.commands.loadState('company', company.id);
    const read = await readEntryTable(table, body.ignore_unknown_columns ?? false, file);
    if (isRefusal(read)) return refuseFile(read);
    const { entries, problems } = read;
    if (entries.length > MAX_IMPORT_ENTRIES)
      return refuse('import_too_many_entries', { field: 'file', params: { max: MAX_IMPORT_ENTRIES } });
    if (problems.length > 0) return refuseFile(await collectProblems(request, entries, problems));
    const requested = entries.map((entry) => entry.requested);
    if (body.dry_run) {
      const preview = await previewCommand(services, company.id, buildPostBatchCommand, requested);
      if (isRefusal(preview)) return refuseFile(toFileRefusal(preview, entries));
      const shown = await presentDryRun(request, preview);
      const previews = shown.map((entry, index) => ({ ...entry, rows: entries[index]!.rows }));
      return ok({ dry_run: true, created: previews.length, entries: previews });
    }
    const posted = await postBatch(services, company.id, requested, write, (one) => ({
      entry: one.entry,
      cash: findCreditedCash(one.entry, one.file),
    }));
    if (isRefusal(posted)) return refuseFile(toFileRefusal(posted, entries));
    const cash = posted.presented.map((one) => one.cash);
    const listWarnings = await createWarnings(services, company.id, cash, { language });
    const imported = posted.presented.map(({ entry }, index) => {
      const { id, journal_code: journal, number, entry_date, reference, total } = entry;
      const shown = { rows: entries[index]!.rows, id, journal, number, entry_date: toZeroTime(entry_date) };
      return withWarnings({ ...shown, reference, total }, listWarnings(entry));
    });
    return created({ dry_run: false, created: imported.length, entries: imported });
  },
});

/** Combines the rows that cannot be read with the errors of the entries whose rows can. */
async function collectProblems(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  entries: readonly ReadEntry[],
  problems: readonly Problem[],
): Promise<Refusal> {
  const wrong = new Set(problems.map(({ field = '' }) => Number(/^lines\.(\d+)/.exec(field)?.[1] ?? 0)));
  const readable = entries.filter((entry) => !entry.rows.some((row) => wrong.has(row)));
  if (readable.length === 0) return mergeProblems(problems, null, () => true);
  const requested = readable.map((entry) => entry.requested);
  const preview = await previewCommand(services, company.id, buildPostBatchCommand, requested);
  return mergeProblems(problems, isRefusal(preview) ? toFileRefusal(preview, readable) : null, () => true);
}

/** Names of fields in commands, and the columns that they come from. */
const COLUMNS: Readonly<Record<string, string>> = {
  journal_id: 'journal',
  account_id: 'account',
  third_party_id: 'third_party',
  vat_code_id: 'vat_code',
  analytics: 'analytic_codes',
};

const IN_ENTRY = /^entries\.(\d+)(?:\.(.+))?$/;
const IN_LINE = /^lines\.(\d+)(?:\.([^.]+))?/;

/** Replaces the places in the command by the places in the file. */
function toFileRefusal(refused: Refusal, entries: readonly ReadEntry[]): Refusal {
  return { ...refused, problems: refused.problems.map((problem) => toFileProblem(problem, entries)) };
}

function toFileProblem(problem: Problem, entries: readonly ReadEntry[]): Problem {
  const [, index, rest = ''] = IN_ENTRY.exec(problem.field ?? '') ?? [];
  const entry = index === undefined ? undefined : entries[Number(index)];
  if (!entry) return { ...problem, field: 'file' };
  const [, line, name] = IN_LINE.exec(rest) ?? [];
  const row = entry.rows[Number(line ?? 0)] ?? entry.rows[0]!;
  const column = line === undefined ? (rest === 'label' ? 'entry_label' : rest) : name;
  // What concerns the whole entry, such as its balance, is reported on its first row.
  if (column === undefined || column === '' || column === 'lines') return { ...problem, field: `lines.${row}` };
  return { ...problem, field: `lines.${row}.${COLUMNS[column] ?? column}` };
}
