import type { Answer, AnswerBody } from '../../support/client.ts';
import { useBooks, type Books } from '../reports/books.ts';

export interface Line {
  readonly account: string | null;
  readonly amount: string;
  readonly spread: string;
  readonly periods: readonly string[];
}

export interface Budget extends AnswerBody {
  readonly version: number;
  readonly lines: readonly Line[];
}

export interface Figures {
  readonly budget: string;
  readonly actual: string;
  readonly committed: string;
  readonly variance: string;
  readonly forecast: string;
  readonly previous_actual?: string | null;
}

export interface Comparison extends AnswerBody {
  readonly rows: readonly (Record<string, unknown> &
    Figures & {
      readonly account: string;
      readonly label: string;
      readonly periods: readonly Figures[];
      readonly to_date: Figures;
    })[];
  readonly totals: Readonly<Record<'income' | 'expense' | 'result', Figures>>;
  readonly unbudgeted: Readonly<Record<'income' | 'expense', Figures>>;
}

export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Imported = AnswerBody & { readonly lines?: readonly Record<string, unknown>[] };

/** Books of a year, of a quarter of the next, and a document that waits; and what is done with budgets there. */
export interface BudgetBooks {
  readonly books: Books;
  /** The supplier of the document. */
  readonly printerId: number;
  path(rest?: string): string;
  made(fields?: object): Promise<Budget>;
  errorsOf(fields: object): Promise<readonly string[]>;
  compared(id: number, query?: string): Promise<Comparison>;
  imported(
    id: number,
    content: string | Uint8Array,
    type: string,
    fields?: Record<string, string>,
  ): Promise<Answer<Imported>>;
}

export function useBudgets(): BudgetBooks {
  const books = useBooks();
  let names = 0;
  let printerId = 0;
  const path: BudgetBooks['path'] = (rest = '') => `${books.file.path}/budgets${rest}`;

  before('a year, a quarter of the next, and a document that waits', async () => {
    const { post, must } = books;
    await post('2024-01-15', [
      ['612200', '100.00'],
      ['550000', '-100.00'],
    ]);
    await post('2024-03-15', [
      ['612200', '300.00'],
      ['550000', '-300.00'],
    ]);
    await post('2024-06-15', [
      ['550000', '1000.00'],
      ['700000', '-1000.00'],
    ]);
    await post('2025-01-20', [
      ['612200', '120.00'],
      ['640000', '7.00'],
      ['550000', '-127.00'],
    ]);
    await post('2025-02-20', [
      ['550000', '400.00'],
      ['700000', '-400.00'],
    ]);
    const supplier = await must('/third-parties', { type: 'supplier', name: 'Imprimerie' });
    printerId = supplier.id;
    await must('/documents', {
      type: 'purchases',
      third_party_id: supplier.id,
      number: 'F-1',
      document_date: '2025-04-02',
      lines: [{ description: 'Telephone', amount_net: '50.00', account: '612200', vat_code: 'P-S-21' }],
    });
  });

  return {
    books,
    path,
    get printerId() {
      return printerId;
    },
    async made(fields = {}) {
      names += 1;
      const body = { name: `Plan ${names}`, fiscal_year_id: books.nextYear, ...fields };
      return books.firm.client.created<Budget>(path(), body);
    },
    async errorsOf(fields) {
      const body = { name: 'Wrong', fiscal_year_id: books.nextYear, ...fields };
      const answer = await books.firm.client.refused(422).post(path(), body);
      return Object.keys(answer.errors).sort();
    },
    compared(id, query = 'as_of=2025-03-31') {
      return books.firm.client.ok<Comparison>(path(`/${id}/comparison?${query}`));
    },
    imported: (id, content, type, fields = {}) =>
      books.firm.client.upload<Imported>('POST', path(`/${id}/import`), [
        { field: 'file', content, type, name: type === CSV ? 'budget.csv' : 'budget.xlsx' },
        ...Object.entries(fields).map(([field, value]) => ({ field, content: value })),
      ]),
  };
}
