import type { FileArea } from './store.ts';

const SHA256 = /^[0-9a-f]{64}$/;

export const isHash = (name: string): boolean => SHA256.test(name);

/** Two characters of the hash spread the files over folders, to keep each folder small. */
export function buildFilePath(area: FileArea, sha256: string): readonly [area: string, shelf: string, name: string] {
  if (!isHash(sha256)) throw new Error('Files must be named by their SHA-256');
  return [area, sha256.slice(0, 2), sha256];
}

/** Beside the areas, so that no sweep finds it, and copied with the files. */
export const MARK_NAME = 'store-mark';
