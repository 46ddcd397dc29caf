import { refuse, type Refusal } from './refusal.ts';

export const refuseConflict = (serverVersion: number) => refuse('conflict', {}, { server_version: serverVersion });

/** Refuses a change that is based on another version than the current one. A client may omit the version it has read. */
export function findVersionConflict(
  record: { readonly version: number } | null | undefined,
  baseVersion: number | null,
): Refusal | null {
  if (!record || baseVersion === null || baseVersion === record.version) return null;
  return refuseConflict(record.version);
}
