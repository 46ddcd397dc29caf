/**
 * Divides the streams: company files by a stable hash of their name, firms and users always to the first shard. A read
 * table is written by the shard of its company file or by the first one, never by both (`shard` of its declaration).
 */
export function findShard(stream: string, shards: number): number {
  return shards === 1 || !isFileStream(stream) ? FIRST_SHARD : hashText(stream) % shards;
}

export const FIRST_SHARD = 0;

export const isFileStream = (stream: string): boolean => stream.startsWith('company-');

/** FNV-1a with a final mix, because names differ in their last digits only. Never changes: positions depend on it. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
