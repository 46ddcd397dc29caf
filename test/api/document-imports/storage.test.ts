import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenForWriting } from '../../../outside/files/index.ts';
import { expectStatus, expectRefusal } from '../../support/client.ts';
import { answerRefusal, startObjectStore, type TestObjectStore } from '../../support/object-store.ts';
import { useImports } from './support.ts';

/** A disk on which so many bytes have room; the rest of it is real. */
function diskOf(room: { bytes: number }): OpenForWriting {
  return async (path) => {
    const handle = await open(path, 'wx', 0o600);
    return {
      write: (async (chunk: Uint8Array, offset: number, length: number) => {
        if (room.bytes < length) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        room.bytes -= length;
        return handle.write(chunk, offset, length);
      }) as typeof handle.write,
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  };
}

describe('Documents in a bucket, and no room for them', () => {
  let store: TestObjectStore;
  const room = { bytes: Infinity };
  before(async () => {
    store = await startObjectStore();
  });
  const imports = useImports({
    get environment() {
      return store.environment;
    },
    openForWriting: diskOf(room),
  });
  after(() => store.close());
  afterEach(() => {
    room.bytes = Infinity;
    store.behave(null);
  });

  const { upload, uploaded, invoice } = imports;
  const incoming = () => readdir(join(imports.service.config.dataDir, 'files', 'incoming'));
  const count = async () => (await imports.client.get(imports.path)).body.total as number;
  const png = () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(200_000)]);

  it('are kept there and served from there', async () => {
    const content = invoice({ number: 'S3-1' });
    const [made] = await uploaded(['facture.xml', content]);
    expect(made).to.include({ status: 'ready' });
    const name = createHash('sha256').update(content).digest('hex');
    expect(store.objects.get(`firm/documents/${name.slice(0, 2)}/${name}`)!.content.toString()).to.equal(content);
    expect(await incoming()).to.deep.equal([]);
    const served = await imports.follow(made!.file_url);
    expect([served.status, served.text]).to.deep.equal([200, content]);
  });

  it('are refused when the bucket is not there, and taken when it is back', async () => {
    const before = await count();
    const [earlier] = await uploaded(['avant.xml', invoice({ number: 'S3-2', date: '2026-03-01' })]);
    store.behave(answerRefusal(403, 'AccessDenied'));
    const { status, body, headers } = await upload(['facture.xml', invoice({ number: 'S3-3', date: '2026-03-02' })]);
    expect([status, body.code, headers.get('retry-after')]).to.deep.equal([503, 'storage_unavailable', '60']);
    await expectStatus(imports.follow(earlier!.file_url), 503);
    expect([await count(), await incoming()]).to.deep.equal([before + 1, []]);
    store.behave(null);
    await expectStatus(imports.follow(earlier!.file_url), 200);
    await uploaded(['facture.xml', invoice({ number: 'S3-3', date: '2026-03-02' })]);
  });

  it('are refused when the disk is full, whole uploads at a time, and everything else goes on', async () => {
    const [before, kept] = [await count(), store.objects.size];
    // The first file has room, the second has not.
    room.bytes = 300_000;
    const { status, body, headers } = await upload(['a.png', png()], ['b.png', png()]);
    expect([status, body.code, headers.get('retry-after')]).to.deep.equal([507, 'storage_full', '60']);
    expect([await count(), store.objects.size, await incoming()]).to.deep.equal([before, kept, []]);
    await imports.client.created(`${imports.file.path}/entries/invoice`, {
      journal_id: imports.file.journal('ACH'),
      third_party_id: imports.supplier.id,
      entry_date: '2026-02-02',
      reference: 'while it is full',
      lines: [{ account: '604000', amount: '10.00', vat_code: 'P-M-21' }],
    });
    room.bytes = Infinity;
    expect(await uploaded(['a.png', png()], ['b.png', png()])).to.have.length(2);
  });

  it('are refused when the bucket is full', async () => {
    const before = await count();
    store.behave(answerRefusal(507, 'XMinioStorageFull'));
    await expectRefusal(upload(['facture.xml', invoice({ number: 'S3-9', date: '2026-04-02' })]), 507, 'storage_full');
    expect([await count(), await incoming()]).to.deep.equal([before, []]);
  });
});
