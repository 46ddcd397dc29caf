import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postEntry, until, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { killedAt, leasesRunOut } from './killing.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';

interface Year {
  readonly id: number;
  readonly is_closed: boolean;
  readonly closing: { readonly closing_entry_id: number; readonly next_fiscal_year_id: number } | null;
}

describe('a process that is killed while it closes a fiscal year', function () {
  this.timeout(60_000);
  cleanUp();

  const yearsOf = async (client: Client, { file }: Stage): Promise<readonly Year[]> =>
    (await client.get(`${file.path}/fiscal-years`)).body as unknown as Year[];

  const announced = ({ databaseUrl }: Stage) =>
    query<{ event_id: string }>(
      databaseUrl,
      `SELECT DISTINCT event_id FROM ops.outbox WHERE event = 'fiscal_year.closed'`,
    );

  for (const [point, isWritten] of [
    ['before-append', false],
    ['after-append', true],
    ['before-projection', true],
    ['after-projection', true],
  ] as const) {
    it(`${point}: has closed it whole or not at all, and asked again has closed it once`, async () => {
      const stage = await setStage();
      const key = randomUUID();
      let path = '';
      const close = (client: Client) => client.post(`${path}/close`, {}, key);
      // The second time: the first is that of an entry.
      await killedAt(`${point}:2`, stage, async (doomed) => {
        await postEntry(doomed, stage.file);
        const [year] = await yearsOf(doomed, stage);
        path = `${stage.file.path}/fiscal-years/${year!.id}`;
        return close(doomed);
      });
      const client = clientOf(stage, await start(stage));
      if (isWritten) await until('the closing to be seen', async () => (await yearsOf(client, stage)).length === 2);
      expect((await yearsOf(client, stage)).map(({ is_closed }) => is_closed)).to.deep.equal(
        isWritten ? [true, false] : [false],
      );
      if (isWritten) {
        // Somebody else, who knows nothing of the first try.
        const { status, body } = await client.post(`${path}/close`, {}, randomUUID());
        expect([status, body['code']]).to.deep.equal([422, 'fiscal_year_already_closed']);
      }
      await leasesRunOut(stage);
      const again = await close(client);
      expect(again.status, JSON.stringify(again.body)).to.equal(200);
      expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
      const [closed, next, ...others] = await yearsOf(client, stage);
      expect(others).to.deep.equal([]);
      expect(again.body).to.deep.equal(closed);
      expect(closed!.closing).to.include({ next_fiscal_year_id: next!.id });
      const third = await close(client);
      expect([third.status, third.body]).to.deep.equal([200, again.body]);

      const { body: entries } = await client.get(`${stage.file.path}/entries`);
      expect((entries['data'] as { origin: string }[]).map(({ origin }) => origin).sort()).to.deep.equal([
        'appropriation',
        'closing',
        'free',
        'opening',
      ]);
      expect(await announced(stage)).to.have.length(1);
      await invariantsHold(stage, { writes: client.writes });
    });
  }
});
