import type { VatCodeName } from '../components/vat-code-input.tsx';
import type { AccountName } from '../support/answers.ts';
import { getFilePath, useConsole, useLoaded, type Loaded } from '../support/scene.ts';
import type { Names } from './draft.ts';

/** Accounts and VAT codes of the file: forms show them by number and code, the routes take their ids. */
export interface BookNames extends Names {
  readonly accounts: readonly AccountName[];
  readonly codes: readonly VatCodeName[];
  /** Null if there is none. */
  findAccountId(number: string): number | null;
  findVatCodeId(code: string): number | null;
}

export function useBookNames(): Loaded<BookNames> {
  const { api, place } = useConsole();
  const path = getFilePath(place);
  return useLoaded(`${path} names`, async (signal) => {
    const [accounts, codes] = await Promise.all([
      api.get<readonly AccountName[]>(`${path}/accounts`, {}, signal),
      api.get<readonly VatCodeName[]>(`${path}/vat-codes`, { is_active: 'true' }, signal),
    ]);
    const accountsById = new Map(accounts.map((account) => [account.id, account.number]));
    const codesById = new Map(codes.map((code) => [code.id, code.code]));
    return {
      accounts,
      codes,
      getAccount: (id) => (id === null ? '' : (accountsById.get(id) ?? '')),
      getVatCode: (id) => (id === null ? '' : (codesById.get(id) ?? '')),
      findAccountId: (number) => accounts.find((account) => account.number === number)?.id ?? null,
      findVatCodeId: (code) => codes.find((one) => one.code === code)?.id ?? null,
    };
  });
}
