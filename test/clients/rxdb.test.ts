import { createServer, request as httpRequest, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createRxDatabase, type RxCollection, type RxDatabase } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import {
  localRecordSchema,
  createLocalRecord,
  replicateResource,
  type LocalRecord,
} from '../../clients/rxdb/replication.ts';
import type { AnswerBody } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

/** A line that can be cut, and that can lose the answer to a push after the server has acted on it. */
interface Line {
  readonly url: string;
  isCut: boolean;
  losesAnswers: number;
  readonly lost: number;
  close(): Promise<void>;
}

async function lineTo(target: string): Promise<Line> {
  let lost = 0;
  const server: HttpServer = createServer((incoming, outgoing) => {
    if (line.isCut) return void incoming.socket.destroy();
    const forwarded = httpRequest(
      new URL(incoming.url!, target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        if (incoming.url!.endsWith('/push') && line.losesAnswers > 0) {
          line.losesAnswers -= 1;
          lost += 1;
          answer.resume();
          return void incoming.socket.destroy();
        }
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCut: false,
    losesAnswers: 0,
    get lost() {
      return lost;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return line;
}

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

  async function open(deviceId: string): Promise<Device> {
    const line = await lineTo(service.url);
    const database: RxDatabase<{ records: RxCollection<LocalRecord> }> = await createRxDatabase({
      name: deviceId,
      storage: getRxStorageMemory(),
      multiInstance: false,
    });
    const { records } = await database.addCollections({ records: { schema: localRecordSchema } });
    const [conflicts, refusals]: [(number | undefined)[], unknown[]] = [[], []];
    const replication = await replicateResource({
      server: { url: line.url, company: file.token, token: firm.client.token!, deviceId },
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
    tablet.line.losesAnswers = 2;
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
});
