import type { SepaEvent } from '../../domain/sepa/sepa-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectSepa } from './projector.ts';
import { sepaFiles, sepaLines, sepaPayments } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';

const getFileKeys = ({ id }: { readonly id: number }) => [{ table: sepaFiles, key: [id] }];

export const subject = {
  tables: [sepaFiles, sepaPayments, sepaLines],
  project: {
    SepaFileCreated: projectSepa,
    SepaFileStatusChanged: projectSepa,
    SepaFileTrashed: projectSepa,
    SepaFileRestored: projectSepa,
    SepaFilesPurged: projectSepa,
  },
  needs: {
    SepaFileStatusChanged: getFileKeys,
    SepaFileTrashed: getFileKeys,
    SepaFileRestored: getFileKeys,
    SepaFilesPurged: ({ files }) => files.flatMap(getFileKeys),
  },
  labels: { 'sepa-files': labelByColumns(sepaFiles, 'message_id') },
  bins: { 'sepa-files': sepaFiles },
} satisfies Subject<SepaEvent>;
