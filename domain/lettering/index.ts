import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { decideAutomaticInSteps, decideAutomatic } from './automatic.ts';
import { letteringEvents } from './lettering-events.ts';
import { decideLettering } from './lettering.ts';
import { evolveLettering, initialLettering } from './state.ts';
import { decideUnlettering } from './unlettering.ts';
import { letteringUndoFacts } from './undo-facts.ts';
import { letteringUndo } from './undo.ts';

/** Lettering: matching of lines that settle one another. */
export const lettering = {
  events: letteringEvents,
  decide: {
    LetterLines: decideLettering,
    LetterAutomatically: decideAutomatic,
    UnletterLines: decideUnlettering,
  },
  decideInSteps: { LetterAutomatically: decideAutomaticInSteps },
  evolve: [on(letteringEvents, (file, event) => ({ ...file, lettering: evolveLettering(file.lettering, event) }))],
  slices: { lettering: plainSlice(initialLettering) },
  undo: letteringUndo,
  undoFacts: letteringUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
