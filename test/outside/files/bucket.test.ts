import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { StorageFull, StorageUnavailable } from '../../../outside/files/failures.ts';
import { openFileStore, type FileStore } from '../../../outside/files/index.ts';
import type { BucketSettings } from '../../../outside/files/objects.ts';
import {
  answerRefusal,
  startObjectStore,
  type ObjectStoreManner,
  type TestObjectStore,
} from '../../support/object-store.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const NAME = sha256('hello');
const PATIENT = { exchangeMs: 20_000, silenceMs: 20_000, restMs: 1 };

describe('a bucket of files', () => {
  let folder: string;
  let store: TestObjectStore;
  let files: FileStore;
  const opened: FileStore[] = [];

  function open(other: Partial<BucketSettings> = {}): FileStore {
    const bucket = { ...store.settings, timeouts: { exchangeMs: 150, silenceMs: 100, restMs: 1 }, ...other };
    const made = openFileStore({ folder, bucket });
    opened.push(made);
    return made;
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-bucket-'));
    store = await startObjectStore();
    files = open({ timeouts: PATIENT });
  });
  beforeEach(() => {
    store.behave(null);
    store.objects.clear();
    store.requests.length = 0;
  });
  after(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has them under the names of a folder, so that either can be copied into the other', async () => {
    await files.put('logos', Buffer.from('hello'));
    expect([...store.objects.keys()]).to.deep.equal([`firm/logos/${NAME.slice(0, 2)}/${NAME}`]);
  });

  it('is not asked before there is something to keep', async () => {
    const received = await files.receive(Readable.from([Buffer.from('hello')]));
    await received.discard();
    expect(store.requests).to.deep.equal([]);
  });

  it('lets in nobody whose key is another', async () => {
    const stranger = open({ secretAccessKey: 'another', timeouts: PATIENT });
    const refusal = await failure(stranger.put('logos', Buffer.from('hello')));
    expect(refusal).to.be.instanceOf(StorageUnavailable);
    expect(String((refusal as Error).cause))
      .to.match(/SignatureDoesNotMatch \(403\)/)
      .and.not.match(/another/);
    expect(store.objects.size).to.equal(0);
    expect(store.requests).to.have.length(1);
  });

  it('that is missing is no missing file', async () => {
    const elsewhere = open({ bucket: 'nowhere', timeouts: PATIENT });
    expect(await failure(elsewhere.read('logos', NAME))).to.be.instanceOf(StorageUnavailable);
  });

  it('that is full says so, and is not asked again', async () => {
    for (const [status, code] of [
      [507, 'XMinioStorageFull'],
      [403, 'QuotaExceeded'],
    ] as const) {
      store.behave(answerRefusal(status, code));
      store.requests.length = 0;
      const received = await files.receive(Readable.from([Buffer.from('hello')]));
      expect(await failure(received.keep('documents'))).to.be.instanceOf(StorageFull);
      await received.discard();
      expect(store.requests).to.have.length(1);
    }
    expect(await readdir(join(folder, 'incoming'))).to.deep.equal([]);
  });

  it('that is busy, or breaks off once, is asked again', async () => {
    const content = randomBytes(300_000);
    for (const trouble of [answerRefusal(503, 'SlowDown'), answerRefusal(500, 'InternalError'), breakOff]) {
      store.objects.clear();
      store.behave(onceOnly(trouble));
      const received = await files.receive(Readable.from([content]));
      await received.keep('documents');
      store.behave(onceOnly(trouble));
      expect(await files.read('documents', sha256(content))).to.deep.equal(content);
    }
  });

  const BROKEN: Readonly<Record<string, ObjectStoreManner>> = {
    'is silent': (request) => void request.resume(),
    'breaks off each time': breakOff,
    'has trouble for long': answerRefusal(500, 'InternalError'),
    'answers with a page': (request, response) => {
      request.resume();
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    },
    'sends elsewhere': (request, response) => {
      request.resume();
      response.writeHead(301, { Location: 'http://127.0.0.1:1/' }).end();
    },
    refuses: answerRefusal(403, 'AccessDenied'),
  };
  for (const [words, manner] of Object.entries(BROKEN))
    it(`that ${words} fails as storage, and leaves nothing`, async () => {
      store.behave(manner);
      const broken = open();
      const received = await broken.receive(Readable.from([Buffer.from('hello')]));
      expect(await failure(received.keep('documents')), 'keep').to.be.instanceOf(StorageUnavailable);
      await received.discard();
      for (const work of [
        () => broken.put('logos', Buffer.from('hello')),
        () => broken.read('logos', NAME),
        () => broken.open('logos', NAME),
        () => broken.withLocalFile('logos', NAME, () => Promise.resolve()),
        () => broken.sweepUnreferenced('logos', 0, () => Promise.resolve(new Set())),
      ])
        expect(await failure(work())).to.be.instanceOf(StorageUnavailable);
      expect(await readdir(join(folder, 'incoming'))).to.deep.equal([]);
    });

  it('that is not there fails as storage', async () => {
    const port = await freePort();
    const absent = open({ endpoint: `http://127.0.0.1:${port}` });
    expect(await failure(absent.put('logos', Buffer.from('hello')))).to.be.instanceOf(StorageUnavailable);
  });

  it('whose answer stops half-way, or is another content, is never taken for whole', async () => {
    const content = randomBytes(200_000);
    const damaged = Buffer.from(content);
    damaged[0]! ^= 1;
    const answering =
      (body: Buffer, ends: 'ends' | 'breaks' | 'waits'): ObjectStoreManner =>
      (request, response) => {
        request.resume();
        response.writeHead(200, { 'Content-Length': content.length });
        response.write(body, () => {
          if (ends === 'ends') response.end();
          if (ends === 'breaks') response.socket?.destroy();
        });
      };
    for (const manner of [
      answering(content.subarray(0, 100_000), 'breaks'),
      answering(content.subarray(0, 100_000), 'waits'),
      answering(damaged, 'ends'),
    ]) {
      store.behave(manner);
      const broken = open({ timeouts: { ...PATIENT, silenceMs: 100 } });
      expect(await failure(broken.read('documents', sha256(content)))).to.be.instanceOf(StorageUnavailable);
      const opening = await broken.open('documents', sha256(content));
      const arrived: Buffer[] = [];
      opening!.stream.on('data', (piece: Buffer) => arrived.push(piece));
      expect(await failure(buffer(opening!.stream))).to.be.instanceOf(StorageUnavailable);
      expect(Buffer.concat(arrived).length).to.be.lessThan(content.length);
    }
    expect(await readdir(join(folder, 'incoming'))).to.deep.equal([]);
  });

  function onceOnly(manner: ObjectStoreManner): ObjectStoreManner {
    return (request, response) => {
      store.behave(null);
      manner(request, response);
    };
  }
});

function breakOff(...[request]: Parameters<ObjectStoreManner>): void {
  request.socket.destroy();
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
