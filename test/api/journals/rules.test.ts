import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('Routing rules of journals', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let supplier: number;
  let path: string;

  beforeEach(async () => {
    firm ??= await service.newFirm();
    file = await service.newCompany(firm.client);
    path = `${file.path}/journals/${file.journal('ACH')}/rules`;
    const body = { type: 'supplier', name: 'Proximus SA' };
    supplier = (await firm.client.post(`${file.path}/third-parties`, body)).body.id;
  });

  const account = async (number: string) =>
    ((await firm.client.get(`${file.path}/accounts?q=${number}`)).body as unknown as AnswerBody[]).find(
      (row) => row.number === number,
    )!.id;
  const rules = async () => (await firm.client.get(path)).body as unknown as AnswerBody[];
  const add = (body: object) => firm.client.created(path, body);

  it('are listed in order, changed, moved and removed', async () => {
    const first = await add({ label: 'Téléphone', keyword: 'gsm', account_id: await account('612400') });
    expect(first).to.include({ position: 1, keyword: 'gsm', journal_id: file.journal('ACH'), is_active: true });
    const second = await add({ third_party_id: supplier, position: 1 });
    expect((await rules()).map(({ id }) => id)).to.deep.equal([second.id, first.id]);
    const moved = await firm.client.patch(`${path}/${first.id}`, { position: 1, amount_min: '10', journal_id: 1 });
    expect(moved.body).to.include({ position: 1, amount_min: '10.00', journal_id: file.journal('ACH') });
    expect((await rules()).map(({ id, position }) => [id, position])).to.deep.equal([
      [first.id, 1],
      [second.id, 2],
    ]);
    const { body: journal } = await firm.client.get(`${file.path}/journals/${file.journal('ACH')}`);
    expect((journal.rules as AnswerBody[]).map(({ id }) => id)).to.deep.equal([first.id, second.id]);
    expect((journal.rules as AnswerBody[])[0]).to.include({ amount_min: '10.00', keyword: 'gsm' });
    await firm.client.expect(204).delete(`${path}/${first.id}`);
    expect(await rules()).to.have.length(1);
    await firm.client.expect(200).post(`${file.path}/trash/journal-rules/${first.id}/restore`);
    expect(await rules()).to.have.length(2);
  });

  it('answer 409 to a version that has moved on', async () => {
    const { id } = await add({ keyword: 'a' });
    await firm.client.patch(`${path}/${id}`, { keyword: 'b' });
    const stale = await firm.client.patch(`${path}/${id}`, { keyword: 'c' }, { 'X-Base-Version': '1' });
    expect([stale.status, stale.body.server_version]).to.deep.equal([409, 2]);
  });

  it('refuse what cannot be', async () => {
    const other = await service.newCompany(firm.client);
    const cases: readonly (readonly [object, string])[] = [
      [{ third_party_id: 999_999 }, 'third_party_id'],
      [{ account_id: await foreignAccount(other) }, 'account_id'],
      [{ amount_min: '-1' }, 'amount_min'],
      [{ amount_min: '2', amount_max: '1' }, 'amount_max'],
      [{ direction: 'sideways' }, 'direction'],
      [{ direction: 'sale' }, 'direction'],
      [{ position: 0 }, 'position'],
      [{ keyword: 'x'.repeat(201) }, 'keyword'],
    ];
    for (const [body, field] of cases) {
      const { status, body: answer } = await firm.client.post(path, body);
      expect([status, Object.keys(answer.errors ?? {})], JSON.stringify(body)).to.deep.equal([422, [field]]);
    }
    const cash = await firm.client.post(`${file.path}/journals/${file.journal('CAI')}/rules`, {});
    expect(Object.keys(cash.body.errors)).to.deep.equal(['journal_id']);
    expect(await rules()).to.deep.equal([]);
  });

  it('are found only below their own journal', async () => {
    const { id } = await add({ keyword: 'a' });
    const elsewhere = `${file.path}/journals/${file.journal('VEN')}/rules`;
    await firm.client.refused(404).patch(`${elsewhere}/${id}`, { keyword: 'b' });
    await firm.client.refused(404).delete(`${elsewhere}/${id}`);
    await firm.client.refused(404).get(`${file.path}/journals/999999/rules`);
    await firm.client.refused(404).post(`${file.path}/journals/999999/rules`, {});
  });

  it('explain which of them takes a document', async () => {
    const accountId = await account('612400');
    await add({ keyword: 'loyer', label: 'Loyer' });
    const { id } = await add({
      third_party_id: supplier,
      amount_max: '200',
      keyword: 'proximus',
      account_id: accountId,
    });
    const test = (body: object, client = firm.client) => client.post(`${file.path}/journal-rules/test`, body);
    const taken = await test({ direction: 'purchase', third_party_id: supplier, amount: '121.00' });
    expect(taken.status, taken.text).to.equal(200);
    expect(taken.body).to.deep.include({
      rule_id: id,
      journal: { id: file.journal('ACH'), code: 'ACH', type: 'purchase' },
      account_id: accountId,
      vat_code_id: null,
    });
    expect(taken.headers.get('x-operation-id')).to.equal(null);
    const [loyer] = taken.body.evaluations as AnswerBody[];
    expect(loyer).to.include({ label: 'Loyer', matches: false });
    const missing = (loyer!.conditions as AnswerBody[]).find(({ met }) => !met);
    expect(missing).to.deep.equal({
      condition: 'keyword',
      met: false,
      explanation: 'The document does not contain “loyer”.',
    });
    const large = await test({ direction: 'purchase', third_party_id: supplier, amount: '200.01' });
    expect(large.body).to.include({ rule_id: null });
    expect(large.body.journal).to.include({ code: 'ACH' });
    const credit = await test({ direction: 'purchase', document_type: 'credit_note' });
    expect(credit.body.journal).to.include({ code: 'NCA' });
    const dutch = await service.newMember(firm, 'reviewer', { locale: 'nl' });
    const inDutch = await test({ direction: 'sale' }, dutch.client);
    expect(inDutch.body.explanation).to.match(/standaarddagboek VEN/);
    for (const body of [
      {},
      { direction: 'x' },
      { direction: 'sale', third_party_id: 999_999 },
      { direction: 'sale', amount: 'x' },
    ])
      expect((await test(body)).status, JSON.stringify(body)).to.equal(422);
  });

  async function foreignAccount(other: TestCompany): Promise<number> {
    return ((await firm.client.get(`${other.path}/accounts`)).body as unknown as AnswerBody[])[0]!.id;
  }
});
