import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createRxDatabase, type RxCollection, type RxDatabase } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import {
  createLocalRecord,
  localRecordSchema,
  openLiveChanges,
  replicateResource,
  type LiveChanges,
  type LocalRecord,
} from '../../clients/rxdb/index.ts';
import { createGrandlivreClient } from '../../clients/typescript/index.ts';
import type { AnswerBody } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';
import { openLine, type Line } from './line.ts';

interface Device {
  readonly records: RxCollection<LocalRecord>;
  readonly line: Line;
  readonly conflicts: (number | undefined)[];
  readonly refusals: unknown[];
  reSync(): void;
  close(): Promise<void>;
}

describe('An offline client on RxDB', function () {
  this.timeout(120_000);
  const service = useService({ from: 'books' });
  const devices: Device[] = [];
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });
  after(async () => {
    for (const device of devices) await device.close();
  });

  async function open(deviceId: string, getLive: (line: Line) => LiveChanges | false = () => false): Promise<Device> {
    const line = await openLine(service.url);
    const database: RxDatabase<{ records: RxCollection<LocalRecord> }> = await createRxDatabase({
      name: deviceId,
      storage: getRxStorageMemory(),
      multiInstance: false,
    });
    const { records } = await database.addCollections({ records: { schema: localRecordSchema } });
    const [conflicts, refusals]: [(number | undefined)[], unknown[]] = [[], []];
    const replication = await replicateResource({
      client: connect(line, deviceId),
      company: file.token,
      live: getLive(line),
      collection: records,
      resource: 'third-parties',
      retryMs: 50,
      onConflict: (_, id) => conflicts.push(id),
      onRefusal: (_, problem) => refusals.push(problem),
    });
    const device = {
      records,
      line,
      conflicts,
      refusals,
      reSync: () => replication.reSync(),
      async close() {
        await replication.cancel();
        await database.close();
        await line.close();
      },
    };
    devices.push(device);
    return device;
  }

  const connect = (line: Line, deviceId: string) =>
    createGrandlivreClient({ url: line.url, token: firm.client.token!, deviceId, retries: { attempts: 1 } });

  const newParty = async (name: string): Promise<AnswerBody> =>
    (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name })).body;
  const onServer = async (): Promise<AnswerBody[]> =>
    (await firm.client.get<AnswerBody[]>(`${file.path}/third-parties`)).body;
  const onDevice = async ({ records }: Device): Promise<LocalRecord[]> =>
    (await records.find().exec()).map((record) => record.toMutableJSON());
  const told = (records: readonly { readonly id: number | null; readonly version: number }[]): string =>
    records
      .map(({ id, version }) => `${id}:${version}`)
      .sort()
      .join();

  /** Until every device has exactly what the server has. */
  async function converged(...all: readonly Device[]): Promise<void> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      for (const device of all) device.reSync();
      await pause(50);
      const server = told(await onServer());
      const local = await Promise.all(all.map(async (device) => told(await onDevice(device))));
      if (local.every((one) => one === server)) return;
      if (performance.now() > deadline) throw new Error(`Not the same: server ${server}, devices ${local.join(' | ')}`);
    }
  }

  async function edit({ records }: Device, id: number, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const record = await records.findOne(String(id)).exec();
    await record!.incrementalModify((local) => ({ ...local, data: { ...local.data, ...fields } }));
  }

  it('two devices that were both offline converge: nothing is lost, nothing doubled', async () => {
    const [disputed, shared, doomed] = [await newParty('Disputed'), await newParty('Shared'), await newParty('Doomed')];
    const [tablet, phone] = [await open('tablet'), await open('phone')];
    await converged(tablet, phone);

    tablet.line.isCut = phone.line.isCut = true;
    await edit(tablet, disputed.id, { name: 'By the tablet' });
    await edit(tablet, shared.id, { city: 'Namur' });
    await tablet.records.insert(createLocalRecord({ type: 'customer', name: 'Made on the tablet' }));
    await edit(phone, disputed.id, { name: 'By the phone' });
    await edit(phone, shared.id, { phone: '081 00 00 00' });
    await (await phone.records.findOne(String(doomed.id)).exec())!.remove();
    await phone.records.insert(createLocalRecord({ type: 'supplier', name: 'Made on the phone' }));
    await phone.records.insert(createLocalRecord({ type: 'supplier' }));
    expect((await onServer()).map(({ name }) => name)).to.deep.equal(['Disputed', 'Shared', 'Doomed']);

    // The tablet comes back first, and the answers to its first pushes are lost.
    tablet.line.loses.count = 2;
    tablet.line.isCut = false;
    await converged(tablet);
    expect(tablet.line.lost).to.be.above(0);
    phone.line.isCut = false;
    // A record that the server refuses stays on the phone alone, which is told why.
    const deadline = performance.now() + 60_000;
    while (phone.refusals.length === 0 && performance.now() < deadline) await pause(20);
    expect(JSON.stringify(phone.refusals[0])).to.contain('errors');
    const refused = (await onDevice(phone)).filter(({ id, data }) => id === null && data['name'] === undefined);
    for (const { key } of refused) await (await phone.records.findOne(key).exec())!.remove();
    await converged(tablet, phone);

    const server = new Map((await onServer()).map((party) => [party['name'], party]));
    expect([...server.keys()].sort()).to.deep.equal([
      'By the tablet',
      'Made on the phone',
      'Made on the tablet',
      'Shared',
    ]);
    expect(server.get('Shared')).to.include({ city: 'Namur', phone: '081 00 00 00' });
    expect((await firm.client.get(`${file.path}/third-parties/${doomed.id}`)).status).to.equal(404);

    // What the phone had asked for in vain is not lost: whoever decides can still have it.
    expect(phone.conflicts).to.have.length(1);
    const path = `${file.path}/sync/conflicts`;
    const { data } = (await firm.client.get<{ data: AnswerBody[] }>(path)).body;
    expect(data).to.have.length(1);
    expect(data[0]).to.deep.include({ id: phone.conflicts[0], client_data: { name: 'By the phone' }, status: 'open' });
    const resolved = await firm.client.post(`${path}/${data[0]!.id}/resolve`, { resolution: 'keep_client' });
    expect(resolved.status, resolved.text).to.equal(200);
    await converged(tablet, phone);
    for (const device of [tablet, phone]) {
      const record = (await onDevice(device)).find(({ id }) => id === disputed.id)!;
      expect(record.data['name']).to.equal('By the phone');
    }
    const made = (await service.events(file.id)).filter(({ metadata }) => metadata['origin'] === 'offline_sync');
    expect(made.filter(({ type }) => type === 'RecordsCreated')).to.have.length(2);
    expect(made.filter(({ type }) => type === 'RecordTrashed')).to.have.length(1);
  });

  it('a device that starts over after a restore keeps nothing that is gone', async () => {
    const [laptop] = [await open('laptop')];
    await converged(laptop);
    await laptop.records.bulkInsert([
      { key: '999999', id: 999_999, version: 1, data: { name: 'Of another past' }, mutation: '' },
    ]);
    laptop.line.isCut = true;
    const { rows } = await service.core.pool.query<{ epoch: string; base: number }>(
      'SELECT epoch, base FROM ops.feed_epoch',
    );
    await service.core.pool.query('UPDATE ops.feed_epoch SET epoch = gen_random_uuid(), base = base + 1000000000');
    await newParty('After the restore');
    try {
      laptop.line.isCut = false;
      await converged(laptop);
    } finally {
      await service.core.pool.query('UPDATE ops.feed_epoch SET epoch = $1, base = $2', [rows[0]!.epoch, rows[0]!.base]);
    }
  });

  it('devices see changes at once: by the stream, or by long polling where it is held back', async () => {
    const follow = (line: Line, firstByteMs?: number): LiveChanges => {
      const client = connect(line, 'live');
      const live = openLiveChanges({ client, company: file.token, resources: ['third-parties'], firstByteMs });
      streams.push(live);
      return live;
    };
    const streams: LiveChanges[] = [];
    const [till, desk] = [
      await open('till', follow),
      await open('desk', (line) => {
        line.holdsBack = '/sync/stream';
        return follow(line, 100);
      }),
    ];
    const until = async (what: string, isThere: () => boolean | Promise<boolean>): Promise<void> => {
      const deadline = performance.now() + 60_000;
      while (!(await isThere())) {
        if (performance.now() > deadline) throw new Error(`${what}: not within a minute`);
        await pause(10);
      }
    };
    const hasAsked = (device: Device, route: RegExp): boolean => device.line.sent.some(({ url }) => route.test(url));
    const hasRecord = (device: Device, name: string): Promise<void> =>
      until(name, async () => (await onDevice(device)).some(({ data }) => data['name'] === name));
    try {
      await until('a stream', () => hasAsked(till, /sync\/stream/));
      await until('a long poll', () => hasAsked(desk, /pull.*wait=20/));
      await newParty('Seen at once');
      await Promise.all([hasRecord(till, 'Seen at once'), hasRecord(desk, 'Seen at once')]);
      await till.records.insert(createLocalRecord({ type: 'customer', name: 'From the till' }));
      await hasRecord(desk, 'From the till');
      expect(hasAsked(till, /wait=/)).to.equal(false);
    } finally {
      for (const live of streams) live.close();
    }
  });
});
