import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import type { TestCompany, TestFirm, TestService } from '../../support/service.ts';
import { linesOf } from '../ledger/support.ts';

/** The accounts of the worked examples in a country. */
export interface ForeignAccounts {
  readonly customers: string;
  readonly suppliers: string;
  readonly sales: string;
  readonly purchases: string;
  /** The account of the dollar bank, which is created. */
  readonly bank: string;
  readonly transit: string;
}

export interface ForeignBooks {
  readonly firm: TestFirm;
  readonly file: TestCompany;
  readonly accounts: ForeignAccounts;
  /** An entry of two lines in a currency. Gives the ids of its lines. */
  post(entry: ForeignEntry): Promise<readonly number[]>;
  letter(lineIds: readonly number[], fields?: object): Promise<AnswerBody>;
  revalue(year: string, body?: object, status?: number): Promise<AnswerBody>;
  show(year: string): Promise<AnswerBody>;
  /** Id of the fiscal year, by code. */
  yearId(code: string): Promise<number>;
  /** Movements of a year by account number, without those that are zero. */
  balances(code: string): Promise<Record<string, string>>;
}

export interface ForeignEntry {
  readonly on: string;
  readonly debit: string;
  readonly credit: string;
  readonly base: string;
  readonly currency: string;
  readonly amount: string;
  readonly rate?: string;
  readonly party?: number;
}

export async function openForeignBooks(
  service: TestService,
  firm: TestFirm,
  country: string,
  accounts: ForeignAccounts,
): Promise<ForeignBooks> {
  const fiscal_year = { code: '2026', starts_on: '2026-01-01', ends_on: '2026-12-31' };
  const file = await service.newCompany(firm.client, { country_pack: country, fiscal_year });
  const { client } = firm;
  await expectStatus(
    client.post(`${file.path}/accounts`, { number: accounts.bank, label: 'Bank USD', type: 'asset', currency: 'USD' }),
    201,
  );
  const yearId = async (code: string): Promise<number> => {
    const body = await client.ok(`${file.path}/fiscal-years`);
    const found = (body as unknown as { id: number; code: string }[]).find((year) => year.code === code);
    expect(found, code).not.to.equal(undefined);
    return found!.id;
  };
  return {
    firm,
    file,
    accounts,
    yearId,
    async post({ on, debit, credit, base, currency, amount, rate, party }) {
      const members = (sign: string) => ({
        currency,
        currency_amount: `${sign}${amount}`,
        ...(rate !== undefined && { exchange_rate: rate }),
        third_party_id: party ?? null,
      });
      const body = await expectStatus(
        client.post<AnswerBody>(`${file.path}/entries`, {
          journal_id: file.journal('OD'),
          entry_date: on,
          lines: [
            { account: debit, debit: base, ...members('') },
            { account: credit, credit: base, ...members('-') },
          ],
        }),
        201,
      );
      return linesOf(body).map(({ id }) => id);
    },
    async letter(line_ids, fields = {}) {
      return expectStatus(client.post<AnswerBody>(`${file.path}/lettering`, { line_ids, ...fields }), 201);
    },
    async revalue(year, body = {}, status = 200) {
      const path = `${file.path}/fiscal-years/${await yearId(year)}/revaluation`;
      return expectStatus(client.post<AnswerBody>(path, body), status);
    },
    async show(year) {
      return client.ok(`${file.path}/fiscal-years/${await yearId(year)}/revaluation`);
    },
    async balances(code) {
      const id = await yearId(code);
      const body = await client.ok(`${file.path}/reports/trial-balance?fiscal_year_id=${id}`);
      const rows = body.rows as { account: { number: string }; balance: string }[];
      return Object.fromEntries(
        rows.map((row) => [row.account.number, row.balance] as const).filter(([, balance]) => balance !== '0.00'),
      );
    },
  };
}

/** Account, debit and credit of each line. */
export const postings = (entry: unknown) =>
  ((entry as AnswerBody).lines as { account: { number: string }; debit: string; credit: string }[]).map(
    ({ account, debit, credit }) => `${account.number} ${debit} ${credit}`,
  );

/** The postings of all entries of a list. */
export const allPostings = (entries: unknown) => (entries as AnswerBody[]).map(postings);

/** The business of the worked examples until the end of 2026. Gives the lines of the first invoice. */
export async function postForeignBusiness(books: ForeignBooks): Promise<{ readonly invoice: number }> {
  const { customers, suppliers, sales, purchases, bank, transit } = books.accounts;
  const [invoice] = await books.post({
    ...{ on: '2026-11-10', debit: customers, credit: sales, base: '9090.91' },
    ...{ currency: 'USD', amount: '10000.00', rate: '1.1000' },
  });
  await books.post({
    ...{ on: '2026-11-20', debit: purchases, credit: suppliers, base: '2222.22' },
    ...{ currency: 'USD', amount: '2400.00', rate: '1.0800' },
  });
  await books.post({
    ...{ on: '2026-11-20', debit: customers, credit: sales, base: '1176.47' },
    ...{ currency: 'GBP', amount: '1000.00', rate: '0.8500' },
  });
  const [, paid] = await books.post({
    ...{ on: '2026-12-05', debit: bank, credit: customers, base: '3571.43' },
    ...{ currency: 'USD', amount: '4000.00', rate: '1.1200' },
  });
  await books.letter([invoice!, paid!], { partial: true });
  // What stays in the bank: 1 000 dollars, carried at 892.86.
  await books.post({
    ...{ on: '2026-12-06', debit: transit, credit: bank, base: '2678.57' },
    ...{ currency: 'USD', amount: '3000.00', rate: '1.1200' },
  });
  return { invoice: invoice! };
}

/** The rest of the first invoice is paid in January. */
export async function payTheRest(books: ForeignBooks, invoice: number): Promise<void> {
  const { customers, bank } = books.accounts;
  const [, paid] = await books.post({
    ...{ on: '2027-01-20', debit: bank, credit: customers, base: '5217.39' },
    ...{ currency: 'USD', amount: '6000.00', rate: '1.1500' },
  });
  await books.letter([invoice, paid!]);
}
