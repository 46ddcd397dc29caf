import type { AnnualFilingEvent, FiledAccounts } from '../../domain/annual-filings/filing-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { annualFilingFiles, annualFilings, annualFilingVersions } from './tables.ts';

type Filing = RowOf<typeof annualFilings>;
type Changed = Partial<Pick<Filing, 'status' | 'form' | 'manual' | 'filed_version'>>;

const EMPTY = { status: 'draft', form: null, manual: [], filed_version: null } as const;

export function projectAnnualFiling(event: AnnualFilingEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { fiscal_year_id: id, version } = event.data;
  const before = version === 1 ? null : batch.get(annualFilings, id)!;
  const after = toChangedFields(event);
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'annual-filings',
    id,
    op: 'upsert',
    version,
    before: before && Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof Changed]])),
    after: before && after,
  });
  batch.put(annualFilings, {
    ...EMPTY,
    ...before,
    ...after,
    id,
    company_id,
    version,
    seq,
    created_at: before?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: before ? before.created_by : user_id,
  });
  if (event.type === 'AnnualFilingFiled') {
    putFiledVersion(event.data, { company_id, recorded_at, user_id }, batch);
    const { form, filed_on, reference, fingerprint } = event.data;
    const data = { fiscal_year_id: id, version, form, filed_on, reference, fingerprint };
    batch.announce(stored, () => ({ event: 'filing.filed', data }));
  }
}

function toChangedFields(event: AnnualFilingEvent): Changed {
  switch (event.type) {
    case 'AnnualFilingChanged':
      return event.data.changes;
    case 'AnnualFilingFiled':
      return { status: 'filed', filed_version: event.data.version };
    case 'AnnualFilingReopened':
      return { status: 'draft', filed_version: null };
  }
}

function putFiledVersion(
  { files, ...filed }: FiledAccounts,
  { company_id, recorded_at, user_id }: ReturnType<typeof getFileProvenance>,
  batch: Batch,
): void {
  batch.put(annualFilingVersions, { ...filed, company_id, created_at: recorded_at, created_by: user_id });
  const { fiscal_year_id, version } = filed;
  for (const file of files)
    batch.put(annualFilingFiles, { ...file, fiscal_year_id, version, company_id, created_at: recorded_at });
}
