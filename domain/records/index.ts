import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { nameChart } from '../country-packs/default-records.ts';
import type { Decision } from '../refusal.ts';
import { on, type Subject } from '../subject.ts';
import type { MergeEvent } from '../third-parties/merge-events.ts';
import { decideUnmerge } from '../third-parties/merge.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { decideImport, decideImportInSteps } from './import.ts';
import { packRecords, unpackRecords } from './packing.ts';
import { recordEvents, type RecordEvent } from './record-events.ts';
import { decideRecords, evolveRecords, type RecordCommand } from './records.ts';
import { initialRecords } from './resources.ts';
import { recordUndo } from './undo.ts';

/** All records that are edited field by field: the resources of `resources.ts`, under the same rules. */
export const records = {
  events: recordEvents,
  decide: {
    CreateRecords: decideRecords,
    UpdateRecord: decideRecords,
    TrashRecord: decideRecords,
    RestoreRecord: decideRestoring,
    ImportRecords: decideImport,
  },
  decideInSteps: { ImportRecords: decideImportInSteps },
  evolve: [
    on(recordEvents, (file, event) => ({ ...file, records: evolveRecords(file.records, event, findChart(file)) })),
  ],
  slices: { records: { initial: initialRecords, pack: packRecords, unpack: unpackRecords } },
  undo: recordUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;

const findChart = ({ identity }: CompanyFileState) =>
  identity && nameChart(identity.country_pack, identity.legal_form_code, identity.locale);

type RestoreRecord = Extract<RecordCommand, { type: 'RestoreRecord' }>;

/** Restoring a merged third party also undoes the merge. */
function decideRestoring(command: RestoreRecord, file: CompanyFile): Decision<RecordEvent | MergeEvent> {
  const unmerged = command.resource === thirdParties.name ? decideUnmerge(command.id, file) : null;
  return unmerged ?? decideRecords(command, file);
}
