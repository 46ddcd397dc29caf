import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { DerivedFile } from '../../domain/document-imports/import-events.ts';
import {
  findPageProblems,
  findSplitRefusal,
  refuseProblems,
  type SplitImport,
} from '../../domain/document-imports/pages.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findVersionConflict } from '../../domain/versions.ts';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import { loadPagedImports, type ImportFacts } from '../../projections/document-imports/facts.ts';
import { wakeAnalysis } from '../../stores/document-imports/wake.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { findRoomRefusal, storePages, toPagesRefusal, type PagesToolbox } from './page-files.ts';

export interface RequestedSplit {
  readonly importId: number;
  /** Page numbers of each new import. */
  readonly pages: readonly (readonly number[])[];
  readonly baseVersion: number | null;
  readonly firmId: number | null;
  readonly signal?: AbortSignal | undefined;
}

/** Splits a PDF into imports of their own, which wait for analysis. Returns their ids. */
export async function splitImport(
  toolbox: PagesToolbox,
  companyId: number,
  request: RequestedSplit,
  context: CommandContext,
): Promise<readonly number[] | Refusal> {
  const { pool } = toolbox;
  const facts = (await loadPagedImports(pool, companyId, [request.importId])).get(request.importId);
  if (!facts) return refuse('not_found');
  const earlier = [...(await loadPagedImports(pool, companyId, facts.expanded_into)).values()];
  const refused = findSplitRefusal(facts, earlier) ?? findVersionConflict(facts, request.baseVersion);
  // An interrupted earlier run has already split it: the command returns what that recorded.
  if (refused && context.isResumed !== true) return refused;
  const parts = refused ? [] : await copyParts(toolbox, companyId, facts, { ...request, isComplete: true }, context);
  if (isRefusal(parts)) return parts;
  return recordSplit(toolbox, companyId, { ...request, parts }, context);
}

interface PagesToCopy extends Pick<RequestedSplit, 'pages' | 'firmId' | 'signal'> {
  /** Every page must be in a part. Separator pages that were found automatically are left out. */
  readonly isComplete: boolean;
}

/** Makes the files of the parts. */
export async function copyParts(
  { files, documentReader, ids, pool }: PagesToolbox,
  companyId: number,
  {
    id: parentId,
    sha256,
    original_name,
    expanded_into,
  }: Pick<ImportFacts, 'id' | 'sha256' | 'original_name' | 'expanded_into'>,
  { pages, isComplete, firmId, signal }: PagesToCopy,
  context: CommandContext,
): Promise<readonly DerivedFile[] | Refusal> {
  const asked = { ...(signal && { signal }), ...(firmId !== null && { tenant: firmId }) };
  const copied = await files
    .withLocalFile('documents', sha256, async (path) => {
      const count = await documentReader.pages.countPages({ path, ...asked });
      const problems = isComplete ? findPageProblems(pages, count, expanded_into.length > 0) : [];
      if (problems.length > 0) return refuseProblems(problems);
      return documentReader.pages.copyPages({ path, groups: pages, ...asked });
    })
    .catch(toPagesRefusal);
  if (copied === null) throw new StorageUnavailable(new Error(`File ${sha256} does not exist`));
  if (isRefusal(copied)) return copied;
  const bytes = copied.reduce((total, { length }) => total + length, 0);
  const tooMuch = await findRoomRefusal({ pool }, companyId, bytes, context);
  if (tooMuch) return tooMuch;
  const stored = await storePages(files, copied);
  const importIds = await ids.allocate('document_imports', stored.length);
  return stored.map((file, index) => ({
    ...file,
    id: importIds[index]!,
    parent_id: parentId,
    original_name: namePart(original_name, pages[index]!),
    sources: [{ import_id: parentId, pages: pages[index]! }],
  }));
}

interface RecordedSplit extends Pick<RequestedSplit, 'importId' | 'baseVersion'> {
  readonly isAutomatic?: boolean;
  readonly parts: readonly DerivedFile[];
}

export async function recordSplit(
  { commands, pool }: PagesToolbox,
  companyId: number,
  { importId, parts, baseVersion, isAutomatic = false }: RecordedSplit,
  context: CommandContext,
): Promise<readonly number[] | Refusal> {
  const buildCommand = async (_file: CompanyFile): Promise<SplitImport | Refusal> => {
    const facts = (await loadPagedImports(pool, companyId, [importId])).get(importId);
    if (!facts) return refuse('not_found');
    const earlier = [...(await loadPagedImports(pool, companyId, facts.expanded_into)).values()];
    // Only what an interrupted earlier run has recorded is looked for.
    if (parts.length === 0) return refuse('import_parts_used', { field: 'status' });
    return { type: 'SplitImport', facts, earlier, parts, baseVersion, isAutomatic };
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  await wakeAnalysis(pool);
  return getFirstOfType(outcome.events, 'DocumentsDerived').data.imports.map(({ id }) => id);
}

/** `invoices.pdf` with pages 1 to 3 becomes `invoices (1-3).pdf`. */
function namePart(name: string, pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const shown = ranges
    .slice(0, MOST_RANGES)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ');
  return `${name.replace(/\.[^.]*$/, '')} (${shown}).pdf`;
}

const MOST_RANGES = 5;
