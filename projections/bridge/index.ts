import {
  bridgeEvents,
  firmMirrorEvents,
  type BridgeEvent,
  type FirmMirrorEvent,
} from '../../domain/bridge/bridge-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { firms } from '../firms/tables.ts';
import { getFileProvenance, getStreamId } from '../support/provenance.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectBridge, projectFirmMirror } from './projector.ts';
import { externalDocuments } from './tables.ts';

const getFirmKeys = (_data: unknown, stored: RecordedEvent) => [{ table: firms, key: [getStreamId(stored)] }];
const getCompanyKeys = (_data: unknown, stored: RecordedEvent) => [
  { table: companies, key: [getFileProvenance(stored).company_id] },
];
const listDocumentRows = ({ id }: { readonly id: number }) => [{ table: externalDocuments, key: [id] }];

export const subject = {
  tables: [externalDocuments],
  project: { ...handleEach(firmMirrorEvents, projectFirmMirror), ...handleEach(bridgeEvents, projectBridge) },
  needs: {
    ...handleEach(firmMirrorEvents, getFirmKeys),
    CompanyFileMirrored: getCompanyKeys,
    ...handleEach(bridgeEvents, listDocumentRows, { except: ['CompanyFileMirrored', 'ExternalDocumentTaken'] }),
  },
} satisfies Subject<BridgeEvent | FirmMirrorEvent>;
