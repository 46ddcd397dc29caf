export interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/** Flattens a tree: `{vat: {office_number: 1}}` → `vat.office_number`, 1 */
export function listLeaves(tree: unknown, path = ''): readonly Leaf[] {
  if (typeof tree === 'object' && tree !== null && !Array.isArray(tree))
    return Object.entries(tree).flatMap(([name, value]) => listLeaves(value, path === '' ? name : `${path}.${name}`));
  return [{ path, value: tree }];
}
