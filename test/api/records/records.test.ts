import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

/** What the four resources share: each behaves the same, so each runs through the same tests. */
interface Sample {
  readonly resource: string;
  /** Members of an answer besides those that every record has. */
  readonly members: readonly string[];
  /** A body that is complete; the number keeps unique fields apart. */
  readonly body: (n: number) => Record<string, unknown>;
  /** What becomes of that body. */
  readonly shown?: (n: number) => Record<string, unknown>;
  /** A change, and its outcome. */
  readonly change: (n: number) => Record<string, unknown>;
  readonly changed?: (n: number) => Record<string, unknown>;
  readonly required: readonly string[];
  /** Filled in by the service when they are absent. */
  readonly generated?: readonly string[];
  readonly wrong: readonly (readonly [body: Record<string, unknown>, errors: readonly string[]])[];
  readonly unique: string;
  readonly references: readonly (readonly [field: string, target: 'accounts' | 'vat-codes'])[];
  /** Values that a client must not be able to set. */
  readonly stray: Record<string, unknown>;
  readonly filters: readonly (readonly [query: string, matches: (record: AnswerBody) => boolean])[];
  readonly wrongFilters: readonly (readonly [query: string, field: string])[];
}

const EVERY = ['id', 'company_id', 'version', 'lock_version', 'created_at', 'updated_at', 'deleted_at'];

