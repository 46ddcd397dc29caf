import type { CompanyFile } from '../company-file-state.ts';
import { blockImpossibleMove, toUndone, type Undoing, type Undone } from '../history/undo.ts';
import { refuse, type Decision, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';

/** The recycle bin of items that are not generic records: one declaration for each collection. */

/** A type, because only types are assignable to the JSON of an event. */
export type Versioned = {
  readonly id: number;
  readonly version: number;
};

export interface TrashState {
  readonly version: number;
  readonly is_trashed: boolean;
}

/** Event types of a collection, and the name of the list in the event of a purge. */
export interface TrashEventNames {
  readonly trashed: string;
  readonly restored: string;
  readonly purged: string;
  readonly list: string;
}

type MoveEvent<Names extends TrashEventNames> = {
  readonly type: Names['trashed'] | Names['restored'];
  readonly data: Versioned;
};

type PurgeEvent<Names extends TrashEventNames> = {
  readonly type: Names['purged'];
  readonly data: { readonly [Name in Names['list']]: readonly Versioned[] };
};

/** Moves an item to the recycle bin or back. */
export interface MoveCommand<Type extends string = string> {
  readonly type: Type;
  readonly id: number;
  readonly baseVersion: number | null;
}

interface Declaration<Names extends TrashEventNames, Trash extends string, Restore extends string, Item> {
  /** Name of the collection, as in the API. */
  readonly name: string;
  readonly commands: { readonly trash: Trash; readonly restore: Restore };
  readonly events: Names;
  /** Finds the item in the state of the company file. */
  readonly find: (file: CompanyFile, id: number) => Item | undefined;
  readonly findTrashRefusal?: (item: Item, file: CompanyFile, id: number) => Refusal | null;
  readonly findRestoreRefusal?: (item: Item, file: CompanyFile, id: number) => Refusal | null;
  /** For items that refer to records: a purge of both checks the references without these items. */
  readonly evolve?: (file: CompanyFile, purged: PurgeEvent<NoInfer<Names>>) => CompanyFile;
}

/** Declares that the items of a collection can be trashed, restored and purged. */
export function trashable<
  const Names extends TrashEventNames,
  Trash extends string,
  Restore extends string,
  Item extends TrashState,
>(declaration: Declaration<Names, Trash, Restore, Item>) {
  const { name, commands, events, find, findTrashRefusal, findRestoreRefusal, evolve } = declaration;

  /** For an item that is not in the state, `item` is given, and further refusals are found by the caller. */
  function decideMove(
    { type, id, baseVersion }: MoveCommand<Trash | Restore>,
    item: TrashState | undefined,
    findRefusal: () => Refusal | null,
  ): Decision<MoveEvent<Names>> {
    const isRestored = type === commands.restore;
    if (!item || item.is_trashed !== isRestored) return refuse('not_found');
    const refused = findVersionConflict(item, baseVersion) ?? findRefusal();
    if (refused) return refused;
    return [{ type: isRestored ? events.restored : events.trashed, data: { id, version: item.version + 1 } }];
  }

  function decide(command: MoveCommand<Trash | Restore>, file: CompanyFile): Decision<MoveEvent<Names>> {
    const item = find(file, command.id);
    const findOwn = command.type === commands.restore ? findRestoreRefusal : findTrashRefusal;
    return decideMove(command, item, () => (item && findOwn?.(item, file, command.id)) ?? null);
  }

  const buildPurge = (items: readonly Versioned[]) =>
    ({ type: events.purged, data: { [events.list]: items } }) as PurgeEvent<Names>;

  return {
    name,
    commands,
    events,
    find,
    decide,
    decideMove,
    buildPurge,
    /** Why the item cannot be restored now. Null if it can, or if it does not exist. */
    findRestoreRefusal: (file: CompanyFile, id: number): Refusal | null => {
      const item = find(file, id);
      return (item && findRestoreRefusal?.(item, file, id)) ?? null;
    },
    /** The company file without purged items. */
    withoutItems: (file: CompanyFile, items: readonly Versioned[]): CompanyFile =>
      evolve?.(file, buildPurge(items)) ?? file,
    /** Undoes a move, or the creation of an item, by moving it. */
    undo(type: Trash | Restore, id: number, { file }: Pick<Undoing, 'file'>): Undone {
      const stuck = blockImpossibleMove(find(file, id), type === commands.trash ? 'bin' : 'file', name, id);
      return stuck ?? toUndone(decide({ type, id, baseVersion: null }, file), name, id);
    },
  };
}
