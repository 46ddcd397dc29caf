import { FactsNotRead, blockUndo, toUndone, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { getEntryFacts } from '../ledger/undo.ts';
import { countReversalLines, listLinesToMatch } from '../ledger/reversal.ts';
import type { vatDeclarationEvents } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';
import { decideVatDeclaration, type VatDeclarationCommand } from './declarations.ts';

const NAME = 'vat-declarations';

/** Only the creation, changes and validation of a return can be undone; computed amounts are simply computed again. */
export const vatDeclarationUndo: UndoRules<typeof vatDeclarationEvents> = {
  VatDeclarationDrawnUp: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    revert: ({ id }, undoing) =>
      isGone(id, undoing) ? blockAsGone(id) : undoByDeletion('DeleteVatDeclaration', id, undoing),
  },
  VatDeclarationRefreshed: { never: 'undo_vat_refresh', resource: NAME },
  VatDeclarationChanged: {
    role: 'encoder',
    listNeeds: ({ id }) => ({ vatDeclarations: [id] }),
    revert({ id, changes, previous }, undoing) {
      if (isGone(id, undoing)) return blockAsGone(id);
      const facts = getFacts(id, undoing);
      const moved = (Object.keys(changes) as (keyof typeof changes)[]).filter(
        (name) => JSON.stringify(facts[name]) !== JSON.stringify(changes[name]),
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
    },
  },
  VatDeclarationValidated: {
    role: 'admin',
    listNeeds: ({ id, journal_entry_id }) => ({
      vatDeclarations: [id],
      ...(journal_entry_id !== null && { entries: [journal_entry_id] }),
    }),
    revert({ id, version, journal_entry_id }, undoing) {
      if (isGone(id, undoing)) return blockAsGone(id);
      const facts = getFacts(id, undoing);
      // A filed return is only reopened, with a reason.
      if (facts.status === 'filed') return blockUndo('undo_vat_filed', NAME, id);
      if (facts.status !== 'draft' && facts.version !== version) return blockUndo('undo_vat_validated_again', NAME, id);
      const entry = journal_entry_id === null ? null : prepareReversal(journal_entry_id, undoing);
      return decideUndo({ type: 'ReopenVatDeclaration', facts, entry, reason: null, baseVersion: null }, undoing);
    },
  },
  VatDeclarationFiled: { never: 'undo_vat_filed', resource: NAME },
  VatDeclarationReopened: { never: 'undo_vat_reopening', resource: NAME },
  VatDeclarationDeleted: { never: 'undo_vat_deleted', resource: NAME },
};

const blockAsGone = (id: number): Undone => blockUndo('undo_vat_declaration_gone', NAME, id);

const isGone = (id: number, { file }: Undoing): boolean => !file.vatDeclarations.some((one) => one.id === id);

function getFacts(id: number, { facts }: Undoing): DeclarationFacts {
  const found = facts.vatDeclarations.get(id);
  if (!found) throw new FactsNotRead(`VAT declaration ${id} was not read`);
  return found;
}

const undoByDeletion = (type: 'DeleteVatDeclaration', id: number, undoing: Undoing): Undone =>
  decideUndo({ type, facts: getFacts(id, undoing), baseVersion: null }, undoing);

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
