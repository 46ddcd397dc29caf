import { checkEvents, type CheckEvent } from '../../domain/third-parties/check-events.ts';
import { mergeEvents, type MergeEvent } from '../../domain/third-parties/merge-events.ts';
import { getRecordTable } from '../records/tables.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectCheck, projectMerge } from './projector.ts';
import { thirdPartyMerges } from './tables.ts';

const getThirdPartyKeys = ({ id }: { id: number }) => [{ table: getRecordTable('third-parties'), key: [id] }];

export const subject = {
  tables: [thirdPartyMerges],
  project: { ...handleEach(mergeEvents, projectMerge), ...handleEach(checkEvents, projectCheck) },
  needs: handleEach({ ...mergeEvents, ...checkEvents }, getThirdPartyKeys),
} satisfies Subject<MergeEvent | CheckEvent>;
