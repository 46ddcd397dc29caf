import { expect } from 'chai';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { buildLicenceKey } from '../../support/licences.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';
import { PASSWORD, useService, type TestFirm, type TestService } from '../../support/service.ts';

const FIRST = 'given by the first firm';
const SECOND = 'given by the second firm';
const OWN = 'chosen by the person alone';

let count = 0;

function actIn(service: TestService) {
  const membersOf = (firm: TestFirm) => `/v1/firms/${firm.token}/members`;
  return {
    membersOf,
    signIn: (email: string, password: string) => service.anonymous.post('/v1/auth/login', { email, password }),
    sees: async (client: Client, firm: TestFirm) => (await client.get(`/v1/firms/${firm.token}`)).status,
    add: (firm: TestFirm, email: string, password: string) =>
      firm.client.created(membersOf(firm), { email, name: 'Vera', password, role: 'encoder' }),
    nextAddress: () => `vera${(count += 1)}@example.com`,
    newLicensedFirm: async (name: string) => {
      const firm = await service.newFirm({ name });
      await firm.client.post(`/v1/firms/${firm.token}/licence`, { key: buildLicenceKey() });
      return firm;
    },
  };
}

const urlOf = ({ body }: { body: AnswerBody }) => (body.invitation as { url: string }).url;

describe('An address that nobody has verified', () => {
  const service = useService();
  const acts = actIn(service);
  const { membersOf, signIn, sees, add, nextAddress } = acts;
  let first: TestFirm;
  let second: TestFirm;

  before(async () => {
    first = await acts.newLicensedFirm('Première');
    second = await acts.newLicensedFirm('Deuxième');
  });

  const signedIn = async (email: string, password: string): Promise<Client> =>
    service.anonymous.as((await expectStatus(signIn(email, password), 201)).token);
  const linkOf = async (firm: TestFirm, userId: number): Promise<string> => {
    const url = urlOf(await firm.client.post(`${membersOf(firm)}/${userId}/invitation`));
    return url.slice(service.url.length).split('?')[0]!;
  };

  it('has an account in each firm that invites it, which its password finds', async () => {
    const email = nextAddress();
    const [one, two] = [await add(first, email, FIRST), await add(second, email.toUpperCase(), SECOND)];
    expect(one.id).to.not.equal(two.id);
    const [inFirst, inSecond] = [await signedIn(email, FIRST), await signedIn(email, SECOND)];
    expect([await sees(inFirst, first), await sees(inFirst, second)]).to.deep.equal([200, 404]);
    expect([await sees(inSecond, first), await sees(inSecond, second)]).to.deep.equal([404, 200]);
    expect((await inFirst.get('/v1/auth/me')).body.firms).to.have.length(1);
    await expectStatus(signIn(email, OWN), 422);
  });

  it('is not taken over by the link of a second firm, which opens that firm alone', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const before = await signedIn(email, FIRST);
    const planted = await add(second, email, SECOND);
    const stranger = service.anonymous.as(
      (await service.anonymous.created(await linkOf(second, planted.id), { name: 'Stranger', password: OWN })).token,
    );
    expect([await sees(stranger, first), await sees(stranger, second)]).to.deep.equal([404, 200]);
    expect(await sees(before, first), 'neither the session').to.equal(200);
    expect(await sees(await signedIn(email, FIRST), first), 'nor the password of the person ends').to.equal(200);
    await second.client
      .refused(404)
      .post(`${membersOf(second)}/${(await before.get('/v1/auth/me')).body.id}/invitation`);
  });

  it('gives a second firm no say over the account of the first, claimed or not', async () => {
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    await service.anonymous.created(await linkOf(first, one.id), { password: OWN });
    const two = await add(second, email, SECOND);
    await expectStatus(second.client.patch(`${membersOf(second)}/${two.id}`, { password: `${SECOND} again` }), 200);
    await second.client.refused(404).patch(`${membersOf(second)}/${one.id}`, { password: SECOND });
    const own = await signedIn(email, OWN);
    expect([await sees(own, first), await sees(own, second)]).to.deep.equal([200, 404]);
    await second.client.delete(`${membersOf(second)}/${two.id}`);
    expect(await sees(own, first)).to.equal(200);
  });

  it('opens the account that comes first where two have the same password, and each again once they differ', async () => {
    const email = nextAddress();
    const [one, two] = [await add(first, email, OWN), await add(second, email, OWN)];
    const session = await signedIn(email, OWN);
    expect((await session.get('/v1/auth/me')).body.id).to.equal(one.id);
    await expectStatus(session.put('/v1/auth/password', { current_password: OWN, password: FIRST }), 204);
    expect((await (await signedIn(email, OWN)).get('/v1/auth/me')).body.id).to.equal(two.id);
  });

  it('cannot be squatted: neither other firms nor the platform find it taken', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const platform = await service.newUser({ isPlatformAdmin: true });
    const admin = { email, name: 'Vera', password: OWN };
    const opened = await platform.client.created('/v1/firms', { name: 'Troisième', admin });
    const own = await signedIn(email, OWN);
    expect((await own.get(`/v1/firms/${String(opened.public_token)}`)).body.can_manage).to.equal(true);
    expect(await sees(own, first)).to.equal(404);
    const invited = await second.client.post(membersOf(second), { email, role: 'encoder' });
    expect([invited.status, invited.body.id], 'the platform vouches for the owner').to.deep.equal([
      200,
      (await own.get('/v1/auth/me')).body.id,
    ]);
  });

  it('is the one that the firm knows when the person is added again', async () => {
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    await add(second, email, SECOND);
    await first.client.delete(`${membersOf(first)}/${one.id}`);
    const again = await first.client.post(membersOf(first), { email, role: 'reviewer' });
    expect([again.status, again.body.id]).to.deep.equal([200, one.id]);
    const twice = await first.client.post(membersOf(first), { email, role: 'reviewer' });
    expect([twice.status, twice.body.code]).to.deep.equal([422, 'member_exists']);
  });

  it('does not tell other firms that it has an account', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const answers = await Promise.all(
      [email, nextAddress()].map((address) =>
        second.client.post(membersOf(second), { email: address, role: 'encoder' }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([422, 422]);
    expect(answers[0]!.text).to.equal(answers[1]!.text);
  });

  it('of an account that the platform opened is invited, and its owner proves the password', async () => {
    const owner = await service.newUser();
    const email = `user${owner.id}@example.com`;
    const invited = await second.client.post(membersOf(second), { email, role: 'encoder' });
    expect([invited.status, invited.body.id]).to.deep.equal([200, owner.id]);
    const path = urlOf(invited).slice(service.url.length).split('?')[0]!;
    await service.anonymous.refused(422, ['password']).post(path, { password: OWN });
    await service.anonymous.created(path, { password: PASSWORD });
    expect(await sees(owner.client, second)).to.equal(200);
  });
});

