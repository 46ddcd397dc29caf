import { expect } from 'chai';
import { expectRefusal, expectStatus, type AnswerBody, type List } from '../../support/client.ts';
import { useBooks } from './support.ts';

describe('Lettering', () => {
  const books = useBooks();
  let customer: number;

  const path = () => `${books.file.path}/lettering`;
  const post = (body: unknown, headers = {}) => books.firm.client.post(path(), body, headers);
  const listed = async (query = '') => (await books.firm.client.get<List>(`${path()}?${query}`)).body;
  const setMost = async (max_amount: number) => {
    const settings = { auto_entries: { reconciliation_difference: { max_amount } } };
    await books.firm.client.expect(200).patch(`${books.file.path}/settings`, settings);
  };

  beforeEach(async () => {
    customer = await books.party();
  });

  it('settles an invoice by its payment and shows both', async () => {
    const invoice = await books.item('121.00', { party: customer, entry_date: '2026-01-10', reference: 'F-1' });
    const payment = await books.item('-121.00', { party: customer, entry_date: '2026-02-15', label: 'Virement' });
    const { status, body, headers } = await post({ line_ids: [payment, invoice] });
    expect(status).to.equal(201);
    expect(headers.get('etag')).to.equal('"v1"');
    expect(body).to.deep.include({
      origin: 'manual',
      reason: null,
      explanation: null,
      settled_on: '2026-02-15T00:00:00.000000Z',
      total: '121.00',
      difference: '0.00',
      difference_entry_id: null,
      third_party: { id: customer, name: 'Hôtel' },
      version: 1,
      lock_version: 1,
    });
    expect(body.code).to.match(/^[A-Z]{3}$/);
    expect(body.account).to.include({ number: '400000' });
    const lines = body.lines as AnswerBody[];
    expect(lines.map((line) => [line.line_id, line.amount, line.reference, line.label])).to.deep.equal([
      [invoice, '121.00', 'F-1', null],
      [payment, '-121.00', null, 'Virement'],
    ]);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({});
    expect((await listed(`third_party_id=${customer}`)).data).to.deep.equal([body]);
    const movements = (await books.firm.client.get(`${books.file.path}/third-parties/${customer}/ledger`)).body;
    expect((movements.data as AnswerBody[]).map((row) => row.lettering_codes)).to.deep.equal([
      [body.code],
      [body.code],
    ]);
  });

  it('settles in part, and what is left later', async () => {
    const invoice = await books.item('100.00', { party: customer, entry_date: '2026-01-10' });
    const first = await books.item('-40.00', { party: customer, entry_date: '2026-02-01' });
    const second = await books.item('-60.00', { party: customer, entry_date: '2026-03-01' });
    await books.letter([invoice, first], { partial: true });
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({
      [invoice]: '60.00',
      [second]: '-60.00',
    });
    const { body } = await books.firm.client.get<List>(`${books.file.path}/open-items?third_party_id=${customer}`);
    expect(body.data[0]).to.deep.include({
      original_amount: '100.00',
      settled_amount: '40.00',
      amount: '60.00',
    });
    await books.letter([second, invoice]);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({});
    const shown = (await listed(`third_party_id=${customer}`)).data;
    expect(shown.map((row) => row.total)).to.deep.equal(['60.00', '40.00']);
  });

  it('is undone, and may be done again', async () => {
    const [invoice, payment] = [
      await books.item('5.00', { party: customer }),
      await books.item('-5.00', { party: customer }),
    ];
    const before = await books.openItems(`third_party_id=${customer}`);
    const { id, code } = (await books.letter([invoice, payment])) as AnswerBody & { code: string };
    const stale = await books.firm.client.delete(`${path()}/${id}`, { 'X-Base-Version': '7' });
    expect(stale.status).to.equal(409);
    expect(stale.body).to.deep.include({ code: 'conflict', server_version: 1 });
    expect(stale.body.server_data).to.include({ id, code });
    const { status, headers } = await books.firm.client.delete(`${path()}/${id}`, { 'X-Base-Version': '1' });
    expect(status).to.equal(204);
    expect(headers.get('x-operation-id')).to.be.a('string');
    expect(headers.get('x-trashed')).to.equal(null);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal(before);
    await books.firm.client.refused(404).delete(`${path()}/${id}`);
    expect((await listed(`third_party_id=${customer}`)).total).to.equal(0);
    expect((await books.letter([invoice, payment])).code).to.not.equal(code);
  });

  it('acts once for one mutation id', async () => {
    const line_ids = [await books.item('5.00', { party: customer }), await books.item('-5.00', { party: customer })];
    const mutation = { 'X-Client-Mutation-Id': `letter-${customer}` };
    const first = await post({ line_ids }, mutation);
    const again = await post({ line_ids }, mutation);
    expect([first.status, again.status]).to.deep.equal([201, 200]);
    expect(again.headers.get('x-idempotent-replay')).to.equal('1');
    expect(again.body).to.deep.equal(first.body);
  });

  it('goes into the feed, and leaves it for good', async () => {
    const pulled = async (since: number) =>
      (await books.firm.client.get(`${books.file.path}/sync/pull?since=${since}&limit=2000`)).body;
    const line_ids = [await books.item('5.00', { party: customer }), await books.item('-5.00', { party: customer })];
    let cursor = (await pulled(0)).cursor as number;
    const lettering = await books.letter(line_ids);
    const changes = (await pulled(cursor)).changes as AnswerBody[];
    expect(changes.map(({ resource, op, data }) => ({ resource, op, data }))).to.deep.equal([
      { resource: 'lettering', op: 'upsert', data: lettering },
    ]);
    cursor = (await pulled(cursor)).cursor as number;
    await books.firm.client.delete(`${path()}/${lettering.id}`);
    const [gone] = (await pulled(cursor)).changes as AnswerBody[];
    expect(gone).to.deep.include({ resource: 'lettering', op: 'delete', id: lettering.id, version: 2 });
    expect(gone!.data).to.deep.include({ id: lettering.id, reason: 'purged' });
  });

  it('counts lines of a third party that was merged for the one that stays', async () => {
    const twin = await books.party();
    const [invoice, payment] = [
      await books.item('9.00', { party: customer }),
      await books.item('-9.00', { party: twin }),
    ];
    await expectRefusal(post({ line_ids: [invoice, payment] }), 422, ['line_ids.1']);
    await books.firm.client.post(`${books.file.path}/third-parties/${twin}/merge`, { into: customer });
    const lettering = await books.letter([payment, invoice]);
    expect(lettering.third_party).to.deep.include({ id: customer });
    expect((await listed(`third_party_id=${customer}`)).total).to.equal(1);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({});
  });

  describe('with a difference', () => {
    before(() => setMost(0.05));
    after(() => setMost(0));

    it('posts it, and takes it back when it is undone', async () => {
      const invoice = await books.item('100.00', { party: customer, entry_date: '2026-01-10' });
      const payment = await books.item('-99.96', { party: customer, entry_date: '2026-02-15' });
      const lettering = await books.letter([invoice, payment], { label: 'Arrondi' });
      expect(lettering).to.include({ total: '100.00', difference: '0.04' });
      expect(lettering.lines).to.have.length(3);
      const entryId = lettering.difference_entry_id as number;
      const entry = (await books.firm.client.get(`${books.file.path}/entries/${entryId}`)).body;
      expect(entry).to.deep.include({
        origin: 'lettering_difference',
        label: 'Arrondi',
        status: 'posted',
        entry_date: '2026-02-15T00:00:00.000000Z',
      });
      expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({});
      await books.firm.client.expect(204).delete(`${path()}/${lettering.id}`);
      expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({
        [invoice]: '100.00',
        [payment]: '-99.96',
      });
      const after = (await books.firm.client.get(`${books.file.path}/entries/${entryId}`)).body;
      expect(after.status).to.equal('reversed');
      // The two entries settle one another from now on.
      const [pair] = (await listed(`third_party_id=${customer}`)).data;
      expect(pair).to.include({ origin: 'reversal', total: '0.04' });
    });

    it('is undone with the reversal of that entry', async () => {
      const line_ids = [await books.item('7.00', { party: customer }), await books.item('-7.05', { party: customer })];
      const lettering = await books.letter(line_ids);
      await books.firm.client.created(
        `${books.file.path}/entries/${lettering.difference_entry_id as number}/reverse`,
        {},
      );
      expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({
        [line_ids[0]!]: '7.00',
        [line_ids[1]!]: '-7.05',
      });
      await books.firm.client.refused(404).delete(`${path()}/${lettering.id}`);
    });

    it('waits for a period that is open', async () => {
      const line_ids = [
        await books.item('7.00', { party: customer, entry_date: '2026-05-01' }),
        await books.item('-6.99', { party: customer, entry_date: '2026-05-02' }),
      ];
      const years = `${books.file.path}/fiscal-years/${books.file.fiscalYearId}`;
      const periods = (await books.firm.client.get(years)).body.periods as { id: number }[];
      await books.firm.client.post(`${years}/periods/${periods[4]!.id}/lock`);
      const refused = await expectRefusal(post({ line_ids }), 422, { code: 'period_locked', reason: 'period_locked' });
      expect(Object.keys(refused.errors)).to.deep.equal(['entry_date']);
      expect((await books.letter(line_ids, { entry_date: '2026-06-01' })).settled_on).to.equal(
        '2026-06-01T00:00:00.000000Z',
      );
    });

    it('is refused when it is too large', async () => {
      const line_ids = [await books.item('7.00', { party: customer }), await books.item('-6.94', { party: customer })];
      const body = await expectRefusal(post({ line_ids }), 422, { code: 'lettering_unbalanced', difference: '0.06' });
      expect(body.errors).to.deep.equal({
        line_ids: ['These lines do not balance. The difference is 0.06, but at most 0.05 is allowed.'],
      });
    });
  });

  it('refuses lines that do not belong together, each at its place', async () => {
    const line_ids = [
      await books.item('5.00', { party: customer }),
      999_999_999,
      await books.item('-5.00', { party: await books.party() }),
      await books.item('-5.00', { party: customer, account: '440000' }),
      await books.item('-5.00', { account: '612400' }),
    ];
    const head = await books.service.core.log.readHead();
    const body = await expectStatus(post({ line_ids: [...line_ids, line_ids[0]] }), 422);
    expect(Object.keys(body.errors).sort()).to.deep.equal([1, 2, 3, 4, 5].map((index) => `line_ids.${index}`));
    expect(await books.service.core.log.readHead()).to.equal(head);
  });

  it('refuses bodies that make no sense', async () => {
    const line_ids = [await books.item('5.00', { party: customer }), await books.item('-5.00', { party: customer })];
    const bad: readonly (readonly [unknown, string])[] = [
      [{}, 'line_ids'],
      [{ line_ids: [1] }, 'line_ids'],
      [{ line_ids: 'x' }, 'line_ids'],
      [{ line_ids: [1, 'x'] }, 'line_ids.1'],
      [{ line_ids: Array.from({ length: 1_001 }, (_, index) => index + 1) }, 'line_ids'],
      [{ line_ids, partial: 'perhaps' }, 'partial'],
      [{ line_ids, entry_date: '2026-02-30' }, 'entry_date'],
      [{ line_ids, label: 'x'.repeat(201) }, 'label'],
    ];
    for (const [body, field] of bad) {
      const answer = await post(body);
      expect(answer.status, JSON.stringify(body).slice(0, 80)).to.equal(422);
      expect(Object.keys(answer.body.errors), field).to.deep.equal([field]);
    }
    await books.firm.client.refused(422).get(`${path()}?account_id=x`);
    const { status, body } = await post({
      line_ids: [await books.item('5.00', { party: customer }), await books.item('6.00', { party: customer })],
      partial: true,
    });
    expect([status, body.code]).to.deep.equal([422, 'lettering_one_sided']);
  });

  it('keeps what another company file has to itself', async () => {
    const line_ids = [await books.item('5.00', { party: customer }), await books.item('-5.00', { party: customer })];
    const other = await books.service.newCompany(books.firm.client);
    await books.firm.client.refused(422, ['line_ids.0', 'line_ids.1']).post(`${other.path}/lettering`, { line_ids });
    const { id } = await books.letter(line_ids);
    await books.firm.client.refused(404).delete(`${other.path}/lettering/${id}`);
    expect((await books.firm.client.get(`${other.path}/lettering`)).body.total).to.equal(0);
  });

  it('is left alone when its account no longer takes letterings, and can still be undone', async () => {
    const account = books.file.account('499000');
    const line_ids = [
      await books.item('5.00', { account: '499000' }),
      await books.item('-5.00', { account: '499000' }),
    ];
    const rest = await books.item('8.00', { account: '499000' });
    const lettering = await books.letter(line_ids);
    const turn = async (is_letterable: boolean) => {
      await books.firm.client.expect(200).patch(`${books.file.path}/accounts/${account}`, {
        is_letterable,
      });
    };
    await turn(false);
    expect(await books.openItems(`account_id=${account}`)).to.deep.equal({});
    expect((await listed(`account_id=${account}`)).total).to.equal(1);
    const refused = await post({ line_ids: [rest, line_ids[1]] });
    expect(Object.keys(refused.body.errors)).to.deep.equal(['line_ids.0', 'line_ids.1']);
    await books.firm.client.expect(204).delete(`${path()}/${lettering.id}`);
    await turn(true);
    expect(await books.openItems(`account_id=${account}`)).to.deep.equal({
      [line_ids[0]!]: '5.00',
      [line_ids[1]!]: '-5.00',
      [rest]: '8.00',
    });
  });
});
