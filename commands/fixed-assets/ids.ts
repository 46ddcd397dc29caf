import type { Toolbox } from '../support/toolbox.ts';

export type IdSource = Pick<Toolbox['ids'], 'allocate'>;

/** Ids of a preview are none. */
export const NO_IDS: IdSource = {
  allocate: (_kind, count) => Promise.resolve(Array.from({ length: count }, (_, index) => -1 - index)),
};
