import type { CompanyFile } from '../company-file-state.ts';
import { isNamedByDocument } from '../documents/usage.ts';
import type { DraftOf } from '../records/declaration.ts';
import { resource } from '../records/resource.ts';
import { recordsOf, type RecordOf } from '../records/state.ts';
import { assetsNaming } from '../fixed-assets/usage.ts';
import { usedByAssets, usedByDocuments, usedByEntries } from '../records/usage.ts';
import { usedByRecurringEntries } from '../recurring-entries/usage.ts';
import type { Problem } from '../refusal.ts';

/** Deep enough for any organisation, and a tree that people can still read. */
export const MOST_LEVELS = 10;
/** How long the name of an axis, and a code, may be. */
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
 * What income and costs are told apart by besides accounts: projects, branches, vehicles. Codes of one axis stand beside and below
 * each other; a line is shared among the codes of each axis that it is told by. A code alone tells its axis.
 */
export const analyticCodes = resource({
  name: 'analytic-codes',
  writtenBy: 'encoder',
  fields,
  unique: [['code']],
  listedBy: ['axis', 'code'],
  narrowedBy: ['axis'],
  check: codeProblems,
  usedBy: (id, file) => [
    ...usedByEntries(file.ledger.usedAnalyticCodes.has(id)),
    ...usedByDocuments(isNamedByDocument('analyticCode', id, file)),
    ...usedByRecurringEntries('analytic-codes', id, file),
    ...usedByAssets(assetsNaming('analyticCode', id, file)),
  ],
});

export type AnalyticCode = RecordOf<typeof analyticCodes>;

function codeProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>, id: number): Problem[] {
  const { valid_from, valid_until } = data;
  const problems: Problem[] = [];
  if (valid_from && valid_until && valid_until < valid_from)
    problems.push({
      code: 'analytic_validity_empty',
      field: changed.has('valid_until') ? 'valid_until' : 'valid_from',
    });
  if (changed.has('parent_id') || changed.has('axis')) problems.push(...treeProblems(data, file, changed, id));
  return problems;
}

/** A code stands below one of its own axis, and never below itself. */
function treeProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>, id: number): Problem[] {
  const { byId } = recordsOf(file.records, analyticCodes);
  const parent = byId.get(data.parent_id ?? 0);
  const at = (code: string, params?: Problem['params']): Problem[] => [
    { code, field: changed.has('parent_id') ? 'parent_id' : 'axis', ...(params && { params }) },
  ];
  if (parent && parent.data.axis !== data.axis) return at('analytic_parent_of_other_axis');
  if (changed.has('axis'))
    for (const { isTrashed, data: other } of byId.values())
      if (!isTrashed && other.parent_id === id && other.axis !== data.axis) return at('analytic_parent_of_other_axis');
  const above = ancestors(data.parent_id, file);
  if (above.includes(id)) return at('analytic_parent_below');
  const levels = above.length + 1 + (changed.has('parent_id') ? levelsBelow(id, file) : 0);
  return levels > MOST_LEVELS ? at('analytic_tree_too_deep', { max: MOST_LEVELS }) : [];
}

/** The codes above, the nearest first; a circle ends where it is closed. */
export function ancestors(parentId: number | null | undefined, { records }: Pick<CompanyFile, 'records'>): number[] {
  const { byId } = recordsOf(records, analyticCodes);
  const found: number[] = [];
  for (let id = parentId ?? null; id !== null && !found.includes(id); id = byId.get(id)?.data.parent_id ?? null)
    found.push(id);
  return found;
}

/** How many levels of living codes stand below this one. */
function levelsBelow(id: number, file: CompanyFile): number {
  let deepest = 0;
  for (const { isTrashed, data } of recordsOf(file.records, analyticCodes).byId.values()) {
    if (isTrashed) continue;
    const place = ancestors(data.parent_id, file).indexOf(id);
    deepest = Math.max(deepest, place + 1);
  }
  return deepest;
}
