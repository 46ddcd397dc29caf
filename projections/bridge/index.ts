import type { BridgeEvent, FirmMirrorEvent } from '../../domain/bridge/bridge-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { firms } from '../firms/tables.ts';
import { getFileProvenance, getStreamId } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectBridge, projectFirmMirror } from './projector.ts';
import { externalDocuments } from './tables.ts';

const listDocumentRows = ({ id }: { readonly id: number }) => [{ table: externalDocuments, key: [id] }];

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
    FirmMirrored: (_data: unknown, stored: RecordedEvent) => [{ table: firms, key: [getStreamId(stored)] }],
    CompanyFileMirrored: (_data: unknown, stored: RecordedEvent) => [
      { table: companies, key: [getFileProvenance(stored).company_id] },
    ],
    DocumentPushRequested: listDocumentRows,
    DocumentPushed: listDocumentRows,
    DocumentPushRefused: listDocumentRows,
    DocumentLockConfirmed: listDocumentRows,
  },
} satisfies Subject<BridgeEvent | FirmMirrorEvent>;
