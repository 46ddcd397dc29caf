import { expect } from 'chai';
import type { RevaluationMethod } from '../../../domain/country-packs/exchange.ts';
import { add, isZero, sum, ZERO } from '../../../domain/money.ts';
import {
  planRevaluation,
  valueItem,
  type OpenAmount,
  type Plan,
  type Standing,
} from '../../../domain/revaluations/valuation.ts';

const NOTHING: Standing = { values: [], provisions: [] };
const [CUSTOMERS, SUPPLIERS, BANK] = [400, 440, 550];

const open = (
  account_id: number,
  currency: string,
  currency_amount: string,
  carrying_amount: string,
  more: Partial<OpenAmount> = {},
): OpenAmount => ({
  line_id: 1,
  account_id,
  third_party_id: null,
  currency,
  currency_amount,
  carrying_amount,
  due_date: null,
  kind: 'trade',
  ...more,
});

const RATES: Readonly<Record<string, string>> = { USD: '1.2000', GBP: '0.8000' };

/** The rest of a customer invoice, a supplier invoice, another customer invoice and a bank account. */
const ITEMS = [
  open(CUSTOMERS, 'USD', '6000.00', '5454.55'),
  open(SUPPLIERS, 'USD', '-2400.00', '-2222.22'),
  open(CUSTOMERS, 'GBP', '1000.00', '1176.47'),
  open(BANK, 'USD', '1000.00', '892.86', { line_id: null, kind: 'cash' }),
];

const plan = (method: RevaluationMethod, { items = ITEMS, before = NOTHING, isReversed = true } = {}): Plan =>
  planRevaluation(
    items.map((item) => valueItem(item, RATES[item.currency]!)),
    { method, isReversed, on: '2026-12-31' },
    before,
  );

const tell = ({ amounts }: Plan, part: string): readonly string[] =>
  amounts
    .filter((one) => one.part === part)
    .map(({ account, currency, amount }) => {
      const name =
        'purpose' in account
          ? `${account.purpose} ${account.side}`
          : 'below' in account
            ? `below ${account.below}`
            : account.account_id;
      return `${name} ${currency} ${amount}`;
    });

describe('The value of items in currency at the end of a year', () => {
  it('is their amount at the rate of the day, and a difference is a gain on either side', () => {
    const valued = ITEMS.map((item) => valueItem(item, RATES[item.currency]!));
    expect(valued.map(({ closing_amount, difference }) => [closing_amount, difference])).to.deep.equal([
      ['5000.00', '-454.55'],
      ['-2000.00', '222.22'],
      ['1250.00', '73.53'],
      ['833.33', '-59.53'],
    ]);
  });

  it('in Belgium is set off by currency: a net loss is a charge, a net gain waits', () => {
    const planned = plan('net');
    expect(tell(planned, 'items')).to.deep.equal([
      'below 400 USD -454.55',
      'working loss USD 454.55',
      'below 440 USD 222.22',
      'working gain USD -222.22',
      'below 400 GBP 73.53',
      'working gain GBP -73.53',
    ]);
    expect(tell(planned, 'net')).to.deep.equal([
      'working loss USD -454.55',
      'working gain USD 222.22',
      'trade revalued loss USD 232.33',
      'working gain GBP 73.53',
      'deferred gain GBP -73.53',
    ]);
    expect(tell(planned, 'cash')).to.deep.equal(['550 USD -59.53', 'cash loss USD 59.53']);
    expect(tell(planned, 'reversal')).to.deep.equal([
      'below 400 USD 454.55',
      'below 440 USD -222.22',
      'below 400 GBP -73.53',
      'trade revalued loss USD -232.33',
      'deferred gain GBP 73.53',
    ]);
  });

  it('in Belgium may go to the result in full', () => {
    expect(tell(plan('all'), 'items')).to.deep.equal([
      'below 400 USD -454.55',
      'trade revalued loss USD 454.55',
      'below 440 USD 222.22',
      'trade revalued gain USD -222.22',
      'below 400 GBP 73.53',
      'trade revalued gain GBP -73.53',
    ]);
  });

  it('in France stays on the balance sheet, with a provision for the losses', () => {
    const planned = plan('item');
    expect(tell(planned, 'items')).to.deep.equal([
      'below 400 USD -454.55',
      'receivable translated loss USD 454.55',
      'below 440 USD 222.22',
      'debt translated gain USD -222.22',
      'below 400 GBP 73.53',
      'receivable translated gain GBP -73.53',
    ]);
    expect(tell(planned, 'provision')).to.deep.equal(['provision loss USD -454.55', 'trade provision loss USD 454.55']);
    expect(planned.standing.provisions).to.deep.equal([{ kind: 'trade', currency: 'USD', amount: '454.55' }]);
  });

  it('in France may limit the provision to the excess of losses in a position of near terms', () => {
    expect(tell(plan('global'), 'provision')).to.deep.equal([
      'provision loss USD -232.33',
      'trade provision loss USD 232.33',
    ]);
    const late = ITEMS.with(1, { ...ITEMS[1]!, due_date: '2028-01-01' });
    expect(tell(plan('global', { items: late }), 'provision')).to.deep.equal([
      'provision loss USD -454.55',
      'trade provision loss USD 454.55',
    ]);
  });

  it('in France releases the provision of the year before, whatever is open', () => {
    const { standing } = plan('item');
    expect(tell(plan('item', { items: [], before: standing }), 'provision')).to.deep.equal([
      'provision loss USD 454.55',
      'trade provision gain USD -454.55',
    ]);
  });

  it('in Luxembourg is the lower or higher of both rates: losses only', () => {
    const planned = plan('prudent');
    expect(tell(planned, 'items')).to.deep.equal(['below 400 USD -454.55', 'trade revalued loss USD 454.55']);
    expect(tell(planned, 'reversal')).to.deep.equal(['below 400 USD 454.55', 'trade revalued loss USD -454.55']);
    expect(tell(plan('closing_rate'), 'items')).to.include('trade revalued gain GBP -73.53');
  });

  it('in Luxembourg may stand until the next closing, which takes only the change', () => {
    const planned = plan('prudent', { isReversed: false });
    expect(tell(planned, 'reversal')).to.deep.equal([]);
    const after = plan('prudent', { items: [], before: planned.standing, isReversed: false });
    expect(tell(after, 'items')).to.deep.equal(['below 400 USD 454.55', 'trade revalued gain USD -454.55']);
    const same = plan('prudent', { before: planned.standing, isReversed: false });
    expect(tell(same, 'items')).to.deep.equal([]);
  });

  it('always balances in every part', () => {
    for (const method of ['net', 'all', 'item', 'global', 'prudent', 'closing_rate'] as const) {
      const totals = new Map<string, string>();
      for (const { part, amount } of plan(method).amounts) totals.set(part, add(amount, totals.get(part) ?? ZERO));
      expect([...totals.values()].every(isZero), method).to.equal(true);
      expect(sum(totals.values())).to.equal(ZERO);
    }
  });
});
