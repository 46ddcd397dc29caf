import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { postEntry, waitUntil, type Client } from '../../support/load.ts';
import { query } from '../../support/processes.ts';
import { isWrittenAt, leasesRunOut } from '../killing.ts';
import type { KilledSubject } from './subject.ts';

interface Year {
  readonly id: number;
  readonly is_closed: boolean;
  readonly closing: { readonly closing_entry_id: number; readonly next_fiscal_year_id: number } | null;
}

export const closing: KilledSubject = {
  name: 'while it closes a fiscal year',
  points: ['before-append', 'after-append', 'before-projection', 'after-projection'],
  claim: 'has closed it whole or not at all, and requested again has closed it once',
  async prove(relay, point) {
    const isWritten = isWrittenAt(point);
    const file = await relay.newFile();
    const key = randomUUID();
    const yearsOf = async (): Promise<readonly Year[]> =>
      (await relay.client.get(`${file.path}/fiscal-years`)).body as unknown as Year[];
    await postEntry(relay.client, file);
    const [year] = await yearsOf();
    const path = `${file.path}/fiscal-years/${year!.id}`;
    const close = (client: Client) => client.post(`${path}/close`, {}, key);
    await relay.killedAt(point, close);

    const { client, stage } = relay;
    if (isWritten) await waitUntil('the closing to be seen', async () => (await yearsOf()).length === 2);
    expect((await yearsOf()).map(({ is_closed }) => is_closed)).to.deep.equal(isWritten ? [true, false] : [false]);
    if (isWritten) {
      // Somebody else, who knows nothing of the first try.
      const { status, body } = await client.post(`${path}/close`, {}, randomUUID());
      expect([status, body['code']]).to.deep.equal([422, 'fiscal_year_already_closed']);
    }
    await leasesRunOut(stage);
    const again = await close(client);
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(again.headers['x-idempotent-replay']).to.equal(isWritten ? '1' : undefined);
    const [closed, next, ...others] = await yearsOf();
    expect(others).to.deep.equal([]);
    expect(again.body).to.deep.equal(closed);
    expect(closed!.closing).to.include({ next_fiscal_year_id: next!.id });
    const third = await close(client);
    expect([third.status, third.body]).to.deep.equal([200, again.body]);

    const { body: entries } = await client.get(`${file.path}/entries`);
    expect((entries['data'] as { origin: string }[]).map(({ origin }) => origin).sort()).to.deep.equal([
      'appropriation',
      'closing',
      'free',
      'opening',
    ]);
    const announced = await query(
      stage.databaseUrl,
      `SELECT DISTINCT event_id FROM ops.outbox WHERE event = 'fiscal_year.closed' AND company_id = $1`,
      [file.id],
    );
    expect(announced).to.have.length(1);
  },
};
