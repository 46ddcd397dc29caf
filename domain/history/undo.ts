import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { DataOfEvent, DomainEvent, EventCatalogue } from '../event.ts';
import { isRefusal, type Decision, type Problem } from '../refusal.ts';
import { evolveFacts, type UndoFacts } from './facts.ts';

/**
 * How the events of a subject are taken back. Nothing that happened is ever removed: other events follow that give the
 * accounts, records and settings what they had before. Each subject says so of each of its events.
 */

/** Something that stands in the way: what it is, and where it is found. */
export interface Blocker {
  /** Key of a message that says it. */
  readonly code: string;
  readonly params?: Problem['params'];
  /** The collection of what is in the way, and which one of it where that is known. */
  readonly resource: string;
  readonly id: number | null;
}

export interface Blocked {
  readonly blockers: readonly Blocker[];
}

export type Undone = readonly DomainEvent[] | Blocked;

export const isBlocked = (undone: Undone): undone is Blocked => 'blockers' in undone;

export const blocked = (code: string, resource: string, id: number | null, params?: Problem['params']): Blocked => ({
  blockers: [{ code, resource, id, ...(params && { params }) }],
});

/** What another decision has against it stands in the way. */
export function unlessRefused(decision: Decision<DomainEvent>, resource: string, id: number | null): Undone {
  if (!isRefusal(decision)) return decision;
  return {
    blockers: decision.problems.map(({ code, params, field }) => ({
      code,
      resource,
      id,
      params: { ...(field !== undefined && { field }), ...params },
    })),
  };
}

/** Ids that new things take: by the counter that hands them out. */
export type IdKind = 'entries' | 'entry_lines' | 'letterings' | 'fiscal_years' | 'periods' | 'entry_attachments';

/** Fields that have other values by now than a change gave them: it is not taken back. */
export function changedSince(fields: readonly string[], resource: string, id: number): Blocked | null {
  if (fields.length === 0) return null;
  return { blockers: fields.map((field) => ({ code: 'undo_changed_since', resource, id, params: { field } })) };
}

/** What lies in the recycle bin cannot go there again, nor come back from where it is not; what was purged does neither. */
export function cannotMove(
  found: { readonly is_trashed: boolean } | undefined,
  to: 'bin' | 'file',
  resource: string,
  id: number,
): Blocked | null {
  if (!found) return blocked('undo_purged', 'trash', id);
  if (found.is_trashed === (to === 'file')) return null;
  return blocked(found.is_trashed ? 'undo_record_trashed' : 'undo_record_restored', resource, id);
}

export interface Undoing {
  /** The company file as the steps so far leave it. */
  readonly file: CompanyFile;
  /** The same of what the state of a company file does not hold. */
  readonly facts: UndoFacts;
  /** Everything that is taken back with it; the event itself among them. */
  readonly together: readonly DomainEvent[];
  /** The one of its records whose change is taken back; null: all. */
  readonly only: number | null;
  readonly today: PlainDate;
  readonly ids: (kind: IdKind, count: number) => readonly number[];
  readonly evolve: (file: CompanyFile, event: DomainEvent) => CompanyFile;
}

/** Several things of one event are taken back one after another: each sees what the one before has left. */
export function oneByOne<Item>(
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
        facts = evolveFacts(facts, event, file);
        events.push(event);
      }
  }
  return blockers.length > 0 ? { blockers } : events;
}

/** Those that are meant: all, or the one whose change alone is taken back. */
export const chosen = <Item extends { readonly id: number }>(
  items: readonly Item[],
  only: number | null,
): readonly Item[] => (only === null ? items : items.filter(({ id }) => id === only));

export type UndoRole = 'encoder' | 'manager' | 'admin';

/** The file knows what the facts do not: they were read at two moments, and something has come or gone in between. */
export class FactsNotRead extends Error {}

/** What must be read before it is decided. */
export interface UndoNeeds {
  readonly entries?: readonly number[];
  readonly letterings?: readonly number[];
  readonly attachments?: readonly number[];
  readonly fiscalYears?: readonly number[];
  readonly imports?: readonly number[];
  readonly documents?: readonly number[];
  readonly statementFiles?: readonly number[];
  readonly bankTransactions?: readonly number[];
  readonly vatDeclarations?: readonly number[];
  /** Whose lines of purchase are needed, and lines that are needed besides. */
  readonly fixedAssets?: readonly number[];
  readonly originLines?: readonly number[];
}

interface Undoable<Data> {
  /** The lowest role that may take it back: the one that may do the opposite. */
  readonly role: UndoRole | ((data: Data) => UndoRole);
  readonly needs?: (data: Data) => UndoNeeds;
  readonly back: (data: Data, undoing: Undoing) => Undone;
}

/** It cannot be taken back: the key of the message that says why, and the collection where one sees to it otherwise. */
interface Final {
  readonly never: string;
  readonly resource: string;
}

export type UndoRule<Data> = Undoable<Data> | Final;

/** By the type of the event. One that is forgotten does not compile. */
export type UndoRules<Catalogue extends EventCatalogue> = {
  readonly [Type in keyof Catalogue]: UndoRule<DataOfEvent<Catalogue, Type>>;
};

/** Rules of any events: whoever looks one up by the type of an event hands it the data of that event. */
export type AnyUndoRules = Readonly<Record<string, UndoRule<never>>>;
