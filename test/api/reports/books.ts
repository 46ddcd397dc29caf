import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';
import { rowsOf } from './naive.ts';

/** Account, amount (credit is negative) and third party. */
export type Line = readonly [account: string, amount: string, thirdParty?: number];

/** The books of a company over 2024 and 2025, with nothing in them yet. */
export interface Books {
  readonly service: TestService;
  readonly firm: TestFirm;
  readonly file: TestCompany;
  /** Id of the fiscal year 2025. */
  readonly nextYear: number;
  get(report: string, query?: string): Promise<AnswerBody>;
  must(path: string, sent?: object): Promise<AnswerBody>;
  entry(entry_date: string, lines: readonly Line[], fields?: object): Record<string, unknown>;
  post(entry_date: string, lines: readonly Line[], fields?: object): Promise<AnswerBody>;
}

export function useBooks(): Books {
  const service = useService();
  const known = {} as { firm: TestFirm; file: TestCompany; nextYear: number };
  const must: Books['must'] = async (path, sent) => {
    const { status, text, body } = await known.firm.client.post(`${known.file.path}${path}`, sent);
    expect(status, text).to.be.within(200, 201);
    return body;
  };
  before('open two fiscal years', async () => {
    known.firm = await service.newFirm();
    known.file = await service.newCompany(known.firm.client, {
      fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
      banks: [{ code: 'ING', label: 'ING' }],
    });
    known.nextYear = (await must('/fiscal-years', { starts_on: '2025-01-01', ends_on: '2025-12-31' })).id;
  });
  const entry: Books['entry'] = (entry_date, lines, fields = {}) => ({
    journal_id: known.file.journal('OD'),
    entry_date,
    ...fields,
    lines: lines.map(([account, amount, third_party_id]) => ({
      account,
      [amount.startsWith('-') ? 'credit' : 'debit']: amount.replace('-', ''),
      third_party_id,
    })),
  });
  return {
    service,
    get firm() {
      return known.firm;
    },
    get file() {
      return known.file;
    },
    get nextYear() {
      return known.nextYear;
    },
    must,
    entry,
    post: (entry_date, lines, fields) => must('/entries', entry(entry_date, lines, fields)),
    get(report, query = '') {
      return known.firm.client.ok(`${known.file.path}/reports/${report}?${query}`);
    },
  };
}

export const totalsOf = (body: AnswerBody) => body.totals as Record<string, string>;

export function expectBalanced(body: AnswerBody): void {
  const totals = totalsOf(body);
  for (const part of ['opening', 'period', 'closing'])
    expect(totals[`${part}_debit`], part).to.equal(totals[`${part}_credit`]);
}

interface Section {
  readonly account: { readonly number: string };
  readonly opening_balance: string;
  readonly brought_forward: string;
  readonly closing_balance: string;
  readonly movements_count: number;
  readonly provisional: boolean;
}

interface Moved {
  readonly account: { readonly number: string };
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

/** Goes through all pages of the general ledger, and checks that each goes on where the one before ended. */
async function wholeLedger({ get }: Books, query: string, perPage: number) {
  const sections = new Map<string, Section>();
  const balances = new Map<string, string>();
  let movements = 0;
  let totals: unknown;
  for (let page = 1, last = 1; page <= last; page++) {
    const body = await get('general-ledger', `${query}&per_page=${perPage}&page=${page}`);
    last = body.last_page as number;
    totals = body.totals;
    for (const section of body.accounts as Section[]) {
      const key = section.account.number + String(section.provisional);
      expect(section.brought_forward, key).to.equal(balances.get(key) ?? section.opening_balance);
      sections.set(key, section);
      balances.set(key, section.brought_forward);
    }
    for (const { account, debit, credit, balance } of body.data as Moved[]) {
      const key = `${account.number}false`;
      expect(balance).to.equal(new Decimal(balances.get(key)!).plus(debit).minus(credit).toFixed(2));
      balances.set(key, balance);
      movements += 1;
    }
  }
  for (const [key, section] of sections) expect(balances.get(key), key).to.equal(section.closing_balance);
  return { sections: [...sections.values()], movements, totals };
}

export async function expectLedgerEqualsTrialBalance(
  books: Books,
  query: string,
  perPages: readonly number[] = [3, 200],
): Promise<void> {
  const trial = await books.get('trial-balance', query);
  for (const perPage of perPages) {
    const { sections, movements, totals } = await wholeLedger(books, query, perPage);
    expect(totals).to.deep.equal(trial.totals);
    expect(movements).to.equal(sections.reduce((count, section) => count + section.movements_count, 0));
    expect(sections.map(({ account, closing_balance }) => [account.number, closing_balance])).to.deep.equal(
      rowsOf(trial).map(({ account, balance }) => [account.number, balance]),
    );
  }
}
