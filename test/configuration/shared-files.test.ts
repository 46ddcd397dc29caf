import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openFileStore } from '../../outside/files/index.ts';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import { checkSharedFiles, FilesNotShared, type SharedFilesCheck } from '../../service/startup/shared-files.ts';
import { createPool } from '../../database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startObjectStore, type TestObjectStore } from '../support/object-store.ts';
import { createDatabaseWithTables, dropDatabase, killProcesses, runToEnd, startProcess } from '../support/processes.ts';

const LOG_ID = '6f4f9a34-6c86-4a38-9a43-0ad9ab4b6f0e';

describe('the mark of the file store', function () {
  this.timeout(30_000);
  let folder: string;
  let database: TestDatabase;
  let pool: ReturnType<typeof createPool>;
  let bucket: TestObjectStore;
  let warnings: string[];

  before(async () => {
    bucket = await startObjectStore();
  });
  after(() => bucket.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-marks-'));
    database = await createTestDatabase('tables');
    pool = createPool(database.url);
    await pool.query('UPDATE ops.log SET id = $1, file_mark = NULL', [LOG_ID]);
    warnings = [];
    bucket.objects.clear();
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const logger = { warn: (_: unknown, words: string) => warnings.push(words) } as unknown as SharedFilesCheck['logger'];

  async function check(process: string, other: Partial<SharedFilesCheck['config']> = {}): Promise<void> {
    const config = { dataDir: join(folder, process), bucket: null, databaseUrl: database.url, ...other };
    const files = openFileStore({ folder: join(config.dataDir, 'files'), bucket: config.bucket });
    try {
      await checkSharedFiles({ files, pool, config, logger });
    } finally {
      await files.close();
    }
  }
  const problem = (work: Promise<void>): Promise<string> =>
    work.then(
      () => 'none',
      (error: unknown) => {
        expect(error).to.be.instanceOf(FilesNotShared);
        return (error as Error).message;
      },
    );
  const readMark = (process: string) => readFile(join(folder, process, 'files/store-mark'), 'utf8');

  it('is written by the first start, and found by every start on the same files', async () => {
    await check('shared');
    await Promise.all([check('shared'), check('shared')]);
    expect(await readMark('shared')).to.equal(`${LOG_ID}\n`);
  });

  it('is missing in the folder of a process that does not share its files, which then names DATA_DIR', async () => {
    await check('api');
    const words = await problem(check('worker'));
    expect(words).to.match(/^DATA_DIR leads to the folder .*worker\/files on /);
    expect(words).to.match(/other processes use, which are in the folder .*api\/files on .*for example DATA_DIR=/);
    // The way out that the message offers.
    await mkdir(join(folder, 'worker/files'), { recursive: true });
    await writeFile(join(folder, 'worker/files/store-mark'), /write (\S+) into files\/store-mark/.exec(words)![1]!);
    expect(await problem(check('worker'))).to.equal('none');
  });

  it('tells two processes apart that start at the same moment, each with a folder of its own', async () => {
    const found = await Promise.all(['api', 'worker', 'projector'].map((process) => problem(check(process))));
    expect(found.filter((words) => words === 'none')).to.have.length(1);
  });

  it('is an object in a bucket, and a folder is not that bucket', async () => {
    const { settings } = bucket;
    await check('api', { bucket: settings });
    expect([...bucket.objects.keys()]).to.deep.equal([`${settings.prefix}store-mark`]);
    expect(await problem(check('worker', { bucket: settings }))).to.equal('none');
    expect(await problem(check('worker'))).to.match(/^DATA_DIR .* which are in the bucket /);
    const words = await problem(check('worker', { bucket: { ...settings, prefix: 'elsewhere/' } }));
    expect(words).to.match(/^S3_BUCKET .* the prefix elsewhere\/.*for example S3_BUCKET=/);
  });

  it('refuses the files of another installation', async () => {
    await check('api');
    await pool.query('UPDATE ops.log SET id = $1, file_mark = NULL', [randomUUID()]);
    expect(await problem(check('api'))).to.match(/^DATA_DIR .*holds the files of another installation/);
  });

  it('is accepted from a database restored from before it was written, and after the log has moved', async () => {
    await check('api');
    await pool.query('UPDATE ops.log SET file_mark = NULL');
    expect(await problem(check('api'))).to.equal('none');
    await pool.query('UPDATE ops.log SET id = $1', [randomUUID()]);
    expect(await problem(check('api'))).to.equal('none');
  });

  it('is written again where a restored data folder lacks it, by the only process of the embedded server', async () => {
    await check('before', { databaseUrl: null });
    expect(await problem(check('restored', { databaseUrl: null }))).to.equal('none');
    expect(await readMark('restored')).to.equal(`${LOG_ID}\n`);
  });

  it('is left unchecked with a warning while the store cannot be used', async () => {
    const files = {
      readMark: () => Promise.reject(new StorageUnavailable(new Error('away'))),
      writeMark: () => Promise.resolve(),
    };
    const config = { dataDir: folder, bucket: null, databaseUrl: database.url };
    await checkSharedFiles({ files, pool, config, logger });
    expect(warnings).to.have.length(1);
  });
});

describe('processes that do not share their files', function () {
  this.timeout(120_000);
  afterEach(killProcesses);

  it('end at the start with exit code 2 and one line; those that share them run', async () => {
    const database = await createDatabaseWithTables();
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-shared-'));
    const start = (role: string, data: string) => ({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, data),
      APP_KEY: 'k'.repeat(32),
      ROLE: role,
    });
    try {
      await startProcess(start('projector', 'shared'));
      await startProcess(start('api', 'shared'));
      const { code, stderr } = await runToEnd('main', [], start('worker', 'other'));
      expect(code, stderr).to.equal(2);
      expect(stderr.trim().split('\n')).to.have.length(1);
      expect(stderr).to.match(/could not start: DATA_DIR leads to the folder .*other\/files/);
    } finally {
      await killProcesses();
      await dropDatabase(database);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
