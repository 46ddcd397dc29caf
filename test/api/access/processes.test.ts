import { expect } from 'chai';
import {
  clientOf,
  invariantsHold,
  leaveNothing,
  makeStageFirst,
  setStage,
  signIn,
  start,
  type Stage,
} from '../../faults/support.ts';
import { LICENCE_PUBLIC_KEY, buildLicenceKey } from '../../support/licences.ts';
import { openClient, type Answer, type Client } from '../../support/load.ts';
import { itLong } from '../../support/long.ts';

const PASSWORD = 'a long password';

/** A right that one process has taken away is gone in the next request to any other, and so is one given there. */
describe('Rights in two processes', function () {
  this.timeout(120_000);

  interface Pair {
    readonly stage: Stage;
    readonly urls: readonly [string, string];
    readonly firm: string;
    /** The administrator at either process. */
    readonly admins: readonly [Client, Client];
  }

  async function pair(): Promise<Pair> {
    const stage = await setStage();
    const [, one, other] = await Promise.all([
      start(stage, { ROLE: 'projector' }),
      start(stage, { ROLE: 'api', LICENCE_PUBLIC_KEY }),
      start(stage, { ROLE: 'api', LICENCE_PUBLIC_KEY }),
    ]);
    const admin = clientOf({ token: await signIn(one.url) }, one);
    const me = await admin.get('/v1/auth/me');
    const firm = `/v1/firms/${(me.body.firms as { public_token: string }[])[0]!.public_token}`;
    isDone(await admin.post(`${firm}/licence`, { key: buildLicenceKey() }));
    return { stage, urls: [one.url, other.url], firm, admins: [admin, clientOf(admin, other)] };
  }

  let two: Pair;
  makeStageFirst();
  before('start one that projects and two that serve', async () => (two = await pair()));
  after('leave nothing', leaveNothing);

  function isDone(answer: Answer): Answer {
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299);
    return answer;
  }

  /** Someone new in the team, signed in, at either process. */
  async function member(
    { firm, admins, urls }: Pair,
    role: string,
  ): Promise<{ id: number; at: readonly [Client, Client] }> {
    const email = `${role}-${Math.random()}@example.com`;
    const added = isDone(await admins[0].post(`${firm}/members`, { email, name: 'New', password: PASSWORD, role }));
    const login = await openClient(urls[0]).post('/v1/auth/login', { email, password: PASSWORD });
    const token = isDone(login).body.token as string;
    return {
      id: added.body.id as number,
      at: [clientOf({ token }, { url: urls[0] }), clientOf({ token }, { url: urls[1] })],
    };
  }

  let count = 0;

  it('follow every change of a member and of a file at once', async () => {
    const { stage, firm, admins } = two;
    const { path } = stage.file;
    const token = path.split('/').at(-1)!;
    const { id, at } = await member(two, 'manager');
    const one = `${firm}/members/${id}`;

    const sees = async (client: Client): Promise<string> => {
      const [inFirm, inFile] = [await client.get(firm), await client.get(path)];
      const body = { code: `J${(count += 1)}`, label: 'New', type: 'miscellaneous' };
      const manages = await client.post(`${path}/journals`, body);
      const encodes = await client.post(`${path}/third-parties`, { type: 'customer', name: `Customer ${count}` });
      return [inFirm, inFile, encodes, manages].map(({ status }) => status).join(' ');
    };
    const MANAGER = '200 200 201 201';
    const ENCODER = '200 200 201 403';
    const REVIEWER = '200 200 403 403';
    const WITHOUT_FILE = '200 404 404 404';
    const OUTSIDE = '404 404 404 404';

    const steps: readonly (readonly [string, (admin: Client) => Promise<Answer>, string])[] = [
      ['demoted', (admin) => admin.call('PATCH', one, { body: { role: 'reviewer' } }), REVIEWER],
      ['promoted', (admin) => admin.call('PATCH', one, { body: { role: 'manager' } }), MANAGER],
      ['deactivated', (admin) => admin.call('PATCH', one, { body: { is_active: false } }), OUTSIDE],
      ['active again', (admin) => admin.call('PATCH', one, { body: { is_active: true } }), MANAGER],
      [
        'without files',
        (admin) => admin.call('PUT', `${one}/companies`, { body: { company_tokens: [] } }),
        WITHOUT_FILE,
      ],
      [
        'encoder in the file',
        (admin) => admin.call('PUT', `${one}/companies`, { body: { company_tokens: [token], role: 'encoder' } }),
        ENCODER,
      ],
      [
        'reviewer in all files',
        (admin) =>
          admin.call('PUT', `${one}/companies`, {
            body: { company_tokens: [], all_companies: true, role: 'reviewer' },
          }),
        REVIEWER,
      ],
      [
        'all files',
        (admin) => admin.call('PUT', `${one}/companies`, { body: { company_tokens: [], all_companies: true } }),
        MANAGER,
      ],
      ['file deleted', (admin) => admin.call('DELETE', path), WITHOUT_FILE],
      ['file restored', (admin) => admin.call('POST', `/v1/trash/companies/${token}/restore`), MANAGER],
      ['detached', (admin) => admin.call('DELETE', one), OUTSIDE],
    ];
    for (const [index, [name, change, expected]] of steps.entries()) {
      const [here, there] = index % 2 === 0 ? [0, 1] : [1, 0];
      // Both have the rights of before in mind.
      await Promise.all(at.map((client) => client.get(path)));
      isDone(await change(admins[here]!));
      expect([name, await sees(at[there]!)]).to.deep.equal([name, expected]);
      expect([name, await sees(at[here]!)]).to.deep.equal([name, expected]);
    }
    await invariantsHold(stage);
  });

  it('are gone for requests that press on while they are taken away', async () => {
    const { stage, firm, admins } = two;
    const { id, at } = await member(two, 'manager');
    let hasChanged = false;
    let isOver = false;
    const statuses = { before: new Set<number>(), after: new Set<number>() };
    const pressing = at.flatMap((client) =>
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const started = hasChanged ? statuses.after : statuses.before;
          started.add((await client.get(`${stage.file.path}/journals`)).status);
        }
      }),
    );
    await until(() => statuses.before.has(200));
    isDone(await admins[1].call('DELETE', `${firm}/members/${id}`));
    hasChanged = true;
    await until(() => statuses.after.size > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    isOver = true;
    await Promise.all(pressing);
    expect([...statuses.after]).to.deep.equal([404]);
  });

  itLong('leave one administrator when each process removes the other one', async () => {
    const { firm, admins, stage } = two;
    const first = { id: (await admins[0].get('/v1/auth/me')).body.id as number, at: admins };
    for (const [index, change] of [
      { role: 'encoder' },
      { is_active: false },
      { role: 'reviewer' },
      { is_active: false },
    ].entries()) {
      const second = await member(two, 'admin');
      const [here, there] = index % 2 === 0 ? [0, 1] : [1, 0];
      const answers = await Promise.all([
        first.at[here]!.call('PATCH', `${firm}/members/${second.id}`, { body: change }),
        second.at[there]!.call('PATCH', `${firm}/members/${first.id}`, { body: change }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      const remaining = answers[0].status === 200 ? first : second;
      const lost = remaining === first ? second : first;
      const { body } = isDone(await remaining.at[0].get(`${firm}/members`));
      const active = (body as unknown as { id: number; role: string; is_active: boolean }[]).filter(
        ({ role, is_active }) => role === 'admin' && is_active,
      );
      expect(active.map(({ id }) => id)).to.deep.equal([remaining.id]);
      isDone(
        await remaining.at[1].call('PATCH', `${firm}/members/${lost.id}`, { body: { role: 'admin', is_active: true } }),
      );
      isDone(await first.at[there]!.call('DELETE', `${firm}/members/${second.id}`));
    }
    await invariantsHold(stage);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error('It did not come to pass in ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
