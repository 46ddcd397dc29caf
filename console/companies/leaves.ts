export interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/** `{vat: {office_number: 1}}` → `vat.office_number`, 1 */
export function leavesOf(tree: unknown, path = ''): readonly Leaf[] {
  if (typeof tree === 'object' && tree !== null && !Array.isArray(tree))
    return Object.entries(tree).flatMap(([name, value]) => leavesOf(value, path === '' ? name : `${path}.${name}`));
  return [{ path, value: tree }];
}
