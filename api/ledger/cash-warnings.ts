import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { Language } from '../../domain/language.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { absolute, add, isNegative, isZero, subtract, sum, ZERO, type SignedAmount } from '../../domain/money.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { readLowestBalances } from '../../projections/ledger/cash-balances.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';

/** Cash accounts that an entry credits. */
export interface CreditedCash {
  readonly entry: PostedEntry;
  readonly accounts: readonly { readonly id: number; readonly number: string }[];
}

export function findCreditedCash(entry: PostedEntry, { records }: CompanyFile): CreditedCash {
  const ids = [...new Set(entry.lines.filter(({ credit }) => !isZero(credit)).map(({ account_id }) => account_id))];
  const credited = ids.flatMap((id) => {
    const data = findLiveRecord(records, accounts, id)?.data;
    if (data?.control_role !== 'cash') return [];
    return isNegative(computeChange(entry, id)) ? [{ id, number: data.number }] : [];
  });
  return { entry, accounts: credited };
}

const computeChange = ({ lines }: PostedEntry, accountId: number): SignedAmount =>
  sum(lines.filter(({ account_id }) => account_id === accountId).map(({ debit, credit }) => subtract(debit, credit)));

/** Checked after posting. The entries of a preview are not in the tables, so that their changes are added. */
export async function createCashWarnings(
  { pool }: Pick<Services, 'pool'>,
  companyId: number,
  credited: readonly CreditedCash[],
  { language, isPreview = false }: { readonly language: Language; readonly isPreview?: boolean },
): Promise<(entry: PostedEntry) => readonly Warning[]> {
  const concerned = credited.filter(({ accounts: some }) => some.length > 0);
  if (concerned.length === 0) return () => [];
  const ids = [...new Set(concerned.flatMap(({ accounts: some }) => some.map(({ id }) => id)))];
  const from = concerned.map(({ entry }) => entry.entry_date).sort()[0]!;
  const lowest = await readLowestBalances(pool, companyId, ids, from);
  const computeUnposted = (id: number): SignedAmount =>
    sum(isPreview ? credited.map(({ entry }) => computeChange(entry, id)) : []);
  return (entry) =>
    (concerned.find((one) => one.entry.id === entry.id)?.accounts ?? []).flatMap(({ id, number }) => {
      const balance = add(lowest.get(id) ?? ZERO, computeUnposted(id));
      if (!isNegative(balance)) return [];
      const params = { account: number, balance: absolute(balance) };
      return [{ code: 'cash_in_credit', message: translate('entry_cash_in_credit', language, params), field: 'lines' }];
    });
}
