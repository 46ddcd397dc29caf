import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { recordEvents } from '../records/record-events.ts';
import { on, type Subject } from '../subject.ts';
import { checkEvents } from './check-events.ts';
import { mergeEvents } from './merge-events.ts';
import { decideMerge, evolveMerge } from './merge.ts';
import { evolveThirdParties, initialThirdParties, deriveThirdParties } from './state.ts';
import { decideCheck, evolveCheck } from './technical-checks.ts';
import { thirdParties as resource } from './third-party.ts';
import { thirdPartyUndo } from './undo.ts';

/** Features of third parties beyond plain records: external look-ups, and merging of duplicates. */
export const thirdParties = {
  events: { ...mergeEvents, ...checkEvents },
  decide: { MergeThirdParty: decideMerge, RecordVatCheck: decideCheck, RecordPeppolCheck: decideCheck },
  evolve: [
    on({ ...recordEvents, ...mergeEvents }, (file, event) => ({
      ...file,
      thirdParties: evolveThirdParties(file.thirdParties, event),
    })),
    on(mergeEvents, (file, event) => ({ ...file, records: evolveMerge(file.records, event) })),
    on(checkEvents, (file, event) => ({ ...file, records: evolveCheck(file.records, event) })),
  ],
  slices: {
    thirdParties: { initial: initialThirdParties, derive: ({ records }) => deriveThirdParties(records[resource.name]) },
  },
  undo: thirdPartyUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
