import { expect } from 'chai';
import fc from 'fast-check';
import { buildExampleIban } from '../../api/bank/example-file.ts';
import { buildCodaFile } from '../support/bank-files.ts';
import { expectStatus, type AnswerBody, type List } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

/**
 * Random invoices, credit notes, part payments, letterings and their undoing, in several currencies, compared with a
 * second implementation in whole cents.
 */

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 8);
const CURRENCIES = ['USD', 'GBP', 'JPY'] as const;
/** Rates of each currency on three days, in hundred millionths. */
const DAYS = ['2026-02-02', '2026-05-04', '2026-08-03'] as const;
const RATES: Readonly<Record<string, readonly bigint[]>> = {
  USD: [110_000_000n, 112_345_678n, 97_000_001n],
  GBP: [85_000_000n, 80_000_000n, 91_234_567n],
  JPY: [16_050_000_000n, 17_512_300_000n, 12_999_000_000n],
};
const CLOSING: Readonly<Record<string, bigint>> = { USD: 120_000_000n, GBP: 80_000_000n, JPY: 15_000_000_000n };

// The second implementation.

/** Quotient rounded half away from zero. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [size, by] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * size + by) / (2n * by);
  return isNegative ? -rounded : rounded;
}
const toBase = (cents: bigint, rate: bigint): bigint => divideHalfUp(cents * 100_000_000n, rate);
const sign = (cents: bigint): bigint => (cents < 0n ? -1n : 1n);
const size = (cents: bigint): bigint => cents * sign(cents);
const format = (cents: bigint): string => {
  const digits = String(size(cents)).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const formatRate = (rate: bigint): string => {
  const digits = String(rate).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
};

interface Item {
  readonly line: number;
  readonly currency: string;
  /** In posting order. */
  readonly place: number;
  readonly day: string;
  open: bigint;
  carrying: bigint;
}

/** What a settlement took of an item. */
interface Taken {
  readonly item: Item;
  readonly part: bigint;
  readonly carried: bigint;
}

function take(item: Item, part: bigint): Taken {
  const most = size(item.carrying) > 1n ? size(item.carrying) - 1n : 0n;
  let carried = item.carrying;
  if (part !== item.open) {
    carried = divideHalfUp(item.carrying * part, item.open);
    if (size(carried) > most) carried = most * sign(item.carrying);
  }
  item.open -= part;
  item.carrying -= carried;
  return { item, part, carried };
}

function giveBack(taken: readonly Taken[]): void {
  for (const { item, part, carried } of taken) {
    item.open += part;
    item.carrying += carried;
  }
}

interface Settled {
  readonly undo: string;
  readonly taken: readonly Taken[];
  /** Loss: what the books carried less what was paid. */
  readonly loss: bigint;
  /** Money in foreign currency that was paid; null for other settlements. */
  readonly money: { readonly currency: string; readonly amount: bigint; readonly base: bigint } | null;
}

type Action =
  | { readonly do: 'invoice'; readonly currency: number; readonly cents: number; readonly day: number }
  | { readonly do: 'pay'; readonly currency: number; readonly share: number; readonly day: number }
  | { readonly do: 'payInEuros'; readonly choice: number; readonly share: number; readonly spread: number }
  | { readonly do: 'letter'; readonly currency: number }
  | { readonly do: 'undo'; readonly choice: number };

type Settlement = Exclude<Action, { readonly do: 'invoice' | 'undo' }>;

const currency = fc.nat({ max: CURRENCIES.length - 1 });
const day = fc.nat({ max: DAYS.length - 1 });
const share = fc.integer({ min: 1, max: 130 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('invoice' as const),
      currency,
      cents: fc.oneof(fc.integer({ min: -90_000, max: 9_000_000 }), fc.integer({ min: 1, max: 9 })),
      day,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), currency, share, day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('payInEuros' as const),
      choice: fc.nat(),
      share,
      spread: fc.integer({ min: 80, max: 120 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('letter' as const), currency }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), choice: fc.nat() }) },
);

