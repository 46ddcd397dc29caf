import { sepaEvents, type SepaEvent } from '../../domain/sepa/sepa-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectSepa } from './projector.ts';
import { sepaFiles, sepaLines, sepaPayments } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { projectTrash } from '../support/trash.ts';
import { sepaBin } from '../../domain/sepa/bin.ts';

const trash = projectTrash(sepaBin, sepaFiles);

export const subject = {
  tables: [sepaFiles, sepaPayments, sepaLines],
  project: { ...handleEach(sepaEvents, projectSepa), ...trash.project },
  needs: { SepaFileStatusChanged: ({ id }) => [{ table: sepaFiles, key: [id] }], ...trash.needs },
  namedBy: { sepa_file_id: 'sepa-files' },
  labels: { 'sepa-files': labelByColumns(sepaFiles, 'message_id') },
  bins: { 'sepa-files': sepaFiles },
} satisfies Subject<SepaEvent>;
