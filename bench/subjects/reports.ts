import { makeLargeFiles } from '../large-files.ts';
import type { Result } from '../report.ts';
import type { Stage } from '../stage.ts';
import { measureAuditFiles } from './reports/audit-files.ts';
import { measureLedgerFiles } from './reports/ledger-files.ts';
import { measureTrialBalance } from './reports/trial-balance.ts';

/** Reports of a company file of a million lines and of one of a hundred thousand, as answers and as files. */
export async function measureReports(stage: Stage): Promise<Result[]> {
  const { reportEntries, reportFewEntries } = stage.extent;
  const files = await makeLargeFiles(stage, 'reports', { many: reportEntries, few: reportFewEntries });
  return [
    ...(await measureTrialBalance(stage, files)),
    ...(await measureLedgerFiles(stage, files)),
    ...(await measureAuditFiles(stage, files)),
  ];
}
