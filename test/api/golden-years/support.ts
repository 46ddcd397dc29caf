import { expect } from 'chai';
import type { WrittenStatement } from '../../support/bank-files.ts';
import type { AnswerBody, ExpectedRefusal } from '../../support/client.ts';
import { readPdfText } from '../../support/pdf.ts';
import type { TestFirm, TestService } from '../../support/service.ts';
import { vatBooks, type VatBooks } from '../vat-declarations/support.ts';

/** The service and the firm that the golden years of all countries share. */
export interface GoldenFirm {
  readonly service: TestService;
  readonly firm: TestFirm;
}

/** The company file of a country in 2025, and the requests that its tests repeat. */
export interface GoldenYear extends VatBooks {
  readonly firm: TestFirm;
  readonly service: TestService;
  draw(period: number): Promise<AnswerBody>;
  show(id: number): Promise<AnswerBody>;
  validate(id: number, body?: object): Promise<AnswerBody>;
  refresh(id: number): Promise<AnswerBody>;
  /** A free entry of two lines. */
  move(entry_date: string, debit: string, credit: string, amount: string): Promise<AnswerBody>;
  /** An open item of a third party; a negative amount is owed to it. Gives the entry. */
  owe(party: number, account: string, other: string, amount: string, reference: string): Promise<AnswerBody>;
  patch(path: string, body: object): Promise<AnswerBody>;
  /** The POST must be refused. */
  refuse(status: number, refusal: ExpectedRefusal, path: string, body?: object): Promise<AnswerBody>;
  readBytes(path: string): Promise<Buffer>;
  readText(path: string): Promise<string>;
  readPrinted(path: string): Promise<string>;
  /** What the closing check says about VAT accounts: amount, side and accounts. */
  listVatAccounts(): Promise<unknown[][]>;
  listYears(): Promise<{ id: number; starts_on: string; ends_on: string }[]>;
}

export const getBoxes = ({ boxes }: AnswerBody, ...names: readonly string[]) =>
  names.map((name) => (boxes as Readonly<Record<string, string>>)[name]);

export const listDifferences = ({ differences }: AnswerBody) =>
  (differences as AnswerBody[]).map(({ box, filed, now }) => [box, filed, now]);

