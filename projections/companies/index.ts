import type { CompanyEvent } from '../../domain/companies/company-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { fileProvenance } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectCompany } from './projector.ts';
import { companies } from './tables.ts';

const company = (_data: unknown, stored: RecordedEvent) => [
  { table: companies, key: [fileProvenance(stored).company_id] },
];

export const subject = {
  tables: [companies],
  project: {
    CompanyFileOpened: projectCompany,
    CompanyFileUpdated: projectCompany,
    CompanySettingsChanged: projectCompany,
    CompanyFileTrashed: projectCompany,
    CompanyFileRestored: projectCompany,
  },
  needs: {
    CompanyFileUpdated: company,
    CompanySettingsChanged: company,
    CompanyFileTrashed: company,
    CompanyFileRestored: company,
  },
} satisfies Subject<CompanyEvent>;
