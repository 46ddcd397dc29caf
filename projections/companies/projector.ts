import type { CompanyEvent } from '../../domain/companies/company-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { companies } from './tables.ts';

const UNCHANGED_AT_OPENING = {
  is_active: true,
  is_migrating: false,
  logo_file: null,
  icon_file: null,
  company_sheet_at: null,
  external_id: null,
  responsible_id: null,
  told: null,
  told_revision: null,
  deleted_at: null,
  deleted_by: null,
};

export function projectCompany(event: CompanyEvent, stored: RecordedEvent, batch: Batch): void {
  const { recorded_at: at, company_id: companyId, user_id: deleted_by } = getFileProvenance(stored);
  const putCompany = (
    row: Omit<RowOf<typeof companies>, 'seq' | 'updated_at'>,
    op: 'upsert' | 'delete',
    before: object | null,
    after: object | null,
  ): void => {
    const { id, version } = row;
    const seq = batch.recordChange({ companyId: id, resource: 'companies', id, op, version, before, after });
    batch.put(companies, { ...row, seq, updated_at: at });
  };
  if (event.type === 'CompanyFileOpened') {
    putCompany({ ...event.data, ...UNCHANGED_AT_OPENING, version: 1, created_at: at }, 'upsert', null, null);
    return;
  }
  const row = batch.get(companies, companyId);
  if (!row) throw new Error(`Company file ${companyId} does not exist`);
  const { version } = event.data;
  // Processes cache the facts for access control: name, language, and whether the file exists.
  batch.invalidateAccess(`company:${row.public_token}`);
  switch (event.type) {
    case 'CompanyFileUpdated': {
      const { changes, previous } = event.data;
      putCompany({ ...row, ...changes, version }, 'upsert', previous, changes);
      return;
    }
    case 'CompanySettingsChanged': {
      const { changes, previous } = event.data;
      const settings = { ...row.settings, ...changes };
      putCompany({ ...row, settings, version }, 'upsert', { settings: previous }, { settings: changes });
      return;
    }
    case 'CompanyOwnerChanged': {
      const { owner_id, previous_owner_id } = event.data;
      putCompany({ ...row, owner_id, version }, 'upsert', { owner_id: previous_owner_id }, { owner_id });
      return;
    }
    case 'CompanyFileTrashed':
      putCompany({ ...row, version, deleted_at: at, deleted_by }, 'delete', { deleted_at: null }, { deleted_at: at });
      return;
    case 'CompanyFileRestored': {
      const before = { deleted_at: row.deleted_at };
      putCompany({ ...row, version, deleted_at: null, deleted_by: null }, 'upsert', before, { deleted_at: null });
      return;
    }
  }
}
