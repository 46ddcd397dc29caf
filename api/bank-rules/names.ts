import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { getRecords } from '../../domain/records/state.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';

/** Numbers and codes of the accounts and VAT codes that rules reference by id. */

export const findAccountNumber = ({ records }: CompanyFile, id: number): string | null =>
  getRecords(records, accounts).byId.get(id)?.data.number ?? null;

export const findVatCode = ({ records }: CompanyFile, id: number | null): string | null =>
  id === null ? null : (getRecords(records, vatCodes).byId.get(id)?.data.code ?? null);
