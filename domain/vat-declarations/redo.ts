import { listEarlierEvents, type EarlierEvents, type EarlierNeed } from '../history/earlier.ts';
import {
  FactsNotRead,
  blockIfChanged,
  blockUndo,
  isBlocked,
  toUndone,
  type Undone,
  type Undoing,
} from '../history/undo.ts';
import { isSameJson, type Json } from '../json.ts';
import { getEntryFacts } from '../ledger/undo-context.ts';
import { postEntriesAgain } from '../lettering/post-again.ts';
import { isRefusal } from '../refusal.ts';
import { computeReturn, listFilledBoxes, type ReturnInput } from './computation.ts';
import type { VatDeclarationEvent } from './declaration-events.ts';
import { resolveNewPeriod } from './declarations.ts';
import { getFormByCode } from './form.ts';
import { findCarriedAmounts, findNextReturn } from './order.ts';
import { getDeclarationFacts } from './undo-context.ts';

/** Restores returns that were deleted, refreshed or reopened. */

const NAME = 'vat-declarations';

/** All changes of a return: they are few. */
export const listDeclarationEvents = ({ id }: { readonly id: number }): readonly EarlierNeed[] => [
  {
    resource: NAME,
    id,
    types: [
      'VatDeclarationDrawnUp',
      'VatDeclarationRefreshed',
      'VatDeclarationChanged',
      'VatDeclarationValidated',
      'VatDeclarationFiled',
    ],
  },
];

type DataOf<Type extends VatDeclarationEvent['type']> = Extract<VatDeclarationEvent, { type: Type }>['data'];

const getVersion = (event: VatDeclarationEvent): number =>
  event.type === 'VatDeclarationDrawnUp' ? 1 : event.data.version;

type Reopened = DataOf<'VatDeclarationReopened'>;

/** The entry that settled the return, if there is one. */
export function listSettlementEntries({ id, version }: Reopened, earlier: EarlierEvents): readonly number[] {
  const events = listEarlierEvents<VatDeclarationEvent>({ earlier }, NAME, id);
  const validated = events.findLast(
    (event) => event.type === 'VatDeclarationValidated' && event.data.version < version,
  );
  return [(validated as { data: DataOf<'VatDeclarationValidated'> } | undefined)?.data.journal_entry_id ?? []].flat();
}

/** The settlement entries of all validations of the return. */
export const listAllSettlementEntries = (id: number, earlier: EarlierEvents): readonly number[] =>
  listEarlierEvents<VatDeclarationEvent>({ earlier }, NAME, id).flatMap((event) =>
    event.type === 'VatDeclarationValidated' && event.data.journal_entry_id !== null
      ? [event.data.journal_entry_id]
      : [],
  );

/** Was the return validated again with the same amounts, as the undo of a reopening does? */
export function isSameValidation(one: DataOf<'VatDeclarationValidated'>, undoing: Undoing): boolean {
  const last = listEarlierEvents<VatDeclarationEvent>(undoing, NAME, one.id).findLast(
    ({ type }) => type === 'VatDeclarationValidated',
  );
  const describe = (data: object): Json => ({ ...data, version: null, journal_entry_id: null });
  return last !== undefined && isSameJson(describe(one), describe(last.data));
}

/** The events of a return before the one that has this version. */
function listEventsBefore(id: number, version: number, undoing: Undoing): readonly VatDeclarationEvent[] {
  const events = listEarlierEvents<VatDeclarationEvent>(undoing, NAME, id);
  if (events.length === 0) throw new FactsNotRead(`The events of VAT declaration ${id} were not read`);
  return events.filter((event) => getVersion(event) < version);
}

/** The books from which the return was last computed. */
function findComputedBooks(events: readonly VatDeclarationEvent[]): Pick<ReturnInput, 'books' | 'carried'> {
  const computed = events.findLast((event) => 'books' in event.data);
  if (!computed || !('books' in computed.data)) throw new Error('A VAT declaration begins with its draft');
  const { books, carried } = computed.data;
  return { books, carried };
}

function computeAmounts(form: string, input: ReturnInput, { file }: Undoing) {
  const computed = computeReturn(getFormByCode(file.identity.country_pack, form), input);
  const { boxes, amount_due, amount_refund } = computed;
  return { boxes: listFilledBoxes(boxes), amount_due, amount_refund };
}

