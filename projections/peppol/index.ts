import { peppolEvents, type PeppolEvent } from '../../domain/peppol/peppol-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectPeppol } from './projector.ts';
import { peppolMessages, peppolRegistrations } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readPeppolUndoFacts } from './undo-facts.ts';

const getRegistrationKeys = ({ id }: { readonly id: number }) => [{ table: peppolRegistrations, key: [id] }];
const getMessageKeys = ({ id }: { readonly id: number }) => [{ table: peppolMessages, key: [id] }];

export const subject = {
  tables: [peppolRegistrations, peppolMessages],
  project: handleEach(peppolEvents, projectPeppol),
  needs: {
    ...handleEach(
      ['PeppolStatusChecked', 'PeppolOptionsChanged', 'PeppolTransferAsked', 'PeppolLeft'],
      getRegistrationKeys,
    ),
    PeppolMessageMoved: getMessageKeys,
  },
  labels: {
    peppol: labelByColumns(peppolRegistrations, 'identifier'),
    'peppol-messages': labelByColumns(peppolMessages, 'number', 'participant'),
  },
  readUndoFactsOfEntries: readPeppolUndoFacts,
} satisfies Subject<PeppolEvent>;
