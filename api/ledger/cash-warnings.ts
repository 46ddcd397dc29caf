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
  readonly accounts: readonly { readonly id: number; readonly number: string; readonly change: SignedAmount }[];
}

export function findCreditedCash(entry: PostedEntry, { records }: CompanyFile): CreditedCash {
  const ids = [...new Set(entry.lines.filter(({ credit }) => !isZero(credit)).map(({ account_id }) => account_id))];
  const credited = ids.flatMap((id) => {
    const data = findLiveRecord(records, accounts, id)?.data;
    if (data?.control_role !== 'cash') return [];
    const lines = entry.lines.filter(({ account_id }) => account_id === id);
    const change = sum(lines.map(({ debit, credit }) => subtract(debit, credit)));
    return isNegative(change) ? [{ id, number: data.number, change }] : [];
  });
  return { entry, accounts: credited };
}

/** Checked after posting. A preview is not in the tables, so that its change is added. */
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
  return (entry) =>
    (concerned.find((one) => one.entry.id === entry.id)?.accounts ?? []).flatMap(({ id, number, change }) => {
      const balance = add(lowest.get(id) ?? ZERO, isPreview ? change : ZERO);
      if (!isNegative(balance)) return [];
      const params = { account: number, balance: absolute(balance) };
      return [{ code: 'cash_in_credit', message: translate('entry_cash_in_credit', language, params), field: 'lines' }];
    });
}
