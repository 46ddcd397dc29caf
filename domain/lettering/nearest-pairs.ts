import type { Item } from './item.ts';

/**
 * Pairs items of one amount, sorted by date: each debit with the nearest credit in time, the nearest pair first. The
 * nearest two are always neighbours, so only neighbours are compared.
 */
export function findNearestPairs(items: readonly Item[], step: () => void): (readonly [Item, Item])[] {
  const previous = items.map((_, index) => index - 1);
  const next = items.map((_, index) => index + 1);
  const isGone = items.map(() => false);
  const queue = createGapQueue();
  const pairs: (readonly [Item, Item])[] = [];

  const offerPair = (left: number, right: number): void => {
    const [a, b] = [items[left], items[right]];
    if (a && b && a.isDebit !== b.isDebit) queue.add({ gap: b.day - a.day, left, right });
  };
  items.forEach((_, index) => offerPair(index, index + 1));
  for (let nearest = queue.take(); nearest; nearest = queue.take()) {
    step();
    const { left, right } = nearest;
    if (isGone[left] || isGone[right]) continue;
    isGone[left] = isGone[right] = true;
    pairs.push([items[left]!, items[right]!]);
    const [before, behind] = [previous[left]!, next[right]!];
    if (before >= 0) next[before] = behind;
    if (behind < items.length) previous[behind] = before;
    offerPair(before, behind);
  }
  return pairs;
}

interface Gap {
  readonly gap: number;
  readonly left: number;
  readonly right: number;
}

const isNearer = (a: Gap, b: Gap): boolean => a.gap < b.gap || (a.gap === b.gap && a.left < b.left);

/** A binary heap: the smallest gap first, and the earlier of two equal gaps first. */
function createGapQueue() {
  const heap: Gap[] = [];
  return {
    add(gap: Gap): void {
      let place = heap.push(gap) - 1;
      while (place > 0) {
        const parent = (place - 1) >> 1;
        if (!isNearer(gap, heap[parent]!)) break;
        heap[place] = heap[parent]!;
        place = parent;
      }
      heap[place] = gap;
    },
    take(): Gap | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      let place = 0;
      for (;;) {
        let child = 2 * place + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && isNearer(heap[child + 1]!, heap[child]!)) child += 1;
        if (!isNearer(heap[child]!, last)) break;
        heap[place] = heap[child]!;
        place = child;
      }
      heap[place] = last;
      return first;
    },
  };
}
