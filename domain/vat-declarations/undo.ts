import type { DataOfEvent } from '../event.ts';
import { isSameJson } from '../json.ts';
import { blockUndo, toUndone, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { getEntryFacts } from '../ledger/undo-context.ts';
import { countReversalLines, listLinesToMatch } from '../ledger/reversal.ts';
import type { vatDeclarationEvents } from './declaration-events.ts';
import { decideVatDeclaration, type VatDeclarationCommand } from './declarations.ts';
import {
  isSameValidation,
  listAllSettlementEntries,
  listDeclarationEvents,
  listSettlementEntries,
  restoreDraft,
  undoRefresh,
  validateAgain,
} from './redo.ts';
import { getDeclarationFacts } from './undo-context.ts';

const NAME = 'vat-declarations';

/** Everything about a return can be undone except its filing, which only a reopening takes back. */
export const vatDeclarationUndo: UndoRules<typeof vatDeclarationEvents> = {
  VatDeclarationDrawnUp: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    revert: ({ id }, undoing) =>
      isGone(id, undoing) ? blockAsGone(id) : undoByDeletion('DeleteVatDeclaration', id, undoing),
  },
  VatDeclarationRefreshed: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    listEarlier: listDeclarationEvents,
    revert: (data, undoing) => (isGone(data.id, undoing) ? blockAsGone(data.id) : undoRefresh(data, undoing)),
  },
  VatDeclarationChanged: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    revert: (data, undoing) => (isGone(data.id, undoing) ? blockAsGone(data.id) : undoChange(data, undoing)),
  },
  VatDeclarationValidated: {
    role: 'admin',
    listEarlier: listDeclarationEvents,
    listNeeds: ({ id }, earlier) => ({ vatDeclarations: [id], entries: listAllSettlementEntries(id, earlier) }),
    revert(data, undoing) {
      const { id } = data;
      if (isGone(id, undoing)) return blockAsGone(id);
      const facts = getDeclarationFacts(id, undoing);
      // A filed return is only reopened, with a reason.
      if (facts.status === 'filed') return blockUndo('undo_vat_filed', NAME, id);
      const isAgain = facts.status !== 'draft' && facts.version !== data.version;
      if (isAgain && !isSameValidation(data, undoing)) return blockUndo('undo_vat_validated_again', NAME, id);
      const { journal_entry_id } = isAgain ? facts : data;
      const entry = journal_entry_id === null ? null : prepareReversal(journal_entry_id, undoing);
      return decideUndo({ type: 'ReopenVatDeclaration', facts, entry, reason: null, baseVersion: null }, undoing);
    },
  },
  VatDeclarationFiled: { never: 'undo_vat_filed', resource: NAME },
  VatDeclarationReopened: {
    role: 'manager',
    isWhole: () => true,
    listNeeds: (data, earlier) => ({
      vatDeclarations: [data.id],
      vatBooks: [data.id],
      entries: listSettlementEntries(data, earlier),
    }),
    listEarlier: listDeclarationEvents,
    revert: (data, undoing) => (isGone(data.id, undoing) ? blockAsGone(data.id) : validateAgain(data, undoing)),
  },
  VatDeclarationDeleted: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    revert: (data, undoing) =>
      isGone(data.id, undoing) ? restoreDraft(data, undoing) : blockUndo('undo_record_restored', NAME, data.id),
  },
  VatDeclarationRestored: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    revert: ({ id }, undoing) =>
      isGone(id, undoing) ? blockAsGone(id) : undoByDeletion('DeleteVatDeclaration', id, undoing),
  },
};

type Changed = DataOfEvent<typeof vatDeclarationEvents, 'VatDeclarationChanged'>;

function undoChange({ id, changes, previous }: Changed, undoing: Undoing): Undone {
  const facts = getDeclarationFacts(id, undoing);
  const moved = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (name) => !isSameJson(facts[name], changes[name]),
  );
  if (moved.length > 0)
    return {
      blockers: moved.map((field) => ({ code: 'undo_changed_since', resource: NAME, id, params: { field } })),
    };
  const { manual, ...rest } = previous;
  const boxes = new Set([...(changes.manual ?? []), ...(manual ?? [])].map(({ box }) => box));
  const before = new Map(manual?.map(({ box, ...given }) => [box, given]));
  const named = Object.fromEntries([...boxes].map((box) => [box, before.get(box) ?? null]));
  const back = { ...rest, ...(manual && { manual: named }) };
  return decideUndo({ type: 'ChangeVatDeclaration', facts, changes: back, baseVersion: null }, undoing);
}

const blockAsGone = (id: number): Undone => blockUndo('undo_vat_declaration_gone', NAME, id);

const isGone = (id: number, { file }: Undoing): boolean => !file.vatDeclarations.some((one) => one.id === id);

const undoByDeletion = (type: 'DeleteVatDeclaration', id: number, undoing: Undoing): Undone =>
  decideUndo({ type, facts: getDeclarationFacts(id, undoing), baseVersion: null }, undoing);

const decideUndo = (
  command: Exclude<VatDeclarationCommand, { type: 'DrawUpVatDeclaration' }>,
  { file }: Undoing,
): Undone => toUndone(decideVatDeclaration(command, file), NAME, command.facts.id);

function prepareReversal(entryId: number, undoing: Undoing) {
  const facts = getEntryFacts(undoing, entryId);
  const { takeIds } = undoing;
  return {
    facts,
    entryId: takeIds('entries', 1)[0]!,
    lineIds: takeIds('entry_lines', countReversalLines(facts)),
    letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
  };
}
