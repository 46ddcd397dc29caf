import { expect } from 'chai';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('What is wrong with a request', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const codes = async (path: string, body: unknown, method = 'POST') => {
    const answer = await firm.client.request(method, `${file.path}/${path}`, { body });
    expect(answer.status, answer.text).to.equal(422);
    expect(Object.keys(answer.body['error_codes'] as object)).to.deep.equal(Object.keys(answer.body.errors));
    return answer.body['error_codes'];
  };

  const line = (account: string, side: object) => ({ account, ...side });

  it('is told in one answer: the form of an entry and the rules of the books', async () => {
    expect(
      await codes('entries', {
        journal_id: 999_999,
        entry_date: '2026-03-15',
        due_date: 'soon',
        lines: [line('604000', { debit: '10,00' }), line('999999', { credit: '10.00' })],
      }),
    ).to.deep.equal({
      due_date: ['not_a_date'],
      'lines.0.debit': ['not_an_amount'],
      journal_id: ['journal_unknown'],
      'lines.1.account': ['account_unknown'],
    });
  });

  it('is told without what only follows from the wrong fields', async () => {
    expect(
      await codes('entries', {
        journal_id: 'OD',
        entry_date: '15/03/2026',
        due_date: '2026-03-01',
        lines: [line('604000', { credit: 'x' }), { account_id: 'y', debit: '10.00' }],
      }),
    ).to.deep.equal({
      journal_id: ['not_an_integer'],
      entry_date: ['not_a_date'],
      'lines.0.credit': ['not_an_amount'],
      'lines.1.account_id': ['not_an_integer'],
    });
  });

  it('is told so of invoices, previews and batches too', async () => {
    const document = {
      journal_id: file.journal('ACH'),
      entry_date: '2035-01-01',
      third_party_id: 999_999,
      lines: [{ account: '604000', amount: 'much', vat_code: 'NONE' }],
    };
    const expected = {
      'lines.0.amount': ['not_an_amount'],
      entry_date: ['date_outside_fiscal_years'],
      third_party_id: ['third_party_unknown'],
      'lines.0.vat_code': ['vat_code_unknown'],
    };
    expect(await codes('entries/invoice', document)).to.deep.equal(expected);
    expect(await codes('entries/preview', { kind: 'invoice', ...document })).to.deep.equal(expected);
    expect(await codes('entries/batch', { entries: [{ kind: 'invoice', ...document }] })).to.deep.equal(
      Object.fromEntries(Object.entries(expected).map(([field, found]) => [`entries.0.${field}`, found])),
    );
  });

  it('is told so of records that are made or changed', async () => {
    const { body: existing } = await firm.client.get<{ number: string }[]>(`${file.path}/accounts?limit=1`);
    const { number } = existing[0]!;
    expect(await codes('accounts', { number, is_active: 'perhaps' })).to.deep.equal({
      label: ['required'],
      is_active: ['not_a_boolean'],
      number: ['record_taken'],
    });
    expect(await codes('third-parties', { type: 'friend', name: 'X', default_account_id: 999_999_999 })).to.deep.equal({
      type: ['not_one_of'],
      default_account_id: ['reference_unknown'],
    });
    const { body: account } = await firm.client.post(`${file.path}/accounts`, { number: '612998', label: 'Thé' });
    expect(await codes(`accounts/${account.id}`, { number, label: 'x'.repeat(1_000) }, 'PATCH')).to.deep.equal({
      label: ['text_too_long'],
      number: ['record_taken'],
    });
  });

  it('leaves nothing behind', async () => {
    const { body } = await firm.client.get(`${file.path}/entries`);
    expect(body['total']).to.equal(0);
  });
});
