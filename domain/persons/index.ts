import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { UndoRules } from '../history/undo.ts';
import { on, type Subject } from '../subject.ts';
import { decideErasure, evolveErasure } from './erase-person.ts';
import { decideRepeatedErasure } from './repeat-erasure.ts';
import { personEvents } from './person-events.ts';

/** The keys are destroyed: the data cannot be restored. */
const personUndo: UndoRules<typeof personEvents> = {
  PersonErased: { never: 'undo_erasure', resource: 'third-parties' },
};

/** Personal data of natural persons, and how they are forgotten. */
export const persons = {
  events: personEvents,
  decide: { ErasePerson: decideErasure, RepeatErasure: decideRepeatedErasure },
  evolve: [on(personEvents, (file, event) => ({ ...file, records: evolveErasure(file.records, event) }))],
  undo: personUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
