import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postEntry, until, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { killedAt, leasesRunOut } from './killing.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start } from './support.ts';

describe('a process that is killed in the middle of a reversal', function () {
  this.timeout(60_000);
  cleanUp();

  for (const [point, isWritten] of [
    ['before-append', false],
    ['after-append', true],
    ['before-projection', true],
    ['after-projection', true],
  ] as const) {
    it(`${point}: leaves both entries or neither, and sent again has acted once`, async () => {
      const stage = await setStage();
      const key = randomUUID();
      const reverse = (client: Client) => client.post(`${path}/reverse`, {}, key);
      let path = '';
      // The second time: the first is that of the entry itself.
      await killedAt(`${point}:2`, stage, async (doomed) => {
        const { body } = await postEntry(doomed, stage.file);
        path = `${stage.file.path}/entries/${String(body['id'])}`;
        return reverse(doomed);
      });
      const client = clientOf(stage, await start(stage));
      const state = async () => {
        const { body: original } = await client.get(path);
        const { body: list } = await client.get(`${stage.file.path}/entries`);
        return [original['status'], list['total']];
      };
      if (isWritten) await until('the reversal to be seen', async () => (await state())[0] === 'reversed');
      expect(await state()).to.deep.equal(isWritten ? ['reversed', 2] : ['posted', 1]);

      await leasesRunOut(stage);
      const again = await reverse(client);
      expect(again.status, JSON.stringify(again.body)).to.equal(isWritten ? 200 : 201);
      expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
      const { entry, reversal } = again.body as unknown as Record<'entry' | 'reversal', Record<string, unknown>>;
      expect(entry).to.include({ number: 1, status: 'reversed', reversed_by_entry_id: reversal['id'] });
      expect(reversal).to.include({ number: 2, reversed_entry_id: entry['id'] });
      const third = await reverse(client);
      expect([third.status, third.body]).to.deep.equal([200, again.body]);
      expect(await state()).to.deep.equal(['reversed', 2]);
      const told = await query<{ event: string }>(
        stage.databaseUrl,
        `SELECT event FROM ops.outbox WHERE event LIKE 'entry.%' ORDER BY event`,
      );
      expect(told.map(({ event }) => event)).to.deep.equal(['entry.posted', 'entry.posted', 'entry.reversed']);
      await invariantsHold(stage, { writes: client.writes });
    });
  }
});
