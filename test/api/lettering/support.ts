import { expect } from 'chai';
import type { AnswerBody, List } from '../../support/client.ts';
import { linesOf, useLedger, type Ledger } from '../ledger/support.ts';

/** A company file with third parties whose invoices and payments are to be lettered. */
export interface Books extends Ledger {
  party(fields?: object): Promise<number>;
  /** Posts a line of an amount, debit or (negative) credit, for a third party, and gives its id. */
  item(amount: string, fields?: ItemFields): Promise<number>;
  letter(lineIds: readonly number[], fields?: object): Promise<AnswerBody>;
  /** Open items as `id: amount`. */
  openItems(query?: string): Promise<Record<number, string>>;
}

export interface ItemFields {
  readonly party?: number | null;
  readonly account?: string;
  readonly entry_date?: string;
  readonly due_date?: string;
  readonly reference?: string;
  readonly label?: string;
}

export function useBooks(): Books {
  const ledger = useLedger();
  const party: Books['party'] = async (fields = {}) => {
    const body = { type: 'customer', name: 'Hôtel', ...fields };
    const answer = await ledger.firm.client.created(`${ledger.file.path}/third-parties`, body);
    return answer.id;
  };
  const item: Books['item'] = async (amount, { party: third_party_id = null, account = '400000', ...fields } = {}) => {
    const [own, other] = amount.startsWith('-') ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const);
    const size = amount.replace('-', '');
    const lines = [
      { account, [own]: size, third_party_id },
      { account: '550000', [other]: size },
    ];
    return linesOf(await ledger.posted({ ...fields, lines }))[0]!.id;
  };
  return Object.assign(Object.create(ledger) as Ledger, {
    party,
    item,
    async letter(lineIds: readonly number[], fields: object = {}) {
      const answer = await ledger.firm.client.post(`${ledger.file.path}/lettering`, { line_ids: lineIds, ...fields });
      expect(answer.status, answer.text).to.equal(201);
      return answer.body;
    },
    async openItems(query = '') {
      const body = await ledger.firm.client.ok<List>(`${ledger.file.path}/open-items?per_page=200&${query}`);
      return Object.fromEntries(body.data.map((row) => [row.id, row.amount as string]));
    },
  });
}
