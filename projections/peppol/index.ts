import type { PeppolEvent } from '../../domain/peppol/peppol-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectPeppol } from './projector.ts';
import { peppolMessages, peppolRegistrations } from './tables.ts';

const registration = ({ id }: { readonly id: number }) => [{ table: peppolRegistrations, key: [id] }];
const message = ({ id }: { readonly id: number }) => [{ table: peppolMessages, key: [id] }];

export const subject = {
  tables: [peppolRegistrations, peppolMessages],
  project: {
    PeppolRegistered: projectPeppol,
    PeppolStatusChecked: projectPeppol,
    PeppolOptionsChanged: projectPeppol,
    PeppolLeft: projectPeppol,
    PeppolMessageQueued: projectPeppol,
    PeppolMessageMoved: projectPeppol,
    PeppolMessageReceived: projectPeppol,
  },
  needs: {
    PeppolStatusChecked: registration,
    PeppolOptionsChanged: registration,
    PeppolLeft: registration,
    PeppolMessageMoved: message,
  },
} satisfies Subject<PeppolEvent>;
