import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { DataOfEvent, DomainEvent, EventCatalogue, EventOf } from '../event.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { isRefusal, type Decision, type Problem } from '../refusal.ts';
import type { EarlierEvents, EarlierNeed } from './earlier.ts';
import type { FinalReason } from './final-reasons.ts';

/**
 * Undo rules for events. Past events are never removed: new events restore the previous state of accounts, records and
 * settings. Each subject defines a rule for each of its events.
 */

/** Something that prevents an undo, and where to find it. */
export interface Blocker {
  /** Key of the message. */
  readonly code: string;
  readonly params?: Problem['params'];
  readonly labels?: Problem['labels'];
  /** The collection of the blocking record, and its id if known. */
  readonly resource: string;
  readonly id: number | null;
}

export interface Blocked {
  readonly blockers: readonly Blocker[];
}

export type Undone = readonly DomainEvent[] | Blocked;

export const isBlocked = <Other extends object>(undone: Other | Blocked): undone is Blocked => 'blockers' in undone;

export const blockUndo = (code: string, resource: string, id: number | null, params?: Problem['params']): Blocked => ({
  blockers: [{ code, resource, id, ...(params && { params }) }],
});

/** For a part of an event that can never be undone. */
export const blockForever = (code: FinalReason, resource: string, id: number | null): Blocked =>
  blockUndo(code, resource, id);

/** Converts a refused decision to blockers. */
export function toUndone(decision: Decision<DomainEvent>, resource: string, id: number | null): Undone {
  if (!isRefusal(decision)) return decision;
  return {
    blockers: decision.problems.map(({ code, params, labels, field }) => ({
      code,
      resource,
      id,
      params: { ...(field !== undefined && { field }), ...params },
      ...(labels && { labels }),
    })),
  };
}

/** Kinds of new ids, named after their counters. */
export type IdKind = 'entries' | 'entry_lines' | 'letterings' | 'fiscal_years' | 'periods' | 'entry_attachments';

/** Blocks the undo of fields that have changed again since. */
export function blockIfChanged(fields: readonly string[], resource: string, id: number): Blocked | null {
  if (fields.length === 0) return null;
  return { blockers: fields.map((field) => ({ code: 'undo_changed_since', resource, id, params: { field } })) };
}

/** Blocks a move to where the record already is, and any move of a purged record. */
export function blockImpossibleMove(
  found: { readonly is_trashed: boolean } | undefined,
  to: 'bin' | 'file',
  resource: string,
  id: number,
): Blocked | null {
  if (!found) return blockUndo('undo_purged', 'trash', id);
  if (found.is_trashed === (to === 'file')) return null;
  return blockUndo(found.is_trashed ? 'undo_record_trashed' : 'undo_record_restored', resource, id);
}

export interface Undoing {
  /** The company file after the steps so far. */
  readonly file: CompanyFile;
  /** Facts outside the state of the company file, after the steps so far. */
  readonly facts: UndoFacts;
  /** All events that are undone together, including this one. */
  readonly together: readonly DomainEvent[];
  /** Id of the record whose change is undone. Null: all records of the event. */
  readonly only: number | null;
  readonly today: PlainDate;
  /** Earlier events that the rules asked for, by record. */
  readonly earlier: EarlierEvents;
  /** Entries that this undo has posted again, by the id of the original. */
  readonly postedAgain: Map<number, number>;
  readonly takeIds: (kind: IdKind, count: number) => readonly number[];
  readonly evolve: (file: CompanyFile, event: DomainEvent) => CompanyFile;
  /** Applies one more event, so that changes undone together see each other's effects. */
  readonly evolveFacts: EvolveFacts;
}

export type EvolveFacts = (facts: UndoFacts, event: DomainEvent, file: CompanyFile) => UndoFacts;

/** The current state of the entries, matches and files that an undo affects. Each subject adds its facts. */
export interface UndoFacts {
  readonly entries: ReadonlyMap<number, EntryFacts>;
}

/** Facts to read before the decision, by id. Each subject adds its facts. */
export interface UndoNeeds {
  readonly entries?: readonly number[];
}

/** The undo facts of a subject, as declared in its folder. */
export interface FactsOfSubject {
  /** The facts if nothing was needed. */
  readonly none: Partial<UndoFacts>;
  /** Absent if no event changes the facts. */
  readonly evolve?: readonly FactEvolution[];
}

interface FactEvolution {
  readonly events: EventCatalogue;
  readonly apply: (facts: UndoFacts, event: never, file: CompanyFile) => UndoFacts;
}

/** Declares how the events of a catalogue change the facts. */
export const onFacts = <Catalogue extends EventCatalogue>(
  events: Catalogue,
  apply: (facts: UndoFacts, event: EventOf<Catalogue>, file: CompanyFile) => UndoFacts,
): FactEvolution => ({ events, apply });

/** Undoes several items of one event in order. Each sees the effects of the one before. */
export function undoOneByOne<Item>(
  items: readonly Item[],
  undoing: Undoing,
  back: (item: Item, undoing: Undoing) => Undone,
): Undone {
  const events: DomainEvent[] = [];
  const blockers: Blocker[] = [];
  let { file, facts } = undoing;
  for (const item of items) {
    const undone = back(item, { ...undoing, file, facts });
    if (isBlocked(undone)) blockers.push(...undone.blockers);
    else
      for (const event of undone) {
        file = undoing.evolve(file, event);
        facts = undoing.evolveFacts(facts, event, file);
        events.push(event);
      }
  }
  return blockers.length > 0 ? { blockers } : events;
}

/** All items, or only the one whose change is undone. */
export const selectUndoItems = <Item extends { readonly id: number }>(
  items: readonly Item[],
  only: number | null,
): readonly Item[] => (only === null ? items : items.filter(({ id }) => id === only));

export type UndoRole = 'encoder' | 'manager' | 'admin';

/** The facts and the file were read at different times and no longer agree. */
export class FactsNotRead extends Error {}

export interface Undoable<Data> {
  readonly isEmpty?: true;
  /** The lowest role that can undo the event: the role allowed to do the opposite. */
  readonly role: UndoRole | ((data: Data) => UndoRole);
  /**
   * The event records an undo, whose entries must be posted again with it. A single change is then undone with its whole
   * operation, if the operation is about nothing else. States whether the event is about one record.
   */
  readonly isWhole?: (data: Data) => boolean;
  readonly listNeeds?: (data: Data, earlier: EarlierEvents) => UndoNeeds;
  /** For an event that records an undo: the events to repeat. */
  readonly listEarlier?: (data: Data) => readonly EarlierNeed[];
  readonly revert: (data: Data, undoing: Undoing) => Undone;
}

/** The event changed nothing by itself: what it led to is undone by its own events. Alone, there is nothing to undo. */
export const undoNothing = (role: UndoRole): Undoable<unknown> & { readonly isEmpty: true } => ({
  role,
  isEmpty: true,
  revert: () => [],
});

/** The event cannot be undone. Holds the message key with the reason, and the collection where the user can act instead. */
interface Final {
  readonly never: FinalReason;
  readonly resource: string;
}

export type UndoRule<Data> = Undoable<Data> | Final;

/** By event type. A missing rule is a compile error. */
export type UndoRules<Catalogue extends EventCatalogue> = {
  readonly [Type in keyof Catalogue]: UndoRule<DataOfEvent<Catalogue, Type>>;
};

/** Rules for any events. The caller must pass the data that belongs to the event type. */
export type AnyUndoRules = Readonly<Record<string, UndoRule<never>>>;
