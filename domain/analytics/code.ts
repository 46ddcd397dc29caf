import type { CompanyFile } from '../company-file-state.ts';
import type { DraftOf } from '../records/declaration.ts';
import { resource } from '../records/resource.ts';
import { getRecords, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';

/** Deep enough for any organisation and still readable. */
export const MOST_LEVELS = 10;
/** Maximum length of an axis name and of a code. */
export const MAX_CODE = 20;

const fields = {
  axis: { kind: 'text', max: MAX_CODE, format: 'code', required: true, editable: 'while_unused' },
  code: { kind: 'text', max: MAX_CODE, format: 'code', required: true, editable: 'while_unused' },
  label: { kind: 'text', max: 200, required: true },
  parent_id: { kind: 'reference', to: 'analytic-codes' },
  valid_from: { kind: 'date' },
  valid_until: { kind: 'date' },
  is_active: { kind: 'boolean', initial: true },
} as const;

type Draft = DraftOf<typeof fields>;

/**
 * Codes that classify income and costs besides accounts: projects, branches, vehicles. Codes of one axis form a tree; a
 * line is allocated to codes per axis. A code determines its axis.
 */
export const analyticCodes = resource({
  name: 'analytic-codes',
  namedBy: ['code_id'],
  writtenBy: 'encoder',
  fields,
  unique: [['code']],
  listedBy: ['axis', 'code'],
  narrowedBy: ['axis'],
  check: findCodeProblems,
});

export type AnalyticCode = RecordOf<typeof analyticCodes>;

function findCodeProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>, id: number): Problem[] {
  const { valid_from, valid_until } = data;
  const problems: Problem[] = [];
  if (valid_from && valid_until && valid_until < valid_from)
    problems.push({
      code: 'analytic_validity_empty',
      field: changed.has('valid_until') ? 'valid_until' : 'valid_from',
    });
  if (changed.has('parent_id') || changed.has('axis')) problems.push(...findTreeProblems(data, file, changed, id));
  return problems;
}

/** The parent of a code must be of the same axis and must not be a descendant. */
function findTreeProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>, id: number): Problem[] {
  const { byId } = getRecords(file.records, analyticCodes);
  const parent = byId.get(data.parent_id ?? 0);
  // Nothing is below a new code.
  const isNew = !byId.has(id);
  const buildProblem = (code: string, params?: Problem['params']): Problem[] => [
    { code, field: changed.has('parent_id') ? 'parent_id' : 'axis', ...(params && { params }) },
  ];
  if (parent && parent.data.axis !== data.axis) return buildProblem('analytic_parent_of_other_axis');
  if (changed.has('axis') && !isNew)
    for (const { isTrashed, data: other } of byId.values())
      if (!isTrashed && other.parent_id === id && other.axis !== data.axis)
        return buildProblem('analytic_parent_of_other_axis');
  const above = listAncestors(data.parent_id, file);
  if (above.includes(id)) return buildProblem('analytic_parent_below');
  const levels = above.length + 1 + (changed.has('parent_id') && !isNew ? countLevelsBelow(id, file) : 0);
  return levels > MOST_LEVELS ? buildProblem('analytic_tree_too_deep', { max: MOST_LEVELS }) : [];
}

/** The ids of the parent codes, nearest first; stops at a cycle. */
export function listAncestors(
  parentId: number | null | undefined,
  { records }: Pick<CompanyFile, 'records'>,
): number[] {
  const { byId } = getRecords(records, analyticCodes);
  const found: number[] = [];
  for (let id = parentId ?? null; id !== null && !found.includes(id); id = byId.get(id)?.data.parent_id ?? null)
    found.push(id);
  return found;
}

/** Number of levels of codes below this one, without trashed codes. */
function countLevelsBelow(id: number, file: CompanyFile): number {
  let deepest = 0;
  for (const { isTrashed, data } of getRecords(file.records, analyticCodes).byId.values()) {
    if (isTrashed) continue;
    const place = listAncestors(data.parent_id, file).indexOf(id);
    deepest = Math.max(deepest, place + 1);
  }
  return deepest;
}
