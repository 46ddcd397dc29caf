import type { CompanyFile } from '../company-file-state.ts';
import { refuse, refuseInvalid, assertUnreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import type { DerivedFile, ImportEvent, OpenStatus } from './import-events.ts';
import type { KnownImport } from './imports.ts';

/** Splits an import into several, or joins several into one. The files of the originals stay as they are. */
export type PagesCommand = SplitImport | JoinImports;

/** An import whose pages other imports may contain. */
export interface PagedImport extends KnownImport {
  readonly batch_id: string;
  /** Imports that contain its pages; empty if it was neither split nor joined. */
  readonly expanded_into: readonly number[];
}

export interface SplitImport {
  readonly type: 'SplitImport';
  readonly facts: PagedImport;
  /** Imports of an earlier split, which these replace. */
  readonly earlier: readonly KnownImport[];
  readonly parts: readonly DerivedFile[];
  readonly baseVersion: number | null;
  /** By the analysis, not by a user. */
  readonly isAutomatic?: boolean;
}

export interface JoinImports {
  readonly type: 'JoinImports';
  /** In the order of their pages. */
  readonly imports: readonly PagedImport[];
  readonly joined: DerivedFile;
  /** By the analysis, not by a user. */
  readonly isAutomatic?: boolean;
}

export const MAX_PARTS = 50;
export const MAX_JOINED = 50;
export const MAX_JOINED_PAGES = 200;

export function decidePages(command: PagesCommand, _file: CompanyFile): Decision<ImportEvent> {
  switch (command.type) {
    case 'SplitImport':
      return decideSplit(command);
    case 'JoinImports':
      return decideJoin(command);
    default:
      return assertUnreachable(command);
  }
}

function decideSplit({ facts, earlier, parts, baseVersion, isAutomatic }: SplitImport): Decision<ImportEvent> {
  const refused = findSplitRefusal(facts, earlier) ?? findVersionConflict(facts, baseVersion);
  if (refused) return refused;
  const into = parts.map(({ id }) => id);
  const replaced = earlier.filter(({ is_trashed }) => !is_trashed);
  return [
    ...replaced.map(({ id, version }): ImportEvent => ({ type: 'ImportTrashed', data: { id, version: version + 1 } })),
    { type: 'DocumentsDerived', data: { batch_id: facts.batch_id, imports: parts } },
    expand(facts, into, isAutomatic),
  ];
}

/** A split can be repeated with other pages, unless one of its parts was validated. */
export function findSplitRefusal(facts: PagedImport, earlier: readonly KnownImport[]): Refusal | null {
  if (facts.is_trashed) return refuse('not_found');
  if (facts.status === 'validated') return refuse('import_validated', { field: 'status' });
  if (facts.kind !== 'pdf') return refuse('import_not_splittable', { field: 'status' });
  if (facts.status !== 'expanded') return null;
  const isUsed = earlier.some(
    ({ is_trashed, status }) => !is_trashed && (status === 'validated' || status === 'expanded'),
  );
  return isUsed ? refuse('import_parts_used', { field: 'status' }) : null;
}

/** Each page belongs to exactly one part. */
export function findPageProblems(
  pages: readonly (readonly number[])[],
  pageCount: number,
  isSplitAgain: boolean,
): readonly Problem[] {
  const problems: Problem[] = [];
  // A document that was split by mistake can become one again.
  if (pages.length < (isSplitAgain ? 1 : 2)) problems.push({ code: 'split_one_part', field: 'pages' });
  const seen = new Set<number>();
  for (const [part, numbers] of pages.entries()) {
    if (numbers.length === 0) problems.push({ code: 'split_part_empty', field: `pages.${part}` });
    for (const [place, page] of numbers.entries()) {
      const field = `pages.${part}.${place}`;
      if (page < 1 || page > pageCount)
        problems.push({ code: 'split_page_unknown', field, params: { page, count: pageCount } });
      else if (seen.has(page)) problems.push({ code: 'split_page_twice', field, params: { page } });
      seen.add(page);
    }
  }
  const missing = Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => !seen.has(page));
  if (missing.length > 0)
    problems.push({ code: 'split_page_missing', field: 'pages', params: { pages: listNumbers(missing) } });
  return problems;
}

const MOST_LISTED = 20;

const listNumbers = (numbers: readonly number[]): string =>
  `${numbers.slice(0, MOST_LISTED).join(', ')}${numbers.length > MOST_LISTED ? ', …' : ''}`;

function decideJoin({ imports, joined, isAutomatic }: JoinImports): Decision<ImportEvent> {
  const problems = findJoinProblems(
    imports.map(({ id }) => id),
    new Map(imports.map((one) => [one.id, one])),
  );
  if (problems.length > 0) return refuseProblems(problems);
  return [
    { type: 'DocumentsDerived', data: { batch_id: imports[0]!.batch_id, imports: [joined] } },
    ...imports.map((one) => expand(one, [joined.id], isAutomatic)),
  ];
}

/** What keeps these imports from becoming one document. */
export function findJoinProblems(ids: readonly number[], known: ReadonlyMap<number, KnownImport>): readonly Problem[] {
  const problems: Problem[] = [];
  if (ids.length < 2) problems.push({ code: 'join_too_few', field: 'import_ids' });
  for (const [index, id] of ids.entries()) {
    const field = `import_ids.${index}`;
    const one = known.get(id);
    if (ids.indexOf(id) < index) problems.push({ code: 'join_import_twice', field });
    else if (!one || one.is_trashed) problems.push({ code: 'reference_unknown', field });
    else if (one.status === 'validated') problems.push({ code: 'import_validated', field });
    else if (one.kind !== 'pdf' && one.kind !== 'image') problems.push({ code: 'import_not_joinable', field });
    else if (one.status === 'expanded') problems.push({ code: 'import_is_archive', field });
  }
  return problems;
}

/** Has the code of its only problem, or of all if it is the same. */
export function refuseProblems(problems: readonly Problem[]): Refusal {
  const [first] = problems;
  return problems.every(({ code }) => code === first!.code)
    ? { ...refuseInvalid(problems), code: first!.code }
    : refuseInvalid(problems);
}

function expand(
  { id, version, status, expanded_into }: PagedImport,
  into: readonly number[],
  isAutomatic = false,
): ImportEvent {
  // A validated import was refused before.
  const status_before = status as OpenStatus;
  const data = { id, version: version + 1, into, status_before, into_before: expanded_into };
  return { type: 'ImportExpanded', data: { ...data, ...(isAutomatic && { is_automatic: true }) } };
}
