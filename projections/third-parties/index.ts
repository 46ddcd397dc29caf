import type { CheckEvent } from '../../domain/third-parties/check-events.ts';
import type { MergeEvent } from '../../domain/third-parties/merge-events.ts';
import { getRecordTable } from '../records/tables.ts';
import type { Subject } from '../support/subject.ts';
import { projectCheck, projectMerge } from './projector.ts';
import { thirdPartyMerges } from './tables.ts';

const getThirdPartyKeys = ({ id }: { id: number }) => [{ table: getRecordTable('third-parties'), key: [id] }];

export const subject = {
  tables: [thirdPartyMerges],
  project: {
    ThirdPartyMerged: projectMerge,
    ThirdPartyUnmerged: projectMerge,
    ThirdPartyChecked: projectCheck,
  },
  needs: {
    ThirdPartyMerged: getThirdPartyKeys,
    ThirdPartyUnmerged: getThirdPartyKeys,
    ThirdPartyChecked: getThirdPartyKeys,
  },
} satisfies Subject<MergeEvent | CheckEvent>;
