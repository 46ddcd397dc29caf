import type { BridgeEvent, FirmMirrorEvent } from '../../domain/bridge/bridge-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { firms } from '../firms/tables.ts';
import { fileProvenance, streamId } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectBridge, projectFirmMirror } from './projector.ts';
import { externalDocuments } from './tables.ts';

const document = ({ id }: { readonly id: number }) => [{ table: externalDocuments, key: [id] }];

export const subject = {
  tables: [externalDocuments],
  project: {
    FirmMirrored: projectFirmMirror,
    CompanyFileMirrored: projectBridge,
    ExternalDocumentTaken: projectBridge,
    DocumentPushRequested: projectBridge,
    DocumentPushed: projectBridge,
    DocumentPushRefused: projectBridge,
    DocumentLockConfirmed: projectBridge,
  },
  needs: {
    FirmMirrored: (_data: unknown, stored: RecordedEvent) => [{ table: firms, key: [streamId(stored)] }],
    CompanyFileMirrored: (_data: unknown, stored: RecordedEvent) => [
      { table: companies, key: [fileProvenance(stored).company_id] },
    ],
    DocumentPushRequested: document,
    DocumentPushed: document,
    DocumentPushRefused: document,
    DocumentLockConfirmed: document,
  },
} satisfies Subject<BridgeEvent | FirmMirrorEvent>;
