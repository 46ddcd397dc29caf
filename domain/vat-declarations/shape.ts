import { absolute, isNegative } from '../money.ts';
import type { BoxAmount } from './declaration-events.ts';

/**
 * Which boxes what one code does in an entry fills, and which of them with the same amount: `+55 +59|+82 +88`. There are few of these
 * in a company file, however many entries it has, and each tells of any box, also of a total, whether it counts there.
 */
export function shapeOf(boxes: readonly BoxAmount[]): string {
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

/** Whether such an effect is told in a box made of these parts. What is added there and taken off again is not. */
export function isToldIn(shape: string, parts: ReadonlyMap<string, 1 | -1>): boolean {
  return shape.split('|').some((group) => {
    const counted = group
      .split(' ')
      .map((signed) => (parts.get(signed.slice(1)) ?? 0) * (signed.startsWith('-') ? -1 : 1));
    return counted.reduce((sum, one) => sum + one, 0) !== 0;
  });
}
