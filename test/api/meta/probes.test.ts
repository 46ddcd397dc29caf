import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { openWaitingRoom } from '../../../api/http/server/startup-responder.ts';
import type { UnreadyReason } from '../../../api/http/server/probes.ts';
import { readConfig } from '../../../configuration/config.ts';
import { NO_STREAM } from '../../../eventlog/port.ts';
import { createReadiness } from '../../../service/readiness.ts';
import { createLogger } from '../../../service/logging/logger.ts';
import { startService, type Service } from '../../../service/service.ts';
import { createTestDatabase } from '../../support/database.ts';
import { findFreePort } from '../../support/service.ts';
import { createDatabaseWithTables, dropDatabase, startProcess } from '../../support/processes.ts';
import { waitUntil } from '../../support/load.ts';
import { parseTarget, routeThroughProxy, startProxy } from '../../support/proxy.ts';
import { VERSION } from '../../../support/version.ts';

interface Probed {
  readonly status: number;
  readonly body: { readonly ok?: boolean; readonly code?: string; readonly reasons?: readonly string[] };
  readonly headers: Headers;
}

async function probe(url: string, language = 'en'): Promise<Probed> {
  const answer = await fetch(url, { headers: { 'Accept-Language': language } });
  return { status: answer.status, body: (await answer.json()) as Probed['body'], headers: answer.headers };
}

describe('readiness', () => {
  it('names what the start waits for, and is ready once the parts are', async () => {
    const readiness = createReadiness();
    expect(await readiness.listUnreadyReasons()).to.deep.equal(['database']);
    readiness.setAwaited(['tables_being_made']);
    expect(await readiness.listUnreadyReasons()).to.deep.equal(['tables_being_made']);
    expect(await readiness.listStartReasons()).to.deep.equal(['tables_being_made']);
    readiness.examineWith(() => Promise.resolve([]));
    expect([await readiness.listStartReasons(), await readiness.listUnreadyReasons()]).to.deep.equal([[], []]);
    readiness.announceShutdown();
    expect([await readiness.listStartReasons(), await readiness.listUnreadyReasons()]).to.deep.equal([
      [],
      ['shutting_down'],
    ]);
  });

  it('is examined once, however many ask at the same time or soon after', async () => {
    const readiness = createReadiness();
    let examined = 0;
    let end: (reasons: readonly UnreadyReason[]) => void = () => undefined;
    readiness.examineWith(() => new Promise((resolve) => ((examined += 1), (end = resolve))));
    const asked = Promise.all(Array.from({ length: 50 }, () => readiness.listUnreadyReasons()));
    end(['event_log']);
    expect(new Set((await asked).flat())).to.deep.equal(new Set(['event_log']));
    expect([await readiness.listUnreadyReasons(), examined]).to.deep.equal([['event_log'], 1]);
  });

  it('is told on the address of the API while tables are being made', async () => {
    const readiness = createReadiness();
    readiness.setAwaited(['tables_being_made']);
    const port = await findFreePort();
    const room = await openWaitingRoom({ host: '127.0.0.1', port, certificate: null }, readiness);
    const url = `http://127.0.0.1:${port}`;
    try {
      expect((await probe(`${url}/livez`)).status).to.equal(200);
      for (const path of ['/readyz', '/startupz']) {
        const { status, body, headers } = await probe(url + path, 'nl');
        expect([status, body.code, body.ok, body.reasons]).to.deep.equal([
          ...[503, 'not_ready', false],
          ['tables_being_made'],
        ]);
        expect(headers.get('content-language')).to.equal('nl');
      }
      expect((await probe(`${url}/v1/status`)).body).to.deep.include({
        version: VERSION,
        problems: [{ part: 'projection', state: 'being_made' }],
      });
      expect((await probe(`${url}/v1/companies`)).body.code).to.equal('tables_being_made');
    } finally {
      await room.close();
    }
  });
});

