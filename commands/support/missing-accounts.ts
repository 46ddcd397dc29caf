import type { CompanyFile } from '../../domain/company-file-state.ts';
import { listMissingAccounts, type BooksDifferences } from '../../domain/currency/missing-accounts.ts';
import type { IdSource } from './preview.ts';

/** Ids for the accounts of exchange differences that the chart of an older file lacks. */
export async function allocateMissingAccounts(ids: IdSource, file: CompanyFile): Promise<BooksDifferences> {
  const missing = listMissingAccounts(file).length;
  return missing === 0 ? {} : { accountIds: await ids.allocate('accounts', missing) };
}
