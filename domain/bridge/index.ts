import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { Firm } from '../firms/state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { bridgeEvents, firmMirrorEvents, type CompanyMirror } from './bridge-events.ts';
import { decideExchange } from './exchanged-documents.ts';
import { decideCompanyMirror } from './mirrored-company.ts';
import { decideFirmMirror } from './mirrored-firm.ts';
import { bridgeUndo } from './undo.ts';

/** A firm mirrored from the external platform. */
export const firmMirror = {
  events: firmMirrorEvents,
  decide: { MirrorFirm: decideFirmMirror, EndMembership: decideFirmMirror },
  evolve: [
    on(firmMirrorEvents, (firm: Firm, { data }) => ({
      ...firm,
      identity: firm.identity && { ...firm.identity, version: data.version },
      mirror: data,
    })),
  ],
  slices: { mirror: { initial: null } },
} satisfies Subject<Firm>;

/** A company file mirrored from the platform, and the documents on both sides. */
export const bridge = {
  events: bridgeEvents,
  decide: {
    MirrorCompanyFile: decideCompanyMirror,
    TakeExternalDocument: decideExchange,
    RecordPush: decideExchange,
    ConfirmLock: decideExchange,
  },
  evolve: [
    on(bridgeEvents, (file: CompanyFileState, event) =>
      event.type === 'CompanyFileMirrored'
        ? {
            ...file,
            identity: file.identity && { ...file.identity, version: event.data.version },
            mirror: event.data,
          }
        : file,
    ),
  ],
  slices: { mirror: plainSlice<CompanyMirror | null>(null) },
  undo: bridgeUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
