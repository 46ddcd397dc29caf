import { bankRules } from '../../bank-rules/rule.ts';
import type { CompanyFile } from '../../company-file-state.ts';
import { getRecords } from '../../records/state.ts';
import type { KnownRule } from './knowledge.ts';

const made = new WeakMap<object, readonly KnownRule[]>();

/** Active rules of a company file; rebuilt only when a rule changes. */
export function listKnownRules({ records }: CompanyFile): readonly KnownRule[] {
  const { byId } = getRecords(records, bankRules);
  let known = made.get(byId);
  if (!known) {
    known = [...byId.entries()].flatMap(([id, { data, isTrashed }]): readonly KnownRule[] =>
      isTrashed || !data.is_active
        ? []
        : [
            {
              id,
              name: data.name,
              position: data.position,
              is_active: true,
              is_automatic: data.is_automatic,
              conditions: data.conditions,
              lines: data.lines,
            },
          ],
    );
    made.set(byId, known);
  }
  return known;
}
