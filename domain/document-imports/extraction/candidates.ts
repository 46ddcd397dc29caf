import type { FoundIdentifier } from './identifiers.ts';
import { CUSTOMER_LABELS, isPartyLabel, REPRESENTATIVE, SUPPLIER_LABELS, YOUR_VAT } from './labels.ts';
import { listCellsAbove, listCellsLeft, measureDistance, type Cell, type Layout } from './layout.ts';

/** A party with a number, other than the company itself. */
export interface Candidate {
  readonly vat: string | null;
  readonly enterprise: string | null;
  readonly cell: Cell;
  /** All cells with one of its numbers. */
  readonly cells: readonly Cell[];
  readonly isCustomer: boolean;
  readonly isSupplier: boolean;
  readonly count: number;
}

export function findCandidates(
  layout: Layout,
  vat: readonly FoundIdentifier[],
  enterprise: readonly FoundIdentifier[],
  isOwnNumber: (value: string) => boolean,
): Candidate[] {
  const byKey = new Map<string, Candidate>();
  for (const { value, cell, start } of vat) {
    if (isOwnNumber(value) || REPRESENTATIVE.test(cell.plain.slice(0, start))) continue;
    const key = value.startsWith('FR') ? value.slice(4) : value.slice(2);
    const before = byKey.get(key);
    byKey.set(key, {
      ...(before ?? { enterprise: null, cell, count: 0 }),
      cells: [...(before?.cells ?? []), cell],
      vat: value,
      isCustomer: (before?.isCustomer ?? false) || isCustomerNumber(layout, cell, start),
      isSupplier: (before?.isSupplier ?? false) || isUnderLabel(layout, cell, SUPPLIER_LABELS),
      count: (before?.count ?? 0) + 1,
    });
  }
  for (const { value, cell, start } of enterprise) {
    if (isOwnNumber(value) || REPRESENTATIVE.test(cell.plain.slice(0, start))) continue;
    const before = byKey.get(value);
    // Belgian enterprise numbers are VAT numbers without prefix.
    const asVat = /^\d{10}$/.test(value) ? `BE${value}` : null;
    if (before)
      byKey.set(value, { ...before, enterprise: value, cells: [...before.cells, cell], count: before.count + 1 });
    else if (!canAttach(byKey, value))
      byKey.set(value, {
        vat: asVat,
        enterprise: value,
        cell,
        cells: [cell],
        isCustomer: isCustomerNumber(layout, cell, start),
        isSupplier: isUnderLabel(layout, cell, SUPPLIER_LABELS),
        count: 1,
      });
    else attachRegisterNumber(byKey, value, cell);
  }
  return [...byKey.values()];
}

const getRegisterCountry = (value: string): string | null =>
  /^[A-K]\d/.test(value) ? 'LU' : /^\d{9}$/.test(value) ? 'FR' : null;

const canAttach = (byKey: ReadonlyMap<string, Candidate>, value: string): boolean => {
  const country = getRegisterCountry(value);
  return country !== null && [...byKey.values()].some(({ vat }) => vat?.startsWith(country));
};

/** A register number belongs to the nearest VAT number of the same country. */
function attachRegisterNumber(byKey: Map<string, Candidate>, value: string, cell: Cell): void {
  const country = getRegisterCountry(value)!;
  const [key, nearest] =
    [...byKey]
      .filter(([, { vat }]) => vat?.startsWith(country))
      .sort(([, one], [, other]) => measureDistance(one.cell, cell) - measureDistance(other.cell, cell))[0] ?? [];
  if (key !== undefined && nearest && nearest.enterprise === null)
    byKey.set(key, { ...nearest, enterprise: value, cells: [...nearest.cells, cell] });
}

export const isCustomerNumber = (layout: Layout, cell: Cell, start: number): boolean => {
  const before = cell.plain.slice(Math.max(0, start - 40), start);
  const left = listCellsLeft(layout, cell)[0]?.plain ?? '';
  return (
    YOUR_VAT.test(before) ||
    (before.trim().length < 14 && YOUR_VAT.test(left)) ||
    isUnderLabel(layout, cell, CUSTOMER_LABELS)
  );
};

/** True if the block of a cell begins with such a label. */
export function isUnderLabel(layout: Layout, cell: Cell, labels: RegExp): boolean {
  if (isPartyLabel(cell.plain, labels)) return true;
  let last = cell;
  for (const over of listCellsAbove(layout, cell, 10)) {
    if (last.top - over.bottom > 3.2 * (over.bottom - over.top) || Math.abs(over.left - cell.left) > 60) break;
    if (isPartyLabel(over.plain, labels) && over.text.length < 60) return true;
    last = over;
  }
  return false;
}
