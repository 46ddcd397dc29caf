import { FactsNotRead, blocked, unlessRefused, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { entryIn } from '../ledger/undo.ts';
import { linesOfReversal, linesToLetter } from '../ledger/reversal.ts';
import type { vatDeclarationEvents } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';
import { decideVatDeclaration, type VatDeclarationCommand } from './declarations.ts';

const NAME = 'vat-declarations';

/** What a person has put in, and what follows from the books, is put in and computed again: only a return itself comes and goes. */
export const vatDeclarationUndo: UndoRules<typeof vatDeclarationEvents> = {
  VatDeclarationDrawnUp: {
    role: 'encoder',
    needs: ({ id }) => ({ vatDeclarations: [id] }),
    back: ({ id }, undoing) => (isGone(id, undoing) ? gone(id) : taken('DeleteVatDeclaration', id, undoing)),
  },
  VatDeclarationRefreshed: { never: 'undo_vat_refresh', resource: NAME },
  VatDeclarationChanged: {
    role: 'encoder',
    needs: ({ id }) => ({ vatDeclarations: [id] }),
    back({ id, changes, previous }, undoing) {
      if (isGone(id, undoing)) return gone(id);
      const facts = factsOf(id, undoing);
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
      return decided({ type: 'ChangeVatDeclaration', facts, changes: back, baseVersion: null }, undoing);
    },
  },
  VatDeclarationValidated: {
    role: 'admin',
    needs: ({ id, journal_entry_id }) => ({
      vatDeclarations: [id],
      ...(journal_entry_id !== null && { entries: [journal_entry_id] }),
    }),
    back({ id, version, journal_entry_id }, undoing) {
      if (isGone(id, undoing)) return gone(id);
      const facts = factsOf(id, undoing);
      // Filed since, it is still the one that was validated; validated again, it is another.
      const isThis = facts.version === version || (facts.status === 'filed' && facts.version === version + 1);
      if (facts.status !== 'draft' && !isThis) return blocked('undo_vat_validated_again', NAME, id);
      const entry = journal_entry_id === null ? null : reversedSettlement(journal_entry_id, undoing);
      return decided({ type: 'ReopenVatDeclaration', facts, entry, baseVersion: null }, undoing);
    },
  },
  VatDeclarationFiled: { never: 'undo_vat_filed', resource: NAME },
  VatDeclarationReopened: { never: 'undo_vat_reopening', resource: NAME },
  VatDeclarationDeleted: { never: 'undo_vat_deleted', resource: NAME },
};

const gone = (id: number): Undone => blocked('undo_vat_declaration_gone', NAME, id);

const isGone = (id: number, { file }: Undoing): boolean => !file.vatDeclarations.some((one) => one.id === id);

function factsOf(id: number, { facts }: Undoing): DeclarationFacts {
  const found = facts.vatDeclarations.get(id);
  if (!found) throw new FactsNotRead(`VAT declaration ${id} was not read`);
  return found;
}

const taken = (type: 'DeleteVatDeclaration', id: number, undoing: Undoing): Undone =>
  decided({ type, facts: factsOf(id, undoing), baseVersion: null }, undoing);

const decided = (
  command: Exclude<VatDeclarationCommand, { type: 'DrawUpVatDeclaration' }>,
  { file }: Undoing,
): Undone => unlessRefused(decideVatDeclaration(command, file), NAME, command.facts.id);

function reversedSettlement(entryId: number, undoing: Undoing) {
  const facts = entryIn(undoing, entryId);
  const { ids } = undoing;
  return {
    facts,
    entryId: ids('entries', 1)[0]!,
    lineIds: ids('entry_lines', linesOfReversal(facts)),
    letteringIds: ids('letterings', linesToLetter(facts).length),
  };
}
