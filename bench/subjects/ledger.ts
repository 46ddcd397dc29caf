import { makeLargeFiles } from '../large-files.ts';
import type { Result } from '../report.ts';
import type { Stage } from '../stage.ts';
import { measureLargeFile } from './ledger/large-file.ts';
import { measureLettering } from './ledger/lettering.ts';
import { measureInvoices } from './ledger/posting.ts';

/** Invoices and batches, lists of a company file with very many entries, and the lettering of open items. */
export async function measureLedger(stage: Stage): Promise<Result[]> {
  const posted = [...(await measureInvoices(stage)), ...(await measureLettering(stage))];
  const { ledgerEntries, ledgerFewEntries } = stage.extent;
  const files = await makeLargeFiles(stage, 'large', { many: ledgerEntries, few: ledgerFewEntries });
  return [...posted, ...(await measureLargeFile(stage, files))];
}