describe('The probes', function () {
  this.timeout(60_000);

  it('tell what is missing on both addresses, are neither limited nor logged, and end with a shutdown', async () => {
    const database = await createTestDatabase('tables');
    const wire = await startProxy(parseTarget(database.url));
    const [port, operatorPort] = [await findFreePort(), await findFreePort()];
    const dataDir = await mkdtemp(join(tmpdir(), 'grandlivre-probes-'));
    const lines: string[] = [];
    const logger = createLogger(
      'info',
      new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()) }),
    );
    const service = await startService({
      config: readConfig({
        DATABASE_URL: routeThroughProxy(database.url, wire),
        DATA_DIR: dataDir,
        PORT: String(port),
        METRICS_ADDRESS: `127.0.0.1:${operatorPort}`,
        RATE_LIMIT_PER_MINUTE: '5',
        READY_MAX_LAG_SECONDS: '1',
        DEMO: 'off',
      }),
      logger,
      runsJobs: false,
      runsMigrations: false,
      exchangesPeppol: false,
      runsIntegrations: false,
    });
    const addresses = [service.url!, `http://127.0.0.1:${operatorPort}`];
    const reasons = async (path: string): Promise<readonly (readonly (string | number)[])[]> =>
      Promise.all(
        addresses.map(async (address) => {
          const { status, body } = await probe(address + path);
          return [status, ...(body.reasons ?? [])];
        }),
      );
    const unready = (reason: string): Promise<void> =>
      waitUntil(
        reason,
        async () => (await reasons('/readyz')).every((found) => found[0] === 503 && found.includes(reason)),
        20_000,
      );
    try {
      for (let turn = 0; turn < 10; turn += 1)
        for (const path of ['/livez', '/readyz', '/startupz'])
          expect(await reasons(path)).to.deep.equal([[200], [200]]);
      expect((await fetch(`${service.url!}/readyz`, { method: 'HEAD' })).status).to.equal(200);
      const { headers } = await probe(`${service.url!}/readyz`);
      expect([headers.get('x-ratelimit-limit'), headers.get('cache-control')]).to.deep.equal([null, 'no-store']);
      expect(lines.filter((line) => /livez|readyz|startupz/.test(line))).to.deep.equal([]);
      const missing = await fetch(`${addresses[1]!}/nothing`);
      expect([missing.status, await missing.json()]).to.deep.equal([404, { message: 'Not found.', code: 'not_found' }]);
      const metrics = await (await fetch(`${addresses[1]!}/metrics`)).text();
      expect(metrics).to.contain('grandlivre_not_ready{reason="database"} 0').and.not.contain('route="/livez"');

      const { pool, storage, projector, log } = service.core;
      await pool.query('ALTER TABLE read.mail_files RENAME TO mail_files_aside');
      await unready('tables_being_made');
      await pool.query('ALTER TABLE read.mail_files_aside RENAME TO mail_files');
      storage.recordError({ code: '53100' });
      await unready('disk_full');

      await projector!.stop();
      await log.append({
        stream: 'firm-1',
        expectedRevision: NO_STREAM,
        events: [{ id: crypto.randomUUID(), type: 'FirmRenamed', version: 1, data: {}, metadata: {} }],
      });
      await unready('projector_behind');

      await wire.cut();
      await unready('database');
      expect((await reasons('/readyz')).flat()).to.include('event_log');
      expect([await reasons('/livez'), await reasons('/startupz')]).to.deep.equal([
        [[200], [200]],
        [[200], [200]],
      ]);
      await wire.mend();
      const stopping = service.stop(1_000);
      expect(await reasons('/readyz')).to.deep.equal([
        [503, 'shutting_down'],
        [503, 'shutting_down'],
      ]);
      await stopping;
    } finally {
      await service.stop().catch(() => undefined);
      await wire.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    }
  });

  it('answer in processes of every role, and name the tables until a projector has made them', async () => {
    const database = await createTestDatabase('migrated');
    const dataDir = await mkdtemp(join(tmpdir(), 'grandlivre-probes-'));
    const ports = { api: await findFreePort(), projector: await findFreePort(), worker: await findFreePort() };
    const start = (role: keyof typeof ports): Promise<Service> =>
      startService({
        config: readConfig({
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          PORT: '0',
          METRICS_ADDRESS: `127.0.0.1:${ports[role]}`,
          ROLE: role,
        }),
        logger: createLogger('silent', new Writable()),
        runsJobs: false,
        loadsDemo: false,
      });
    const probeRole = (role: keyof typeof ports, path: string): Promise<Probed | null> =>
      probe(`http://127.0.0.1:${ports[role]}${path}`).catch(() => null);
    const isReady = async (role: keyof typeof ports): Promise<boolean> =>
      (await probeRole(role, '/readyz'))?.status === 200;
    const waiting = [start('api'), start('worker')];
    const services: Service[] = [];
    try {
      for (const role of ['api', 'worker'] as const) {
        await waitUntil(
          'the tables to be awaited',
          async () => (await probeRole(role, '/startupz'))?.body.reasons?.includes('tables_being_made') === true,
          20_000,
        );
        expect((await probeRole(role, '/livez'))?.status).to.equal(200);
      }
      services.push(await start('projector'), ...(await Promise.all(waiting)));
      for (const role of ['api', 'projector', 'worker'] as const) await waitUntil(role, () => isReady(role), 20_000);
    } finally {
      await Promise.all(services.map((service) => service.stop()));
      await database.drop();
      await rm(dataDir, { recursive: true });
    }
  });

  it('tell a load balancer of SIGTERM while requests are still served', async () => {
    const database = await createDatabaseWithTables();
    try {
      const started = await startProcess({ DATABASE_URL: database.url, SHUTDOWN_DELAY_SECONDS: '2' });
      expect((await probe(`${started.url}/startupz`)).status).to.equal(200);
      const ended = started.terminate();
      await waitUntil('the stop', async () => (await probe(`${started.url}/readyz`)).status === 503);
      const { body } = await probe(`${started.url}/readyz`);
      expect([body.reasons, (await probe(`${started.url}/v1/ping`)).status]).to.deep.equal([['shutting_down'], 200]);
      expect((await ended).code).to.equal(0);
    } finally {
      await dropDatabase(database);
    }
  });
});