const YEAR = { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' };

export async function openGoldenYear(
  { service, firm }: GoldenFirm,
  country: string,
  fields: object,
): Promise<GoldenYear> {
  const more = { fiscal_year: YEAR, locale: 'fr', ...fields };
  const books = await vatBooks(service, firm, country, 'quarterly', more);
  const { file, post, get } = books;
  const readBytes = async (path: string): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${firm.client.token}` };
    const answer = await fetch(`${firm.client.url}${file.path}${path}`, { headers });
    const content = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, content.toString().slice(0, 500)).to.equal(200);
    return content;
  };
  return {
    ...books,
    service,
    firm,
    draw: (period) => post('/vat-declarations', { year: 2025, period }),
    show: (id) => get(`/vat-declarations/${id}`),
    validate: (id, body = {}) => post(`/vat-declarations/${id}/validate`, body, 200),
    refresh: (id) => post(`/vat-declarations/${id}/refresh`, {}, 200),
    move: (entry_date, debit, credit, amount) =>
      post('/entries', {
        ...{ journal_id: file.journal('OD'), entry_date },
        lines: [
          { account: debit, debit: amount },
          { account: credit, credit: amount },
        ],
      }),
    owe: (third_party_id, account, other, amount, reference) => {
      const size = amount.replace('-', '');
      const [own, opposite] = size === amount ? ['debit', 'credit'] : ['credit', 'debit'];
      return post('/entries', {
        ...{ journal_id: file.journal('OD'), entry_date: '2025-11-10', label: reference, reference },
        lines: [
          { account, [own]: size, third_party_id },
          { account: other, [opposite]: size },
        ],
      });
    },
    patch: (path, body) => firm.client.expect(200).patch(`${file.path}${path}`, body),
    refuse: (status, refusal, path, body = {}) =>
      firm.client.refused(status, refusal).post(`${file.path}${path}`, body),
    readBytes,
    readText: async (path) => (await readBytes(path)).toString(),
    readPrinted: async (path) => readPdfText(new Uint8Array(await readBytes(path))),
    listVatAccounts: async () => {
      const { checks } = await get(`/fiscal-years/${file.fiscalYearId}/closing-check`);
      return (checks as AnswerBody[])
        .filter(({ code }) => code === 'vat_accounts_not_empty')
        .map(({ amount, links }) => [amount, ...(links as AnswerBody[]).map(({ label }) => label)]);
    },
    listYears: async () =>
      (await get('/fiscal-years')) as unknown as { id: number; starts_on: string; ends_on: string }[],
  };
}

export interface Payments {
  readonly iban: string;
  /** The format of a bank of the country. */
  readonly write: (statement: WrittenStatement) => string;
  readonly customers: string;
  readonly suppliers: string;
  readonly income: string;
  readonly expense: string;
}

const PAID = { entry_date: '2025-11-20', value_date: '2025-11-20' };
const CUSTOMER = { counterpart_name: 'Hôtel', counterpart_iban: 'BE71096123456769' };
const SUPPLIER = { counterpart_name: 'Garage', counterpart_iban: 'BE62510007547061' };

/**
 * Books what a bank says of three items by the best suggestion, and gives the balances of the accounts that took what
 * was not paid: 98 of 100 received, 59.60 of 60 received, 49 of 50 paid.
 */
export async function payLess(
  { owe, patch, post, get, firm, file, customer, supplier }: GoldenYear,
  { iban, write, customers, suppliers, income, expense }: Payments,
): Promise<Readonly<Record<string, string>>> {
  await patch('/settings', { auto_entries: { reconciliation_difference: { max_amount: '0.50' } } });
  await patch(`/third-parties/${customer}`, { ibans: [CUSTOMER.counterpart_iban] });
  await patch(`/third-parties/${supplier}`, { ibans: [SUPPLIER.counterpart_iban] });
  await owe(customer, customers, income, '100.00', 'D-100');
  await owe(customer, customers, income, '60.00', 'D-060');
  await owe(supplier, suppliers, expense, '-50.00', 'D-050');
  const before = await readBalances();
  const content = write({
    ...{ iban, number: '1', opening_date: '2025-11-19', closing_date: '2025-11-20', opening_balance: '0.00' },
    movements: [
      { ...PAID, amount: '98.00', ...CUSTOMER, communication: 'D-100' },
      { ...PAID, amount: '59.60', ...CUSTOMER, communication: 'D-060' },
      { ...PAID, amount: '-49.00', ...SUPPLIER, communication: 'D-050' },
    ],
  });
  const sent = await firm.client
    .expect(201)
    .upload('POST', `${file.path}/coda-files`, [
      { field: 'files[]', name: 'bank', content, type: 'application/octet-stream' },
    ]);
  expect(sent.errors).to.deep.equal([]);
  for (const { id } of (await get('/bank-transactions?per_page=10')).data as AnswerBody[]) {
    const [best] = (await get(`/bank-transactions/${id}/suggestions`)).data as AnswerBody[];
    const { lines, write_off } = best!;
    const items = (best!.items as AnswerBody[]).map(({ line_id }) => ({ line_id }));
    const booked = (lines as AnswerBody[]).map(({ account, amount }) => ({ account, amount }));
    await post(`/bank-transactions/${id}/match`, { items, lines: booked, write_off }, 200);
  }
  const after = await readBalances();
  return Object.fromEntries(Object.entries(after).filter(([number]) => before[number] === undefined));

  async function readBalances(): Promise<Record<string, string>> {
    const { rows } = await get(`/reports/trial-balance?fiscal_year_id=${file.fiscalYearId}`);
    const all = rows as { account: { number: string }; balance: string }[];
    return Object.fromEntries(
      all
        .filter(({ account }) => /^[67]/.test(account.number))
        .map(({ account, balance }) => [account.number, balance]),
    );
  }
}

/**
 * Sells in dollars and pounds in November, and values what is open on the last day of the year at 1.20 and 0.80. Gives what
 * was posted on that day and on the next: account, debit and credit.
 */
export async function revalueForeignSales(
  { post, get, file }: GoldenYear,
  { year, yearId, customers, income }: { year: string; yearId: number; customers: string; income: string },
): Promise<{ readonly entries: string[][]; readonly reversals: string[][] }> {
  for (const [currency, amount, base] of [
    ['USD', '6000.00', '5454.55'],
    ['GBP', '1000.00', '1176.47'],
  ] as const)
    await post('/entries', {
      ...{ journal_id: file.journal('OD'), entry_date: `${year}-11-10`, label: `Export ${currency}` },
      lines: [
        { account: customers, debit: base, currency, currency_amount: amount },
        { account: income, credit: base, currency, currency_amount: `-${amount}` },
      ],
    });
  const listFindings = async () => {
    const { checks } = await get(`/fiscal-years/${yearId}/closing-check`);
    return (checks as { code: string }[]).map(({ code }) => code).filter((code) => code.startsWith('revaluation'));
  };
  expect(await listFindings()).to.deep.equal(['revaluation_missing']);
  const rates = { USD: '1.2000', GBP: '0.8000' };
  const made = await post(`/fiscal-years/${yearId}/revaluation`, { rates }, 200);
  expect(await listFindings()).to.deep.equal([]);
  const tell = (entries: unknown) =>
    (entries as { lines: { account: { number: string }; debit: string; credit: string }[] }[]).map(({ lines }) =>
      lines.map(({ account, debit, credit }) => `${account.number} ${debit} ${credit}`),
    );
  return { entries: tell(made.entries), reversals: tell(made.reversals) };
}
