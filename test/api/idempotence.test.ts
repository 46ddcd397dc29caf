import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectRefusal, type AnswerBody } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

describe('Idempotence', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const entry = (of: TestCompany, label = 'Once') => ({
    journal_id: of.journal('OD'),
    entry_date: '2026-03-15',
    label,
    lines: [
      { account: '604000', debit: '1.00' },
      { account: '440000', credit: '1.00' },
    ],
  });
  const keyed = (key: string) => ({ 'X-Client-Mutation-Id': key });
  const total = async (of: TestCompany) => (await firm.client.get(`${of.path}/entries`)).body.total as number;

  it('replays the answer with 200 and a header, and does nothing twice', async () => {
    const key = randomUUID();
    const first = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    expect([first.status, first.headers.get('x-idempotent-replay')]).to.deep.equal([201, null]);
    const before = await service.core.log.readHead();
    for (let again = 0; again < 3; again += 1) {
      const replay = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
      expect([replay.status, replay.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
      expect(replay.text).to.equal(first.text);
      for (const header of ['etag', 'x-operation-id'])
        expect(replay.headers.get(header)).to.equal(first.headers.get(header));
    }
    expect(await service.core.log.readHead()).to.equal(before);
  });

  it('takes Idempotency-Key for the same thing', async () => {
    const key = randomUUID();
    const first = await firm.client.post(`${file.path}/entries`, entry(file), { 'Idempotency-Key': key });
    const replay = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    const quoted = await firm.client.post(`${file.path}/entries`, entry(file), { 'Idempotency-Key': `"${key}"` });
    const both = await firm.client.post(`${file.path}/entries`, entry(file), { 'Idempotency-Key': key, ...keyed(key) });
    expect([first.status, replay.status, quoted.status, both.status]).to.deep.equal([201, 200, 200, 200]);
    for (const answer of [replay, quoted, both]) expect(answer.body).to.deep.equal(first.body);
    await firm.client.refused(422).post(`${file.path}/entries`, entry(file), {
      'Idempotency-Key': randomUUID(),
      ...keyed(key),
    });
  });

  it('replays creations, changes, trashings and restorings of records', async () => {
    const party = (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'A' })).body;
    const path = `${file.path}/third-parties/${party.id}`;
    const steps: readonly (readonly [method: string, path: string, body: unknown, status: number])[] = [
      ['POST', `${file.path}/third-parties`, { type: 'customer', name: 'B' }, 201],
      ['PATCH', path, { name: 'A2' }, 200],
      ['DELETE', path, undefined, 204],
      ['POST', `${file.path}/trash/third-parties/${party.id}/restore`, undefined, 200],
    ];
    for (const [method, target, body, status] of steps) {
      const key = randomUUID();
      const first = await firm.client.request(method, target, { body, headers: keyed(key) });
      expect(first.status, `${method} ${first.text}`).to.equal(status);
      const before = await service.core.log.readHead();
      const replay = await firm.client.request(method, target, { body, headers: keyed(key) });
      expect([replay.status, replay.headers.get('x-idempotent-replay'), replay.text]).to.deep.equal([
        200,
        '1',
        first.text,
      ]);
      expect(replay.headers.get('x-trashed')).to.equal(first.headers.get('x-trashed'));
      expect(await service.core.log.readHead()).to.equal(before);
    }
    expect((await firm.client.get(path)).body.version).to.equal(4);
  });

  it('replays the opening of a company file, which counts in the scope of the user', async () => {
    const key = randomUUID();
    const body = { name: 'Once only', fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' } };
    const first = await firm.client.post('/v1/companies', body, keyed(key));
    const replay = await firm.client.post('/v1/companies', body, keyed(key));
    expect([first.status, replay.status]).to.deep.equal([201, 200]);
    expect(replay.text).to.equal(first.text);
    expect(
      (await firm.client.get<AnswerBody[]>('/v1/companies')).body.filter(({ name }) => name === 'Once only'),
    ).to.have.length(1);
  });

  it('judges a refused business rule anew: what was refused may be accepted now', async () => {
    const key = randomUUID();
    const body = {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines: [
        { account: '619500', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    };
    await firm.client.refused(422).post(`${file.path}/entries`, body, keyed(key));
    await firm.client.post(`${file.path}/accounts`, { number: '619500', label: 'Now', type: 'expense' });
    const again = await firm.client.post(`${file.path}/entries`, body, keyed(key));
    expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([201, null]);
    const replay = await firm.client.post(`${file.path}/entries`, body, keyed(key));
    expect([replay.status, replay.text]).to.deep.equal([200, again.text]);
  });

  it('judges a write in a locked period anew: once it is unlocked, it is made', async () => {
    const own = await service.newCompany(firm.client);
    const { body: years } = await firm.client.get<{ id: number; periods: { id: number }[] }[]>(
      `${own.path}/fiscal-years`,
    );
    const march = `${own.path}/fiscal-years/${years[0]!.id}/periods/${years[0]!.periods[2]!.id}`;
    const key = keyed(randomUUID());
    await firm.client.expect(200).post(`${march}/lock`);
    for (let again = 0; again < 2; again += 1) {
      const refused = await firm.client.post(`${own.path}/entries`, entry(own), key);
      expect([refused.status, refused.body.code, refused.headers.get('x-idempotent-replay')]).to.deep.equal([
        422,
        'period_locked',
        null,
      ]);
    }
    await firm.client.expect(200).post(`${march}/unlock`);
    await firm.client.created(`${own.path}/entries`, entry(own), key);
    await firm.client.expect(200).post(`${own.path}/entries`, entry(own), key);
    expect(await total(own)).to.equal(1);
  });

  it('does not remember a body that was not understood: the key is free for the right one', async () => {
    const key = randomUUID();
    await firm.client.refused(400).post(`${file.path}/entries`, '{', keyed(key));
    await firm.client.refused(422).post(`${file.path}/entries`, { journal_id: 'x' }, keyed(key));
    await firm.client.created(`${file.path}/entries`, entry(file), keyed(key));
  });

  it('leaves the key of a conflict free for the version that was read since', async () => {
    const party = (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'A' })).body;
    const path = `${file.path}/third-parties/${party.id}`;
    await firm.client.patch(path, { name: 'B' });
    const key = randomUUID();
    const from = (version: string) => ({ ...keyed(key), 'X-Base-Version': version });
    const change = (version: string) => firm.client.patch(path, { name: 'C' }, from(version));
    expect([(await change('1')).status, (await change('1')).status]).to.deep.equal([409, 409]);
    const made = await change('2');
    expect([made.status, made.body.name], made.text).to.deep.equal([200, 'C']);
    const replay = await change('2');
    expect([replay.status, replay.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
    await expectRefusal(change('3'), 422, 'idempotency_key_reused');
  });

  it('does not repeat a refusal that was kept in earlier times', async () => {
    const key = randomUUID();
    await firm.client.created(`${file.path}/entries`, entry(file), keyed(key));
    await waitFor(
      async () =>
        (
          await service.core.pool.query(
            `UPDATE ops.idempotence SET status = 409, fingerprint = 'other', answer = '{"status":409,"headers":{},"body":null}',
               key = key || '-kept' WHERE key = $1 AND lease_until IS NULL`,
            [key],
          )
        ).rowCount === 1,
    );
    await firm.client.created(`${file.path}/entries`, entry(file), keyed(`${key}-kept`));
  });

  it('judges access and unknown records anew each time', async () => {
    const key = randomUUID();
    const reviewer = await service.newMember(firm, 'reviewer');
    await reviewer.client.refused(403).post(`${file.path}/entries`, entry(file), keyed(key));
    await service.join(firm, reviewer.id, 'encoder');
    await reviewer.client.created(`${file.path}/entries`, entry(file), keyed(key));
  });

  it('refuses a key that comes again with another body, path or method', async () => {
    const key = randomUUID();
    const party = (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'A' })).body;
    const first = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    const before = await service.core.log.readHead();
    const requests = [
      firm.client.post(`${file.path}/entries`, entry(file, 'Other'), keyed(key)),
      firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'B' }, keyed(key)),
      firm.client.patch(`${file.path}/third-parties/${party.id}`, { name: 'B' }, keyed(key)),
      firm.client.delete(`${file.path}/third-parties/${party.id}`, keyed(key)),
    ];
    for (const { status, body } of await Promise.all(requests))
      expect([status, body.code]).to.deep.equal([422, 'idempotency_key_reused']);
    expect(await service.core.log.readHead()).to.equal(before);
    const sameInOtherOrder = Object.fromEntries(Object.entries(entry(file)).reverse());
    const replay = await firm.client.post(`${file.path}/entries`, sameInOtherOrder, keyed(key));
    expect([replay.status, replay.body]).to.deep.equal([200, first.body]);
  });

  it('keeps the keys of users and of company files apart', async () => {
    const key = randomUUID();
    const colleague = await service.newMember(firm, 'encoder');
    const other = await service.newCompany(firm.client);
    const answers = [
      await firm.client.post(`${file.path}/entries`, entry(file), keyed(key)),
      await colleague.client.post(`${file.path}/entries`, entry(file), keyed(key)),
      await firm.client.post(`${other.path}/entries`, entry(other), keyed(key)),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id))).to.have.property('size', 3);
  });

  it('acts once when the same request comes a hundred times at once', async () => {
    const own = await service.newCompany(firm.client);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => firm.client.post(`${own.path}/entries`, entry(own), keyed(key))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).to.have.length(1);
    for (const { status, body, headers } of answers) {
      expect([200, 201, 409]).to.include(status);
      if (status === 200) expect(headers.get('x-idempotent-replay')).to.equal('1');
      if (status === 409) expect(body.code).to.equal('request_in_progress');
    }
    expect(new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.id))).to.have.property(
      'size',
      1,
    );
    expect(await total(own)).to.equal(1);
  });

  it('finds its own events when the memory of the answer is lost after the append', async () => {
    const key = randomUUID();
    const first = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    // As after a crash between the append and the memory of the answer: the claim is there and has run out.
    await waitFor(
      async () =>
        (
          await service.core.pool.query(
            `UPDATE ops.idempotence SET lease_until = now(), status = NULL, answer = NULL WHERE key = $1 AND lease_until IS NULL`,
            [key],
          )
        ).rowCount === 1,
    );
    const before = await service.core.log.readHead();
    const again = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    expect(again.status, again.text).to.be.oneOf([200, 201]);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('x-operation-id'), 'the operation under which it happened').to.equal(
      first.headers.get('x-operation-id'),
    );
    expect(await service.core.log.readHead()).to.equal(before);
  });

  it('refuses keys that are too long or not printable', async () => {
    await firm.client.created(`${file.path}/entries`, entry(file), keyed('k'.repeat(64)));
    const long = await firm.client.post(`${file.path}/entries`, entry(file), keyed('k'.repeat(65)));
    expect(long.status).to.equal(422);
    expect(long.body.errors).to.have.all.keys('X-Client-Mutation-Id');
    const alias = await firm.client.post(`${file.path}/entries`, entry(file), { 'Idempotency-Key': 'k'.repeat(65) });
    expect(alias.body.errors).to.have.all.keys('Idempotency-Key');
    await firm.client.refused(422).post(`${file.path}/entries`, entry(file), keyed('é'));
  });
});

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('Waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
