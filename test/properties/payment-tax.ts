import type { PackVatCode } from '../../domain/country-packs/index.ts';
import { cents, demand, type BookLine } from './books.ts';
import type { Company } from './company.ts';

/** Accounts where French tax waits for the payment. */
const WAITING: ReadonlySet<string> = new Set(['445741', '445742', '445743', '445744', '445745', '445746', '445640']);

/** What stands on the accounts where tax waits is the tax on what is not paid, of each code, at any moment. */
export function taxWaitsForPayment({ books, file }: Company): void {
  const { accounts } = file.records;
  const waits = (accountId: number) => WAITING.has(accounts!.byId.get(accountId)!.data['number'] as string);
  const expected = new Map<string, bigint>();
  const actual = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const { posted, lines, layer } of books.entries.values()) {
    if (layer === 'carried' || layer === 'closing') continue;
    const isDocument = (posted.vat ?? []).some(({ exigibility }) => exigibility === ON_PAYMENT);
    const party = posted.lines.findIndex(({ third_party_id }) => third_party_id !== null);
    for (const { account_id, vat_code_id, debit, credit } of posted.lines) {
      if (vat_code_id === undefined || !waits(account_id)) continue;
      const amount = cents(debit) - cents(credit);
      add(actual, `${account_id}:${vat_code_id}`, amount);
      if (isDocument) add(expected, `${account_id}:${vat_code_id}`, amount - paidPart(amount, lines[party]!));
    }
  }
  for (const [key, amount] of actual)
    demand(amount === (expected.get(key) ?? 0n), `${amount} waits on ${key} where ${expected.get(key)} is not paid`);
}

const ON_PAYMENT: PackVatCode['exigibility'] = 'payment';

/** Half up to the cent; of a document that comes to nothing, nothing is ever paid. */
function paidPart(tax: bigint, { amount, settled }: Pick<BookLine, 'amount' | 'settled'>): bigint {
  if (amount === 0n) return 0n;
  const size = (one: bigint) => (one < 0n ? -one : one);
  const part = (2n * size(tax) * size(settled) + size(amount)) / (2n * size(amount));
  return tax < 0n ? -part : part;
}