const samples: readonly Sample[] = [
  {
    resource: 'accounts',
    members: ['number', 'label', 'class', 'type', 'control_role', 'is_postable', 'is_letterable', 'is_active', 'vat_code_id'],
    body: (n) => ({ number: `6109${n}`, label: `Frais divers ${n}`, type: 'expense' }),
    shown: (n) => ({ number: `6109${n}`, label: `Frais divers ${n}`, type: 'expense', class: 6, control_role: null, is_postable: true, is_letterable: false, is_active: true, vat_code_id: null }),
    change: (n) => ({ label: 'Renommé', is_letterable: 1, number: `7109${n}` }),
    changed: (n) => ({ label: 'Renommé', is_letterable: true, number: `7109${n}`, class: 7 }),
    required: ['number', 'label'],
    generated: ['type'],
    wrong: [
      [{ number: '61A', label: 'x'.repeat(201), type: 'cost', control_role: 'nobody', is_postable: 'perhaps', is_active: 2, vat_code_id: 'x' }, ['number', 'label', 'type', 'control_role', 'is_postable', 'is_active', 'vat_code_id']],
      [{ number: '1'.repeat(21), label: 5, type: 'asset' }, ['number', 'label']],
    ],
    unique: 'number',
    references: [['vat_code_id', 'vat-codes']],
    stray: { class: 9, labels: { fr: 'evil' } },
    filters: [
      ['class=7', (account) => account['class'] === 7],
      ['type=equity', (account) => account['type'] === 'equity'],
      ['is_postable=0', (account) => account['is_postable'] === false],
      ['is_active=true', () => true],
      ['control_role=bank', (account) => account['control_role'] === 'bank'],
      ['class=4&type=liability', (account) => account['class'] === 4 && account['type'] === 'liability'],
    ],
    wrongFilters: [['class=seven', 'class'], ['type=cost', 'type'], ['is_active=maybe', 'is_active'], ['vat_code_id=0', 'vat_code_id']],
  },
  {
    resource: 'journals',
    members: ['code', 'label', 'type', 'control_account_id', 'iban', 'bic', 'last_number', 'is_active', 'is_default', 'description', 'deleted_by', 'entries_count', 'control_account', 'rules'],
    body: (n) => ({ code: `J${n}`, label: `Journal ${n}`, type: 'bank', iban: 'be68 5390 0754 7034', bic: 'kredbebb' }),
    shown: (n) => ({ code: `J${n}`, label: `Journal ${n}`, type: 'bank', control_account_id: null, iban: 'BE68539007547034', bic: 'KREDBEBB', last_number: 0, is_active: true, is_default: false, description: null, deleted_by: null, entries_count: 0, control_account: null, rules: [] }),
    change: () => ({ label: 'Renommé', description: 'Pour les tests', is_active: false }),
    required: ['code', 'label', 'type'],
    wrong: [
      [{ code: 'TOOLONG', label: null, type: 'sales', iban: 'BE00 0000', bic: 'X', is_default: 'no way', control_account_id: -1 }, ['code', 'label', 'type', 'iban', 'bic', 'is_default', 'control_account_id']],
      [{ code: 'A B', label: 'x', type: 'bank', description: 'x'.repeat(1001) }, ['code', 'description']],
    ],
    unique: 'code',
    references: [['control_account_id', 'accounts']],
    stray: { last_number: 50, entries_count: 50, deleted_by: 1, rules: [{}], labels: { fr: 'evil' } },
    filters: [
      ['type=bank', (journal) => journal['type'] === 'bank'],
      ['is_default=1', (journal) => journal['is_default'] === true],
    ],
    wrongFilters: [['type=sales', 'type'], ['is_default=x', 'is_default']],
  },
  {
    resource: 'vat-codes',
    members: ['code', 'label', 'direction', 'kind', 'nature', 'rate', 'deductible_rate', 'due_account_id', 'deductible_account_id', 'boxes', 'is_active'],
    body: (n) => ({ code: `V${n}`, label: `Taux ${n}`, direction: 'purchase', kind: 'standard', rate: '21' }),
    shown: (n) => ({ code: `V${n}`, label: `Taux ${n}`, direction: 'purchase', kind: 'standard', nature: null, rate: '21.00', deductible_rate: '100.00', due_account_id: null, deductible_account_id: null, boxes: null, is_active: true }),
    change: () => ({ label: 'Renommé', rate: 12.5, deductible_rate: '50' }),
    changed: () => ({ label: 'Renommé', rate: '12.50', deductible_rate: '50.00' }),
    required: ['code', 'label', 'direction', 'kind', 'rate'],
    wrong: [
      [{ code: 'é', label: 'x', direction: 'both', kind: 'odd', rate: '100.01', deductible_rate: '-1', boxes: 'none' }, ['code', 'direction', 'kind', 'rate', 'deductible_rate', 'boxes']],
      [{ code: 'X', label: 'x', direction: 'sale', kind: 'standard', rate: '21.005', due_account_id: 'a' }, ['rate', 'due_account_id']],
    ],
    unique: 'code',
    references: [['due_account_id', 'accounts'], ['deductible_account_id', 'accounts']],
    stray: { labels: { fr: 'evil' } },
    filters: [
      ['direction=sale', (code) => code['direction'] === 'sale'],
      ['kind=exempt', (code) => code['kind'] === 'exempt'],
    ],
    wrongFilters: [['direction=up', 'direction'], ['kind=odd', 'kind']],
  },
  {
    resource: 'third-parties',
    members: [
      'type', 'code', 'name', 'vat_number', 'enterprise_number', 'address', 'street', 'house_number', 'box', 'postal_code', 'city', 'country', 'email', 'phone', 'language', 'ibans', 'bic',
      'payment_days', 'account_id', 'default_account_id', 'default_vat_code_id', 'is_active', 'notes',
    ], // prettier-ignore
    body: (n) => ({ type: 'supplier', code: `F-${n}`, name: `Fournisseur ${n}`, vat_number: 'BE 0477.472.701', country: 'be', email: 'a@example.com', ibans: ['BE68 5390 0754 7034'], payment_days: '30' }),
    shown: (n) => ({ type: 'supplier', code: `F-${n}`, name: `Fournisseur ${n}`, vat_number: 'BE0477472701', country: 'BE', email: 'a@example.com', ibans: ['BE68539007547034'], payment_days: 30, is_active: true, notes: null, language: null }),
    change: () => ({ name: 'Renommé', notes: 'Paie toujours à temps', ibans: [] }),
    required: ['type', 'name'],
    generated: ['code'],
    wrong: [
      [
        { type: 'friend', code: 'a b', name: '', vat_number: 'BE0477472702', country: 'Belgium', email: 'nobody', ibans: ['BE68539007547034', 'BE1'], bic: '?', payment_days: 366, language: 'es', account_id: 1.5 },
        ['type', 'code', 'name', 'vat_number', 'country', 'email', 'ibans.1', 'bic', 'payment_days', 'language', 'account_id'],
      ],
      [{ type: 'customer', name: 'x', ibans: 'BE68539007547034', notes: 'x'.repeat(5001) }, ['ibans', 'notes']],
    ],
    unique: 'code',
    references: [['account_id', 'accounts'], ['default_account_id', 'accounts'], ['default_vat_code_id', 'vat-codes']],
    stray: { balance: '1.00' },
    filters: [
      ['type=customer', (party) => party['type'] === 'customer'],
      ['language=nl', (party) => party['language'] === 'nl'],
    ],
    wrongFilters: [['type=friend', 'type'], ['language=es', 'language']],
  },
];

