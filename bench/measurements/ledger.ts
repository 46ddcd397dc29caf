import { makeLargeFiles } from '../large-files.ts';
import type { Result } from '../report.ts';
import type { Stage } from '../stage.ts';
import { measureAuditFiles } from './ledger/audit-files.ts';
import { measureLargeFile } from './ledger/large-file.ts';
import { measureLettering } from './ledger/lettering.ts';
import { measureInvoices } from './ledger/posting.ts';
import { measureReportFiles } from './ledger/report-files.ts';

/** Invoices and batches, lists and balances of a company file with very many entries, and the lettering of open items. */
export async function measureLedger(stage: Stage): Promise<Result[]> {
  const posted = [...(await measureInvoices(stage)), ...(await measureLettering(stage))];
  const files = await makeLargeFiles(stage);
  // Before anything more is posted to them.
  const written = [...(await measureReportFiles(stage, files)), ...(await measureAuditFiles(stage, files))];
  return [...posted, ...(await measureLargeFile(stage, files)), ...written];
}