describe('An address that mail has verified', () => {
  let mails: TestMailServer;
  const environment: Record<string, string> = {};
  before(async () => {
    mails = await startMailServer();
    environment.SMTP_URL = mails.url;
  });
  after(() => mails.close());
  const service = useService({ environment });
  const acts = actIn(service);
  const { membersOf, signIn, add, nextAddress } = acts;

  it('has one account from then on, which other firms invite', async () => {
    const [first, second] = [await acts.newLicensedFirm('Première'), await acts.newLicensedFirm('Deuxième')];
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    const session = service.anonymous.as((await signIn(email, FIRST)).body.token);
    await expectStatus(session.post('/v1/auth/email', { email, password: FIRST }), 200);
    expect(mails.mails).to.have.length(1);
    const link = /https?:\S+\/v1\/auth\/email\/verify\S+/.exec(mails.mails[0]!.text)![0];
    await expectStatus(service.anonymous.post(link.slice(service.url.length)), 200);
    const { rows } = await service.core.pool.query<{ is_address_proven: boolean }>(
      'SELECT is_address_proven FROM read.users WHERE id = $1',
      [one.id],
    );
    expect(rows).to.deep.equal([{ is_address_proven: true }]);
    const invited = await second.client.post(membersOf(second), { email, role: 'encoder' });
    expect([invited.status, invited.body.id]).to.deep.equal([200, one.id]);
  });
});
