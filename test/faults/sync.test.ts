import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil, type Answer, type Client } from '../support/load.ts';
import { killedAt, leasesRunOut } from './killing.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';
import { itLong, sample } from '../support/long.ts';

interface Result {
  readonly status: number;
  readonly outcome: string;
  readonly body: { readonly id: number; readonly number: number };
  readonly conflict_id?: number;
}

const ACTIONS = 6;

describe('a process that is killed while it synchronises', function () {
  this.timeout(120_000);
  cleanUp();

  const resultsOf = ({ body }: Answer): readonly Result[] => body['results'] as readonly Result[];
  const party = (name: string) => ({
    mutation_id: randomUUID(),
    method: 'POST',
    path: 'third-parties',
    body: { type: 'customer', name },
  });
  const pushTo = (client: Client, { file }: Stage, mutations: readonly object[]): Promise<Answer> =>
    client.post(`${file.path}/sync/push`, { device_id: 'tablet', mutations });

  const points = ['after-claim:3', 'before-append:3', 'after-append:3', 'before-projection:3'];
  for (const point of sample(points, (point) => point === 'after-append:3'))
    it(`in the middle of a push, ${point}: sent again, every action has acted once`, async () => {
      const stage = await setStage();
      const mutations = Array.from({ length: ACTIONS }, (_, n) => party(`Party ${n}`));
      await killedAt(point, stage, (client) => pushTo(client, stage, mutations));
      await leasesRunOut(stage);
      const client = clientOf(stage, await start(stage));
      const results = resultsOf(await pushTo(client, stage, mutations));
      const outcomes = results.map(({ outcome }) => outcome);
      expect(outcomes.slice(0, 2)).to.deep.equal(['replayed', 'replayed']);
      expect(outcomes.slice(3)).to.deep.equal(['applied', 'applied', 'applied']);
      expect(outcomes[2]).to.equal(
        point.startsWith('after-append') || point.startsWith('before-proj') ? 'replayed' : 'applied',
      );
      const listed = await client.get(`${stage.file.path}/third-parties`);
      expect(listed.body).to.have.property('length', ACTIONS);
      const again = resultsOf(await pushTo(client, stage, mutations));
      expect(again.map(({ outcome, body }) => [outcome, body.id])).to.deep.equal(
        results.map(({ body }) => ['replayed', body.id]),
      );
      await invariantsHold(stage, { writes: client.writes });
    });

  itLong('between a decision about a conflict and its note: asked again, it is carried out once', async () => {
    const stage = await setStage();
    const first = await start(stage);
    const before = clientOf(stage, first);
    const made = await before.post(
      `${stage.file.path}/third-parties`,
      { type: 'customer', name: 'Dupont' },
      randomUUID(),
    );
    const path = `third-parties/${String(made.body['id'])}`;
    const [mine, theirs] = [
      { mutation_id: randomUUID(), method: 'PATCH', path, base_version: 1, body: { name: 'Mine' } },
      { mutation_id: randomUUID(), method: 'PATCH', path, base_version: 1, body: { name: 'Theirs' } },
    ];
    await before.post(`${stage.file.path}/sync/push`, { device_id: 'phone', mutations: [theirs] });
    const [met] = resultsOf(await pushTo(before, stage, [mine]));
    expect(met).to.include({ outcome: 'conflict' });
    await first.terminate();
    await waitUntil('the first process to end', first.hasExited);
    const where = `${stage.file.path}/sync/conflicts/${met!.conflict_id}/resolve`;
    const decision = { resolution: 'keep_client' };
    const key = randomUUID();
    // The record is changed first; the second append is the note.
    await killedAt('before-append:2', stage, (client) => client.post(where, decision, key));
    await leasesRunOut(stage);
    const client = clientOf(stage, await start(stage));
    const open = await client.get(`${stage.file.path}/sync/conflicts?status=open`);
    expect(open.body).to.include({ open: 1 });
    const resolved = await client.post(where, decision, key);
    expect(resolved.body, JSON.stringify(resolved.body)).to.include({ status: 'resolved', resolution: 'keep_client' });
    const record = await client.get(`${stage.file.path}/${path}`);
    expect(record.body).to.include({ name: 'Mine', version: 3 });
    await invariantsHold(stage, { writes: [...before.writes, ...client.writes] });
  });
});
