import type { CompanyFile } from '../company-file-state.ts';
import { on, plain, type Subject } from '../subject.ts';
import { automaticInSteps, decideAutomatic } from './automatic.ts';
import { letteringEvents } from './lettering-events.ts';
import { decideLettering } from './lettering.ts';
import { evolveLettering, initialLettering } from './state.ts';
import { decideUnlettering } from './unlettering.ts';
import { letteringUndo } from './undo.ts';

/** Lettering: what settles what. */
export const lettering = {
  events: letteringEvents,
  decide: {
    LetterLines: decideLettering,
    LetterAutomatically: decideAutomatic,
    UnletterLines: decideUnlettering,
  },
  decideInSteps: { LetterAutomatically: automaticInSteps },
  evolve: [on(letteringEvents, (file, event) => ({ ...file, lettering: evolveLettering(file.lettering, event) }))],
  slices: { lettering: plain(initialLettering) },
  undo: letteringUndo,
} satisfies Subject<CompanyFile>;
