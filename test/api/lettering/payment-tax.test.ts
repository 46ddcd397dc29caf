import { expect } from 'chai';
import type { AnswerBody, List } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { linesOf } from '../ledger/support.ts';

describe('Tax that is due with the payment, over HTTP', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let customer: number;

  before('open a French company file', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { country_pack: 'FR', vat_regime: 'monthly' });
  });

  const post = async (path: string, body: object, expected = 201): Promise<AnswerBody> => {
    const answer = await firm.client.post(`${file.path}${path}`, body);
    expect(answer.status, answer.text).to.equal(expected);
    return answer.body;
  };

  beforeEach(async () => {
    customer = (await post('/third-parties', { type: 'customer', name: 'Hôtel' })).id;
  });

  const lineOf = (entry: AnswerBody): number => linesOf(entry).find(({ account }) => account.number === '411000')!.id;
  const invoice = async (entry_date: string, reference: string | null = null): Promise<AnswerBody> =>
    post('/entries/invoice', {
      journal_id: file.journal('VEN'),
      third_party_id: customer,
      entry_date,
      reference,
      lines: [{ account: '706000', amount: '100.00', vat_code: 'S-E-20' }],
    });
  const payment = async (amount: string, entry_date: string, reference: string | null = null): Promise<AnswerBody> =>
    post('/entries', {
      journal_id: file.journal('OD'),
      entry_date,
      reference,
      lines: [
        { account: '530000', debit: amount },
        { account: '411000', credit: amount, third_party_id: customer },
      ],
    });
  const letter = (...entries: readonly AnswerBody[]) =>
    post('/lettering', { line_ids: entries.map(lineOf), partial: true });

  /** What stands on the account, credit positive. */
  const standing = async (number: string): Promise<string> => {
    const { rows } = await service.core.pool.query<{ balance: string }>(
      `SELECT coalesce(sum(l.credit - l.debit), 0)::numeric(20,2)::text AS balance FROM read.entry_lines l
       JOIN read.accounts a ON a.id = l.account_id WHERE a.number = $1 AND a.company_id = $2`,
      [number, file.id],
    );
    return rows[0]!.balance;
  };
  const both = async () => [await standing('445741'), await standing('445711')];
  const taxEntries = async (): Promise<AnswerBody[]> => {
    const { body } = await firm.client.get<List>(`${file.path}/entries?per_page=200`);
    return body.data.filter(({ origin }) => origin === 'tax_on_payment');
  };

  it('moves with parts of the payment, and back with the undoing of each and with a reversal', async () => {
    const sale = await invoice('2026-02-10');
    expect(await both()).to.deep.equal(['20.00', '0.00']);
    const first = await letter(sale, await payment('60.00', '2026-03-05'));
    expect(await both()).to.deep.equal(['10.00', '10.00']);
    const second = await payment('60.00', '2026-04-05');
    await letter(sale, second);
    expect(await both()).to.deep.equal(['0.00', '20.00']);

    const undone = await firm.client.delete(`${file.path}/lettering/${first.id}`);
    expect(undone.status, undone.text).to.be.oneOf([200, 204]);
    expect(await both()).to.deep.equal(['10.00', '10.00']);
    await post(`/entries/${second.id}/reverse`, { entry_date: '2026-05-02' });
    expect(await both()).to.deep.equal(['20.00', '0.00']);

    const [entry] = await taxEntries();
    const { body: shown } = await firm.client.get(`${file.path}/entries/${entry!.id}`);
    expect(shown.vat).to.have.nested.property('[0].exigibility', 'invoice');
    for (const lang of ['fr', 'nl', 'en', 'de']) {
      const path = `${file.path}/entries/${entry!.id}/reverse?lang=${lang}`;
      const refused = await firm.client.post(path, {});
      expect(refused.status, refused.text).to.be.within(409, 422);
      expect(refused.text).to.contain('entry_of_lettering');
    }
    await post(`/entries/${sale.id}/reverse`, { entry_date: '2026-05-03' });
    expect(await both()).to.deep.equal(['0.00', '0.00']);
  });

  it('moves with automatic lettering too, each on the day of its payment', async () => {
    const before = (await taxEntries()).length;
    for (const month of ['06', '07']) {
      await invoice(`2026-${month}-01`, `F-${month}`);
      await payment('120.00', `2026-${month}-20`, `F-${month}`);
    }
    const [waiting, due] = (await both()).map(Number) as [number, number];
    await post('/lettering/auto', { apply: true }, 200);
    expect((await both()).map(Number)).to.deep.equal([waiting - 40, due + 40]);
    expect((await taxEntries()).length).to.equal(before + 2);
  });
});
