import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import pg from 'pg';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { unpackFolder } from '../../scripts/fixtures/data-folder.mjs';
import { readLog, readTotals, type Fixture, type LogFacts } from '../../scripts/fixtures/totals.mjs';
import { openClient, waitUntil } from '../support/load.ts';
import { sample } from '../support/long.ts';
import { killProcesses, runToEnd, startProcess } from '../support/processes.ts';

const folder = fileURLToPath(new URL('../fixtures/versions', import.meta.url));
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));

/** The data folders that released versions have left: `node scripts/fixtures/make.mjs` adds the one of this version. */
describe('a data folder of an earlier version', function () {
  this.timeout(300_000);
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'grandlivre-version-'))));
  afterEach(async () => {
    await killProcesses();
    await destroyEmbeddedServer(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The log as the service has it now, up to where the earlier version left it. */
  const readLogFacts = ({ position }: LogFacts): Promise<LogFacts> => query((client) => readLog(client, position));

  /** Company files without the number series that new ones begin with. */
  const countWithoutSeries = () =>
    query(async (client) => {
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) FROM read.companies c WHERE deleted_at IS NULL
           AND NOT EXISTS (SELECT FROM read.number_series s WHERE s.company_id = c.id)`,
      );
      return Number(rows[0]!.count);
    });

  async function query<Result>(run: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const { port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { port: number };
    const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'grandlivre', database: 'grandlivre', password });
    await client.connect();
    try {
      return await run(client);
    } finally {
      await client.end();
    }
  }

  it('is kept for each released version', () => {
    expect(names.length).to.be.greaterThan(2);
    for (const commit of ['1.0.0-3647b8f', '1.0.0-012bebba', '1.1.0-4700e437'])
      expect(names.some((name) => name.startsWith(commit))).to.equal(true);
  });

  // The oldest needs every step that has been added since.
  for (const name of sample(names, (_, index) => index === 0))
    it(`is served by this one with the same totals: ${name}`, async () => {
      const fixture = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Fixture;
      await unpackFolder(join(folder, `${name}.data.br`), dataDir);
      const service = await startProcess({ DATA_DIR: dataDir, FREQUENT_JOBS: '* * * * * *' });
      const client = openClient(service.url);
      await waitUntil('tables of its own', async () => (await client.get('/v1/status')).body['ok'] === true, 60_000);
      client.close();
      await waitUntil('the series of its files', async () => (await countWithoutSeries()) === 0, 60_000);
      expect(await readTotals(service.url)).to.deep.equal(fixture.firms);
      expect(await readLogFacts(fixture.log)).to.deep.equal(fixture.log);
      expect(await service.terminate()).to.deep.equal({ code: 0, signal: null });
      const verified = await runToEnd('verify', [], { DATA_DIR: dataDir });
      expect(verified.code, verified.stderr).to.equal(0);
      expect(verified.stdout).to.contain('"equal":true');
    });
});
