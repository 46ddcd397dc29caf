import { accounts } from '../../domain/accounts/account.ts';
import { restOf } from '../../domain/bank/match-entry.ts';
import { cluesOf, digitsOf, keysOf } from '../../domain/bank/suggestions/clues.ts';
import { knownParties } from '../../domain/bank/suggestions/known-parties.ts';
import type { Knowledge, PartyItems, Taken } from '../../domain/bank/suggestions/knowledge.ts';
import type { Movement, OpenItem } from '../../domain/bank/suggestions/movement.ts';
import { transitAccount } from '../../domain/bank/suggestions/own-money.ts';
import { rulesOf } from '../../domain/bank/suggestions/rules.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { recordsOf } from '../../domain/records/state.ts';
import {
  itemsByReference,
  itemsInTransit,
  itemsOfAmounts,
  itemsOfParties,
  MOST_OF_PARTY,
  ordersOf,
  pastMatches,
} from '../../projections/bank/suggestion-facts.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Everything that is known of what some transactions may be, read at once for all of them. */
export async function knowledgeFor(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  movements: readonly Movement[],
  file: CompanyFile,
  taken: Taken,
  // What the amount alone suggests is never certain: who asks for what is, does without it.
  { withAmounts }: { readonly withAmounts: boolean },
): Promise<Knowledge> {
  const parties = knownParties(file);
  const letterable = letterableAccounts(file);
  const keys = unique(movements.flatMap((movement) => keysOf(cluesOf(movement))));
  const ibans = unique(movements.flatMap(({ counterpart_iban: iban }) => iban ?? []));
  const names = unique(movements.flatMap(({ counterpart_name: name }) => name ?? []));
  const partyIds = unique([...ibans.flatMap(parties.ofIban), ...names.flatMap(parties.ofName)]);
  const amounts = unique(movements.map(restOf));
  const orders = unique(movements.flatMap(({ end_to_end_id: id }) => id ?? []));
  const [named, ofParties, ofAmount, inTransit, known, past] = await Promise.all([
    itemsByReference(pool, companyId, letterable, keys),
    itemsOfParties(pool, companyId, letterable, partyIds.flatMap(parties.members)),
    withAmounts ? itemsOfAmounts(pool, companyId, letterable, amounts) : [],
    itemsInTransit(pool, companyId, transitAccount(file), amounts),
    ordersOf(pool, companyId, orders),
    pastMatches(pool, companyId, ibans, names),
  ]);
  return {
    file,
    named: grouped(named, ({ references }) => unique(references.map(digitsOf))),
    ofParty: itemsByParty(ofParties),
    ofAmount: grouped(ofAmount, ({ open }) => [open]),
    inTransit: grouped(inTransit, ({ open }) => [open]),
    orders: known,
    past,
    rules: rulesOf(file),
    taken,
  };
}

const unique = <One>(all: readonly One[]): readonly One[] => [...new Set(all)];

const letterableOf = new WeakMap<object, readonly number[]>();

/** Made anew only when an account changes. */
function letterableAccounts({ records }: CompanyFile): readonly number[] {
  const { byId } = recordsOf(records, accounts);
  let known = letterableOf.get(byId);
  if (!known) {
    known = [...byId.entries()].flatMap(([id, { data, isTrashed }]) => (!isTrashed && data.is_letterable ? [id] : []));
    letterableOf.set(byId, known);
  }
  return known;
}

function grouped(
  items: readonly OpenItem[],
  keysOfItem: (item: OpenItem) => readonly string[],
): ReadonlyMap<string, readonly OpenItem[]> {
  const groups = new Map<string, OpenItem[]>();
  for (const item of items)
    for (const key of keysOfItem(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}

function itemsByParty(items: readonly OpenItem[]): ReadonlyMap<number, PartyItems> {
  const groups = new Map<number, OpenItem[]>();
  for (const item of items) {
    const { third_party_id: id } = item;
    if (id === null) continue;
    const group = groups.get(id);
    if (group) group.push(item);
    else groups.set(id, [item]);
  }
  return new Map(
    [...groups].map(([id, own]) => [id, { items: own, isComplete: own.length <= MOST_OF_PARTY }] as const),
  );
}
