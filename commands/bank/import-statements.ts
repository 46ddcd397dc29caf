import { resolveBatches } from '../../domain/bank/import-batches.ts';
import { checkStatements } from '../../domain/bank/import-statements.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { detectFileKind } from '../../domain/bank/formats.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { FileStore, ReceivedFile } from '../../outside/files/index.ts';
import { readZip, UnusableZip } from '../../outside/zip/read-zip.ts';
import { loadBatchFacts } from '../../projections/bank/batch-facts.ts';
import { loadImportFacts } from '../../projections/bank/facts.ts';
import { findStorageRefusal } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { parseFile } from '../file-parsing/parse-file.ts';
import type { ReadBatches, ReadStatements } from './read-bank-file.ts';

/** An uploaded file, which is only stored once its statements are known to be accepted. */
export interface ArrivedBankFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** Path of the uploaded file. */
  readonly path: string;
  read(): Promise<Buffer>;
  store(): Promise<void>;
}

export type BankToolbox = Toolbox & { readonly files: FileStore };

/** Result of one file; an archive yields one result per file in it. */
export interface ImportedFile {
  readonly name: string;
  /** Index of the file, or of its archive, among the uploaded files. */
  readonly index: number;
  readonly outcome: { readonly fileId: number } | Refusal;
}

export const ARCHIVE_LIMITS = { maxFiles: 50, maxFileBytes: 25 * 1024 * 1024, maxBytes: 100 * 1024 * 1024 };

/** Imports files one after another, each as a whole or not at all; a refused file does not affect the others. */
export async function importStatements(
  toolbox: BankToolbox,
  companyId: number,
  arrived: readonly ArrivedBankFile[],
  context: CommandContext,
): Promise<readonly ImportedFile[]> {
  const imported: ImportedFile[] = [];
  for (const [index, file] of arrived.entries()) {
    const importOne: Take = async (one, content) => {
      const outcome = await importFile(
        toolbox,
        companyId,
        one,
        content,
        withPartMutationId(context, imported.length + 1),
      );
      imported.push({ name: one.name, index, outcome });
    };
    const content = await file.read();
    if (detectFileKind(content) !== 'zip') await importOne(file, content);
    else {
      const refused = await importFromArchive(toolbox.files, file, importOne);
      if (refused) imported.push({ name: file.name, index, outcome: refused });
    }
  }
  return imported;
}

type Take = (file: ArrivedBankFile, content: Uint8Array) => Promise<void>;

/** Files in an archive are treated like any other, each stored under its own hash. */
async function importFromArchive(
  files: FileStore,
  { name, path }: ArrivedBankFile,
  take: Take,
): Promise<Refusal | null> {
  try {
    for await (const { name: inner, content } of readZip(path, ARCHIVE_LIMITS)) {
      const received = await files.receive(toChunks(content));
      try {
        await take(toArrivedBankFile(`${name}/${inner}`, received), content);
      } finally {
        await received.discard();
      }
    }
    return null;
  } catch (error) {
    if (error instanceof UnusableZip) return refuse(error.problem, { params: error.params });
    throw error;
  }
}

async function* toChunks(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

export function toArrivedBankFile(
  name: string,
  file: Pick<ReceivedFile, 'bytes' | 'sha256' | 'path' | 'read' | 'keep'>,
): ArrivedBankFile {
  const { bytes: size, sha256, path } = file;
  return { name, size, sha256, path, read: () => file.read(), store: () => file.keep('documents') };
}

/** For a file that takes too much time or memory. */
const TOO_COMPLEX = refuse('bank_file_xml_too_large', { params: { line: 0 } });

async function importFile(
  toolbox: BankToolbox,
  companyId: number,
  arrived: ArrivedBankFile,
  content: Uint8Array,
  context: CommandContext,
): Promise<{ readonly fileId: number } | Refusal> {
  const read = await parseFile('bankFile', { bytes: content }, TOO_COMPLEX);
  if (isRefusal(read)) return read;
  const importing = { toolbox, companyId, arrived, context };
  try {
    return read.format === 'camt054' ? await importBatches(importing, read) : await importRead(importing, read);
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('statement_file_too_large');
    throw error;
  }
}

interface Importing {
  readonly toolbox: BankToolbox;
  readonly companyId: number;
  readonly arrived: ArrivedBankFile;
  readonly context: CommandContext;
}

/** The problem found before the file is stored. A resumed request has stored it already. */
async function findEarlyRefusal(
  { toolbox, companyId, arrived, context }: Importing,
  check: (state: CompanyFile) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  if (context.isResumed === true) return null;
  const { commands, pool } = toolbox;
  const [state, tooMuch] = await Promise.all([
    commands.loadState('company', companyId),
    findStorageRefusal(pool, companyId, arrived.size, new Date().toISOString()),
  ]);
  return tooMuch ?? check(state);
}

async function importRead(importing: Importing, { format, statements }: ReadStatements) {
  const { toolbox, companyId, arrived, context } = importing;
  const { commands, ids, pool } = toolbox;
  const { name, size, sha256 } = arrived;
  const loadFacts = () => loadImportFacts(pool, companyId, sha256, statements);
  const refused = await findEarlyRefusal(importing, async (state) =>
    checkStatements(statements, await loadFacts(), state),
  );
  if (refused) return refused;
  // Stored before the log refers to it: an unreferenced file does no harm, a hash without a file would.
  await arrived.store();
  const count = statements.reduce((total, { movements }) => total + movements.length, 0);
  const [[fileId], statementIds, transactionIds] = await Promise.all([
    ids.allocate('coda_files', 1),
    ids.allocate('bank_statements', statements.length),
    ids.allocate('bank_transactions', count),
  ]);
  const file = { id: fileId!, name, format, size, sha256 };
  const buildCommand = async () =>
    ({ type: 'ImportStatements', file, statements, statementIds, transactionIds, facts: await loadFacts() }) as const;
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { fileId: getFirstOfType(outcome.events, 'StatementsImported').data.file.id };
}

async function importBatches(importing: Importing, { format, batches, warnings }: ReadBatches) {
  const { toolbox, companyId, arrived, context } = importing;
  const { commands, ids, pool } = toolbox;
  const { name, size, sha256 } = arrived;
  const loadFacts = () => loadBatchFacts(pool, companyId, sha256, batches);
  const refused = await findEarlyRefusal(importing, async (state) => {
    const resolved = resolveBatches(batches, await loadFacts(), state);
    return isRefusal(resolved) ? resolved : null;
  });
  if (refused) return refused;
  await arrived.store();
  const count = batches.reduce((total, { parts }) => total + parts.length, 0);
  const [[fileId], batchIds, transactionIds] = await Promise.all([
    ids.allocate('coda_files', 1),
    ids.allocate('bank_batches', batches.length),
    ids.allocate('bank_transactions', count),
  ]);
  const file = { id: fileId!, name, format, size, sha256 };
  const given = { file, batches, warnings, batchIds, transactionIds };
  const buildCommand = async () => ({ type: 'ImportBatchDetails', ...given, facts: await loadFacts() }) as const;
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { fileId: getFirstOfType(outcome.events, 'BatchDetailsImported').data.file.id };
}

/**
 * Each file needs its own mutation id, or the log would take the second file for a repetition of the first. Ids of
 * clients have at most 64 characters, so this one never collides with them.
 */
function withPartMutationId(context: CommandContext, part: number): CommandContext {
  const { clientMutationId } = context;
  if (part === 1 || clientMutationId === null) return context;
  return {
    ...context,
    clientMutationId: `File ${part} of the statements that were sent together as mutation ${clientMutationId}`,
  };
}
