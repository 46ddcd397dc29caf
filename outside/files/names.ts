import type { FileArea } from './store.ts';

const SHA256 = /^[0-9a-f]{64}$/;

export const isHash = (name: string): boolean => SHA256.test(name);

/** Two letters of the hash spread the files over folders of a size that every file system bears. */
export function pathOf(area: FileArea, sha256: string): readonly [area: string, shelf: string, name: string] {
  if (!isHash(sha256)) throw new Error('Files are named by their SHA-256');
  return [area, sha256.slice(0, 2), sha256];
}
