import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { findUndoRefusals } from '../../../commands/history/undo.ts';
import { companyFileEvents, undoRules } from '../../../domain/company-file.ts';
import { isMessageKey } from '../../../api/i18n/catalogue.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { expectStatus, expectRefusal, type AnswerBody } from '../../support/client.ts';
import { linesOf } from '../ledger/support.ts';
import { useHistory, type ShownRevision } from './support.ts';

describe('Undo', () => {
  const books = useHistory();
  const path = (suffix: string) => `${books.file.path}${suffix}`;
  const statusOf = async (entry: AnswerBody) =>
    (await books.firm.client.get(path(`/entries/${entry.id}`))).body.status as string;

  it('is declared for every event of a company file', () => {
    expect(Object.keys(companyFileEvents).filter((type) => !Object.hasOwn(undoRules, type))).to.deep.equal([]);
    for (const [type, rule] of Object.entries(undoRules))
      if ('never' in rule) expect(isMessageKey(rule.never), `${type}: ${rule.never}`).to.equal(true);
  });

  it('is looked at anew when something goes while one looks', async () => {
    const { core } = books.service;
    const drawn = await books.firm.client.created(path('/vat-declarations'), {
      year: 2026,
      period_type: 'quarterly',
      period: 1,
    });
    const [revision] = await books.history(`resource=vat-declarations&record_id=${drawn.id}`);
    const before = await core.commands.loadState('company', books.file.id);
    await books.firm.client.delete(path(`/vat-declarations/${drawn.id}`));
    const earlier = [before];
    const commands: typeof core.commands = {
      ...core.commands,
      loadState: (kind, id) => (earlier.pop() as never) ?? core.commands.loadState(kind, id),
    };
    const event = { type: 'VatDeclarationDrawnUp', data: { id: drawn.id } } as const;
    const change = { event, operationId: revision!.operation_id, resource: 'vat-declarations', id: drawn.id };
    const [refused] = await findUndoRefusals({ ...core, commands }, books.file.id, [change], {
      today: '2026-03-01',
      hasRole: () => true,
    });
    expect(JSON.stringify(refused)).to.include('undo_vat_declaration_gone');
    expect(earlier).to.deep.equal([]);
  });

  it('gives a changed field its earlier value back, and undoing that gives the later one', async () => {
    const party = await books.party({ name: 'Avant' });
    const changed = await books.firm.client.patch(path(`/third-parties/${party}`), { name: 'Après' });
    const name = async () => (await books.firm.client.get(path(`/third-parties/${party}`))).body.name;
    const undone = await books.undo(changed);
    expect(await name()).to.equal('Avant');
    const again = await books.undo(undone);
    expect(await name()).to.equal('Après');
    await books.undo(again);
    expect(await name()).to.equal('Avant');
    const [last] = await books.history(`resource=third-parties&record_id=${party}`);
    expect(last).to.deep.include({ op: 'update', before: { name: 'Après' }, after: { name: 'Avant' } });
  });

  it('leaves a field alone that has moved on since, and says so in four languages', async () => {
    const party = await books.party({ name: 'Un' });
    const first = await books.firm.client.patch(path(`/third-parties/${party}`), { name: 'Deux' });
    await books.firm.client.patch(path(`/third-parties/${party}`), { name: 'Trois' });
    const [reason, ...others] = await books.blocked(first);
    expect(others).to.deep.equal([]);
    expect(reason).to.deep.include({ code: 'undo_changed_since', resource: 'third-parties', id: party });
    const messages = new Set<string>();
    for (const language of LANGUAGES) {
      await books.firm.client.patch('/v1/auth/me', { locale: language });
      const { body } = await books.revert(`operations/${first.headers.get('x-operation-id')}`);
      messages.add(body.message);
      expect(body.message).to.include((body.blocked_by as { message: string }[])[0]!.message);
    }
    expect(messages).to.have.length(4);
    const [, second] = await books.history(`resource=third-parties&record_id=${party}`);
    expect(second).to.deep.include({ can_revert: false });
    expect(second!.blocked_by[0]).to.deep.include({ code: 'undo_changed_since' });
    // What was changed last can be taken back, and then what was before it.
    const [third] = await books.history(`resource=third-parties&record_id=${party}`);
    await expectStatus(books.revert(String(third!.id)), 200);
    await expectStatus(books.revert(String(second!.id)), 200);
    expect((await books.firm.client.get(path(`/third-parties/${party}`))).body.name).to.equal('Un');
  });

  it('shows what would happen without doing it', async () => {
    const party = await books.party({ name: 'Essai' });
    const [revision] = await books.history(`resource=third-parties&record_id=${party}`);
    const head = await books.service.core.log.readHead();
    const { status, body, headers } = await books.revert(String(revision!.id), { dry_run: true });
    expect(status).to.equal(200);
    expect(headers.get('x-operation-id')).to.equal(null);
    expect(await books.service.core.log.readHead()).to.equal(head);
    expect(body).to.deep.include({ operation_id: null, is_dry_run: true });
    const [would] = body.revisions as ShownRevision[];
    expect(would).to.deep.include({ id: null, resource: 'third-parties', record_id: party, op: 'delete', version: 2 });
    const entry = await books.post();
    const preview = await books.revert(`operations/${entry.headers.get('x-operation-id')}`, { dry_run: true });
    const shown = preview.body.revisions as ShownRevision[];
    expect(shown.map(({ resource, op }) => `${resource} ${op}`)).to.include.members([
      'entries update',
      'entries create',
    ]);
    expect(preview.body).to.include({ dry_run: true });
    for (const { op, record_id } of shown) expect(record_id === null).to.equal(op === 'create');
    expect(preview.text, 'no placeholder id').not.to.match(/-\d+[,}]|\d{16}[,}]/);
    const real = await books.revert(`operations/${entry.headers.get('x-operation-id')}`);
    const forms = (revisions: ShownRevision[]) =>
      revisions.map(({ resource, op, changed }) => ({ resource, op, changed }));
    expect(forms(shown)).to.deep.equal(forms(real.body.revisions as ShownRevision[]));
    await expectStatus(books.revert(String(revision!.id), { dry_run: true, other: 1 }), 422);
  });

  it('puts a new record into the recycle bin, unless something uses it, and names that', async () => {
    const party = await books.party();
    const creation = (await books.history(`resource=third-parties&record_id=${party}`))[0]!;
    const line = await books.item('10.00', { party });
    expect(line).to.be.greaterThan(0);
    const used = await books.blocked(creation.operation_id);
    expect(used.map(({ code, resource }) => `${code} ${resource}`)).to.deep.equal(['undo_record_used entries']);
    const other = await books.party();
    const [made] = await books.history(`resource=third-parties&record_id=${other}`);
    const undone = await books.undo(made!.operation_id);
    await books.firm.client.refused(404).get(path(`/third-parties/${other}`));
    const [twice] = await books.blocked(made!.operation_id);
    expect(twice).to.deep.include({ code: 'undo_record_trashed', resource: 'third-parties', id: other });
    await books.undo(undone);
    await books.firm.client.ok(path(`/third-parties/${other}`));
  });

  it('reverses an entry, and brings it back by reversing the reversal', async () => {
    const before = await books.balances();
    const answer = await books.post();
    const after = await books.balances();
    expect(after).to.not.deep.equal(before);
    const undone = await books.undo(answer);
    expect(await statusOf(answer.body)).to.equal('reversed');
    expect(await books.balances()).to.deep.equal(before);
    const [reason] = await books.blocked(answer);
    expect(reason).to.deep.include({ code: 'entry_already_reversed', resource: 'entries' });
    const again = await books.undo(undone);
    expect(await books.balances()).to.deep.equal(after);
    await books.undo(again);
    expect(await books.balances()).to.deep.equal(before);
  });

  it('undoes a whole batch or nothing of it', async () => {
    const before = await books.balances();
    const entries = [1, 2, 3].map((number) => books.entry({ label: `Lot ${number}` }));
    const batch = await books.firm.client.post(path('/entries/batch'), { entries });
    expect(batch.status, batch.text).to.be.oneOf([200, 201]);
    const [first] = (batch.body.entries ?? batch.body.data) as AnswerBody[];
    const revisions = await books.history(`operation_id=${batch.headers.get('x-operation-id')}`);
    expect(revisions).to.have.length(3);
    expect(first).to.be.an('object');
    await books.undo(batch);
    expect(await books.balances()).to.deep.equal(before);
  });

  it('refuses what was lettered since, names the lettering, and goes on once that is undone', async () => {
    const party = await books.party();
    const invoice = await books.post({
      lines: [
        { account: '400000', debit: '50.00', third_party_id: party },
        { account: '700000', credit: '50.00' },
      ],
    });
    const payment = await books.item('-50.00', { party });
    const before = await books.balances();
    const lettering = await books.letter([linesOf(invoice.body)[0]!.id, payment]);
    const [reason] = await books.blocked(invoice);
    expect(reason).to.deep.include({ code: 'undo_lettered', resource: 'lettering', id: lettering.id });
    const [made] = await books.history(`resource=lettering&record_id=${lettering.id}`);
    const undone = await books.undo(made!.operation_id);
    expect(Object.values(await books.openItems(`third_party_id=${party}`))).to.have.members(['50.00', '-50.00']);
    const again = await books.undo(undone);
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({});
    await books.undo(again);
    expect(await books.balances()).to.deep.equal(before);
    await books.undo(invoice);
  });

  it('takes a difference that a lettering wrote off back with it, and writes it off again', async () => {
    const settings = { auto_entries: { reconciliation_difference: { max_amount: 5 } } };
    await books.firm.client.expect(200).patch(path('/settings'), settings);
    const party = await books.party();
    const items = [await books.item('100.00', { party }), await books.item('-98.00', { party })];
    const before = await books.balances();
    const lettering = await books.firm.client.post(path('/lettering'), { line_ids: items });
    expect(lettering.status, lettering.text).to.equal(201);
    const after = await books.balances();
    expect(after).to.not.deep.equal(before);
    const undone = await books.undo(lettering);
    expect(await books.balances()).to.deep.equal(before);
    expect(Object.values(await books.openItems(`third_party_id=${party}`))).to.have.members(['100.00', '-98.00']);
    const again = await books.undo(undone);
    expect(await books.balances()).to.deep.equal(after);
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({});
    await books.undo(again);
    expect(await books.balances()).to.deep.equal(before);
  });

  it('restores what a reversal had unlettered', async () => {
    const party = await books.party();
    const invoice = await books.posted({
      lines: [
        { account: '400000', debit: '75.00', third_party_id: party },
        { account: '700000', credit: '75.00' },
      ],
    });
    const payment = await books.item('-75.00', { party });
    await books.letter([linesOf(invoice)[0]!.id, payment]);
    const before = await books.balances();
    const reversal = await books.firm.client.post(path(`/entries/${invoice.id}/reverse`), {});
    expect(reversal.status, reversal.text).to.be.oneOf([200, 201]);
    expect(Object.values(await books.openItems(`third_party_id=${party}`))).to.deep.equal(['-75.00']);
    await books.undo(reversal);
    expect(await books.balances()).to.deep.equal(before);
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({});
  });

  it('refuses in a locked period and names the year; a lock is undone by a manager', async () => {
    const file = await books.service.newCompany(books.firm.client, {});
    const entry = { journal_id: file.journal('OD'), entry_date: '2026-02-10', lines: books.entry().lines };
    const posted = await books.firm.client.post(`${file.path}/entries`, entry);
    const years = await books.firm.client.get(`${file.path}/fiscal-years/${file.fiscalYearId}`);
    const period = (years.body.periods as AnswerBody[])[1]!;
    const lockPath = `${file.path}/fiscal-years/${file.fiscalYearId}/periods/${period.id}/lock`;
    const locked = await books.firm.client.post(lockPath, {});
    const operation = posted.headers.get('x-operation-id')!;
    const revert = (id: string | null, client = books.firm.client) =>
      client.post(`${file.path}/history/operations/${id}/revert`, {});
    const refused = await expectStatus(revert(operation), 422);
    expect(refused).to.deep.include({ code: 'period_locked', reason: 'period_locked' });
    expect((refused.blocked_by as unknown[])[0]).to.deep.include({
      code: 'period_locked',
      resource: 'fiscal-years',
      id: file.fiscalYearId,
    });
    const encoder = await books.service.newMember(books.firm, 'encoder', { allCompanies: true });
    await expectRefusal(revert(locked.headers.get('x-operation-id'), encoder.client), 403, 'role_too_low');
    await expectStatus(revert(locked.headers.get('x-operation-id')), 200);
    await expectStatus(revert(operation, encoder.client), 200);
  });

  it('reopens a year whose closing is undone, and closes it again when that is undone', async () => {
    const file = await books.service.newCompany(books.firm.client, {});
    const posted = { journal_id: file.journal('OD'), entry_date: '2026-02-10', lines: books.entry().lines };
    const entry = await books.firm.client.post(`${file.path}/entries`, posted);
    expect(entry.status, entry.text).to.equal(201);
    const closed = await books.firm.client.post(`${file.path}/fiscal-years/${file.fiscalYearId}/close`, {});
    expect(closed.status, closed.text).to.equal(200);
    const revert = (id: string) => books.firm.client.post(`${file.path}/history/operations/${id}/revert`, {});
    const reopened = await expectStatus(revert(closed.headers.get('x-operation-id')!), 200);
    const year = await books.firm.client.get(`${file.path}/fiscal-years/${file.fiscalYearId}`);
    expect(year.body.is_closed ?? year.body.status).to.be.oneOf([false, 'open']);
    const again = await expectStatus(revert(reopened.operation_id as string), 200);
    const isClosed = async () =>
      (await books.firm.client.get(`${file.path}/fiscal-years/${file.fiscalYearId}`)).body.is_closed;
    expect(await isClosed()).to.equal(true);
    const third = await expectStatus(revert(again.operation_id as string), 200);
    expect(await isClosed()).to.equal(false);
    // What is posted in the meantime would be missing from the balances carried forward.
    await expectStatus(books.firm.client.post(`${file.path}/entries`, posted), 201);
    const moved = await expectStatus(revert(third.operation_id as string), 422);
    expect(moved).to.deep.include({ code: 'revert_blocked', reason: 'undo_year_moved' });
  });

  it('undoes settings, labels of entries, files and merges', async () => {
    const settings = await books.firm.client.patch(path('/settings'), { legal: { rpm_district: 'Liège' } });
    const changed = await books.firm.client.patch(path('/settings'), { legal: { rpm_district: 'Mons' } });
    const [reason] = await books.blocked(settings);
    expect(reason).to.deep.include({ code: 'undo_changed_since', resource: 'companies' });
    await books.undo(changed);
    await books.undo(settings);
    const entry = await books.posted({ label: 'Avant' });
    const amended = await books.firm.client.patch(path(`/entries/${entry.id}`), { label: 'Après' });
    await books.undo(amended);
    expect((await books.firm.client.get(path(`/entries/${entry.id}`))).body.label).to.equal('Avant');
    const goes = await books.party({ name: 'Double', email: 'a@example.com' });
    const stays = await books.party({ name: 'Reste' });
    const merged = await books.firm.client.post(path(`/third-parties/${goes}/merge`), { into: stays });
    expect(merged.status, merged.text).to.equal(200);
    const undone = await books.undo(merged);
    await books.firm.client.ok(path(`/third-parties/${goes}`));
    expect((await books.firm.client.get(path(`/third-parties/${stays}`))).body.email).to.equal(null);
    await books.undo(undone);
    await books.firm.client.refused(404).get(path(`/third-parties/${goes}`));
    expect((await books.firm.client.get(path(`/third-parties/${stays}`))).body.email).to.equal('a@example.com');
  });

  it('acts once under a mutation id, is judged anew without, and is an operation of its own', async () => {
    const answer = await books.post();
    const operation = answer.headers.get('x-operation-id')!;
    const own = await books.revert(`operations/${operation}`, {}, { 'X-Operation-Id': operation });
    expect(own.status).to.equal(422);
    expect(own.body.code).to.equal('operation_reverts_itself');
    const tried = await books.revert(`operations/${operation}`, { dry_run: true }, { 'X-Operation-Id': operation });
    expect(tried.body.code, 'a dry run is refused alike').to.equal('operation_reverts_itself');
    const headers = { 'X-Client-Mutation-Id': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => books.revert(`operations/${operation}`, {}, headers)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.operation_id))).to.have.length(1);
    const reused = await books.revert(`operations/${operation}`, { dry_run: true }, headers);
    expect(reused.body.code).to.equal('idempotency_key_reused');
    const parallel = await books.post();
    const both = await Promise.all(
      [1, 2].map(() => books.revert(`operations/${parallel.headers.get('x-operation-id')}`)),
    );
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    const reviewer = await books.service.newMember(books.firm, 'reviewer', { allCompanies: true });
    await expectStatus(books.revert(`operations/${operation}`, {}, {}, reviewer.client), 403);
  });
});
