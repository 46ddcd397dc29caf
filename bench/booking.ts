import type { RequestedEntry } from '../commands/ledger/requested.ts';
import type { SampleEntry } from './entry.ts';
import type { CompanyFile, SignedInService } from './service.ts';
import { word } from './third-party.ts';

/** What a company books over some years: purchases, sales and the rest, of many third parties, on many accounts. */

/** A company file that is ready for it. */
export interface LedgerFile extends CompanyFile {
  readonly journals: Readonly<Record<'ACH' | 'VEN' | 'OD', number>>;
  readonly fiscalYears: readonly { readonly id: number; readonly starts_on: string }[];
  readonly supplierIds: readonly number[];
  readonly customerIds: readonly number[];
  /** Numbers of accounts that take costs. */
  readonly costs: readonly string[];
}

export const YEARS_OF_PAST = [2023, 2024, 2025, 2026];
/** A new file has that of this year. */
const YEARS = YEARS_OF_PAST.slice(0, -1).reverse();
const DAYS = 4 * 365;
export const FIRST_DAY = Date.UTC(2023, 0, 1);
const THIRD_PARTIES = 40;
const AT_ONCE = 20;

export async function openLedgerFile(service: SignedInService, name: string, hasPast: boolean): Promise<LedgerFile> {
  const file = await service.openFile(name);
  const path = `/v1/companies/${file.public_token}`;
  for (const year of hasPast ? YEARS : [])
    await service.call('POST', `${path}/fiscal-years`, { starts_on: `${year}-01-01`, ends_on: `${year}-12-31` });
  const create = async (type: string, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let first = 0; first < count; first += AT_ONCE) {
      const created = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) =>
        service.call<{ id: number }>('POST', `${path}/third-parties`, {
          type,
          name: `${word(first + index)} ${type}`,
        }),
      );
      ids.push(...(await Promise.all(created)).map(({ id }) => id));
    }
    return ids;
  };
  const [journals, years, accounts] = await Promise.all([
    service.call<{ id: number; code: string }[]>('GET', `${path}/journals`),
    service.call<LedgerFile['fiscalYears']>('GET', `${path}/fiscal-years`),
    service.call<{ number: string; is_postable: boolean }[]>('GET', `${path}/accounts`),
  ]);
  const journal = (code: string): number => journals.find((one) => one.code === code)!.id;
  return {
    ...file,
    journals: { ACH: journal('ACH'), VEN: journal('VEN'), OD: journal('OD') },
    fiscalYears: [...years].sort((a, b) => a.starts_on.localeCompare(b.starts_on)),
    supplierIds: await create('supplier', hasPast ? THIRD_PARTIES : 1),
    customerIds: hasPast ? await create('customer', THIRD_PARTIES) : [],
    costs: accounts
      .filter(({ number, is_postable }) => is_postable && /^6[01]/.test(number))
      .map(({ number }) => number)
      .slice(0, 40),
  };
}

const LABELS = ['Fournitures de bureau', 'Réparation du véhicule', 'Loyer', 'Électricité et gaz', 'Honoraires'];

/** Entry `number` of `count`, the earliest first: half purchases, a third sales. */
export function pastEntry(number: number, count: number, file: LedgerFile): RequestedEntry {
  const day = Math.min(Math.floor((number * DAYS) / count) + (number % 3), DAYS - 1);
  const entry_date = new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);
  const kind = number % 6 < 3 ? 'ACH' : number % 6 < 5 ? 'VEN' : 'OD';
  const party = (ids: readonly number[]): number => ids[(number * 7) % ids.length]!;
  const line = (account: string, debit: string, credit: string, third_party_id: number | null = null) => ({
    account,
    account_id: null,
    debit,
    credit,
    label: null,
    third_party_id,
  });
  const cost = file.costs[number % file.costs.length]!;
  const lines = {
    ACH: () => [
      line(cost, '60.00', '0.00'),
      line(file.costs[(number * 3) % file.costs.length]!, '40.00', '0.00'),
      line('411000', '21.00', '0.00'),
      line('440000', '0.00', '121.00', party(file.supplierIds)),
    ],
    VEN: () => [
      line('400000', '121.00', '0.00', party(file.customerIds)),
      line('700000', '0.00', '60.00'),
      line('700000', '0.00', '40.00'),
      line('451000', '0.00', '21.00'),
    ],
    OD: () => [line(cost, '50.00', '0.00'), line('499000', '0.00', '50.00')],
  }[kind]();
  return {
    type: 'PostEntry',
    journal_id: file.journals[kind],
    entry_date,
    due_date: null,
    label: `${LABELS[number % LABELS.length]!} ${word(number)}`,
    reference: `${kind}/${number}`,
    lines,
  };
}

/** A purchase invoice of three lines, whose VAT and third-party line the service makes. */
export function sampleInvoice(number: number, { journalId, supplierIds }: LedgerFile) {
  const { entry_date, due_date, label, reference } = dated(number);
  const line = (account: string, cents: number, vat_code: string) => ({
    account,
    amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
    vat_code,
    label,
  });
  return {
    journal_id: journalId,
    third_party_id: supplierIds[0]!,
    entry_date,
    due_date,
    reference,
    label,
    lines: [
      line('604000', 10_000 + (number % 997), 'P-M-21'),
      line('611000', 5_000 + (number % 89), 'P-S-21'),
      line('615000', 2_000 + (number % 31), 'P-S-6'),
    ],
  };
}

function dated(number: number): Omit<SampleEntry, 'lines' | 'journal_id'> {
  const month = String((number % 12) + 1).padStart(2, '0');
  const day = String((number % 28) + 1).padStart(2, '0');
  return {
    entry_date: `2026-${month}-${day}`,
    due_date: '2026-12-31',
    label: `Supplies and repairs, invoice ${number}`,
    reference: `INV-2026-${number}`,
  };
}
