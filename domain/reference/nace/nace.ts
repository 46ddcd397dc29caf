/**
 * The statistical classification of economic activities. NACE has sections, divisions, groups and classes, and is the
 * same in the whole Union; NACE-BEL adds the subclasses of Belgium, which its register of enterprises uses.
 */
import { readLabels, readTable, type DataRecord, type DataTable } from '../../data-table.ts';
import { LANGUAGES, type Labels, type Language } from '../../language.ts';

/** The Belgian classification holds the European one that it refines. */
export const NACE_CLASSIFICATIONS = ['nace-bel-2025', 'nace-2.1'] as const;
export type NaceClassification = (typeof NACE_CLASSIFICATIONS)[number];

export const NACE_LEVELS = ['section', 'division', 'group', 'class', 'subclass'] as const;
export type NaceLevel = (typeof NACE_LEVELS)[number];

export interface NaceCode {
  /** As it is printed: `C`, `10`, `10.7`, `10.71`, `10.711`. */
  readonly code: string;
  readonly level: NaceLevel;
  readonly parent: string | null;
  readonly labels: Labels;
}

const LEVEL_BY_LENGTH: Readonly<Record<number, NaceLevel>> = {
  1: 'section',
  2: 'division',
  4: 'group',
  5: 'class',
  6: 'subclass',
};

/**
 * Reads a table with one row per code, in the order of the classification. A code without names has those of the code
 * above it. A group without classes has one that ends in 0, and a class without subclasses likewise, both with the same
 * name, so that these need no rows.
 *
 * @throws if a code has no parent, occurs twice or lacks a name: an error of the data file.
 */
export function readNace(table: DataTable): readonly NaceCode[] {
  const codes = new Map<string, NaceCode>();
  let letter = '';
  for (const { code, ...names } of readTable(table, ['code', ...LANGUAGES])) {
    const level = LEVEL_BY_LENGTH[code.length];
    if (level === 'section') letter = code;
    if (level === undefined || codes.has(code)) throw new Error(`NACE has no place for the code ${code}`);
    const parent = level === 'section' ? null : level === 'division' ? letter : findParentCode(code);
    const labels = hasNames(names) ? readLabels(names) : codes.get(parent ?? '')?.labels;
    if (labels === undefined || (parent !== null && !codes.has(parent))) throw new Error(`NACE cannot read ${code}`);
    codes.set(code, { code, level, parent, labels });
  }
  return completeCode([...codes.values()]);
}

/** `10.7` is below `10`, `10.71` below `10.7`, `10.711` below `10.71`. */
const findParentCode = (code: string) => (code.length === 4 ? code.slice(0, 2) : code.slice(0, -1));

function hasNames(names: DataRecord<Language>): boolean {
  return Object.values(names).some((name) => name !== '');
}

/** Adds the classes and subclasses that follow from the level above, each right behind it. */
function completeCode(codes: readonly NaceCode[]): readonly NaceCode[] {
  const withClasses = withOnlyChildren(codes, 'group', 'class');
  return withOnlyChildren(withClasses, 'class', 'subclass');
}

function withOnlyChildren(codes: readonly NaceCode[], level: NaceLevel, below: NaceLevel): NaceCode[] {
  const parents = new Set(codes.map(({ parent }) => parent));
  return codes.flatMap((code) => {
    if (code.level !== level || parents.has(code.code)) return [code];
    return [code, { code: `${code.code}0`, level: below, parent: code.code, labels: code.labels }];
  });
}