describe('Any payments in foreign currency', function () {
  this.timeout(120_000);
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  const ibans = new Map<string, string>();
  const all: Item[] = [];
  /** Money on each account in foreign currency: its own amount, and the amount in the books. */
  const held = new Map<string, { amount: bigint; carrying: bigint }>();
  let realised = 0n;
  let statements = 0;
  let places = 0;
  const at = (rest: string) => `${file.path}/${rest}`;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    for (const [index, code] of ['EUR', ...CURRENCIES].entries()) {
      const iban = buildExampleIban(900 + index);
      const number = `55080${index}`;
      const account = await firm.client.created(at('accounts'), { number, label: code, currency: code });
      const journal = { type: 'bank', iban, control_account_id: account.id, currency: code };
      await firm.client.created(at('journals'), { code: `B${code}`, label: code, ...journal });
      ibans.set(code, iban);
      for (const [place, on] of DAYS.entries())
        if (code !== 'EUR')
          await firm.client.created(at('exchange-rates'), {
            ...{ currency: code, on, rate: formatRate(RATES[code]![place]!) },
          });
    }
  });

  /** Posts an invoice, or a credit note if it is negative. */
  async function invoice(party: number, code: string, cents: bigint, on: number): Promise<Item> {
    const base = toBase(cents, RATES[code]![on]!);
    const [own, other] = cents < 0n ? ['credit', 'debit'] : ['debit', 'credit'];
    const inCurrency = (amount: bigint) => ({ currency: code, currency_amount: format(amount) });
    const amount = format(size(base));
    const lines = [
      { account: '400000', [own]: amount, third_party_id: party, ...inCurrency(cents) },
      { account: '700000', [other]: amount, ...inCurrency(-cents) },
    ];
    const body = { journal_id: file.journal('OD'), entry_date: DAYS[on], lines };
    const entry = await firm.client.created(at('entries'), body);
    const line = (entry.lines as AnswerBody[])[0]!.id;
    return { line, currency: code, place: (places += 1), day: DAYS[on]!, open: cents, carrying: base };
  }

  async function receive(code: string, amount: string, entry_date: string): Promise<number> {
    statements += 1;
    const content = buildCodaFile({
      ...{ iban: ibans.get(code)!, currency: code, number: String(1 + (statements % 900)) },
      ...{ opening_date: entry_date, closing_date: entry_date, opening_balance: `${statements}.00` },
      movements: [{ amount, entry_date, value_date: entry_date }],
    });
    const part = { field: 'files[]', name: `s${statements}.cod`, content, type: 'application/octet-stream' };
    const sent = await expectStatus(firm.client.upload<AnswerBody>('POST', at('coda-files'), [part]), 201);
    const [imported] = sent.files as readonly AnswerBody[];
    return (await firm.client.ok<List>(at(`bank-transactions?coda_file_id=${imported!.id}`))).data[0]!.id;
  }

  async function match(code: string, amount: bigint, on: string, items: readonly object[]): Promise<string> {
    const id = await receive(code, format(amount), on);
    await expectStatus(firm.client.post(at(`bank-transactions/${id}/match`), { items }), 200);
    return `bank-transactions/${id}/unmatch`;
  }

  /** Adds a settlement to the totals, or takes it away again. */
  function count({ loss, money }: Settled, times: 1n | -1n): void {
    realised += times * loss;
    if (!money) return;
    const before = held.get(money.currency) ?? { amount: 0n, carrying: 0n };
    held.set(money.currency, {
      amount: before.amount + times * money.amount,
      carrying: before.carrying + times * money.base,
    });
  }

  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

  /** Pays the open invoices, or credit notes, of a currency in order, as far as the money goes. */
  async function pay(
    items: readonly Item[],
    code: string,
    [percent, on, rate]: readonly [percent: number, on: string, rate: bigint],
    side = 1n,
  ): Promise<Settled | null> {
    const due = items.filter((item) => item.currency === code && item.open * side > 0n);
    const total = sum(due.map(({ open }) => open));
    const amount = (total * BigInt(Math.min(percent, 100))) / 100n;
    if (amount === 0n) return null;
    const lines = due.map(({ line }) => ({ line_id: line }));
    const path = await match(code, amount, on, lines);
    let left = size(amount);
    const taken = due.flatMap((item) => {
      const part = left < size(item.open) ? left : size(item.open);
      left -= part;
      return part === 0n ? [] : [take(item, part * side)];
    });
    const base = toBase(amount, rate);
    const loss = sum(taken.map(({ carried }) => carried)) - base;
    return { undo: path, taken, loss, money: { currency: code, amount, base } };
  }

  async function payInEuros(item: Item, percent: number, spread: number): Promise<Settled | null> {
    const part = (item.open * BigInt(Math.min(percent, 100))) / 100n;
    const euros = (size(toBase(part, RATES[item.currency]![0]!)) * BigInt(spread)) / 100n;
    if (part <= 0n || euros === 0n) return null;
    const path = await match('EUR', euros, DAYS[2], [
      { line_id: item.line, amount: format(euros), currency_amount: format(part) },
    ]);
    const taken = [take(item, part)];
    return { undo: path, taken, loss: taken[0]!.carried - euros, money: null };
  }

  /** Sets invoices off against credit notes: the smaller side in full, the other in order. */
  async function letter(items: readonly Item[], code: string): Promise<Settled | null> {
    const open = items.filter((item) => item.currency === code && item.open !== 0n);
    const ordered = open.toSorted((a, b) => (a.day === b.day ? a.place - b.place : a.day < b.day ? -1 : 1));
    const sides = [ordered.filter((item) => item.open > 0n), ordered.filter((item) => item.open < 0n)];
    const totals = sides.map((side) => size(sum(side.map((item) => item.open))));
    const settled = totals[0]! < totals[1]! ? totals[0]! : totals[1]!;
    if (settled === 0n) return null;
    const body = { line_ids: open.map(({ line }) => line), partial: true };
    const made = await expectStatus(firm.client.post(at('lettering'), body), 201);
    const taken = sides.flatMap((side) => {
      let left = settled;
      return side.flatMap((item) => {
        const part = left < size(item.open) ? left : size(item.open);
        left -= part;
        return part === 0n ? [] : [take(item, part * sign(item.open))];
      });
    });
    const loss = sum(taken.map(({ carried }) => carried));
    return { undo: `lettering/${String(made.id)}`, taken, loss, money: null };
  }

  async function undo(settled: Settled): Promise<void> {
    const { undo: path, taken } = settled;
    const isMatch = path.startsWith('bank');
    await expectStatus(isMatch ? firm.client.post(at(path), {}) : firm.client.delete(at(path)), isMatch ? 200 : 204);
    giveBack(taken);
    count(settled, -1n);
  }

  async function readOpen(query: string) {
    const { data } = await firm.client.ok<List>(at(`open-items?per_page=200&as_of=2027-12-31&${query}`));
    return data.map((row) => `${row.id} ${row.amount as string} ${row.currency_open_amount as string}`).sort();
  }
  const describeOpen = (items: readonly Item[]) =>
    items
      .filter(({ open }) => open !== 0n)
      .map(({ line, open, carrying }) => `${line} ${format(carrying)} ${format(open)}`)
      .sort();

  async function readBalance(year: number, prefix: RegExp): Promise<string> {
    const body = await firm.client.ok(at(`reports/trial-balance?fiscal_year_id=${year}`));
    const rows = body.rows as { account: { number: string }; balance: string }[];
    const cents = rows.filter(({ account }) => prefix.test(account.number)).map(({ balance }) => toCents(balance));
    return format(sum(cents));
  }
  const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));

  function settle(one: Settlement, items: readonly Item[]): Promise<Settled | null> {
    switch (one.do) {
      case 'letter':
        return letter(items, CURRENCIES[one.currency]!);
      case 'pay': {
        const code = CURRENCIES[one.currency]!;
        return pay(items, code, [one.share, DAYS[one.day]!, RATES[code]![one.day]!]);
      }
      case 'payInEuros': {
        const due = items.filter(({ open }) => open > 0n);
        const item = due[one.choice % due.length];
        return item ? payInEuros(item, one.share, one.spread) : Promise.resolve(null);
      }
      default:
        throw new Error('No settlement');
    }
  }

  async function run(actions: readonly Action[]): Promise<void> {
    const party = (await firm.client.created(at('third-parties'), { type: 'customer', name: 'Any' })).id;
    const items: Item[] = [];
    const settled: Settled[] = [];
    for (const one of actions) {
      if (one.do === 'invoice') {
        const code = CURRENCIES[one.currency]!;
        const cents = BigInt(one.cents) * (code === 'JPY' ? 100n : 1n);
        // An amount that is worth less than a cent cannot be posted.
        if (toBase(cents, RATES[code]![one.day]!) !== 0n) items.push(await invoice(party, code, cents, one.day));
        continue;
      }
      if (one.do === 'undo') {
        const [back] = settled.length === 0 ? [] : settled.splice(one.choice % settled.length, 1);
        if (back) await undo(back);
        continue;
      }
      const made = await settle(one, items);
      if (!made) continue;
      count(made, 1n);
      settled.push(made);
    }
    all.push(...items);
    expect(await readOpen(`third_party_id=${party}`)).to.deep.equal(describeOpen(items));
    expect(await readBalance(file.fiscalYearId, /^[67]54/)).to.equal(format(realised));
  }

  it('leave each item with what a second implementation says, and the realised total', async () => {
    const sequence = fc.array(action, { minLength: 6, maxLength: 14 });
    await fc.assert(fc.asyncProperty(sequence, run), { numRuns: RUNS, endOnFailure: true });
  });

  it('are valued at the end of the year as a second implementation says, and all of them are paid in the next one', async () => {
    const rates = Object.fromEntries(Object.entries(CLOSING).map(([code, rate]) => [code, formatRate(rate)]));
    const path = `fiscal-years/${file.fiscalYearId}`;
    await expectStatus(firm.client.post(at(`${path}/revaluation`), { rates }), 200);
    // Belgium: the net loss of the items of a currency is an expense, its net gain is deferred; money is valued by itself.
    let expense = 0n;
    for (const code of CURRENCIES) {
      const items = all.filter((item) => item.currency === code && item.open !== 0n);
      const net = sum(items.map(({ open, carrying }) => toBase(open, CLOSING[code]!) - carrying));
      if (net < 0n) expense -= net;
      const money = held.get(code) ?? { amount: 0n, carrying: 0n };
      const value = toBase(money.amount, CLOSING[code]!);
      expense -= value - money.carrying;
      held.set(code, { ...money, carrying: value });
    }
    expect(await readBalance(file.fiscalYearId, /^[67]55/)).to.equal(format(expense));
    const again = await expectStatus(firm.client.post(at(`${path}/revaluation`), { rates }), 200);
    expect(again.entries, 'nothing has moved').to.deep.equal([]);

    await expectStatus(firm.client.post(at(`${path}/close`), {}), 200);
    const years = (await firm.client.ok(at('fiscal-years'))) as unknown as readonly AnswerBody[] | List;
    const next = ('data' in years ? years.data : years).find((year) => String(year.starts_on).startsWith('2027'))!.id;
    realised = 0n;
    for (const code of CURRENCIES) {
      const rate = RATES[code]![1]!;
      await firm.client.created(at('exchange-rates'), { currency: code, on: '2027-02-01', rate: formatRate(rate) });
      for (const side of [1n, -1n]) {
        const made = await pay(all, code, [100, '2027-02-01', rate], side);
        if (made) count(made, 1n);
      }
      const { data } = await firm.client.ok<List>(at('bank-accounts'));
      expect(data.find((bank) => bank.currency === code)).to.include({
        ledger_balance: format(held.get(code)?.amount ?? 0n),
        base_ledger_balance: format(held.get(code)?.carrying ?? 0n),
      });
    }
    expect(await readBalance(next, /^[67]54/)).to.equal(format(realised));
    expect(describeOpen(all)).to.deep.equal([]);
    for (const code of CURRENCIES) expect(await readOpen(`currency=${code}`)).to.deep.equal([]);
  });
});
