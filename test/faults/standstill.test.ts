import { expect } from 'chai';
import { BEGINNING } from '../../eventlog/port.ts';
import { watchStandstill, type StandstillChange } from '../../projections/engine/stall.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { waitUntil } from '../support/load.ts';
import { sample } from '../support/long.ts';
import { startTestService } from '../support/service.ts';

const METRICS_TOKEN = 'for-whoever-measures-the-service-0001';

describe('read tables that stand still while the log grows', function () {
  this.timeout(90_000);

  for (const engine of sample(['PostgreSQL', 'EventStoreDB'] as const, (one) => one === 'PostgreSQL')) {
    it(`are told of by /v1/status and by the measurements, with the log in ${engine}`, async () => {
      const store: EventStoreDbServer | null = engine === 'EventStoreDB' ? await startEventStoreDbServer() : null;
      const service = await startTestService({
        environment: { METRICS_TOKEN, ...(store && { EVENTSTORE_URL: store.url }) },
      });
      try {
        const { core, anonymous } = service;
        const firm = await service.newFirm();
        const company = await service.newCompany(firm.client);
        const status = async (): Promise<unknown> => (await anonymous.get('/v1/status')).body;
        const measured = async (name: string): Promise<number> => {
          const shown = await fetch(`${service.url}/metrics`, {
            headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
          });
          return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await shown.text())?.[1]);
        };
        expect(await status()).to.include({ ok: true });
        await waitUntil(
          'the end of the log to be known',
          async () => (await measured('grandlivre_log_position')) > 0,
          20_000,
        );
        expect(await measured('grandlivre_projection_lag_seconds')).to.equal(0);

        await core.projector!.stop();
        const [last] = (await service.events(company.id)).slice(-1);
        await core.log.append({
          stream: `company-${company.id}`,
          expectedRevision: last!.revision,
          events: [{ ...last!, id: crypto.randomUUID() }],
        });
        expect(await status()).to.deep.include({ ok: false, problems: [{ part: 'projection', state: 'behind' }] });
        await waitUntil(
          'the lag to grow',
          async () => (await measured('grandlivre_projection_lag_seconds')) > 1,
          20_000,
        );
        expect(await measured('grandlivre_log_position')).to.be.above(await measured('grandlivre_projected_position'));
      } finally {
        await service.stop();
        await store?.stop();
      }
    });
  }

  it('are told of once, and once more when they go on', async () => {
    let [head, position] = [5, 5];
    const changes: StandstillChange[] = [];
    const standstill = watchStandstill({
      log: { readHead: () => Promise.resolve(head) },
      progress: {
        get position() {
          return position;
        },
        waitForPosition: () => Promise.reject(new Error('late')),
      },
      onChange: (change) => changes.push(change),
      lookEveryMs: 2,
      toldAfterMs: 10,
    });
    try {
      await waitUntil('the first look', () => standstill.logPosition === 5);
      expect([standstill.getLagSeconds(), changes]).to.deep.equal([0, []]);
      head = 9;
      await waitUntil('the standstill to be told', () => changes.length === 1);
      // A log that goes on growing does not make it shorter.
      const lag = standstill.getLagSeconds();
      head = 12;
      await waitUntil('a longer lag', () => standstill.logPosition === 12 && standstill.getLagSeconds() > lag);
      position = 12;
      expect(standstill.getLagSeconds()).to.equal(0);
      await waitUntil('the end of it to be told', () => changes.length === 2);
      expect(changes.map(({ standsStill, tables }) => [standsStill, tables])).to.deep.equal([
        [true, 5],
        [false, 12],
      ]);
    } finally {
      standstill.close();
    }
  });

  it('are none when there is no log yet, or when it is away', async () => {
    const changes: StandstillChange[] = [];
    const standstill = watchStandstill({
      log: { readHead: () => Promise.reject(new Error('away')) },
      progress: { position: BEGINNING, waitForPosition: () => Promise.resolve() },
      onChange: (change) => changes.push(change),
      lookEveryMs: 1,
      toldAfterMs: 1,
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    standstill.close();
    expect([standstill.getLagSeconds(), standstill.logPosition, changes]).to.deep.equal([0, BEGINNING, []]);
  });
});
