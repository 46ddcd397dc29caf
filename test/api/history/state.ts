import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { expectStatus, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import type { HistoryBooks } from './support.ts';

/** What an undo must restore: ids, versions, times and reversal entries do not count. */
export async function readState(books: HistoryBooks): Promise<string> {
  const list = async (path: string, pick: (row: AnswerBody) => unknown): Promise<string[]> => {
    const body = await books.firm.client.ok<List | AnswerBody[]>(`${books.file.path}/${path}`);
    return (Array.isArray(body) ? body : body.data).map((row) => JSON.stringify(pick(row))).sort();
  };
  const parts = [
    await books.balances(),
    await list('open-items?per_page=200', ({ account, third_party, amount }) => [
      (account as AnswerBody).id,
      (third_party as AnswerBody | null)?.id,
      amount,
    ]),
    await list('bank-transactions?per_page=200', ({ id, status, matched_amount, third_party }) => [
      id,
      status,
      matched_amount,
      (third_party as AnswerBody | null)?.id,
    ]),
    await list('recurring-entries', ({ id, posted_count, last_on, next_on }) => [id, posted_count, last_on, next_on]),
    await list('vat-declarations', (one) => [one.period, one.status, one.boxes, one.amount_due, one.comment]),
    await list('fixed-assets', (one) => [
      one.id,
      one.status,
      one.cost,
      one.book_value,
      one.depreciated,
      one.duration_months,
      one.account_id,
    ]),
    // A year that a closing has opened stays, because entries were posted in it.
    await list('fiscal-years', ({ id, is_closed, periods }) =>
      id === books.file.fiscalYearId ? [is_closed, (periods as AnswerBody[]).map(({ is_locked }) => is_locked)] : null,
    ).then((years) => years.filter((year) => year !== 'null')),
    await list('third-parties', ({ id, name }) => [id, name]),
    await list('analytic-codes', ({ id, code, label }) => [id, code, label]),
    await list('budgets', ({ id, name, lines }) => [id, name, lines]),
    await list('documents?per_page=200', ({ id, number, status, amount_gross }) => [id, number, status, amount_gross]),
    await books.firm.client.ok(`${books.file.path}/settings`),
  ];
  return JSON.stringify(parts, null, 1);
}

const IBAN = buildExampleIban(1);
const DAY = { entry_date: '2026-03-06', value_date: '2026-03-06' };

/** A journal for the bank account whose statements are received. */
export async function openBank({ firm, file }: HistoryBooks): Promise<void> {
  await firm.client.created(`${file.path}/journals`, {
    code: 'K1',
    label: 'Bank',
    type: 'bank',
    iban: IBAN,
    control_account_id: file.account('550000'),
  });
}

/** Statements have numbers of their own. */
let statements = 0;

/** Imports a statement with one movement. */
export function upload({ firm, file }: HistoryBooks, amount: string, communication = ''): Promise<Answer<AnswerBody>> {
  statements += 1;
  const content = buildCodaFile({
    iban: IBAN,
    number: String(statements),
    opening_date: '2026-03-05',
    closing_date: '2026-03-06',
    opening_balance: `${statements}.00`,
    movements: [{ amount, communication, ...DAY }],
  });
  const part = { field: 'files[]', name: `s${statements}.cod`, content, type: 'application/octet-stream' };
  return firm.client.upload<AnswerBody>('POST', `${file.path}/coda-files`, [part]);
}

/** The same, and gives the id of the transaction. */
export async function receive(books: HistoryBooks, amount: string, communication?: string): Promise<number> {
  const sent = await expectStatus(upload(books, amount, communication), 201);
  const [imported] = sent.files as readonly AnswerBody[];
  const path = `${books.file.path}/bank-transactions?coda_file_id=${imported!.id}`;
  const { data } = await books.firm.client.ok<List>(path);
  return data[0]!.id;
}
