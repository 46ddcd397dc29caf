import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { waitUntil } from '../../support/load.ts';
import type { Person, TestCompany } from '../../support/service.ts';
import { webhookScene, type Listed } from './support.ts';

interface Shown {
  readonly id: number;
  readonly is_active: boolean;
  readonly paused_reason: string | null;
  readonly created_by: { readonly id: number; readonly name: string } | null;
  readonly health: { readonly status: string };
}

describe('Webhooks and what their makers may see', () => {
  const scene = webhookScene();
  let other: TestCompany;
  let manager: Person;
  const path = () => `/v1/firms/${scene.firm.token}/webhooks`;

  before(async () => {
    other = await scene.service.newCompany(scene.firm.client);
  });
  beforeEach(async () => {
    manager = await scene.service.newMember(scene.firm, 'manager', {
      allCompanies: false,
      companies: [{ id: scene.company.id }],
    });
  });

  const addEndpoint = async (client: Client, at: string): Promise<number> =>
    (
      await client.created<{ webhook: Shown }>(path(), {
        url: `${scene.receiver.url}${at}`,
        events: ['third_party.created'],
      })
    ).webhook.id;
  const addParty = (company: TestCompany, name: string): Promise<AnswerBody> =>
    scene.firm.client.created(`${company.path}/third-parties`, { type: 'customer', name });
  const show = async (client: Client, id: number): Promise<Shown> =>
    (await client.ok<{ webhook: Shown }>(`${path()}/${id}`)).webhook;
  const listNames = (at: string): string[] =>
    scene.receiver.requests
      .filter(({ url }) => url === at)
      .map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
  const setCompanies = (user: number, companies: readonly TestCompany[]) =>
    scene.firm.client.expect(200).put(`/v1/firms/${scene.firm.token}/members/${user}/companies`, {
      company_tokens: companies.map(({ token }) => token),
    });

  it('deliver the events of files that the maker sees, and nothing of others', async () => {
    const id = await addEndpoint(manager.client, '/own');
    expect((await show(manager.client, id)).created_by).to.include({ id: manager.id });
    await addParty(other, 'hidden');
    await addParty(scene.company, 'seen');
    await waitUntil('the call', () => Promise.resolve(listNames('/own').length > 0));
    expect(listNames('/own')).to.deep.equal(['seen']);
  });

  it('show deliveries only to those who see their file, and endpoints only to those who may', async () => {
    const own = await addEndpoint(manager.client, '/a');
    const foreign = await addEndpoint(scene.firm.client, '/b');
    await addParty(other, 'elsewhere');
    await addParty(scene.company, 'here');
    await waitUntil('the calls', () => Promise.resolve(listNames('/b').length === 2 && listNames('/a').length === 1));
    const listed = await manager.client.ok<{ data: Shown[] }>(path());
    expect(listed.data.map(({ id }) => id)).to.deep.equal([own]);
    for (const rest of ['', '/deliveries']) await manager.client.refused(404).get(`${path()}/${foreign}${rest}`);
    await manager.client.refused(404).patch(`${path()}/${foreign}`, { is_active: false });
    await manager.client.refused(404).delete(`${path()}/${foreign}`);
    await manager.client.refused(404).post(`${path()}/${foreign}/rotate-secret`);
    const all = await scene.firm.client.ok<Listed>(`${path()}/${own}/deliveries`);
    expect(all.data).to.have.length(1);
    await setCompanies(manager.id, []);
    const afterwards = await manager.client.ok<Listed>(`${path()}/${own}/deliveries`);
    expect(afterwards.data).to.deep.equal([]);
    await manager.client.refused(404).get(`${path()}/${own}/deliveries/${all.data[0]!.id}`);
  });

  it('stop when the maker leaves or loses the role, and go on with the member who takes over', async () => {
    const left = await addEndpoint(manager.client, '/left');
    const demoted = await scene.service.newMember(scene.firm, 'manager');
    const lost = await addEndpoint(demoted.client, '/lost');
    await scene.firm.client.expect(204).delete(`/v1/firms/${scene.firm.token}/members/${manager.id}`);
    await scene.firm.client
      .expect(200)
      .patch(`/v1/firms/${scene.firm.token}/members/${demoted.id}`, { role: 'encoder' });
    expect(await show(scene.firm.client, left)).to.include({ paused_reason: 'maker_left' });
    expect(await show(scene.firm.client, lost)).to.include({ paused_reason: 'role_lost' });
    expect((await show(scene.firm.client, lost)).health.status).to.equal('paused');
    await addParty(scene.company, 'meanwhile');
    await scene.firm.client.expect(200).patch(`${path()}/${left}`, { description: 'changed, not resumed' });
    expect(await show(scene.firm.client, left)).to.include({ paused_reason: 'maker_left' });
    expect([...listNames('/left'), ...listNames('/lost')]).to.deep.equal([]);
    await scene.firm.client.expect(200).patch(`${path()}/${left}`, { is_active: true });
    const resumed = await show(scene.firm.client, left);
    expect(resumed).to.include({ paused_reason: null, is_active: true });
    expect(resumed.created_by).to.include({ id: scene.firm.admin.id });
    await waitUntil('the delivery that waited', () => Promise.resolve(listNames('/left').length > 0));
    expect(listNames('/left')).to.deep.equal(['meanwhile']);
    expect(listNames('/lost')).to.deep.equal([]);
  });

  it('stop retries of a file that the maker no longer sees', async () => {
    scene.receiver.behave((_request, response) => void response.writeHead(500).end());
    const id = await addEndpoint(manager.client, '/retry');
    await addParty(scene.company, 'failing');
    await waitUntil('the first call', () => Promise.resolve(listNames('/retry').length === 1));
    await setCompanies(manager.id, [other]);
    await scene.nextAttempt({ id, path: '', at: '', secret: '' });
    await addParty(other, 'visible');
    await waitUntil('the next call', () => Promise.resolve(listNames('/retry').length > 1));
    expect(listNames('/retry')).to.deep.equal(['failing', 'visible']);
  });
});
