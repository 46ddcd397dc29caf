import { checkedStatements } from '../../domain/bank/import-statements.ts';
import { fileKind } from '../../domain/bank/formats.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { FileStore, ReceivedFile } from '../../outside/files/index.ts';
import { readZip, UnusableZip } from '../../outside/zip/read-zip.ts';
import { importFacts } from '../../projections/bank/facts.ts';
import { storageProblem } from '../licence/storage.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readBankFile } from './read-bank-file.ts';

/** A file that has arrived, and is kept only once it is known that its statements are taken in. */
export interface ArrivedBankFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** Where it lies. */
  readonly path: string;
  read(): Promise<Buffer>;
  keep(): Promise<void>;
}

export type BankToolbox = Toolbox & { readonly files: FileStore };

/** What became of one file: of an archive there are as many as it holds. */
export interface ImportedFile {
  readonly name: string;
  /** The place of the file, or of its archive, among those that arrived. */
  readonly index: number;
  readonly outcome: { readonly fileId: number } | Refusal;
}

export const ARCHIVE_LIMITS = { maxFiles: 50, maxFileBytes: 25 * 1024 * 1024, maxBytes: 100 * 1024 * 1024 };

/** Each file is taken in as a whole or not at all, one after another; one that is refused does not keep others out. */
export async function importStatements(
  toolbox: BankToolbox,
  companyId: number,
  arrived: readonly ArrivedBankFile[],
  context: CommandContext,
): Promise<readonly ImportedFile[]> {
  const imported: ImportedFile[] = [];
  for (const [index, file] of arrived.entries()) {
    const take: Take = async (one, content) => {
      const outcome = await importFile(toolbox, companyId, one, content, partOf(context, imported.length + 1));
      imported.push({ name: one.name, index, outcome });
    };
    const content = await file.read();
    if (fileKind(content) !== 'zip') await take(file, content);
    else {
      const refused = await fromArchive(toolbox.files, file, take);
      if (refused) imported.push({ name: file.name, index, outcome: refused });
    }
  }
  return imported;
}

type Take = (file: ArrivedBankFile, content: Uint8Array) => Promise<void>;

/** Files of an archive are files like any other, each kept under its own content. */
async function fromArchive(files: FileStore, { name, path }: ArrivedBankFile, take: Take): Promise<Refusal | null> {
  try {
    for await (const { name: inner, content } of readZip(path, ARCHIVE_LIMITS)) {
      const received = await files.receive(oneChunk(content));
      try {
        await take(arrivedFile(`${name}/${inner}`, received), content);
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

async function* oneChunk(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

export function arrivedFile(
  name: string,
  file: Pick<ReceivedFile, 'bytes' | 'sha256' | 'path' | 'read' | 'keep'>,
): ArrivedBankFile {
  const { bytes: size, sha256, path } = file;
  return { name, size, sha256, path, read: () => file.read(), keep: () => file.keep('documents') };
}

async function importFile(
  { commands, ids, pool }: BankToolbox,
  companyId: number,
  arrived: ArrivedBankFile,
  content: Uint8Array,
  context: CommandContext,
): Promise<{ readonly fileId: number } | Refusal> {
  const read = await readBankFile(content);
  if (isRefusal(read)) return read;
  const { format, statements } = read;
  const { name, size, sha256 } = arrived;
  const days = statements.map(({ closing_date }) => closing_date);
  if (context.isResumed !== true) {
    const [facts, state, tooMuch] = await Promise.all([
      importFacts(pool, companyId, sha256, days),
      commands.look('company', companyId),
      storageProblem(pool, companyId, size, new Date().toISOString()),
    ]);
    const checked = tooMuch ?? checkedStatements(statements, [], facts, state);
    if (isRefusal(checked)) return checked;
  }
  // On the disk before the log speaks of it: a file that nothing refers to does no harm, a hash without a file would.
  await arrived.keep();
  const [[fileId], statementIds, transactionIds] = await Promise.all([
    ids.allocate('coda_files', 1),
    ids.allocate('bank_statements', statements.length),
    ids.allocate(
      'bank_transactions',
      statements.reduce((count, { movements }) => count + movements.length, 0),
    ),
  ]);
  const file = { id: fileId!, name, format, size, sha256 };
  try {
    const outcome = await commands.execute(
      'company',
      companyId,
      async () => {
        const facts = await importFacts(pool, companyId, sha256, days);
        return { type: 'ImportStatements', file, statements, statementIds, transactionIds, facts } as const;
      },
      context,
    );
    if (isRefusal(outcome)) return outcome;
    return { fileId: firstOfType(outcome.events, 'StatementsImported').data.file.id };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('statement_file_too_large');
    throw error;
  }
}

/**
 * Each file has a mutation id of its own, or the log would take the second for the first one sent again. Those of clients are at
 * most 64 characters long, so that none is ever the same.
 */
function partOf(context: CommandContext, part: number): CommandContext {
  const { clientMutationId } = context;
  if (part === 1 || clientMutationId === null) return context;
  return {
    ...context,
    clientMutationId: `File ${part} of the statements that were sent together as mutation ${clientMutationId}`,
  };
}
