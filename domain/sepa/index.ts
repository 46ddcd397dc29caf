import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { sepaBin } from './bin.ts';
import { decideBooking } from './booking.ts';
import { decideCreation } from './creation.ts';
import { sepaEvents } from './sepa-events.ts';
import { evolveSepa, initialSepa } from './state.ts';
import { decideCancellation, decideDownload } from './transitions.ts';
import { sepaUndo } from './undo.ts';

/** Bank orders: credit transfers and direct debits. */
export const sepa = {
  events: sepaEvents,
  decide: {
    CreateSepaFile: decideCreation,
    DownloadSepaFile: decideDownload,
    BookSepaFile: decideBooking,
    CancelSepaFile: decideCancellation,
    TrashSepaFile: sepaBin.decide,
    RestoreSepaFile: sepaBin.decide,
  },
  evolve: [on(sepaEvents, (file, event) => ({ ...file, sepa: evolveSepa(file.sepa, event) }))],
  slices: { sepa: plainSlice(initialSepa) },
  bins: { 'sepa-files': sepaBin },
  undo: sepaUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
