import { readTable, readWords } from '../../data-table.ts';
import type { Steps } from '../../steps.ts';
import type { XmlElement } from '../../xml.ts';
import { createPathFinder, type Located } from './checked-document.ts';
import { findFieldPath } from './field-path.ts';
import attributes from './data/ubl-attributes.json' with { type: 'json' };
import table from './data/ubl-unused.json' with { type: 'json' };
import type { BrokenRule } from './rule.ts';
import { CORRECT_PROGRAM } from './schema/texts.ts';
import { MOST_PLACES, sayUnused } from './syntax-rules.ts';

/**
 * Elements and attributes of UBL that EN 16931 does not use (UBL-CR, and UBL-DT for attributes anywhere). They are
 * warnings. Each row of the table has the number of the first of its names; the others follow it. All are looked up in
 * one walk over the document.
 */
export interface UnusedPath {
  readonly id: string;
  /** From the root, where `Line` is a line of either document; the last name may be an attribute (`@schemeID`). */
  readonly path: string;
}

export const UNUSED_PATHS: readonly UnusedPath[] = readTable(table, ['first', 'context', 'names']).flatMap(
  ({ first, context, names }) =>
    readWords(names).map((name, index) => ({
      id: `UBL-CR-${String(Number(first.slice(-3)) + index).padStart(3, '0')}`,
      path: context === '/' ? name : `${context}/${name}`,
    })),
);

/** Attributes that are not used on any element. */
export const UNUSED_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  readTable(attributes, ['id', 'attribute']).map(({ id, attribute }) => [attribute, id]),
);

interface Branch {
  id: string | null;
  readonly below: Map<string, Branch>;
}

const createBranch = (): Branch => ({ id: null, below: new Map() });

const UNUSED_TREE = createBranch();
for (const { id, path } of UNUSED_PATHS) {
  let branch = UNUSED_TREE;
  for (const name of path.split('/')) {
    const next = branch.below.get(name) ?? createBranch();
    branch.below.set(name, next);
    branch = next;
  }
  branch.id = id;
}

const LINES: ReadonlySet<string> = new Set(['InvoiceLine', 'CreditNoteLine']);

const ELEMENTS_A_STEP = 500;

/** Elements in document order. Below an element that is not used, nothing more is said. */
export function* checkUnusedInSteps(file: XmlElement): Steps<readonly BrokenRule[]> {
  const found: BrokenRule[] = [];
  const counts = new Map<string, number>();
  const whereIs = createPathFinder();
  const report = (id: string, at: Located, path: string): void => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    if (count >= MOST_PLACES) return;
    const message = sayUnused(path);
    found.push({
      id,
      severity: 'warning',
      where: whereIs(at),
      path: findFieldPath(at),
      message,
      hint: CORRECT_PROGRAM,
    });
  };
  const open: { at: Located; branch: Branch | null }[] = [{ at: { element: file, parent: null }, branch: UNUSED_TREE }];
  let visited = 0;
  for (let one = open.pop(); one; one = open.pop()) {
    visited += 1;
    if (visited % ELEMENTS_A_STEP === 0) yield;
    const { at, branch } = one;
    const { element } = at;
    checkAttributes(at, branch, report);
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]!;
      const name = branch === UNUSED_TREE && LINES.has(child.name) ? 'Line' : child.name;
      open.push({ at: { element: child, parent: at }, branch: branch?.below.get(name) ?? null });
    }
    if (branch !== null && branch.id !== null) report(branch.id, at, element.name);
  }
  return found;
}

type Report = (id: string, at: Located, path: string) => void;

function checkAttributes(at: Located, branch: Branch | null, report: Report): void {
  const { attributes: own, name } = at.element;
  for (const attribute in own) {
    const anywhere = UNUSED_ATTRIBUTES.get(attribute);
    if (anywhere !== undefined) report(anywhere, at, `${name}/@${attribute}`);
    const here = branch?.below.get(`@${attribute}`)?.id ?? null;
    if (here !== null) report(here, at, `${name}/@${attribute}`);
  }
}
