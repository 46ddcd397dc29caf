import type { SepaEvent } from '../../domain/sepa/sepa-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectSepa } from './projector.ts';
import { sepaFiles, sepaLines, sepaPayments } from './tables.ts';

export const subject = {
  tables: [sepaFiles, sepaPayments, sepaLines],
  project: { SepaFileCreated: projectSepa, SepaFileStatusChanged: projectSepa },
  needs: { SepaFileStatusChanged: ({ id }) => [{ table: sepaFiles, key: [id] }] },
} satisfies Subject<SepaEvent>;
