import { expect } from 'chai';
import { waitUntil } from '../support/load.ts';
import { describeLong } from '../support/long.ts';
import { query } from '../support/processes.ts';
import { cleanUp, freshDatabase, start } from './support.ts';

interface Instance {
  readonly number: number;
  readonly state: string;
}

describeLong('a process that is frozen while it loads the demo', function () {
  this.timeout(600_000);
  cleanUp();

  it('is replaced by another one, and offers nothing when it goes on', async () => {
    const databaseUrl = await freshDatabase();
    const listInstances = (): Promise<Instance[]> =>
      query<Instance>(databaseUrl, 'SELECT number, state FROM ops.demo_instances ORDER BY number');
    const hasState = async (number: number, state: string): Promise<boolean> =>
      (await listInstances()).some((one) => one.number === number && one.state === state);

    const frozen = await start({ databaseUrl }, { DEMO: 'on' });
    await waitUntil('it to load', () => hasState(1, 'loading'), 60_000);
    process.kill(frozen.pid, 'SIGSTOP');
    const other = await start({ databaseUrl }, { DEMO: 'on' });
    await waitUntil('the other one to begin', () => hasState(2, 'loading'), 60_000);
    expect(await hasState(1, 'retired')).to.equal(true);
    process.kill(frozen.pid, 'SIGCONT');
    await waitUntil('the other one to have loaded', () => hasState(2, 'offered'), 300_000);

    for (const { url } of [frozen, other])
      await waitUntil(
        'a visitor to get in everywhere',
        async () => (await fetch(`${url}/v1/auth/demo`, { method: 'POST' })).status === 201,
        60_000,
      );
    expect((await listInstances()).filter(({ state }) => state === 'offered')).to.have.length(1);
    for (const { output } of [frozen, other]) expect(output()).not.to.match(/"level":[56]0/);
  });
});
