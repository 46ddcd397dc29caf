import { expect } from 'chai';
import { expectStatus, type AnswerBody, type RequestHeaders } from '../../support/client.ts';
import { useLedger } from './support.ts';

describe('PATCH entries/{id}', () => {
  const ledger = useLedger();

  const pathOf = ({ id }: Pick<AnswerBody, 'id'>) => `${ledger.file.path}/entries/${id}`;
  const amend = (entry: Pick<AnswerBody, 'id'>, body: unknown, headers: RequestHeaders = {}) =>
    ledger.firm.client.patch(pathOf(entry), body, headers);
  const read = (entry: Pick<AnswerBody, 'id'>) => ledger.firm.client.get(pathOf(entry));

  it('changes the label, the reference and the due date, and makes a new version', async () => {
    const original = await ledger.posted({ label: 'Papier', reference: 'F-1', due_date: '2026-04-15' });
    const { status, body, headers } = await amend(original, {
      label: ' Encre ',
      reference: null,
      due_date: '2026-05-01',
    });
    expect(status).to.equal(200);
    expect(headers.get('etag')).to.equal('"v2"');
    expect(headers.get('x-operation-id')).to.be.a('string');
    const { updated_at, ...same } = original;
    expect(body).to.deep.include({
      ...same,
      label: 'Encre',
      reference: null,
      due_date: '2026-05-01T00:00:00.000000Z',
      version: 2,
      lock_version: 2,
    });
    expect(body.updated_at).to.not.equal(updated_at);
    const shown = await read(original);
    expect(shown.body).to.deep.equal(body);
    expect(shown.headers.get('etag')).to.equal('"v2"');
    const feed = await ledger.firm.client.get<{
      changes: { resource: string; id: number; version: number; data: unknown }[];
    }>(`${ledger.file.path}/sync/pull?limit=2000`);
    const fed = feed.body.changes.filter(({ resource, id }) => resource === 'entries' && id === original.id);
    expect(fed).to.have.length(1);
    expect(fed[0]).to.deep.include({ version: 2, data: body });
  });

  it('leaves alone what is not sent, and refuses to change anything else of the entry', async () => {
    const original = await ledger.posted({ label: 'Papier', reference: 'F-2' });
    const final = { entry_date: '2026-06-01', journal_id: ledger.file.journal('CAI'), lines: [] };
    const refused = await amend(original, { reference: 'F-3', ...final });
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, Object.keys(final)]);
    const { body } = await amend(original, { reference: 'F-3', number: 99, status: 'reversed' });
    const { updated_at: _then, ...same } = original;
    expect(body).to.deep.include({ ...same, reference: 'F-3', version: 2, lock_version: 2 });
  });

  it('records nothing when nothing changes', async () => {
    const original = await ledger.posted({ label: 'Papier' });
    const head = await ledger.service.core.log.readHead();
    for (const body of [{}, { label: 'Papier' }, { label: 'Papier', due_date: null }]) {
      const answer = await amend(original, body);
      expect([answer.status, answer.headers.get('x-operation-id')]).to.deep.equal([200, null]);
      expect(answer.body).to.deep.equal(original);
    }
    expect(await ledger.service.core.log.readHead()).to.equal(head);
  });

  it('respects the version that the client has seen', async () => {
    const original = await ledger.posted();
    const latest = (await amend(original, { label: 'A' }, { 'X-Base-Version': '1' })).body;
    const { status, body } = await amend(original, { label: 'B' }, { 'If-Match': '"v1"' });
    expect([status, body.code, body.server_version]).to.deep.equal([409, 'conflict', 2]);
    expect(body.server_data).to.deep.equal(latest);
  });

  it('refuses what is no label, reference or due date, and a due date before the entry', async () => {
    const original = await ledger.posted();
    for (const [body, ...fields] of [
      [{ due_date: '2026-03-14' }, 'due_date'],
      [{ due_date: 'soon' }, 'due_date'],
      [{ label: 'x'.repeat(201), reference: 'x'.repeat(101) }, 'label', 'reference'],
      [{ label: 5 }, 'label'],
      [{ reference: 'a\0b' }, 'reference'],
    ] as const) {
      const answer = await amend(original, body);
      expect(answer.status, JSON.stringify(body)).to.equal(422);
      expect(answer.body.errors).to.have.all.keys(...fields);
    }
    expect((await read(original)).body).to.deep.equal(original);
  });

  it('is possible on an entry that was reversed: its words may still be wrong', async () => {
    const original = await ledger.posted();
    await ledger.firm.client.post(`${pathOf(original)}/reverse`);
    const body = await expectStatus(amend(original, { label: 'Reversed, see there' }), 200);
    expect(body).to.include({ status: 'reversed', version: 3, label: 'Reversed, see there' });
    expect(body.reversed_by_entry_id).to.be.a('number');
  });

  it('leaves label and reference of a French entry as they were validated; due date and dispute can change', async () => {
    const { client } = ledger.firm;
    const file = await ledger.service.newCompany(client, { country_pack: 'FR', enterprise_number: '732829320' });
    const entry = await client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      label: 'Papier',
      reference: 'F-1',
      lines: [
        { account: '606400', debit: '10.00' },
        { account: '401000', credit: '10.00' },
      ],
    });
    const path = `${file.path}/entries/${entry.id}`;
    const refusal = await client.patch(path, { label: 'Encre', reference: 'F-2', due_date: '2026-05-01' });
    expect([refusal.status, refusal.body.code, Object.keys(refusal.body.errors)]).to.deep.equal([
      422,
      'entry_validated',
      ['label', 'reference'],
    ]);
    expect((await client.get(path)).body).to.deep.equal(entry);
    const due = await client.patch(path, { label: 'Papier', reference: 'F-1', due_date: '2026-05-01' });
    expect([due.status, due.body.due_date]).to.deep.equal([200, '2026-05-01T00:00:00.000000Z']);
    const [, line] = entry.lines as { id: number }[];
    const disputed = await client.patch(path, {
      lines: [{ id: line!.id, is_disputed: true, dispute_reason: 'Retour' }],
    });
    expect(disputed.status).to.equal(200);
  });
});