/** The draft as it was deleted. */
export function restoreDraft({ id }: DataOf<'VatDeclarationDeleted'>, undoing: Undoing): Undone {
  const { version, year, period, period_type, starts_on, ends_on } = getDeclarationFacts(id, undoing);
  const free = resolveNewPeriod({ year, period, period_type }, undoing.file);
  if (isRefusal(free)) return toUndone(free, NAME, (free.facts?.['id'] as number | undefined) ?? null);
  const event: VatDeclarationEvent = {
    type: 'VatDeclarationRestored',
    data: { id, version: version + 1, period_type, year, period, starts_on, ends_on },
  };
  return [event];
}

/** The amounts from before. They differ from the books now, which the return shows. */
export function undoRefresh(refreshed: DataOf<'VatDeclarationRefreshed'>, undoing: Undoing): Undone {
  const { id, version } = refreshed;
  const facts = getDeclarationFacts(id, undoing);
  if (facts.status !== 'draft') return blockUndo('undo_vat_validated_again', NAME, id);
  const isSame = isSameJson(facts.books, refreshed.books) && isSameJson(facts.carried, refreshed.carried);
  const moved = blockIfChanged(isSame ? [] : ['boxes'], NAME, id);
  if (moved) return moved;
  const { books, carried } = findComputedBooks(listEventsBefore(id, version, undoing));
  const amounts = computeAmounts(facts.form, { ...facts, books, carried }, undoing);
  const event: VatDeclarationEvent = {
    type: 'VatDeclarationRefreshed',
    data: { id, version: facts.version + 1, books, carried, ...amounts },
  };
  return [event];
}

/** Validates the return as it was, and marks it as filed if it was filed, unless anything moved since. */
export function validateAgain({ id, version }: Reopened, undoing: Undoing): Undone {
  const facts = getDeclarationFacts(id, undoing);
  if (facts.status !== 'draft') return blockUndo('undo_vat_validated_again', NAME, id);
  const events = listEventsBefore(id, version, undoing);
  const at = events.findLastIndex(({ type }) => type === 'VatDeclarationValidated');
  const validated = events[at]!.data as DataOf<'VatDeclarationValidated'>;
  if (hasMoved(validated, undoing)) return blockUndo('undo_vat_moved', NAME, id);
  const { identity, vatDeclarations } = undoing.file;
  const next = validated.carried_forward.length > 0 && findNextReturn(facts, identity, vatDeclarations);
  if (next) return blockUndo('undo_vat_later_validated', NAME, next.id);
  const { journal_entry_id: entryId } = validated;
  const posted = postEntriesAgain(entryId === null ? [] : [getEntryFacts(undoing, entryId)], undoing);
  if (isBlocked(posted)) return posted;
  const again: VatDeclarationEvent = {
    type: 'VatDeclarationValidated',
    data: {
      ...validated,
      version: facts.version + 1,
      journal_entry_id: entryId === null ? null : posted.ids.get(entryId)!,
    },
  };
  const filed = events.slice(at).find((event) => event.type === 'VatDeclarationFiled');
  const filedAgain: readonly VatDeclarationEvent[] = filed
    ? [{ type: 'VatDeclarationFiled', data: { ...filed.data, version: facts.version + 2 } }]
    : [];
  return [...posted.events, again, ...filedAgain];
}

/** Do the draft, the books of its period or the previous return differ from what was validated? */
function hasMoved({ id, books, carried, boxes }: DataOf<'VatDeclarationValidated'>, undoing: Undoing): boolean {
  const facts = getDeclarationFacts(id, undoing);
  const current = undoing.facts.vatBooks.get(id);
  if (!current) throw new FactsNotRead(`The books of VAT declaration ${id} were not read`);
  const { identity, vatDeclarations } = undoing.file;
  const carriedNow = findCarriedAmounts(facts, identity, vatDeclarations);
  return !(
    isSameJson(facts.boxes, boxes) &&
    isSameJson(facts.books, books) &&
    isSameJson(facts.carried, carried) &&
    isSameJson(current, books) &&
    isSameJson(carriedNow, carried)
  );
}
