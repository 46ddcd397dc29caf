import type { Change, Tree } from '../../../support/e-invoices.ts';
import { full } from './documents.ts';

/** Each rule: a document that passes all of them, and changes that each break this one. */
export interface Case {
  readonly from: () => Promise<Tree>;
  readonly change: Change;
}

/** Collects the cases of rules by their ids. */
export class Cases {
  readonly byRule = new Map<string, Case[]>();

  readonly breaks = (id: string, change: Change, from: () => Promise<Tree> = full): void => {
    this.byRule.set(id, [...(this.byRule.get(id) ?? []), { from, change }]);
  };
}
