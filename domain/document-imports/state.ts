import type { Json } from '../json.ts';
import { createEmptyMap, toPersistentMap, type PersistentMap } from '../persistent-map.ts';
import type { ImportEvent } from './import-events.ts';

/** Trashed imports with their version: the only import data in the state of a company file. */
export interface ImportsState {
  readonly trashed: PersistentMap<number, number>;
}

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly documentImports: ImportsState;
  }
}

export const initialImports: ImportsState = { trashed: createEmptyMap() };

export function evolveImports(state: ImportsState, event: ImportEvent): ImportsState {
  switch (event.type) {
    case 'ImportTrashed':
      return { trashed: state.trashed.with(event.data.id, event.data.version) };
    case 'ImportRestored':
      return { trashed: state.trashed.without(event.data.id) };
    case 'ImportsPurged':
      return { trashed: event.data.imports.reduce((trashed, { id }) => trashed.without(id), state.trashed) };
    default:
      return state;
  }
}

export const packImports = ({ trashed }: ImportsState) =>
  [...trashed.entries()].map(([id, version]) => ({ id, version }));

export function unpackImports(packed: Json): ImportsState {
  const trashed = packed as ReturnType<typeof packImports>;
  return { trashed: toPersistentMap(trashed.map(({ id, version }) => [id, version] as const)) };
}
