import { accounts } from '../../domain/accounts/account.ts';
import { computeUnmatched } from '../../domain/bank/match-entry.ts';
import { extractClues, extractReferenceDigits, listLookupKeys } from '../../domain/bank/suggestions/clues.ts';
import { getKnownParties } from '../../domain/bank/suggestions/known-parties.ts';
import type { Knowledge, PartyItems, Taken } from '../../domain/bank/suggestions/knowledge.ts';
import type { Movement, OpenItem } from '../../domain/bank/suggestions/movement.ts';
import { findTransitAccount } from '../../domain/bank/suggestions/own-money.ts';
import { listKnownRules } from '../../domain/bank/suggestions/rules.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { computeOffer } from '../../domain/documents/discount.ts';
import { getRecords } from '../../domain/records/state.ts';
import {
  listItemsByReference,
  listItemsInTransit,
  listItemsByAmount,
  listItemsByCurrencyAmount,
  listItemsByParty,
  MOST_OF_PARTY,
  loadOrders,
  loadPastMatches,
} from '../../projections/bank/suggestion-facts.ts';
import { listDiscountedDocuments } from '../../projections/documents/discounts.ts';
import { readRatesByDay } from './match-rates.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface KnowledgeRequest {
  readonly movements: readonly Movement[];
  readonly file: CompanyFile;
  readonly taken: Taken;
  /** Matches by amount alone are never certain: callers that need certainty omit them. */
  readonly withAmounts: boolean;
}

/** Reads everything known about possible matches of some transactions, at once for all of them. */
export async function readKnowledge(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  { movements, file, taken, withAmounts }: KnowledgeRequest,
): Promise<Knowledge> {
  const parties = getKnownParties(file);
  const letterable = listLetterableAccounts(file);
  const keys = listUnique(movements.flatMap((movement) => listLookupKeys(extractClues(movement))));
  const ibans = listUnique(movements.flatMap(({ counterpart_iban: iban }) => iban ?? []));
  const names = listUnique(movements.flatMap(({ counterpart_name: name }) => name ?? []));
  const partyIds = listUnique([...ibans.flatMap(parties.findByIban), ...names.flatMap(parties.findByName)]);
  const amounts = listUnique(movements.map(computeUnmatched));
  const inCurrency = movements.flatMap((movement) =>
    movement.currency === undefined || movement.currency === file.identity.currency
      ? []
      : [{ currency: movement.currency, amount: computeUnmatched(movement) }],
  );
  const orders = listUnique(movements.flatMap(({ end_to_end_id: id }) => id ?? []));
  const [named, ofParties, ofAmount, ofCurrencyAmount, inTransit, known, past] = await Promise.all([
    listItemsByReference(pool, companyId, letterable, keys),
    listItemsByParty(pool, companyId, letterable, partyIds.flatMap(parties.listMembers)),
    withAmounts ? listItemsByAmount(pool, companyId, letterable, amounts) : [],
    withAmounts ? listItemsByCurrencyAmount(pool, companyId, letterable, inCurrency) : [],
    listItemsInTransit(pool, companyId, findTransitAccount(file), amounts),
    loadOrders(pool, companyId, orders),
    loadPastMatches(pool, companyId, ibans, names),
  ]);
  const items = [...named, ...ofParties, ...ofAmount, ...ofCurrencyAmount];
  return {
    file,
    rates: await readRatesByDay(pool, companyId, movements, [...items, ...inTransit], file),
    discounts: await readOffers(pool, companyId, listUnique(items.map(({ entry_id }) => entry_id)), file),
    named: groupByKeys(named, ({ references }) => listUnique(references.map(extractReferenceDigits))),
    ofParty: groupByParty(ofParties),
    ofAmount: groupByKeys([...ofAmount, ...ofCurrencyAmount], ({ open }) => [open]),
    inTransit: groupByKeys(inTransit, ({ open }) => [open]),
    orders: known,
    past,
    rules: listKnownRules(file),
    taken,
  };
}

async function readOffers(
  pool: Toolbox['pool'],
  companyId: number,
  entryIds: readonly number[],
  file: CompanyFile,
): Promise<Knowledge['discounts']> {
  const documents = await listDiscountedDocuments(pool, companyId, entryIds);
  return new Map(
    documents.flatMap((document) => {
      const offer = computeOffer(document, file);
      return offer ? [[document.last_entry_id, offer] as const] : [];
    }),
  );
}

const listUnique = <One>(all: readonly One[]): readonly One[] => [...new Set(all)];

const letterableOf = new WeakMap<object, readonly number[]>();

/** Recomputed only when an account changes. */
function listLetterableAccounts({ records }: CompanyFile): readonly number[] {
  const { byId } = getRecords(records, accounts);
  let known = letterableOf.get(byId);
  if (!known) {
    known = [...byId.entries()].flatMap(([id, { data, isTrashed }]) => (!isTrashed && data.is_letterable ? [id] : []));
    letterableOf.set(byId, known);
  }
  return known;
}

function groupByKeys(
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

function groupByParty(items: readonly OpenItem[]): ReadonlyMap<number, PartyItems> {
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
