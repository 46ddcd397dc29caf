import type { LicenceEvent } from '../../domain/licence/licence.ts';
import type { Subject } from '../support/subject.ts';
import { projectLicence } from './projector.ts';
import { licences } from './tables.ts';

export const subject = {
  tables: [licences],
  project: { LicenceActivated: projectLicence, LicenceReleased: projectLicence },
  needs: {},
} satisfies Subject<LicenceEvent>;
