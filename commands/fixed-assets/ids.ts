import type { Toolbox } from '../support/toolbox.ts';

export type IdSource = Pick<Toolbox['ids'], 'allocate'>;

/** Placeholder ids, used by previews only. */
export const NO_IDS: IdSource = {
  allocate: (_kind, count) => Promise.resolve(Array.from({ length: count }, (_, index) => -1 - index)),
};
