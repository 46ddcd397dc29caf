import type pg from 'pg';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  detectColumns,
  findMissingColumns,
  type FileColumns,
  type FileKind,
} from '../../domain/book-migrations/columns.ts';
import { detectDelimiter, splitRecord, isUnfinished, type Delimiter } from '../../domain/book-migrations/delimited.ts';
import { readMasterData } from '../../domain/book-migrations/master-data.ts';
import { readLine } from '../../domain/book-migrations/read-line.ts';
import { MIGRATION_LIMITS, type Found } from '../../domain/book-migrations/source.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { MigrationFailed } from './failures.ts';
import type { FoundProblems } from './problems.ts';
import { collectNames, type GatheredNames, type MadeCodes } from './names.ts';
import { stageLines, type StagedLine } from '../../stores/book-migrations/staging.ts';
import type { MigrationOptions, SourceFile } from '../../stores/book-migrations/migrations.ts';
import { detectEncoding, readLines, UnreadableText } from './text-records.ts';

/** Reads each file once from start to end and stages its content in batches. */

export interface ReadSource {
  readonly pool: pg.Pool;
  readonly files: FileStore;
  readonly migrationId: number;
  readonly sources: readonly SourceFile[];
  readonly options: MigrationOptions;
  readonly file: CompanyFile;
  readonly problems: FoundProblems;
  readonly onProgress: (lines: number) => void;
  /** @throws if another process has taken over */
  readonly requireHeld: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  readonly made?: MadeCodes | undefined;
}

export interface Reading {
  readonly format: 'fec' | 'csv';
  readonly lines: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly names: GatheredNames;
}

const STAGED_AT_ONCE = 4_000;

/** Charts and third parties first, so that the entries find their names. */
const ORDER: readonly FileKind[] = ['accounts', 'third_parties', 'entries', 'fec'];

interface Recognised {
  readonly source: SourceFile;
  readonly fileNo: number;
  readonly encoding: string;
  readonly delimiter: Delimiter;
  readonly columns: FileColumns;
}

export async function readSource(request: ReadSource): Promise<Reading> {
  const { sources, problems } = request;
  const recognised: Recognised[] = [];
  for (const [fileNo, source] of sources.entries()) {
    const found = await recogniseFile(request, source, fileNo);
    if (found) recognised.push(found);
  }
  recognised.sort((one, other) => ORDER.indexOf(one.columns.kind) - ORDER.indexOf(other.columns.kind));
  const reading = openReading(request);
  for (const file of recognised) await reading.readFile(file);
  const result = await reading.finish();
  const hasEntries = recognised.some(({ columns: { kind } }) => kind === 'fec' || kind === 'entries');
  if (!hasEntries && !problems.hasErrors) addBooksError(problems, 'migration_without_entries');
  else if (result.lines === 0 && !problems.hasErrors) addBooksError(problems, 'migration_without_entries');
  return { ...result, format: recognised.some(({ columns }) => columns.kind === 'fec') ? 'fec' : 'csv' };
}

const addBooksError = (problems: FoundProblems, code: string): void =>
  problems.add({ severity: 'error', code, file: null, line: null, column: null });

async function recogniseFile(request: ReadSource, source: SourceFile, fileNo: number): Promise<Recognised | null> {
  const reportError = (code: string, line: number | null = null, params?: Found['params']): null => {
    request.problems.add({ severity: 'error', code, file: source.name, line, column: null, ...(params && { params }) });
    return null;
  };
  try {
    const openStream = () => openSourceFile(request.files, source);
    const encoding = await detectEncoding(openStream);
    const stream = await openStream();
    for await (const lines of readLines(stream, encoding)) {
      const first = lines.find((line) => line.trim() !== '');
      if (first === undefined) continue;
      stream.destroy();
      const delimiter = detectDelimiter(first);
      const columns = detectColumns(splitRecord(first, delimiter));
      if (!columns) return reportError('migration_file_unknown', 1);
      const missing = findMissingColumns(columns);
      if (missing.length > 0) return reportError('migration_columns_missing', 1, { columns: missing.join(', ') });
      return { source, fileNo, encoding, delimiter, columns };
    }
    return reportError('migration_file_empty');
  } catch (error) {
    if (error instanceof UnreadableText) return reportError(error.code, error.line);
    throw error;
  }
}

