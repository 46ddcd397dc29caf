import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { LANGUAGES } from '../../../domain/language.ts';
import { eventsByStream } from '../../../domain/event-catalogue.ts';
import { catalogue, isMessageKey } from '../../../api/i18n/catalogue.ts';
import { STANDS_FOR } from '../../../api/history/references.ts';
import { getSentenceKey } from '../../../api/history/change-sentences.ts';
import { api } from '../../../api/routes.ts';
import { resources } from '../../../domain/records/resources.ts';
import { labelledResources } from '../../../projections/history/labels.ts';
import type { AnswerBody, List } from '../../support/client.ts';
import { useHistory, type ShownRevision } from './support.ts';

describe('The history of a company file', () => {
  const books = useHistory();
  const path = (suffix: string) => `${books.file.path}${suffix}`;

  it('tells what changed field by field, who did it, with what and when', async () => {
    const { body: party } = await books.firm.client.post(path('/third-parties'), {
      type: 'customer',
      name: 'Hôtel Métropole',
    });
    const operation = randomUUID();
    await books.firm.client.expect(200).patch(
      path(`/third-parties/${party.id}`),
      { name: 'Hôtel Astoria', city: 'Bruxelles' },
      {
        'X-Operation-Id': operation,
        'X-Device-Id': 'ipad-7',
        'X-Device-Name': 'iPad%20Anne',
        'X-Occurred-At': new Date(Date.now() - 3_600_000).toISOString(),
        'X-Origin': 'offline_sync',
      },
    );
    const [update, creation, ...others] = await books.history(`resource=third-parties&record_id=${party.id}`);
    expect(others).to.deep.equal([]);
    expect(update).to.deep.include({
      operation_id: operation,
      resource: 'third-parties',
      record_id: party.id,
      op: 'update',
      version: 2,
      label: `${party.code as string} Hôtel Astoria`,
      before: { name: 'Hôtel Métropole', city: null },
      after: { name: 'Hôtel Astoria', city: 'Bruxelles' },
      device: { id: 'ipad-7', name: 'iPad Anne' },
      origin: 'offline_sync',
      can_revert: true,
      blocked_by: [],
    });
    expect(update!.changed).to.have.members(['name', 'city']);
    expect(update!.user).to.deep.include({ id: books.firm.admin.id });
    expect(Date.parse(update!.recorded_at as string) - Date.parse(update!.occurred_at as string)).to.be.within(
      3_500_000,
      3_700_000,
    );
    expect(creation).to.deep.include({ op: 'create', version: 1, before: null, changed: [], device: null });
    expect(creation!.after).to.deep.include({ name: 'Hôtel Métropole', type: 'customer' });
    const one = await books.firm.client.get(path(`/history/${update!.id}`));
    expect(one.body).to.deep.equal(update);
    await books.firm.client.refused(404).get(path('/history/99999999'));
  });

  it('tells who and what the ids in its fields stand for', async () => {
    const { body: party } = await books.firm.client.post(path('/third-parties'), {
      type: 'supplier',
      name: 'Imprimerie',
    });
    const { body: entry } = await books.firm.client.post(path('/entries'), {
      journal_id: books.file.journal('OD'),
      entry_date: '2026-02-03',
      label: 'Flyers',
      lines: [
        { account: '610000', debit: '75.00' },
        { account: '440000', credit: '75.00', third_party_id: party.id },
      ],
    });
    await books.firm.client.patch(path(`/third-parties/${party.id}`), {
      default_account_id: books.file.account('610000'),
    });
    const named = async (query: string) =>
      (await books.history(query)).map(({ names }) => names as Record<string, Record<string, string>>);
    const [posted] = await named(`resource=entries&record_id=${entry.id}`);
    expect(posted!.third_party_id).to.deep.equal({ [party.id]: `${party.code as string} Imprimerie` });
    expect(posted!.account_id![books.file.account('440000')]).to.match(/^440000 ./);
    expect(posted!.journal_id![books.file.journal('OD')]).to.match(/^OD ./);
    const [changed] = await named(`resource=third-parties&record_id=${party.id}&op=update`);
    expect(changed!.default_account_id![books.file.account('610000')]).to.match(/^610000 ./);
    for (const [, resource] of STANDS_FOR) expect(labelledResources).to.include(resource);
  });

  it('finds what one looks for, and counts it', async () => {
    const device = `device-${randomUUID().slice(0, 8)}`;
    const operation = randomUUID();
    const headers = { 'X-Device-Id': device, 'X-Operation-Id': operation };
    const { body: party } = await books.firm.client.post(
      path('/third-parties'),
      { type: 'supplier', name: 'Papeterie' },
      headers,
    );
    await books.firm.client.patch(path(`/third-parties/${party.id}`), { city: 'Namur' });
    await books.firm.client.patch(path('/settings'), { legal: { rpm_district: 'Namur' } });
    await books.firm.client.delete(path(`/third-parties/${party.id}`));
    const of = `resource=third-parties&record_id=${party.id}`;
    const ops = async (query: string) => (await books.history(query)).map(({ op }) => op);
    expect(await ops(of)).to.deep.equal(['delete', 'update', 'create']);
    expect(await ops(`${of}&op=update`)).to.deep.equal(['update']);
    expect(await ops(`${of}&op=delete`)).to.deep.equal(['delete']);
    expect(await ops(`${of}&field=city`)).to.deep.equal(['update']);
    expect(await ops(`${of}&field=name`)).to.deep.equal([]);
    expect(await ops(`device=${device}`)).to.deep.equal(['create']);
    expect(await ops(`operation_id=${operation}`)).to.deep.equal(['create']);
    expect(await ops(`${of}&user_id=${books.firm.admin.id}`)).to.have.length(3);
    expect(await ops(`${of}&user_id=${books.firm.admin.id + 999_999}`)).to.deep.equal([]);
    expect(await ops(`${of}&from=2020-01-01&to=2099-12-31`)).to.have.length(3);
    expect(await ops(`${of}&to=2020-01-01`)).to.deep.equal([]);
    expect(await ops(`${of}&from=2099-01-01`)).to.deep.equal([]);
    const [setting] = await books.history('resource=companies&field=settings.legal.rpm_district');
    expect(setting).to.deep.include({ changed: ['settings.legal.rpm_district'] });
    const wrong = await books.firm.client.get(path('/history?op=other&operation_id=x&recordid=1'));
    expect(Object.keys(wrong.body.errors)).to.have.members(['op', 'operation_id', 'recordid']);
  });

  it('comes in pages, the newest first', async () => {
    const { body } = await books.firm.client.get(path('/history?per_page=3'));
    const { body: next } = await books.firm.client.get(path('/history?per_page=3&page=2'));
    const ids = [...(body.data as ShownRevision[]), ...(next.data as ShownRevision[])].map(({ id }) => id);
    expect(ids).to.deep.equal([...ids].sort((one, other) => other - one));
    expect(body.total).to.be.greaterThan(6);
    expect(body).to.deep.include({ per_page: 3, current_page: 1, last_page: Math.ceil((body.total as number) / 3) });
    const far = await books.firm.client.get(path('/history?page=999999'));
    expect(far.body).to.deep.include({ data: [], from: null, to: null });
  });

  it('shows a new entry with all that it was posted with', async () => {
    const entry = await books.posted({ label: 'Loyer' });
    const [revision] = await books.history(`resource=entries&record_id=${entry.id}`);
    expect(revision!.label).to.equal(`OD ${entry.number as number}`);
    expect(revision!.after).to.deep.include({ label: 'Loyer', number: entry.number });
    expect((revision!.after!.lines as unknown[]).length).to.equal(2);
  });

  it('shows an operation in full, in a sentence', async () => {
    const operation = randomUUID();
    const { body: entry } = await books.post({}, { 'X-Operation-Id': operation });
    const body = await books.firm.client.ok(path(`/history/operations/${operation}`), {
      'Accept-Language': 'fr',
    });
    expect(body).to.deep.include({ operation_id: operation, can_revert: true, blocked_by: [], revisions_count: 1 });
    expect(body.summary).to.match(new RegExp(`OD ${entry.number as number}$`));
    const revisions = body.revisions as AnswerBody[];
    expect(revisions.map((one) => [one.record_id, one.summary])).to.deep.equal([[entry.id, body.summary]]);
    await books.firm.client.refused(404).get(path(`/history/operations/${randomUUID()}`));
  });

  it('shows nothing of another company file', async () => {
    const other = await books.service.newCompany(books.firm.client, {});
    const [revision] = await books.history();
    await books.firm.client.refused(404).get(`${other.path}/history/${revision!.id + 5_000}`);
    await books.firm.client.refused(404).get(`${other.path}/history/operations/${revision!.operation_id}`);
    await books.firm.client.refused(404).post(`${other.path}/history/operations/${revision!.operation_id}/revert`, {});
  });

  it('is told in words as activity of the file and of the firm', async () => {
    const entry = await books.posted();
    const name = (await books.firm.client.get('/v1/auth/me')).body.name as string;
    for (const [language, sentence] of [
      ['fr', `${name} a comptabilisé l’écriture OD ${entry.number as number}`],
      ['nl', `${name} heeft boeking OD ${entry.number as number} geboekt`],
      ['en', `${name} posted the entry OD ${entry.number as number}`],
      ['de', `${name} hat die Buchung OD ${entry.number as number} gebucht`],
    ] as const) {
      await books.firm.client.patch('/v1/auth/me', { locale: language });
      const { body, text } = await books.firm.client.get<List>(path('/activity?per_page=1'));
      expect(body, text).to.have.all.keys('data', 'current_page', 'per_page', 'has_more');
      expect(body.data[0]!.summary).to.equal(sentence);
      const firm = await books.firm.client.get<List>(`/v1/firms/${books.firm.token}/activity?per_page=1`);
      expect(firm.body.data[0]!.summary).to.equal(sentence);
    }
    const all = await books.firm.client.get(`/v1/firms/${books.firm.token}/activity?per_page=200`);
    for (const { summary } of all.body.data as { summary: string }[]) expect(summary).to.not.match(/[{}]|undefined/);
  });

  it('is told by person, by day and by what was changed', async () => {
    const { body: party } = await books.firm.client.post(path('/third-parties'), {
      type: 'customer',
      name: 'Filtered',
    });
    await books.posted();
    const listed = async (query: string) =>
      (await books.firm.client.ok<List>(path(`/activity?per_page=200&${query}`))).data.map(({ summary }) => summary);
    const all = await listed('');
    const parties = await listed('resource=third-parties');
    expect(parties[0]).to.include(party.code);
    expect(parties.length).to.be.within(1, all.length - 1);
    expect(await listed(`user_id=${books.firm.admin.id}`)).to.include(parties[0]);
    expect(await listed('user_id=999999999')).to.deep.equal([]);
    expect(await listed('to=2001-01-01')).to.deep.equal([]);
    expect(await listed('from=2001-01-01')).to.deep.equal(all);
    expect(await listed('from=2001-01-01&to=2999-12-31&resource=third-parties')).to.deep.equal(parties);
    await books.firm.client.refused(422).get(path('/activity?from=yesterday'));
  });

  it('has a sentence for every event of company files and firms, and a name for every resource', () => {
    const types = [...Object.keys(eventsByStream.company), ...Object.keys(eventsByStream.firm)];
    expect(types.filter((type) => !isMessageKey(getSentenceKey(type)))).to.deep.equal([]);
    const named = resources.map(({ name }) => `told_what_${name.replaceAll('-', '_')}`);
    expect(named.filter((key) => !isMessageKey(key))).to.deep.equal([]);
    for (const key of Object.keys(catalogue).filter((one) => one.startsWith('told_')))
      for (const language of LANGUAGES) expect(catalogue[key as keyof typeof catalogue][language]).to.not.equal('');
    expect([...api.feed.keys()].filter((name) => !labelledResources.has(name))).to.deep.equal([]);
  });
});
