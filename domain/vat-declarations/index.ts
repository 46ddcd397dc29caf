import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { vatDeclarationEvents } from './declaration-events.ts';
import { decideVatDeclaration } from './declarations.ts';
import { evolveVatDeclarations, initialVatDeclarations } from './state.ts';
import { declarationUndoFacts } from './undo-facts.ts';
import { vatDeclarationUndo } from './undo.ts';

export const vatDeclarations = {
  events: vatDeclarationEvents,
  decide: {
    DrawUpVatDeclaration: decideVatDeclaration,
    RefreshVatDeclaration: decideVatDeclaration,
    ChangeVatDeclaration: decideVatDeclaration,
    ValidateVatDeclaration: decideVatDeclaration,
    FileVatDeclaration: decideVatDeclaration,
    ReopenVatDeclaration: decideVatDeclaration,
    DeleteVatDeclaration: decideVatDeclaration,
  },
  evolve: [
    on(vatDeclarationEvents, (file: CompanyFileState, event) => ({
      ...file,
      vatDeclarations: evolveVatDeclarations(file.vatDeclarations, event),
    })),
  ],
  slices: { vatDeclarations: plainSlice(initialVatDeclarations) },
  undo: vatDeclarationUndo,
  undoFacts: declarationUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
