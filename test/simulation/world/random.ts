/** Random numbers that depend on a seed alone (sfc32). */
export interface Random {
  /** Between 0 and 1. */
  next(): number;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  between(low: number, high: number): number;
  isChosen(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Uint8Array;
  uuid(): string;
}

export function createRandom(seed: string): Random {
  let [a, b, c, d] = hashSeed(seed);
  const draw = (): number => {
    const t = (((a! + b!) | 0) + d!) | 0;
    d = (d! + 1) | 0;
    a = b! ^ (b! >>> 9);
    b = (c! + (c! << 3)) | 0;
    c = (c! << 21) | (c! >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let round = 0; round < 12; round += 1) draw();
  const next = (): number => draw() / 2 ** 32;
  const below = (limit: number): number => Math.floor(next() * limit);
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => draw() & 255);
  return {
    next,
    below,
    bytes,
    between: (low, high) => low + next() * (high - low),
    isChosen: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
    uuid() {
      const hex = [...bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const variant = '89ab'[draw() & 3]!;
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

/** Four words of FNV-1a, each with a start of its own. */
function hashSeed(seed: string): number[] {
  return [0x811c9dc5, 0x1b873593, 0x9e3779b9, 0x85ebca6b].map((start) => {
    let hash = start;
    for (let index = 0; index < seed.length; index += 1) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    return hash | 0;
  });
}
