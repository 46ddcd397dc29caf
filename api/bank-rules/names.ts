import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { recordsOf } from '../../domain/records/state.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';

/** What people call the accounts and VAT codes that rules name by their ids. */

export const accountNumber = ({ records }: CompanyFile, id: number): string | null =>
  recordsOf(records, accounts).byId.get(id)?.data.number ?? null;

export const vatCode = ({ records }: CompanyFile, id: number | null): string | null =>
  id === null ? null : (recordsOf(records, vatCodes).byId.get(id)?.data.code ?? null);
