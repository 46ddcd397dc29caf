import { expect } from 'chai';
import { createUnknownFieldsCheck } from '../../api/http/input/unknown-fields.ts';
import { routes } from '../../api/routes.ts';
import type { AnswerBody } from '../support/client.ts';
import { useLedger } from './ledger/support.ts';

/** What a client misspells is refused rather than left out; what it has read may be sent back. */
describe('Fields that a route does not know', () => {
  const ledger = useLedger({ environment: { HTTP_IGNORED_QUERY: 'fbclid, trk_*' } });
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  const client = () => ledger.firm.client;
  const refusal = ({ status, body }: { status: number; body: AnswerBody }) => [status, body.code, body.errors];
  const hint = (field: string, meant?: string) => ({
    [field]: [`Unknown field “${field}”.${meant ? ` Did you mean ${meant}?` : ''}`],
  });

  it('are refused with the name that was probably meant', async () => {
    const entry = await ledger.posted();
    const answer = await client().post(path(`entries/${entry.id}/reverse`), { date: '2026-04-01' });
    expect(refusal(answer)).to.deep.equal([422, 'unknown_field', hint('date', 'entry_date')]);
    const { body } = await client().get(path(`entries/${entry.id}`));
    expect(body.status).to.equal('posted');
  });

  it('are refused inside of objects, lists and batches', async () => {
    const journal = ledger.file.journal('OD');
    const rule = { direction: 'purchase', conditions: { keyword: 'x' } };
    expect(refusal(await client().post(path(`journals/${journal}/rules`), rule))).to.deep.equal([
      422,
      'unknown_field',
      hint('conditions'),
    ]);
    const lines = [
      { account: '604000', debit: '1.00', lib: 'x' },
      { account: '440000', credit: '1.00' },
    ];
    expect(refusal(await ledger.post({ lines }))).to.deep.equal([422, 'unknown_field', hint('lines.0.lib')]);
    const entries = [ledger.entry(), { ...ledger.entry({ lines }), kind: 'free', duedate: '2026-04-01' }];
    expect(refusal(await client().post(path('entries/batch'), { entries }))).to.deep.equal([
      422,
      'unknown_field',
      { ...hint('entries.1.lines.0.lib'), ...hint('entries.1.duedate', 'due_date') },
    ]);
  });

  it('are refused where a route takes no body', async () => {
    const answer = await client().post(path(`third-parties/${ledger.supplier.id}/check-vat`), { reason: 'x' });
    expect([answer.status, answer.body.code]).to.deep.equal([422, 'unknown_field']);
  });

  it('are never lang, on whatever route', () => {
    const { checkQuery } = createUnknownFieldsCheck(routes);
    for (const route of routes) {
      expect(checkQuery(route)({ lang: 'nl' }), `${route.method} ${route.path}`).to.deep.equal([]);
      // Identity providers add parameters of their own to the address that they send browsers to.
      const refused = route.path === '/v1/auth/oidc/{key}/callback' ? 0 : 1;
      expect(checkQuery(route)({ langue: 'nl' }), `${route.method} ${route.path}`).to.have.length(refused);
    }
  });

  it('are refused in queries, which all know lang', async () => {
    const answer = await client().get(path('entries?journal=1&lang=nl'));
    expect(refusal(answer)).to.deep.equal([422, 'unknown_field', hint('journal', 'journal_id')]);
    await client().refused(422).get(path('settings?foo=1'));
    for (const rest of ['settings', 'entries', 'accounts', `third-parties/${ledger.supplier.id}`])
      expect((await client().get(path(`${rest}?lang=nl`))).status, rest).to.equal(200);
  });

  it('are ignored in queries if programs on the way add them, or the operator names them', async () => {
    for (const rest of ['settings?utm_source=mail&utm_campaign=x&_=1763388000', 'entries?fbclid=1', 'entries?trk_a=1'])
      expect((await client().get(path(rest))).status, rest).to.equal(200);
    const answer = await client().get(path('entries?utm=1&trk=1'));
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).to.deep.equal([422, ['utm', 'trk']]);
  });

  it('are only warnings for a client that asks to be treated leniently', async () => {
    const lenient = { 'X-Lenient': '1' };
    const made = await client().post(path('third-parties'), { type: 'customer', name: 'Zoé', nmae: 'Zoe' }, lenient);
    expect(made.status, made.text).to.equal(201);
    const warning = { code: 'unknown_field', field: 'nmae', message: 'Unknown field “nmae”. Did you mean name?' };
    expect(made.body).to.deep.include({ name: 'Zoé', warnings: [warning] });
    const lines = [
      { account: '604000', debit: '1.00', x: 1 },
      { account: '440000', credit: '1.00', x: 2 },
    ];
    const entry = { ...ledger.entry({ lines }), colour: 'blue' };
    const posted = await client().post(path('entries'), entry, lenient);
    const fields = (posted.body.warnings as AnswerBody[]).map(({ field }) => field);
    expect(fields).to.have.members(['lines.0.x', 'lines.1.x', 'colour']);
    const wrong = await client().post(path('third-parties'), { type: 'customer', nmae: 'Zoe' }, lenient);
    expect([wrong.status, Object.keys(wrong.body.errors)]).to.deep.equal([422, ['name']]);
    await client().refused(422, ['nmae']).post(path('third-parties'), { type: 'customer', name: 'A', nmae: 'Zoe' });
    const plain = await client().post(path('third-parties'), { type: 'customer', name: 'B' }, lenient);
    expect([plain.status, plain.body.warnings]).to.deep.equal([201, undefined]);
  });

  it('are warnings too in what a lenient client did offline, and in what is sent again', async () => {
    const body = { type: 'customer', name: 'Offline', colour: 'red' };
    const mutations = [{ mutation_id: 'lenient-1', method: 'POST', path: '/third-parties', body }];
    const pushed = await client().post(path('sync/push'), { device_id: 'd', mutations }, { 'X-Lenient': '1' });
    const [result] = pushed.body.results as { status: number; body: AnswerBody }[];
    expect([result!.status, (result!.body.warnings as AnswerBody[])[0]!.field]).to.deep.equal([201, 'colour']);
    const keyed = { 'X-Lenient': '1', 'X-Client-Mutation-Id': 'lenient-2' };
    const first = await client().post(path('third-parties'), { ...body, name: 'Twice' }, keyed);
    const again = await client().post(path('third-parties'), { ...body, name: 'Twice' }, keyed);
    expect([again.headers.get('x-idempotent-replay'), again.body]).to.deep.equal(['1', first.body]);
  });

  it('may be sent back with the record that the service wrote them to', async () => {
    for (const resource of ['accounts', 'vat-codes', 'journals', 'third-parties', 'fiscal-years']) {
      const { body: records, text: list } = await client().get<AnswerBody[]>(path(resource));
      expect(records, `${resource} ${list}`).to.be.an('array').that.is.not.empty;
      const [first] = records;
      const { body: record } = await client().get(path(`${resource}/${first!.id}`));
      const { status, text } = await client().patch(path(`${resource}/${first!.id}`), record);
      expect(status, `${resource} ${text}`).to.equal(200);
    }
    const { body: company } = await client().get(ledger.file.path);
    const { settings, firm: _byItsToken, ...file } = company;
    await client().expect(200).patch(ledger.file.path, file);
    await client().expect(200).patch(path('settings'), settings);
  });

  it('are no excuse for a name that stands for something else', async () => {
    const wrong = await client().patch(path(`entries/${(await ledger.posted()).id}`), {
      third_party: 5,
      journal: 'OD',
    });
    expect(wrong.body.errors).to.have.all.keys('third_party', 'journal');
  });

  it('cannot move a rule to another journal', async () => {
    const [own, other] = [ledger.file.journal('ACH'), ledger.file.journal('OD')];
    const rule = { direction: 'purchase', journal_id: other };
    await client()
      .refused(422, ['journal_id'])
      .post(path(`journals/${own}/rules`), rule);
    await client().created(path(`journals/${own}/rules`), { ...rule, journal_id: own });
  });
});