describe('Records', () => {
  const service = useService();
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
      const answer = await client.post(path, { ...nextBody(), ...fields });
      expect(answer.status, answer.text).to.equal(201);
      return answer.body;
    };
    const list = async (query = '') => (await client.get<AnswerBody[]>(`${path}${query}`)).body;
    const one = (id: number) => `${path}/${id}`;
    const headNow = () => service.core.log.head();
    const refusedWithout = async (request: Promise<{ status: number; body: AnswerBody; text: string }>, status: number): Promise<AnswerBody> => {
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
      expect(body).to.deep.include({ company_id: file.id, version: 1, lock_version: 1, deleted_at: null, ...sample.shown?.(n) });
      expect(body['created_at']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(headers.get('etag')).to.equal('"v1"');
      expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    });

    it('reads what was created, alone and in the list', async () => {
      const record = await create();
      const shown = await client.get(one(record.id));
      expect(shown.status).to.equal(200);
      expect(shown.body).to.deep.equal(record);
      expect(shown.headers.get('etag')).to.equal('"v1"');
      expect((await list()).find(({ id }) => id === record.id)).to.deep.equal(record);
    });

    it('lists a plain array in the order of its codes, living records of this file only', async () => {
      const records = await list();
      expect(records).to.be.an('array').with.length.above(0);
      for (const record of records) expect(record['company_id']).to.equal(file.id);
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
      expect((await refusedWithout(client.post(path, { ...nextBody(), ...taken }), 422)).errors).to.have.all.keys(sample.unique);
      expect((await refusedWithout(client.patch(one(second.id), taken), 422)).errors).to.have.all.keys(sample.unique);
      expect((await client.post(`${other.path}/${sample.resource}`, { ...nextBody(), ...taken })).status, 'in another file').to.equal(201);
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
      expect(rest).to.deep.equal({ ...without(record, 'updated_at'), ...(sample.changed ?? sample.change)(count), version: 2, lock_version: 2 });
      expect(updated_at as string >= (record['updated_at'] as string)).to.equal(true);
      expect(headers.get('etag')).to.equal('"v2"');
      expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
      expect((await client.get(one(record.id))).body).to.deep.equal(body);
    });

    it('records nothing when nothing changes', async () => {
      const record = await create();
      for (const same of [{}, Object.fromEntries(sample.members.map((name) => [name, record[name]])), { unknown_field: 1 }]) {
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
        for (const empty of [null, '']) expect((await refusedWithout(client.patch(one(record.id), { [name]: empty }), 422)).errors, name).to.have.all.keys(name);
      }
      expect((await refusedWithout(client.patch(one(record.id), { is_active: null }), 422)).errors).to.have.all.keys('is_active');
    });

    it('names the wrong fields of a change', async () => {
      const record = await create();
      for (const [wrong, errors] of sample.wrong) {
        const body = await refusedWithout(client.patch(one(record.id), wrong), 422);
        expect(Object.keys(body.errors).sort()).to.deep.equal([...errors].sort());
      }
      expect((await client.get(one(record.id))).body).to.deep.equal(record);
    });

    it('answers 304 while the reader has the current version', async () => {
      const record = await create();
      for (const match of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) {
        const { status, text, headers } = await client.get(one(record.id), { 'If-None-Match': match });
        expect([status, text, headers.get('etag')], match).to.deep.equal([304, '', '"v1"']);
      }
      await client.patch(one(record.id), sample.change(count));
      expect((await client.get(one(record.id), { 'If-None-Match': '"v1"' })).status).to.equal(200);
      expect((await client.get(one(record.id), { 'If-None-Match': '"v2"' })).status).to.equal(304);
    });

    for (const [header, value] of [['X-Base-Version', (version: number) => String(version)], ['If-Match', (version: number) => `"v${version}"`]] as const) {
      it(`refuses a stale ${header} with 409 and shows what the server has`, async () => {
        const record = await create();
        const changed = await client.patch(one(record.id), sample.change(count), { [header]: value(1) });
        expect(changed.status, changed.text).to.equal(200);
        for (const request of [client.patch(one(record.id), { is_active: false }, { [header]: value(1) }), client.delete(one(record.id), { [header]: value(1) }), client.patch(one(record.id), { is_active: false }, { [header]: value(3) })]) {
          const body = await refusedWithout(request, 409);
          expect(body).to.have.all.keys('message', 'code', 'server_version', 'server_data');
          expect(body).to.deep.include({ code: 'conflict', server_version: 2, server_data: changed.body });
        }
        expect((await client.get(one(record.id))).body).to.deep.equal(changed.body);
        expect((await client.delete(one(record.id), { [header]: value(2) })).status).to.equal(204);
      });
    }

    it('refuses a base version that is none', async () => {
      const record = await create();
      expect((await refusedWithout(client.patch(one(record.id), sample.change(count), { 'X-Base-Version': 'latest' }), 422)).errors).to.have.all.keys('X-Base-Version');
      expect((await refusedWithout(client.patch(one(record.id), sample.change(count), { 'If-Match': '"latest"' }), 422)).errors).to.have.all.keys('If-Match');
    });

    it('moves to the recycle bin and back', async () => {
      const record = await create();
      const { status, text, headers } = await client.delete(one(record.id));
      expect([status, text]).to.deep.equal([204, '']);
      expect(headers.get('x-trashed')).to.equal('1');
      expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
      expect((await list()).some(({ id }) => id === record.id)).to.equal(false);
      for (const request of [client.get(one(record.id)), client.patch(one(record.id), sample.change(count)), client.delete(one(record.id))]) {
        const answer = await request;
        expect(answer.status).to.equal(404);
        expect(answer.body).to.have.all.keys('message');
      }
      const restored = await client.post(`${file.path}/trash/${sample.resource}/${record.id}/restore`);
      expect(restored.status, restored.text).to.equal(200);
      expect(without(restored.body, 'updated_at')).to.deep.equal({ ...without(record, 'updated_at'), version: 3, lock_version: 3 });
      expect(restored.headers.get('etag')).to.equal('"v3"');
      expect(restored.headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
      expect((await client.get(one(record.id))).body).to.deep.equal(restored.body);
      expect((await client.post(`${file.path}/trash/${sample.resource}/${record.id}/restore`)).status, 'a living record').to.equal(404);
    });

    it('does not restore a record whose key was given away, nor one of another file or of another kind', async () => {
      const record = await create();
      await client.delete(one(record.id));
      await create({ [sample.unique]: record[sample.unique] });
      const body = await refusedWithout(client.post(`${file.path}/trash/${sample.resource}/${record.id}/restore`), 422);
      expect(body.errors).to.have.all.keys(sample.unique);
      for (const wrong of [`${other.path}/trash/${sample.resource}/${record.id}/restore`, `${file.path}/trash/entries/${record.id}/restore`, `${file.path}/trash/nothing/1/restore`, `${file.path}/trash/${sample.resource}/0/restore`]) {
        await refusedWithout(client.post(wrong), 404);
      }
    });

    it('has no effect on what only the service decides', async () => {
      const stray = { id: 999_999, company_id: other.id, version: 9, lock_version: 9, deleted_at: '2020-01-01T00:00:00Z', created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z', seq: 1, search: 'x', ...sample.stray };
      const plain = await create();
      const record = await create(stray);
      for (const name of ['company_id', 'version', 'lock_version', 'deleted_at', ...Object.keys(sample.stray)]) expect(record[name], name).to.deep.equal(plain[name]);
      expect(record.id).to.not.equal(999_999);
      const patched = await client.patch(one(record.id), stray);
      expect([patched.status, patched.headers.get('x-operation-id')]).to.deep.equal([200, null]);
      expect(patched.body).to.deep.equal(record);
      expect((await client.get<AnswerBody[]>(`${other.path}/${sample.resource}`)).body.some(({ id }) => id === record.id)).to.equal(false);
    });

    it('refuses references to records that are unknown, in the bin, or of another company file', async () => {
      const record = await create();
      for (const [field, target] of sample.references) {
        const foreign = (await client.get<AnswerBody[]>(`${other.path}/${target}?${target === 'accounts' ? 'is_postable=1' : ''}`)).body[0]!.id;
        const own = (await client.get<AnswerBody[]>(`${file.path}/${target}?${target === 'accounts' ? 'is_postable=1' : ''}`)).body[0]!.id;
        for (const id of [foreign, 999_999_999]) {
          expect((await refusedWithout(client.post(path, { ...nextBody(), [field]: id }), 422)).errors, field).to.have.all.keys(field);
          expect((await refusedWithout(client.patch(one(record.id), { [field]: id }), 422)).errors, field).to.have.all.keys(field);
        }
        const accepted = await client.patch(one(record.id), { [field]: own });
        expect(accepted.status, accepted.text).to.equal(200);
        expect(accepted.body[field]).to.equal(own);
        expect((await client.delete(`${file.path}/${target}/${own}`)).body.code, `${target} in use`).to.equal('in_use');
        expect((await client.patch(one(record.id), { [field]: null })).body[field]).to.equal(null);
      }
    });

    it('narrows the list by filters, and refuses values that mean nothing', async () => {
      const all = await list();
      for (const [query, matches] of sample.filters) {
        expect((await list(`?${query}`)).map(({ id }) => id), query).to.deep.equal(all.filter(matches).map(({ id }) => id));
      }
      for (const [query, field] of sample.wrongFilters) {
        const { status, body } = await client.get(`${path}?${query}`);
        expect(status, query).to.equal(422);
        expect(body.errors, query).to.have.all.keys(field);
      }
      expect((await list('?page=2&whatever=1')).length, 'parameters that narrow nothing').to.equal(all.length);
    });

    it('searches with q, whatever the accents and the case, and to the letter', async () => {
      const name = sample.members.includes('name') ? 'name' : 'label';
      const record = await create({ [name]: 'Hôtel Überfluß 50 % a_b c\\d' });
      const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).some(({ id }) => id === record.id);
      for (const q of ['hotel', 'HÔTEL', 'uber', ' Hotel ', '50 %', 'a_b', 'c\\d', record[sample.unique] as string]) expect(await found(q), q).to.equal(true);
      for (const q of ['hotelx', '5_ %', '%%', 'a%b', 'axb']) expect(await found(q), q).to.equal(false);
    });

    it('answers 404 for ids that are unknown, none, or of another company file', async () => {
      const foreign = (await client.post(`${other.path}/${sample.resource}`, nextBody())).body.id;
      const unknown = await client.get(one(999_999_999));
      expect([unknown.status, Object.keys(unknown.body)]).to.deep.equal([404, ['message']]);
      for (const id of [String(foreign), '0', '-1', '1.5', 'abc', '99999999999999999999', '1e3']) {
        for (const answer of [await client.get(`${path}/${id}`), await client.patch(`${path}/${id}`, sample.change(count)), await client.delete(`${path}/${id}`)]) {
          expect([answer.status, answer.text], id).to.deep.equal([404, unknown.text]);
        }
      }
      expect((await client.get(`${other.path}/${sample.resource}/${foreign}`)).body.version).to.equal(1);
    });

    it('loses no change when many change one record at once', async () => {
      const record = await create();
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => client.patch(one(record.id), { [sample.members.includes('name') ? 'name' : 'label']: `Change ${n}` })));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 200));
      expect(answers.map(({ body }) => body.version).sort()).to.satisfy((versions: number[]) => versions.every((version) => version >= 2 && version <= 9));
      expect((await client.get(one(record.id))).body.version).to.equal(9);
      const based = await Promise.all(Array.from({ length: 8 }, (_, n) => client.patch(one(record.id), { [sample.members.includes('name') ? 'name' : 'label']: `Based ${n}` }, { 'X-Base-Version': '9' })));
      expect(based.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409, 409, 409, 409]);
    });
  }
});

function without(record: AnswerBody, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
