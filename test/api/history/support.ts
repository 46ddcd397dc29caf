import { expect } from 'chai';
import { expectRefusal, type Answer, type AnswerBody, type Client, type RequestHeaders } from '../../support/client.ts';
import { useBooks, type Books } from '../lettering/support.ts';

export interface ShownRevision extends AnswerBody {
  readonly operation_id: string;
  readonly resource: string;
  readonly record_id: number;
  readonly op: string;
  readonly label: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly changed: string[];
  readonly can_revert: boolean;
  readonly blocked_by: { code: string; message: string; resource: string; id: number | null }[];
}

/** Books whose history is looked at and taken back. */
export interface HistoryBooks extends Books {
  history(query?: string, client?: Client): Promise<ShownRevision[]>;
  revert(what: string, body?: object, headers?: RequestHeaders, client?: Client): Promise<Answer<AnswerBody>>;
  /** Takes back what a request did; gives the operation of the undoing. */
  undo(answer: Answer<AnswerBody> | string): Promise<string>;
  /** The reasons for which it is not taken back. */
  blocked(answer: Answer<AnswerBody> | string): Promise<ShownRevision['blocked_by']>;
  /** Balances by the number of the account. */
  balances(): Promise<Record<string, string>>;
}

const operationOf = (answer: Answer<AnswerBody> | string): string =>
  typeof answer === 'string' ? answer : answer.headers.get('x-operation-id')!;

export function useHistory(): HistoryBooks {
  const books = useBooks();
  const at = (path: string) => `${books.file.path}/history${path}`;
  const revert: HistoryBooks['revert'] = (what, body = {}, headers = {}, client = books.firm.client) =>
    client.post(at(`/${what}/revert`), body, headers);
  return Object.assign(Object.create(books) as Books, {
    async history(query = '', client = books.firm.client) {
      const body = await client.ok(at(`?per_page=200&${query}`));
      return body.data as ShownRevision[];
    },
    revert,
    async undo(answer: Answer<AnswerBody> | string) {
      const { status, body, text, headers } = await revert(`operations/${operationOf(answer)}`);
      expect(status, text).to.equal(200);
      expect(headers.get('x-operation-id')).to.equal(body.operation_id);
      return body.operation_id as string;
    },
    async blocked(answer: Answer<AnswerBody> | string) {
      const body = await expectRefusal(revert(`operations/${operationOf(answer)}`), 422, 'revert_blocked');
      return body.blocked_by as ShownRevision['blocked_by'];
    },
    async balances() {
      const body = await books.firm.client.ok(
        `${books.file.path}/reports/trial-balance?fiscal_year_id=${books.file.fiscalYearId}`,
      );
      const rows = body.rows as { account: { number: string }; balance: string }[];
      return Object.fromEntries(
        rows.map((row) => [row.account.number, row.balance] as const).filter(([, balance]) => balance !== '0.00'),
      );
    },
  });
}
