import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { matchTransaction } from '../../../commands/bank/match-transaction.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface Rule extends AnswerBody {
  readonly name: string;
  readonly position: number;
  readonly version: number;
  readonly lines: readonly Record<string, unknown>[];
}

interface Trial extends AnswerBody {
  readonly data: readonly (Record<string, unknown> & { readonly lines: readonly Record<string, unknown>[] })[];
  readonly count: number;
}

interface Proposals extends AnswerBody {
  readonly data: readonly (Record<string, unknown> & { readonly rule: object; readonly explanation: string })[];
}

const TELEPHONE = { field: 'counterpart_name', operator: 'words', value: 'proximus' };
const NEW = { name: 'Telephone', conditions: [TELEPHONE], lines: [{ account: '612200' }] };

describe('Bank rules', () => {
  const ledger = useLedger();
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  const made = (fields: object = {}): Promise<Rule> =>
    ledger.firm.client.created<Rule>(path('bank-rules'), { ...NEW, ...fields });

  before(async () => {
    const iban = buildExampleIban(1);
    const journal = {
      code: 'B1',
      label: 'Bank',
      type: 'bank',
      iban,
      control_account_id: ledger.file.account('550000'),
    };
    await ledger.firm.client.post(path('journals'), journal);
    const movement = (amount: string, counterpart_name: string, entry_date: string) => ({
      amount,
      counterpart_name,
      entry_date,
      value_date: entry_date,
      communication: 'INVOICE 2026-03',
    });
    const content = buildCodaFile({
      iban,
      number: '1',
      opening_date: '2026-01-05',
      closing_date: '2026-01-09',
      opening_balance: '1000.00',
      movements: [
        movement('-100.01', 'PROXIMUS NV', '2026-01-06'),
        movement('-50.00', 'PROXIMUS NV', '2026-01-07'),
        movement('75.00', 'PROXIMUS NV', '2026-01-08'),
        ...['-8.00', '-9.00', '-10.00'].map((amount) => movement(amount, 'BAKERY', '2026-01-09')),
      ],
    });
    const file = { field: 'files[]', name: 'a.cod', content, type: 'application/octet-stream' };
    await ledger.firm.client.expect(201).upload('POST', path('coda-files'), [file]);
  });

  it('are shown in their order, with the names of what their lines say, and taken back as they are shown', async () => {
    const { client } = ledger.firm;
    const lines = [
      { account: '612200', share: 60, vat_code: 'P-S-21', label: '{counterpart} {date}' },
      { account_id: ledger.file.account('612300'), share: '40' },
    ];
    const conditions = [{ ...TELEPHONE }, { field: 'amount', operator: 'between', value: [10, null] }];
    const last = await made({ name: 'Last', lines, conditions });
    const first = await made({ name: 'First', position: last.position });
    expect(last).to.deep.include({
      name: 'Last',
      is_active: true,
      is_automatic: false,
      conditions: [TELEPHONE, { field: 'amount', operator: 'between', value: ['10.00', null] }],
      version: 1,
    });
    expect(last.lines[0]).to.include({ account: '612200', share: '60.00', vat_code: 'P-S-21', third_party_id: null });
    expect(last.lines[1]).to.include({ account: '612300', share: '40.00', vat_code: null, label: null });
    const { body: listed } = await client.get<Rule[]>(path('bank-rules'));
    expect(listed.map(({ name }) => name)).to.deep.equal(['First', 'Last']);
    const shown = listed[1]!;
    expect(await client.expect(200).patch<Rule>(path(`bank-rules/${last.id}`), { ...shown })).to.deep.equal(shown);
    const moved = await client.patch<Rule>(path(`bank-rules/${last.id}`), {
      position: first.position,
      name: 'Now first',
    });
    expect(moved.body).to.include({ name: 'Now first', position: first.position });
    const after = await client.get<Rule[]>(path('bank-rules'));
    expect(after.body.map(({ name }) => name)).to.deep.equal(['Now first', 'First']);
    for (const { id } of after.body) await client.expect(204).delete(path(`bank-rules/${id}`));
    const restored = await client.expect(200).post<Rule>(path(`trash/bank-rules/${last.id}/restore`));
    expect(restored.lines[0]).to.include({ account: '612200' });
    await client.delete(path(`bank-rules/${last.id}`));
  });

  it('tell everything that is wrong at once', async () => {
    const wrong = await ledger.firm.client.post<AnswerBody>(path('bank-rules'), {
      name: 'x',
      conditions: [
        { field: 'communication', operator: 'matches', value: '(a+)+\\1' },
        { field: 'amount', operator: 'between', value: ['x', 5] },
        { field: 'amount', operator: 'equals', value: '-5' },
      ],
      lines: [{ account: '612200', share: '50' }],
    });
    expect(Object.keys(wrong.body.errors)).to.deep.equal([
      'conditions.0.value',
      'conditions.1.value',
      'conditions.2.value',
      'lines',
    ]);
    expect(wrong.body.errors.lines).to.deep.equal([
      'The shares of the lines must add up to 100 %. They add up to 50.00 %.',
    ]);
    for (const value of [null, '', {}, [1], true])
      await ledger.firm.client.refused(422).post(path('bank-rules'), { ...NEW, conditions: [{ ...TELEPHONE, value }] });
  });

  it('are tried on the past before they are kept', async () => {
    const { client } = ledger.firm;
    const out = { field: 'direction', operator: 'equals', value: 'out' };
    const lines = [
      { account: '612200', share: '66.67', vat_code: 'P-S-21' },
      { account: '612300', share: '33.33', label: 'Private {date}' },
    ];
    const rule = { ...NEW, conditions: [TELEPHONE, out], lines };
    const body = await client.expect(200).post<Trial>(path('bank-rules/try'), { rule });
    expect(body).to.include({ count: 2, examined: 6, is_complete: true, page: 1 });
    expect(
      body.data.map(({ entry_date, would, status: state }) => [String(entry_date).slice(0, 10), would, state]),
    ).to.deep.equal([
      ['2026-01-07', 'propose', 'pending'],
      ['2026-01-06', 'propose', 'pending'],
    ]);
    expect(
      body.data[1]!.lines.map(({ account, amount, vat_code, label }) => [account, amount, vat_code, label]),
    ).to.deep.equal([
      ['612200', '-66.68', 'P-S-21', 'PROXIMUS NV INVOICE 2026-03'],
      ['612300', '-33.33', null, 'Private 2026-01-06'],
    ]);
    const paged = await client.post<Trial>(path('bank-rules/try'), { rule, per_page: 1, page: 2, to: '2026-01-08' });
    expect(paged.body.data.map(({ amount }) => amount)).to.deep.equal(['-100.01']);
    expect(paged.body.count).to.equal(2);
    const kept = await made({ conditions: [TELEPHONE], is_automatic: true });
    const again = await client.post<Trial>(path('bank-rules/try'), { rule_id: kept.id, from: '2026-01-07' });
    expect(again.body.data.map(({ amount, would }) => [amount, would])).to.deep.equal([
      ['75.00', 'book'],
      ['-50.00', 'book'],
    ]);
    const behind = await client.post<Trial>(path('bank-rules/try'), { rule });
    expect(behind.body.data[0]).to.include({ would: 'give_way', gives_way_to: kept.id });
    await client.refused(422, ['rule.conditions', 'rule.lines']).post<AnswerBody>(path('bank-rules/try'), {});
    await client.refused(422, ['rule_id']).post<AnswerBody>(path('bank-rules/try'), { rule_id: 999_999 });
    await client.delete(path(`bank-rules/${kept.id}`));
  });

  it('are proposed for what was booked by hand in the same way again and again, and count what they book', async () => {
    const { firm, file, service } = ledger;
    const { client } = firm;
    const rule = await made({ name: 'Never', conditions: [{ ...TELEPHONE, value: 'nobody' }] });
    const { body: page } = await client.get<{ data: { id: number; amount: string }[] } & AnswerBody>(
      path('bank-transactions?q=bakery'),
    );
    expect(page.data).to.have.length(3);
    for (const [index, { id, amount }] of page.data.entries()) {
      expect((await client.get<Proposals>(path('bank-rules/proposals'))).body.data).to.deep.equal([]);
      const line = { account: '612300', account_id: null, vat_code: null, vat_code_id: null, third_party_id: null };
      const match = {
        id,
        items: [],
        lines: [{ ...line, amount, label: null }],
        write_off: false,
        label: null,
        origin: 'manual' as const,
        ...(index === 0 && { rule_id: rule.id }),
      };
      const outcome = await matchTransaction(service.core, file.id, match, null, createSystemContext('test'));
      expect(isRefusal(outcome), JSON.stringify(outcome)).to.equal(false);
    }
    const { body } = await client.get<Proposals>(path('bank-rules/proposals'));
    const [proposal, ...others] = body.data;
    expect(others).to.deep.equal([]);
    expect(proposal).to.deep.include({ count: 3, amount_min: '8.00', amount_max: '10.00' });
    expect(proposal!.explanation).to.equal(
      'Booked manually 3 times in the same way for BAKERY, to 612300, last on 2026-01-09.',
    );
    const kept = await client.created<Rule>(path('bank-rules'), proposal!.rule);
    expect((await client.get<Proposals>(path('bank-rules/proposals'))).body.data).to.deep.equal([]);
    const counted = await client.get<Rule>(path(`bank-rules/${rule.id}`));
    expect([counted.body.matched_count, kept.matched_count]).to.deep.equal([1, 0]);
  });

  it('are in the feed, have a history and can be undone', async () => {
    const { client } = ledger.firm;
    const rule = await made({ name: 'Undone' });
    const changed = await client.patch<Rule>(path(`bank-rules/${rule.id}`), { is_automatic: true });
    const operation = changed.headers.get('x-operation-id')!;
    await client.expect(200).post(path(`history/operations/${operation}/revert`), {});
    const { body } = await client.get<Rule & { is_automatic: boolean }>(path(`bank-rules/${rule.id}`));
    expect(body).to.include({ is_automatic: false, version: 3 });
    const feed = await client.get<{ changes: readonly { resource: string; id: number; data: Rule }[] } & AnswerBody>(
      path('sync/pull?since=0&limit=2000'),
    );
    const ofRule = feed.body.changes.find(({ resource, id }) => resource === 'bank-rules' && id === rule.id);
    expect(ofRule!.data).to.deep.equal(body);
  });
});
