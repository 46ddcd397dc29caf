import { absolute, isNegative } from '../money.ts';
import type { BoxAmount } from './declaration-events.ts';

/**
 * Describes which boxes a VAT code fills in an entry, grouped by equal amounts: `+55 +59|+82 +88`. A company file has few
 * distinct shapes, however many entries it has, and a shape is enough to decide whether an entry counts in a box or a
 * total.
 */
export function buildBoxShape(boxes: readonly BoxAmount[]): string {
  const groups = new Map<string, string[]>();
  for (const { box, amount } of boxes) {
    const size = absolute(amount);
    const group = groups.get(size);
    const signed = `${isNegative(amount) ? '-' : '+'}${box}`;
    if (group) group.push(signed);
    else groups.set(size, [signed]);
  }
  return [...groups.values()]
    .map((group) => group.sort().join(' '))
    .sort()
    .join('|');
}

/** Whether the shape counts in a box made of these parts. Amounts that cancel out do not count. */
export function isCountedIn(shape: string, parts: ReadonlyMap<string, 1 | -1>): boolean {
  return shape.split('|').some((group) => {
    const counted = group
      .split(' ')
      .map((signed) => (parts.get(signed.slice(1)) ?? 0) * (signed.startsWith('-') ? -1 : 1));
    return counted.reduce((sum, one) => sum + one, 0) !== 0;
  });
}
