import { personEvents, type PersonEvent } from '../../domain/persons/person-events.ts';
import { getRecordTable } from '../records/tables.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectErasure } from './projector.ts';
import { personErasures } from './tables.ts';

export const subject = {
  tables: [personErasures],
  project: handleEach(personEvents, projectErasure),
  needs: { PersonErased: ({ third_party_id: id }) => [{ table: getRecordTable('third-parties'), key: [id] }] },
} satisfies Subject<PersonEvent>;
