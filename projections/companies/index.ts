import { companyEvents, type CompanyEvent } from '../../domain/companies/company-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectCompany } from './projector.ts';
import { companies } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';

const listCompanyRows = (_data: unknown, stored: RecordedEvent) => [
  { table: companies, key: [getFileProvenance(stored).company_id] },
];

export const subject = {
  tables: [companies],
  project: handleEach(companyEvents, projectCompany),
  needs: handleEach(companyEvents, listCompanyRows, { except: ['CompanyFileOpened'] }),
  labels: { companies: labelByColumns(companies, 'name') },
} satisfies Subject<CompanyEvent>;
