import { join } from 'node:path';
import { expect } from 'chai';
import { completeErasures } from '../../../commands/persons/complete-erasures.ts';
import { erasePerson } from '../../../commands/persons/erase-person.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { listPendingErasures } from '../../../stores/persons/pending.ts';
import type { Vault } from '../../../stores/vault/vault.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany } from '../../support/service.ts';

interface Erased {
  readonly erased_fields: readonly string[];
  readonly kept: readonly { readonly field: string; readonly until: string; readonly reason: string }[];
}

interface Change {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly can_revert: boolean;
}

interface Exported {
  readonly kept_until: string;
  readonly data: readonly { readonly field: string; readonly value: unknown; readonly kept_until: string | null }[];
  readonly earlier_values: readonly { readonly field: string; readonly value: unknown }[];
  readonly used_in: readonly unknown[];
  readonly files: readonly { readonly name: string; readonly resource: string }[];
}

describe('Erasing a person', () => {
  const service = useService({ from: 'books' });
  let client: Client;
  let file: TestCompany;
  let path: string;

  before(async () => {
    ({ client } = await service.newFirm());
    file = await service.newCompany(client);
    path = `${file.path}/third-parties`;
  });

  const create = (fields: Record<string, unknown> = {}): Promise<AnswerBody> =>
    client.created(path, {
      type: 'customer',
      name: 'Jane Doe',
      phone: '+32470000000',
      notes: 'Rings twice',
      ...fields,
    });
  const post = (thirdPartyId: number): Promise<AnswerBody> =>
    client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-01',
      lines: [
        { account: '400000', debit: '10.00', third_party_id: thirdPartyId },
        { account: '700000', credit: '10.00' },
      ],
    });
  const erase = (id: number, fields: Record<string, unknown> = {}) =>
    client.post<Erased>(`${path}/${id}/erase`, { reason: 'Request of the person', confirm: 'Jane Doe', ...fields });
  const read = async (id: number) => (await client.get<AnswerBody>(`${path}/${id}`)).body;

  it('erases everything of a person that the books do not know', async () => {
    const { id } = await create({ email: 'jane@example.net' });
    const { status, body, headers } = await erase(id);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ erased_fields: ['phone', 'notes', 'name', 'email'], kept: [] });
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    const shown = await read(id);
    expect(shown).to.include({ name: '[erased]', email: null, phone: null, notes: null, is_active: false, version: 2 });
    expect(shown['erased_at']).to.be.a('string');
  });

  it('keeps what the law requires, and says until when and why', async () => {
    const { id } = await create();
    await post(id);
    const { body } = await erase(id);
    expect(body.erased_fields).to.deep.equal(['phone', 'notes']);
    expect(body.kept.map(({ field, until }) => [field, until])).to.deep.equal([['name', '2036-12-31']]);
    expect(body.kept[0]!.reason).to.include('2036').and.include('10 years');
    expect(await read(id)).to.include({ name: 'Jane Doe', phone: null, notes: null, is_active: true });
    const { status, body: refused } = await client.post<AnswerBody>(`${path}/${id}/erase`, {
      reason: 'Again',
      confirm: 'Jane Doe',
    });
    expect(status).to.equal(422);
    expect(refused).to.include({ code: 'retention_not_over', until: '2036-12-31' });
  });

  it('refuses later values of erased fields', async () => {
    const { id } = await create();
    await erase(id);
    const { status, body } = await client.patch<AnswerBody>(
      `${path}/${id}`,
      { name: 'Jane' },
      { 'X-Base-Version': '1' },
    );
    expect([status, body['code']]).to.deep.equal([422, 'erased']);
  });

  it('shows erased values as such in history', async () => {
    const { id } = await create();
    await client.patch(`${path}/${id}`, { phone: '+3225550101' });
    await erase(id);
    const { body } = await client.get<{ data: Change[] }>(
      `${file.path}/history?resource=third-parties&record_id=${id}`,
    );
    const [last, changed, made] = body.data;
    expect(last!.before!['name']).to.deep.equal({ erased: true });
    expect(changed!.after).to.include.keys('phone');
    expect(changed!.after!['phone']).to.deep.equal({ erased: true });
    expect(made!.after!['name']).to.deep.equal({ erased: true });
    expect(last!.can_revert).to.equal(false);
    expect(JSON.stringify(body)).not.to.match(/Jane|Rings|3225550101/);
  });

  it('says that a report of an earlier moment differs since', async () => {
    const { id } = await create();
    await post(id);
    const moment = new Date().toISOString();
    const report = `${file.path}/reports/trial-balance?known_at=${moment}`;
    expect((await client.get<AnswerBody>(report)).body).not.to.include.keys('erased_since');
    await erase(id);
    const { body, headers } = await client.get<AnswerBody>(report);
    expect(body['erased_since']).to.equal(true);
    expect(headers.get('x-erased-since')).to.equal('true');
  });

  it('is completed by a job when it is interrupted before its keys are destroyed', async () => {
    const { id } = await create({ name: 'Interrupted Markperson' });
    const { core } = service;
    const files = openFileStore({ folder: join(service.config.dataDir, 'files') });
    const vault: Vault = { ...core.vault, destroyKeys: () => Promise.reject(new Error('killed')) };
    const requested = { id, confirm: 'Interrupted Markperson', reason: 'Request', baseVersion: null };
    await erasePerson({ ...core, files, vault }, file.id, requested, createSystemContext('test'));
    expect(await listPendingErasures(core.pool, file.id)).to.have.length(1);
    expect(await completeErasures({ ...core, files })).to.equal('finished');
    expect(await listPendingErasures(core.pool, file.id)).to.deep.equal([]);
    const { rows } = await core.pool.query(
      `SELECT row_id FROM read.earlier_rows e WHERE e.before::text LIKE '%Markperson%'
       UNION ALL SELECT id FROM read.third_parties WHERE name LIKE '%Markperson%'`,
    );
    expect(rows).to.deep.equal([]);
  });

  it('exports what is known of a person, where it is used and until when it is kept', async () => {
    const { id } = await create({ email: 'jane@example.net' });
    const { id: entry } = await post(id);
    const form = new FormData();
    form.append('files[]', new Blob(['%PDF-1.7 a receipt'], { type: 'application/pdf' }), 'receipt.pdf');
    await client.created(`${file.path}/entries/${entry}/attachments`, form);
    await client.patch(`${path}/${id}`, { email: 'jane.doe@example.net' });
    const { body } = await client.get<Exported>(`${path}/${id}/personal-data`);
    expect(body).to.include({
      third_party_id: id,
      name: 'Jane Doe',
      is_natural_person: true,
      kept_until: '2036-12-31',
    });
    const data = new Map(body.data.map((one) => [one.field, one]));
    expect(data.get('email')).to.include({ value: 'jane.doe@example.net', kept_until: '2036-12-31' });
    expect(data.get('phone')).to.include({ kept_until: null });
    expect(body.earlier_values.map(({ field, value }) => [field, value])).to.deep.equal([
      ['email', 'jane@example.net'],
    ]);
    expect(body.used_in).to.deep.equal([
      { resource: 'entries', count: 1, first_date: '2026-02-01', last_date: '2026-02-01' },
    ]);
    expect(body.files.map(({ name, resource }) => [name, resource])).to.deep.equal([['receipt.pdf', 'entries']]);
    const zip = await client.get(`${path}/${id}/personal-data`, { Accept: 'application/zip' });
    expect(zip.headers.get('content-type')).to.equal('application/zip');
    expect(zip.text).to.include('personal-data.json').and.include('receipt.pdf');
    expect((await client.get(`${path}/999999/personal-data`)).status).to.equal(404);
  });
});
