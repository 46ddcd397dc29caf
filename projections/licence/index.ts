import { licenceEvents, type LicenceEvent } from '../../domain/licence/licence.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectLicence } from './projector.ts';
import { licences } from './tables.ts';

export const subject = {
  tables: [licences],
  project: handleEach(licenceEvents, projectLicence),
  needs: {},
} satisfies Subject<LicenceEvent>;
