import { expect } from 'chai';
import { expectStatus, type Answer, type AnswerBody, type RequestHeaders } from '../../support/client.ts';
import {
  useService,
  type TestCompany,
  type TestFirm,
  type TestService,
  type TestServiceOptions,
} from '../../support/service.ts';

export interface Line {
  readonly id: number;
  readonly account_id: number;
  readonly debit: string;
  readonly credit: string;
  readonly account: { readonly id: number; readonly number: string; readonly label: string };
}

export const linesOf = (body: AnswerBody) => body.lines as Line[];

/** Two lines of the same amount, one on each side. */
export const balanced = (amount: unknown = '121.00') => [
  { account: '604000', debit: amount },
  { account: '440000', credit: amount },
];

/** A company file to post to, with the service that keeps it. */
export interface Ledger {
  readonly service: TestService;
  readonly firm: TestFirm;
  readonly file: TestCompany;
  readonly supplier: AnswerBody;
  /** The body of an entry that can be posted, unless the fields say otherwise. */
  entry(fields?: Record<string, unknown>): Record<string, unknown>;
  post(fields?: Record<string, unknown>, headers?: RequestHeaders): Promise<Answer<AnswerBody>>;
  /** The entry posted; fails when it is refused. */
  posted(fields?: Record<string, unknown>): Promise<AnswerBody>;
  /** The fields at fault, after checking that nothing was appended and no number was used up. */
  errorsOf(body: unknown): Promise<string[]>;
}

export function useLedger(options?: TestServiceOptions): Ledger {
  const service = useService(options);
  const known = {} as { firm: TestFirm; file: TestCompany; supplier: AnswerBody };
  before('open a company file', async () => {
    known.firm = await service.newFirm();
    known.file = await service.newCompany(known.firm.client, { banks: [{ code: 'ING', label: 'ING' }] });
    const supplier = { type: 'supplier', name: 'Imprimerie' };
    known.supplier = (await known.firm.client.post(`${known.file.path}/third-parties`, supplier)).body;
  });

  const entry: Ledger['entry'] = (fields = {}) => ({
    journal_id: known.file.journal('OD'),
    entry_date: '2026-03-15',
    lines: balanced(),
    ...fields,
  });
  const post: Ledger['post'] = (fields, headers) =>
    known.firm.client.post(`${known.file.path}/entries`, entry(fields), headers);
  const posted: Ledger['posted'] = (fields) => expectStatus(post(fields), 201);
  return {
    service,
    get firm() {
      return known.firm;
    },
    get file() {
      return known.file;
    },
    get supplier() {
      return known.supplier;
    },
    entry,
    post,
    posted,
    async errorsOf(body) {
      const number = (await posted()).number as number;
      const head = await service.core.log.readHead();
      const answer = await known.firm.client.post(`${known.file.path}/entries`, body);
      expect(answer.status, answer.text).to.equal(422);
      expect(answer.headers.get('x-operation-id')).to.equal(null);
      expect(await service.core.log.readHead(), 'nothing is appended').to.equal(head);
      expect((await posted()).number, 'no number is consumed').to.equal(number + 1);
      return Object.keys(answer.body.errors).sort();
    },
  };
}
