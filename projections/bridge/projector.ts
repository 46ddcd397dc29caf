import type { BridgeEvent, CompanyMirror, FirmMirrorEvent } from '../../domain/bridge/bridge-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { firms } from '../firms/tables.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance, getRecordedAt, getStreamId } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { externalDocuments } from './tables.ts';

export function projectFirmMirror({ data }: FirmMirrorEvent, stored: RecordedEvent, batch: Batch): void {
  const firmId = getStreamId(stored);
  const row = batch.get(firms, firmId);
  if (!row) throw new Error(`Firm ${firmId} does not exist`);
  const { external_id, is_partner, version } = data;
  batch.put(firms, { ...row, external_id, is_partner, version, updated_at: getRecordedAt(stored) });
}

type ExternalDocument = RowOf<typeof externalDocuments>;

const NOTHING_YET = {
  external_id: null,
  token: null,
  is_locked: false,
  locked_at: null,
  fingerprint: null,
  reason: null,
};

export function projectBridge(event: BridgeEvent, stored: RecordedEvent, batch: Batch): void {
  if (event.type === 'CompanyFileMirrored') return projectCompanyMirror(event.data, stored, batch);
  const { company_id, recorded_at: at } = getFileProvenance(stored);
  const { id } = event.data;
  const putDocument = (changes: Partial<ExternalDocument> & Pick<ExternalDocument, 'status'>): void => {
    const before = batch.get(externalDocuments, id) ?? { id, company_id, ...NOTHING_YET, created_at: at };
    batch.put(externalDocuments, { ...before, ...changes, updated_at: at });
  };
  switch (event.type) {
    case 'ExternalDocumentTaken':
      return putDocument({ status: 'taken', external_id: event.data.external_id, fingerprint: event.data.fingerprint });
    case 'DocumentPushRequested':
      return putDocument({ status: 'requested' });
    case 'DocumentPushed': {
      const { external_id, public_token: token, is_locked } = event.data;
      return putDocument({ status: 'pushed', external_id, token, is_locked, locked_at: is_locked ? at : null });
    }
    case 'DocumentPushRefused':
      return putDocument({ status: 'refused', reason: event.data.code });
    case 'DocumentLockConfirmed': {
      const before = batch.get(externalDocuments, id);
      if (!before) throw new Error(`Document ${id} is not on the external platform`);
      return putDocument({ status: before.status, is_locked: true, locked_at: event.data.locked_at });
    }
  }
}

function projectCompanyMirror(
  { external_id, told, revision, version }: CompanyMirror,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id: companyId, recorded_at } = getFileProvenance(stored);
  const row = batch.get(companies, companyId);
  if (!row) throw new Error(`Company file ${companyId} does not exist`);
  const before = { external_id: row.external_id };
  const change = { companyId, resource: 'companies', id: companyId, op: 'upsert', version } as const;
  const seq = batch.recordChange({ ...change, before, after: { external_id } });
  batch.put(companies, {
    ...row,
    external_id,
    told,
    told_revision: revision ?? null,
    version,
    seq,
    updated_at: recorded_at,
  });
}
