import type { CompanyFile } from '../company-file-state.ts';
import { on, plain, type Subject } from '../subject.ts';
import { decideMove } from './bin.ts';
import { decideBooking } from './booking.ts';
import { decideCreation } from './creation.ts';
import { sepaEvents } from './sepa-events.ts';
import { evolveSepa, initialSepa } from './state.ts';
import { decideCancelling, decideDownload } from './transitions.ts';
import { sepaUndo } from './undo.ts';

/** Orders to banks: payments and direct debits. */
export const sepa = {
  events: sepaEvents,
  decide: {
    CreateSepaFile: decideCreation,
    DownloadSepaFile: decideDownload,
    BookSepaFile: decideBooking,
    CancelSepaFile: decideCancelling,
    TrashSepaFile: decideMove,
    RestoreSepaFile: decideMove,
  },
  evolve: [on(sepaEvents, (file, event) => ({ ...file, sepa: evolveSepa(file.sepa, event) }))],
  slices: { sepa: plain(initialSepa) },
  undo: sepaUndo,
} satisfies Subject<CompanyFile>;
