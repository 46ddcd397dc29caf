import { expect } from 'chai';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { buildLicenceKey } from '../../support/licences.ts';
import { inviteAsEarlier } from './earlier-invitation.ts';
import { useService, type TestFirm } from '../../support/service.ts';

const PLANTED = 'planted by the first firm';
const OWN = 'chosen by the person alone';

describe('An account that is claimed through a link of another firm', () => {
  const service = useService();
  let first: TestFirm;
  let second: TestFirm;
  let count = 0;

  before(async () => {
    first = await service.newFirm({ name: 'Première' });
    second = await service.newFirm({ name: 'Deuxième' });
    for (const { client, token } of [first, second])
      await client.post(`/v1/firms/${token}/licence`, { key: buildLicenceKey() });
  });

  const membersOf = (firm: TestFirm) => `/v1/firms/${firm.token}/members`;
  const signIn = (email: string, password: string) => service.anonymous.post('/v1/auth/login', { email, password });
  const urlOf = ({ body }: { body: AnswerBody }) => (body.invitation as { url: string }).url;
  const pathOf = (url: string) => url.slice(service.url.length).split('?')[0]!;

  /** An account that the first firm has opened for someone. */
  async function planted() {
    const email = `victim${(count += 1)}@example.com`;
    const person = { email, name: 'Planted Name', password: PLANTED, role: 'encoder' };
    const added = await first.client.created(membersOf(first), person);
    const session = service.anonymous.as(await service.sessionToken(added.id));
    return { id: added.id, email, session };
  }

  const sees = async (client: Client, firm: TestFirm) => (await client.get(`/v1/firms/${firm.token}`)).status;

  it('stays in its other firms when whoever claims it also knows the password that it has had', async () => {
    const victim = await planted();
    const path = pathOf(urlOf(await inviteAsEarlier(service, second, victim.id)));
    const guessed = await service.anonymous.post(path, { password: OWN, current_password: 'a guess of a stranger' });
    expect([guessed.status, Object.keys(guessed.body.errors)]).to.deep.equal([422, ['current_password']]);
    expect((await signIn(victim.email, PLANTED)).status, 'nothing has happened').to.equal(201);
    const claimed = await service.anonymous.created(path, { password: OWN, current_password: PLANTED });
    const own = service.anonymous.as(claimed.token);
    expect([await sees(own, first), await sees(own, second)]).to.deep.equal([200, 200]);
    await victim.session.refused(401).get('/v1/auth/me');
    await expectStatus(signIn(victim.email, PLANTED), 422);
  });

  it('is taken back from a stranger to whom another firm gave its link, by a link of the firm that opened it', async () => {
    const victim = await planted();
    const STRANGER = 'chosen by a stranger';
    const stolen = pathOf(urlOf(await inviteAsEarlier(service, second, victim.id)));
    const taken = await service.anonymous.post(stolen, { password: STRANGER });
    const stranger = service.anonymous.as(taken.body.token);
    expect(await sees(stranger, first), 'gets in nowhere').to.equal(404);
    const path = pathOf(urlOf(await first.client.post(`${membersOf(first)}/${victim.id}/invitation`)));
    expect((await service.anonymous.get(path)).body).to.include({ needs: 'password', may_claim_anew: true });
    const page = await service.anonymous.get(`${path}?lang=en`, { Accept: 'text/html' });
    expect(page.text).to.contain('Recover the account').and.contain('name="claim_anew"');
    const back = await service.anonymous.created(path, { password: OWN, claim_anew: true });
    const own = service.anonymous.as(back.token);
    expect([await sees(own, first), await sees(own, second)]).to.deep.equal([200, 404]);
    await stranger.refused(401).get('/v1/auth/me');
    await expectStatus(signIn(victim.email, STRANGER), 422);
    await expectStatus(signIn(victim.email, OWN), 201);
    const again = pathOf(urlOf(await second.client.post(`${membersOf(second)}/${victim.id}/invitation`)));
    expect((await service.anonymous.get(again)).body).to.include({ needs: 'password', may_claim_anew: false });
    const refused = await service.anonymous.post(again, { password: STRANGER, claim_anew: true });
    expect([refused.status, refused.body.error_codes]).to.deep.equal([422, { claim_anew: ['claim_not_doubted'] }]);
  });

  it('is the person’s for good a month later, whatever the firm that opened it says', async () => {
    const victim = await planted();
    const link = pathOf(urlOf(await inviteAsEarlier(service, second, victim.id)));
    await service.anonymous.post(link, { password: OWN });
    const path = pathOf(urlOf(await first.client.post(`${membersOf(first)}/${victim.id}/invitation`)));
    await service.core.pool.query(
      `UPDATE read.users SET doubted_since = doubted_since - interval '31 days' WHERE id = $1`,
      [victim.id],
    );
    expect((await service.anonymous.get(path)).body).to.include({ may_claim_anew: false });
    await service.anonymous.refused(422).post(path, { password: PLANTED, claim_anew: true });
    await service.core.pool.query(
      `UPDATE read.users SET doubted_since = doubted_since + interval '31 days' WHERE id = $1`,
      [victim.id],
    );
  });

  it('is told when there were too many attempts, on the page too', async () => {
    const path = '/v1/auth/invitations/1-x';
    const page = { headers: { Accept: 'text/html' } };
    let last = await service.anonymous.request('GET', `${path}?lang=en`, page);
    for (let attempt = 0; attempt < 25 && last.status !== 429; attempt += 1)
      last = await service.anonymous.request('GET', `${path}?lang=en`, page);
    expect([last.status, last.headers.get('content-type')]).to.deep.equal([429, 'text/html; charset=utf-8']);
    expect(last.text).to.contain('Accept the invitation');
  });
});
