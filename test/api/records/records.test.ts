import { expect } from 'chai';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { EVERY, samples, type Sample } from './samples.ts';

describe('Records', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm();
  });

  for (const sample of samples) describe(sample.resource, () => behavesLikeEveryRecord(sample));

  function behavesLikeEveryRecord(sample: Sample): void {
    let file: TestCompany;
    let other: TestCompany;
    let client: Client;
    let path: string;
    let count = 100;
    const nextBody = () => sample.body((count += 1));
    const create = async (fields: Record<string, unknown> = {}) => {
      const answer = await client.created(path, { ...nextBody(), ...fields });
      // Third parties of the sample share their VAT number, of which the answer warns beside the record.
      return without(answer, 'warnings') as AnswerBody;
    };
    const list = async (query = '') => (await client.get<AnswerBody[]>(`${path}${query}`)).body;
    const one = (id: number) => `${path}/${id}`;
    const headNow = () => service.core.log.readHead();
    const refusedWithout = async (
      request: Promise<{ status: number; body: AnswerBody; text: string }>,
      status: number,
    ): Promise<AnswerBody> => {
      const before = await headNow();
      const answer = await request;
      expect(answer.status, answer.text).to.equal(status);
      expect(await headNow(), 'nothing is appended').to.equal(before);
      return answer.body;
    };

    before(async () => {
      client = firm.client;
      [file, other] = [await service.newCompany(client), await service.newCompany(client)];
      path = `${file.path}/${sample.resource}`;
    });

    it('creates: 201 with the whole record, its version and the operation', async () => {
      const n = (count += 1);
      const { status, body, headers } = await client.post(path, sample.body(n));
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body).to.have.all.keys(...EVERY, ...sample.members);
      expect(body).to.deep.include({
        company_id: file.id,
        version: 1,
        lock_version: 1,
        deleted_at: null,
        ...sample.shown?.(n),
      });
      expect(body.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(headers.get('etag')).to.equal('"v1"');
      expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    });

    it('reads what was created, alone and in the list', async () => {
      const record = await create();
      const shown = await client.get(one(record.id));
      expect(shown.status).to.equal(200);
      expect(shown.body).to.deep.equal(record);
      expect(shown.headers.get('etag')).to.match(sample.resource === 'journals' ? /^"v1-[\w-]+"$/ : /^"v1"$/);
      expect((await list()).find(({ id }) => id === record.id)).to.deep.equal(record);
    });

    it('lists a plain array in the order of its codes, living records of this file only', async () => {
      const records = await list();
      expect(records).to.be.an('array').with.length.above(0);
      for (const record of records) expect(record.company_id).to.equal(file.id);
      const keys = records.map((record) => record[sample.unique] as string);
      expect(keys).to.deep.equal([...keys].sort());
    });

    it('names all required fields at once', async () => {
      const body = await refusedWithout(client.post(path, {}), 422);
      expect(Object.keys(body.errors).sort()).to.deep.equal([...sample.required].sort());
    });

    it('names all wrong fields at once', async () => {
      for (const [wrong, errors] of sample.wrong) {
        const body = await refusedWithout(client.post(path, wrong), 422);
        expect(Object.keys(body.errors).sort()).to.deep.equal([...errors].sort());
        expect(body.message).to.match(/ \(and \d+ more errors?\)$/);
      }
    });

    it('refuses a key that another living record has, at creation and at change', async () => {
      const [first, second] = [await create(), await create()];
      const taken = { [sample.unique]: first[sample.unique] };
      expect((await refusedWithout(client.post(path, { ...nextBody(), ...taken }), 422)).errors).to.have.all.keys(
        sample.unique,
      );
      expect((await refusedWithout(client.patch(one(second.id), taken), 422)).errors).to.have.all.keys(sample.unique);
      expect(
        (await client.post(`${other.path}/${sample.resource}`, { ...nextBody(), ...taken })).status,
        'in another file',
      ).to.equal(201);
    });

    it('gives a key to one of many who ask for it at the same moment', async () => {
      const body = nextBody();
      const answers = await Promise.all(Array.from({ length: 6 }, () => client.post(path, body)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422, 422]);
    });

    it('changes the fields sent and leaves the others', async () => {
      const record = await create();
      const { status, body, headers } = await client.patch(one(record.id), sample.change(count));
      expect(status, JSON.stringify(body)).to.equal(200);
      const { updated_at, ...rest } = body;
      expect(rest).to.deep.equal({
        ...without(record, 'updated_at'),
        ...(sample.changed ?? sample.change)(count),
        version: 2,
        lock_version: 2,
      });
      expect((updated_at as string) >= (record.updated_at as string)).to.equal(true);
      expect(headers.get('etag')).to.equal('"v2"');
      expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
      expect((await client.get(one(record.id))).body).to.deep.equal(body);
    });

    it('records nothing when nothing changes', async () => {
      const record = await create();
      for (const same of [{}, Object.fromEntries(sample.members.map((name) => [name, record[name]])), record]) {
        const before = await headNow();
        const { status, body, headers } = await client.patch(one(record.id), same);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body).to.deep.equal(record);
        expect(headers.get('x-operation-id')).to.equal(null);
        expect(headers.get('etag')).to.equal('"v1"');
        expect(await headNow()).to.equal(before);
      }
    });

    it('does not let a required or a preset field be emptied', async () => {
      const record = await create();
      for (const name of [...sample.required, ...(sample.generated ?? [])]) {
        for (const empty of [null, ''])
          expect(
            (await refusedWithout(client.patch(one(record.id), { [name]: empty }), 422)).errors,
            name,
          ).to.have.all.keys(name);
      }
      expect((await refusedWithout(client.patch(one(record.id), { is_active: null }), 422)).errors).to.have.all.keys(
        'is_active',
      );
    });

    it('names the wrong fields of a change', async () => {
      const record = await create();
      for (const [wrong, errors] of sample.wrong) {
        const body = await refusedWithout(client.patch(one(record.id), wrong), 422);
        expect(Object.keys(body.errors).sort()).to.deep.equal([...errors].sort());
      }
      expect((await client.get(one(record.id))).body).to.deep.equal(record);
    });

    if (sample.resource === 'journals') {
      it('answers 304 while nothing that is shown has changed, counts included', async () => {
        const record = await create();
        const tag = (await client.get(one(record.id))).headers.get('etag')!;
        await client.ok(one(record.id), { 'If-None-Match': '"v1"' });
        await client.expect(304).get(one(record.id), { 'If-None-Match': tag });
        await client.expect(200).patch(one(record.id), sample.change(count), { 'If-Match': tag });
        await client.ok(one(record.id), { 'If-None-Match': tag });
        await client.refused(409).patch(one(record.id), { is_active: false }, { 'If-Match': tag });
      });
    } else
      it('answers 304 while the reader has the current version', async () => {
        const record = await create();
        for (const match of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) {
          const { status, text, headers } = await client.get(one(record.id), { 'If-None-Match': match });
          expect([status, text, headers.get('etag')], match).to.deep.equal([304, '', '"v1"']);
        }
        await client.patch(one(record.id), sample.change(count));
        await client.ok(one(record.id), { 'If-None-Match': '"v1"' });
        await client.expect(304).get(one(record.id), { 'If-None-Match': '"v2"' });
      });

    for (const [header, value] of [
      ['X-Base-Version', (version: number) => String(version)],
      ['If-Match', (version: number) => `"v${version}"`],
    ] as const) {
      it(`refuses a stale ${header} with 409 and shows what the server has`, async () => {
        const record = await create();
        const changed = await client.expect(200).patch(one(record.id), sample.change(count), { [header]: value(1) });
        for (const request of [
          client.patch(one(record.id), { is_active: false }, { [header]: value(1) }),
          client.delete(one(record.id), { [header]: value(1) }),
          client.patch(one(record.id), { is_active: false }, { [header]: value(3) }),
        ]) {
          const body = await refusedWithout(request, 409);
          expect(body).to.have.all.keys('message', 'code', 'server_version', 'server_data');
          expect(body).to.deep.include({ code: 'conflict', server_version: 2, server_data: changed });
        }
        expect((await client.get(one(record.id))).body).to.deep.equal(changed);
        await client.expect(204).delete(one(record.id), { [header]: value(2) });
      });
    }

    it('refuses a base version that is none', async () => {
      const record = await create();
      expect(
        (await refusedWithout(client.patch(one(record.id), sample.change(count), { 'X-Base-Version': 'latest' }), 422))
          .errors,
      ).to.have.all.keys('X-Base-Version');
      expect(
        (await refusedWithout(client.patch(one(record.id), sample.change(count), { 'If-Match': '"latest"' }), 422))
          .errors,
      ).to.have.all.keys('If-Match');
    });

    it('moves to the recycle bin and back', async () => {
      const record = await create();
      const { status, text, headers } = await client.delete(one(record.id));
      expect([status, text]).to.deep.equal([204, '']);
      expect(headers.get('x-trashed')).to.equal('1');
      expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
      expect((await list()).some(({ id }) => id === record.id)).to.equal(false);
      for (const request of [
        client.get(one(record.id)),
        client.patch(one(record.id), sample.change(count)),
        client.delete(one(record.id)),
      ]) {
        expect(await expectStatus(request, 404)).to.have.all.keys('message', 'code');
      }
      const restored = await client.post(`${file.path}/trash/${sample.resource}/${record.id}/restore`);
      expect(restored.status, restored.text).to.equal(200);
      expect(without(restored.body, 'updated_at')).to.deep.equal({
        ...without(record, 'updated_at'),
        version: 3,
        lock_version: 3,
      });
      expect(restored.headers.get('etag')).to.equal('"v3"');
      expect(restored.headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
      expect((await client.get(one(record.id))).body).to.deep.equal(restored.body);
      expect(
        (await client.post(`${file.path}/trash/${sample.resource}/${record.id}/restore`)).status,
        'a living record',
      ).to.equal(404);
    });

    it('does not restore a record whose key was given away, nor one of another file or of another kind', async () => {
      const record = await create();
      await client.delete(one(record.id));
      await create({ [sample.unique]: record[sample.unique] });
      const body = await refusedWithout(client.post(`${file.path}/trash/${sample.resource}/${record.id}/restore`), 422);
      expect(body.errors).to.have.all.keys(sample.unique);
      for (const wrong of [
        `${other.path}/trash/${sample.resource}/${record.id}/restore`,
        `${file.path}/trash/entries/${record.id}/restore`,
        `${file.path}/trash/nothing/1/restore`,
        `${file.path}/trash/${sample.resource}/0/restore`,
      ]) {
        await refusedWithout(client.post(wrong), 404);
      }
    });

    it('has no effect on what only the service decides', async () => {
      const stray = {
        id: 999_999,
        company_id: other.id,
        version: 9,
        lock_version: 9,
        deleted_at: '2020-01-01T00:00:00Z',
        created_at: '2020-01-01T00:00:00Z',
        updated_at: '2020-01-01T00:00:00Z',
        ...sample.stray,
      };
      const unknown = { labels: { fr: 'evil' }, seq: 1, search: 'x' };
      for (const refused of [
        await client.post(path, { ...nextBody(), ...stray, ...unknown }),
        await client.patch(one((await create()).id), { ...stray, ...unknown }),
      ]) {
        expect([refused.status, refused.body.code]).to.deep.equal([422, 'unknown_field']);
        expect(refused.body.errors).to.have.all.keys(...Object.keys(unknown));
      }
      const plain = await create();
      const record = await create(stray);
      for (const name of ['company_id', 'version', 'lock_version', 'deleted_at', ...Object.keys(sample.stray)])
        expect(record[name], name).to.deep.equal(plain[name]);
      expect(record.id).to.not.equal(999_999);
      const patched = await client.patch(one(record.id), stray);
      expect([patched.status, patched.headers.get('x-operation-id')]).to.deep.equal([200, null]);
      expect(patched.body).to.deep.equal(record);
      expect(
        (await client.get<AnswerBody[]>(`${other.path}/${sample.resource}`)).body.some(({ id }) => id === record.id),
      ).to.equal(false);
    });

    it('refuses references to records that are unknown, in the bin, or of another company file', async () => {
      const record = await create();
      for (const [field, target, narrowed = ''] of sample.references) {
        const foreign = (
          await client.get<AnswerBody[]>(
            `${other.path}/${target}?${target === 'accounts' ? 'is_postable=1' : ''}&${narrowed}`,
          )
        ).body[0]!.id;
        const own = (
          await client.get<AnswerBody[]>(
            `${file.path}/${target}?${target === 'accounts' ? 'is_postable=1' : ''}&${narrowed}`,
          )
        ).body[0]!.id;
        for (const id of [foreign, 999_999_999]) {
          expect(
            (await refusedWithout(client.post(path, { ...nextBody(), [field]: id }), 422)).errors,
            field,
          ).to.have.all.keys(field);
          expect(
            (await refusedWithout(client.patch(one(record.id), { [field]: id }), 422)).errors,
            field,
          ).to.have.all.keys(field);
        }
        const accepted = await client.expect(200).patch(one(record.id), { [field]: own });
        expect(accepted[field]).to.equal(own);
        expect((await client.delete(`${file.path}/${target}/${own}`)).body.code, `${target} in use`).to.equal('in_use');
        expect((await client.patch(one(record.id), { [field]: null })).body[field]).to.equal(null);
      }
    });

    it('narrows the list by filters, and refuses values that mean nothing', async () => {
      const all = await list();
      for (const [query, matches] of sample.filters) {
        expect(
          (await list(`?${query}`)).map(({ id }) => id),
          query,
        ).to.deep.equal(all.filter(matches).map(({ id }) => id));
      }
      for (const [query, field] of sample.wrongFilters) {
        const { status, body } = await client.get(`${path}?${query}`);
        expect(status, query).to.equal(422);
        expect(body.errors, query).to.have.all.keys(field);
      }
      for (const q of ['%00', 'a%00b', 'x'.repeat(201)])
        expect((await client.get(`${path}?q=${q}`)).body.errors, q).to.have.all.keys('q');
      const unknown = await client.refused(422, 'unknown_field').get(`${path}?page=2&whatever=1`);
      expect(unknown.errors).to.have.all.keys('page', 'whatever');
    });

    it('searches with q, whatever the accents and the case, and to the letter', async () => {
      const name = sample.members.includes('name') ? 'name' : 'label';
      const record = await create({ [name]: 'Hôtel Überfluß 50 % a_b c\\d' });
      const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).some(({ id }) => id === record.id);
      for (const q of ['hotel', 'HÔTEL', 'uber', ' Hotel ', '50 %', 'a_b', 'c\\d', record[sample.unique] as string])
        expect(await found(q), q).to.equal(true);
      for (const q of ['hotelx', '5_ %', '%%', 'a%b', 'axb']) expect(await found(q), q).to.equal(false);
    });

    it('answers 404 for ids that are unknown, none, or of another company file', async () => {
      const foreign = (await client.post(`${other.path}/${sample.resource}`, nextBody())).body.id;
      const unknown = await client.get(one(999_999_999));
      expect([unknown.status, Object.keys(unknown.body)]).to.deep.equal([404, ['message', 'code']]);
      for (const id of [String(foreign), '0', '-1', '1.5', 'abc', '99999999999999999999', '1e3']) {
        for (const answer of [
          await client.get(`${path}/${id}`),
          await client.patch(`${path}/${id}`, sample.change(count)),
          await client.delete(`${path}/${id}`),
        ]) {
          expect([answer.status, answer.text], id).to.deep.equal([404, unknown.text]);
        }
      }
      expect((await client.get(`${other.path}/${sample.resource}/${foreign}`)).body.version).to.equal(1);
    });

    it('loses no change when many change one record at once', async () => {
      const record = await create();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          client.patch(one(record.id), { [sample.members.includes('name') ? 'name' : 'label']: `Change ${n}` }),
        ),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 200));
      expect(answers.map(({ body }) => body.version).sort()).to.satisfy((versions: number[]) =>
        versions.every((version) => version >= 2 && version <= 9),
      );
      expect((await client.get(one(record.id))).body.version).to.equal(9);
      const based = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          client.patch(
            one(record.id),
            { [sample.members.includes('name') ? 'name' : 'label']: `Based ${n}` },
            { 'X-Base-Version': '9' },
          ),
        ),
      );
      expect(based.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409, 409, 409, 409]);
    });
  }
});

function without(record: AnswerBody, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
