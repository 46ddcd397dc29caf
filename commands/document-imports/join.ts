import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { DerivedFile } from '../../domain/document-imports/import-events.ts';
import {
  findJoinProblems,
  MAX_JOINED_PAGES,
  refuseProblems,
  type JoinImports,
} from '../../domain/document-imports/pages.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AnalysisFailed } from '../../outside/analysis/index.ts';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { loadPagedImports } from '../../projections/document-imports/facts.ts';
import { wakeAnalysis } from '../../stores/document-imports/wake.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { MAX_FILE_BYTES } from './arrivals.ts';
import { findRoomRefusal, storePages, type PagesToolbox } from './page-files.ts';

export interface RequestedJoin {
  /** In the order of the pages. */
  readonly importIds: readonly number[];
  readonly firmId: number | null;
  readonly isAutomatic?: boolean;
  readonly signal?: AbortSignal | undefined;
}

type Paged = NonNullable<ReturnType<Awaited<ReturnType<typeof loadPagedImports>>['get']>>;

/** Joins PDF files and images into one import, which waits for analysis. Returns its id. */
export async function joinImports(
  toolbox: PagesToolbox,
  companyId: number,
  { importIds, firmId, isAutomatic = false, signal }: RequestedJoin,
  context: CommandContext,
): Promise<number | Refusal> {
  const { commands, pool } = toolbox;
  const known = await loadPagedImports(pool, companyId, importIds);
  const problems = findJoinProblems(importIds, known);
  // An interrupted earlier run has already joined them: the command returns what that recorded.
  if (problems.length > 0 && context.isResumed !== true) return refuseProblems(problems);
  const seen = importIds.map((id) => known.get(id)!);
  const joined = problems.length > 0 ? null : await joinFiles(toolbox, companyId, seen, { firmId, signal }, context);
  if (isRefusal(joined)) return joined;
  const buildCommand = async (_file: CompanyFile): Promise<JoinImports | Refusal> => {
    const now = await loadPagedImports(pool, companyId, importIds);
    const found = findJoinProblems(importIds, now);
    if (found.length > 0 || joined === null) return refuseProblems(found.length > 0 ? found : problems);
    return { type: 'JoinImports', imports: importIds.map((id) => now.get(id)!), joined, isAutomatic };
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  await wakeAnalysis(pool);
  return getFirstOfType(outcome.events, 'DocumentsDerived').data.imports[0]!.id;
}

async function joinFiles(
  { files, documentReader, ids, pool }: PagesToolbox,
  companyId: number,
  imports: readonly Paged[],
  { firmId, signal }: Pick<RequestedJoin, 'firmId' | 'signal'>,
  context: CommandContext,
): Promise<DerivedFile | Refusal> {
  const field = 'import_ids';
  const tooLarge = refuse('join_too_large', { field, params: { max: MAX_FILE_BYTES / 1024 / 1024 } });
  if (imports.reduce((bytes, { size }) => bytes + size, 0) > MAX_FILE_BYTES) return tooLarge;
  const made = await withLocalFiles(
    files,
    imports.map(({ sha256 }) => sha256),
    (paths) =>
      documentReader.pages.joinFiles({
        paths,
        maxPages: MAX_JOINED_PAGES,
        ...(signal && { signal }),
        ...(firmId !== null && { tenant: firmId }),
      }),
  ).catch((error: unknown) => {
    if (!(error instanceof AnalysisFailed)) throw error;
    return error.problem === 'too_many_pages'
      ? refuse('join_too_many_pages', { field, params: { max: MAX_JOINED_PAGES } })
      : refuse('pages_unreadable', { field }, { reason: error.problem });
  });
  if (isRefusal(made)) return made;
  // Images may grow when they become pages.
  if (made.content.length > MAX_FILE_BYTES) return tooLarge;
  const tooMuch = await findRoomRefusal({ pool }, companyId, made.content.length, context);
  if (tooMuch) return tooMuch;
  const [stored] = await storePages(files, [made.content]);
  const [id] = await ids.allocate('document_imports', 1);
  return {
    ...stored!,
    id: id!,
    parent_id: null,
    original_name: `${imports[0]!.original_name.replace(/\.[^.]*$/, '')}.pdf`,
    sources: imports.map((one, index) => ({
      import_id: one.id,
      pages: Array.from({ length: made.pageCounts[index]! }, (_, page) => page + 1),
    })),
  };
}

/** Has all files on the local disk at once. */
async function withLocalFiles<Result>(
  files: FileStore,
  hashes: readonly string[],
  work: (paths: readonly string[]) => Promise<Result>,
  paths: readonly string[] = [],
): Promise<Result> {
  const [next, ...others] = hashes;
  if (next === undefined) return work(paths);
  const result = await files.withLocalFile('documents', next, async (path) => ({
    made: await withLocalFiles(files, others, work, [...paths, path]),
  }));
  if (result === null) throw new StorageUnavailable(new Error(`File ${next} does not exist`));
  return result.made;
}
