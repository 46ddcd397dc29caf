import { expect } from 'chai';
import { listMembers } from '../../../projections/firms/queries.ts';
import type { Client } from '../../support/client.ts';
import { useService, type Person, type TestFirm } from '../../support/service.ts';

/** However two administrators go about it, and at whatever moment, their firm keeps one who can manage it. */
describe('The last active administrator', function () {
  this.timeout(60_000);
  const service = useService();

  const WAYS: Readonly<Record<string, (client: Client, path: string) => Promise<{ status: number; text: string }>>> = {
    demote: (client, path) => client.patch(path, { role: 'manager' }),
    deactivate: (client, path) => client.patch(path, { is_active: false }),
    detach: (client, path) => client.delete(path),
  };
  const names = Object.keys(WAYS);
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));

  async function twoAdmins(): Promise<{ firm: TestFirm; admins: readonly [Person, Person] }> {
    const firm = await service.newFirm();
    return { firm, admins: [firm.admin, await service.newMember(firm, 'admin')] };
  }

  const activeAdmins = async ({ id }: TestFirm): Promise<number> =>
    (await listMembers(service.core.pool, id)).filter(({ role, is_active }) => role === 'admin' && is_active).length;

  for (const [one, other] of pairs) {
    for (const whom of ['each other', 'themselves'] as const) {
      it(`stays when two ${one} and ${other} ${whom} at the same moment`, async () => {
        const { firm, admins } = await twoAdmins();
        const path = ({ id }: Person) => `/v1/firms/${firm.token}/members/${id}`;
        const targets = whom === 'themselves' ? admins : admins.toReversed();
        const answers = await Promise.all([
          WAYS[one]!(admins[0].client, path(targets[0])),
          WAYS[other]!(admins[1].client, path(targets[1])),
        ]);
        const reported = answers.map(({ status, text }) => `${status} ${text}`).join('; ');
        expect(
          answers.filter(({ status }) => status < 300),
          reported,
        ).to.have.length(1);
        // Too late is also whoever is no administrator any more when the request is looked at.
        const late = answers.find(({ status }) => status >= 300)!;
        expect([403, 404, 422], reported).to.include(late.status);
        if (late.status === 422) expect(late.text).to.include('"last_admin"');
        expect(await activeAdmins(firm)).to.equal(1);
      });
    }
  }

  it('stays when many requests want another one gone', async () => {
    const firm = await service.newFirm();
    const others = [];
    for (let count = 0; count < 5; count += 1) others.push(await service.newMember(firm, 'admin'));
    const admins: readonly Person[] = [firm.admin, ...others];
    const answers = await Promise.all(
      admins.flatMap(({ client }, asker) =>
        admins.map(({ id }, target) =>
          WAYS[names[(asker + target) % 3]!]!(client, `/v1/firms/${firm.token}/members/${id}`),
        ),
      ),
    );
    for (const { status, text } of answers) expect([200, 204, 403, 404, 422], text).to.include(status);
    expect(await activeAdmins(firm)).to.equal(1);
  });
});