async function openSourceFile(files: FileStore, { name, sha256 }: SourceFile) {
  const file = await files.open('documents', sha256);
  if (!file) throw new MigrationFailed([{ code: 'migration_source_lost', params: { name } }]);
  return file.stream;
}

function openReading({ pool, files, migrationId, options, file, problems, ...given }: ReadSource) {
  const { onProgress, requireHeld, signal, made } = given;
  const names = collectNames(file, options, problems, made);
  let staged: StagedLine[] = [];
  let count = 0;
  let range: { readonly first: string; readonly last: string } | null = null;

  async function flush(): Promise<void> {
    const lines = staged;
    staged = [];
    await requireHeld();
    await stageLines(pool, migrationId, lines);
    onProgress(count);
  }

  function takeRecord({ source, fileNo, columns, delimiter }: Recognised, record: string, fileLine: number): void {
    const fields = splitRecord(record, delimiter);
    const report = (found: Found): void => problems.add({ ...found, file: source.name, line: fileLine });
    const place = { file: source.name, line: fileLine };
    if (columns.kind === 'accounts' || columns.kind === 'third_parties') {
      const data = readMasterData(fields, { ...columns, kind: columns.kind }, report);
      if (data) names.addMaster(columns.kind, data, place);
      return;
    }
    const line = readLine(fields, columns, report);
    const named = line && names.resolveLine(line, columns, place);
    if (!line || !named) return;
    count += 1;
    const { date } = line;
    if (range === null) range = { first: date, last: date };
    else if (date < range.first) range = { ...range, first: date };
    else if (date > range.last) range = { ...range, last: date };
    const { number, reference, label, dueDate, cents, letter } = line;
    const position = { lineNo: count, fileNo, fileLine };
    // An amount in the currency of the books says nothing more.
    const currency = line.currency?.code === file.identity.currency ? null : line.currency;
    staged.push({ ...position, number, date, reference, label, dueDate, cents, letter, currency, ...named });
  }

  return {
    async readFile(recognised: Recognised): Promise<void> {
      const { source, encoding, delimiter, columns } = recognised;
      let fileLine = 0;
      let unfinished = '';
      let isHeader = columns.hasHeader;
      const stream = await openSourceFile(files, source);
      try {
        for await (const lines of readLines(stream, encoding)) {
          signal?.throwIfAborted();
          for (const line of lines) {
            fileLine += 1;
            const record = unfinished === '' ? line : `${unfinished}\n${line}`;
            const goesOn = record.length < MIGRATION_LIMITS.recordCharacters && isUnfinished(record, delimiter);
            unfinished = goesOn ? record : '';
            if (goesOn || record.trim() === '') continue;
            if (isHeader) isHeader = false;
            else takeRecord(recognised, record, fileLine);
          }
          if (count > MIGRATION_LIMITS.lines)
            return addTooManyProblem(problems, source.name, 'migration_too_many_lines', MIGRATION_LIMITS.lines);
          if (names.hasTooMany())
            return addTooManyProblem(problems, source.name, 'migration_too_many_records', MIGRATION_LIMITS.records);
          if (staged.length >= STAGED_AT_ONCE) await flush();
        }
        if (unfinished !== '') takeRecord(recognised, unfinished, fileLine);
      } catch (error) {
        if (!(error instanceof UnreadableText)) throw error;
        problems.add({ severity: 'error', code: error.code, file: source.name, line: error.line, column: null });
      } finally {
        stream.destroy();
      }
    },
    async finish() {
      await flush();
      const { first = null, last = null } = range ?? {};
      return { lines: count, first, last, names };
    },
  };
}

function addTooManyProblem(problems: FoundProblems, file: string, code: string, max: number): void {
  problems.add({ severity: 'error', code, file, line: null, column: null, params: { max } });
}
