import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import request from 'supertest';
import { z } from 'zod';
import { choice } from '../../../api/http/input/fields.ts';
import type { UploadDeclaration } from '../../../api/http/input/multipart.ts';
import { ok } from '../../../api/http/reply/reply.ts';
import { route } from '../../../api/http/routing/route.ts';
import { listen } from '../../../api/http/server/server.ts';
import { StorageFull } from '../../../outside/files/failures.ts';
import { openFileStore, type FileStore } from '../../../outside/files/index.ts';
import { buildOpenApiDocument } from '../../../api/documentation/openapi.ts';
import { SESSION, toyApp } from './support.ts';

const MEGABYTE = 1024 * 1024;

describe('uploads', () => {
  let folder: string;
  let store: FileStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-uploads-'));
    store = openFileStore({ folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const left = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

  function app(changes: Partial<UploadDeclaration> = {}, files: Partial<FileStore> = {}) {
    const upload: UploadDeclaration = { field: 'files', maxFiles: 3, maxBytes: MEGABYTE, ...changes };
    const uploads = route({
      method: 'post',
      path: '/v1/uploads',
      area: 'toys',
      summary: 'upload',
      ability: 'write',
      role: 'any',
      demo: 'allowed',
      upload,
      body: z.object({ kind: choice(['a', 'b']).nullish(), tags: z.array(z.string()).nullish() }),
      replies: { 200: z.unknown() },
      async handle({ files: given, body }) {
        const shown = given.map(({ name, declaredType, bytes, sha256 }) => ({ name, declaredType, bytes, sha256 }));
        if (body.kind === 'b') await given[0]!.keep('documents');
        return ok({ files: shown, body });
      },
    });
    return toyApp({ extraRoutes: [uploads], services: { files: { ...store, ...files } } });
  }

  const post = (changes?: Partial<UploadDeclaration>, files?: Partial<FileStore>) =>
    request(app(changes, files).app).post('/v1/uploads').set(SESSION);

  it('give the handler files and fields, and keep only what it keeps', async () => {
    const answer = await post()
      .field('kind', ' b ')
      .field('tags[]', 'x')
      .field('tags[]', 'y')
      .attach('files[]', Buffer.from('one'), { filename: '../../été "1".txt', contentType: 'text/PLAIN' })
      .attach('files[]', Buffer.alloc(MEGABYTE, 1), 'two.bin')
      .expect(200);
    expect(answer.body.body).to.deep.equal({ kind: 'b', tags: ['x', 'y'] });
    expect(answer.body.files).to.have.length(2);
    expect(answer.body.files[0]).to.include({ declaredType: 'text/plain', bytes: 3 });
    expect(answer.body.files[0].name).to.match(/^été/);
    expect(answer.body.files[1]).to.include({ name: 'two.bin', bytes: MEGABYTE });
    expect(await left()).to.equal(1);
    expect((await store.read('documents', answer.body.files[0].sha256 as string))!.toString()).to.equal('one');
  });

  it('refuse fields and files of names that they do not know', async () => {
    const fields = await post().field('kidn', 'b').attach('files', Buffer.from('x'), 'x').expect(422);
    expect(fields.body.code).to.equal('unknown_field');
    expect(fields.body.errors).to.have.all.keys('kidn');
    const files = await post()
      .set('Accept-Language', 'en')
      .attach('files[]', Buffer.from('one'), 'one.bin')
      .attach('file', Buffer.from('left out'), 'other.bin')
      .expect(422);
    expect(files.body).to.deep.include({
      code: 'unknown_field',
      errors: { file: ['Unknown field “file”. Did you mean files?'] },
    });
    expect(await left()).to.equal(0);
  });

  it('have names of 255 characters at most, none of which is cut in half', async () => {
    const filename = `${'\u{1f600}'.repeat(300)}.txt`;
    const answer = await post().attach('files', Buffer.from('x'), { filename }).expect(200);
    expect(answer.body.files[0].name).to.equal(`${'\u{1f600}'.repeat(251)}.txt`);
  });

  it('need a form with files', async () => {
    await post()
      .send({ files: [] })
      .expect(415)
      .expect(/multipart_required/);
    await post()
      .set('Content-Type', 'multipart/form-data')
      .send('x')
      .expect(400)
      .expect(/invalid_multipart/);
    expect((await post().field('kind', 'a').expect(422)).body.errors).to.have.all.keys('files');
    const wrong = await post().field('kind', 'z').attach('files', Buffer.from('x'), 'x').expect(422);
    expect(wrong.body.errors).to.have.all.keys('kind');
    const unusable = await post().field('kind', 'a\0').attach('files', Buffer.from('x'), 'x').expect(422);
    expect(unusable.body.errors).to.have.all.keys('kind');
    expect(await left()).to.equal(0);
  });

  it('are bounded in number and size, told at the field however it is noticed', async () => {
    const large = Buffer.alloc(MEGABYTE + 1);
    const single = await post({ maxFiles: 1 }).attach('files', large, 'large').expect(422);
    expect(single.body).to.deep.include({ code: 'file_too_large', error_codes: { files: ['file_too_large'] } });
    const second = await post().attach('files', Buffer.from('x'), 'x').attach('files', large, 'large').expect(422);
    expect(second.body.errors).to.have.all.keys('files.1');
    let many = post();
    for (let number = 1; number <= 4; number += 1) many = many.attach('files[]', Buffer.from('x'), 'x');
    expect((await many.expect(422)).body.error_codes).to.deep.equal({ 'files.3': ['too_many_files'] });
    const declared = await post()
      .set('Content-Type', 'multipart/form-data; boundary=x')
      .set('Content-Length', '999999999')
      .expect(422);
    expect(declared.body.error_codes).to.deep.equal({ 'files.0': ['upload_too_large'] });
    const field = await post().field('kind', 'x'.repeat(70_000)).attach('files', Buffer.from('x'), 'x').expect(422);
    expect(field.body.errors).to.have.all.keys('kind');
    let fields = post();
    for (let number = 1; number <= 60; number += 1) fields = fields.field(`f${number}`, 'x');
    await fields.attach('files', Buffer.from('x'), 'x').expect(400);
    expect(await left()).to.equal(0);
  });

  it('are refused with names that hide their ending', async () => {
    const hidden = await post().attach('files', Buffer.from('x'), 'invoice\u202efdp.exe').expect(422);
    expect(hidden.body).to.deep.include({ code: 'file_name_hidden' });
    expect(await left()).to.equal(0);
  });

  it('are refused when the form is broken, whatever was received', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n';
    const headless = ['--x\r\n\r\n\r\n--x--', '--x\r\n\r\n--x--\r\n', '--x\r\nhello\r\n--x--\r\n'];
    for (const body of ['', '--x', head, `${head}half of it`, ...headless, 'nonsense', '--x--\r\n']) {
      const answer = await post().set('Content-Type', 'multipart/form-data; boundary=x').send(body);
      expect(answer.status, JSON.stringify(body)).to.be.oneOf([400, 422]);
    }
    const flood = `${'--x\r\n'}${'X-Header: y\r\n'.repeat(5_000)}\r\n`;
    const answer = await post().set('Content-Type', 'multipart/form-data; boundary=x').send(flood);
    expect(answer.status).to.be.oneOf([400, 422]);
    expect(await left()).to.equal(0);
  });

  it('are refused when a part does not say what it is, and the service goes on', async () => {
    const dispositions = [
      'form-data',
      'form-data; name',
      'form-data; name=',
      'form-data; filename="a"',
      'form-data; =x',
    ];
    for (const disposition of dispositions) {
      const body = `--x\r\nContent-Disposition: ${disposition}\r\n\r\ncontent\r\n--x--\r\n`;
      const answer = await post().set('Content-Type', 'multipart/form-data; boundary=x').send(body);
      expect(answer.status, disposition).to.be.oneOf([400, 422]);
    }
    expect(await left()).to.equal(0);
  });

  it('leave nothing behind when the disk is full or something fails', async () => {
    const full = { receive: () => Promise.reject(new StorageFull(new Error('ENOSPC'))) };
    const answer = await post({}, full).attach('files', Buffer.alloc(500_000), 'x').expect(507);
    expect(answer.body).to.include({ code: 'storage_full' });
    expect(answer.headers['retry-after']).to.equal('60');
    // A small file is read to its end before the disk says no.
    const fullAtEnd = {
      async receive(content: AsyncIterable<Uint8Array>) {
        for await (const _part of content);
        await pause(20);
        return full.receive();
      },
    };
    const small = await post({}, fullAtEnd).attach('files', Buffer.from('x'), 'x').expect(507);
    expect(small.body).to.include({ code: 'storage_full' });
    const second = {
      count: 0,
      receive(content: AsyncIterable<Uint8Array>) {
        return (this.count += 1) === 1 ? store.receive(content) : full.receive();
      },
    };
    await post({}, { receive: second.receive.bind(second) })
      .attach('files', Buffer.from('one'), 'one')
      .attach('files', Buffer.from('two'), 'two')
      .expect(507);
    expect(await left()).to.equal(0);
  });

  it('count as the same request by fields and content', async () => {
    const { app: one } = app();
    const send = (content: string, kind = 'a') =>
      request(one)
        .post('/v1/uploads')
        .set(SESSION)
        .set('X-Client-Mutation-Id', 'k')
        .field('kind', kind)
        .attach('files', Buffer.from(content), 'x');
    const first = await send('content').expect(200);
    expect((await send('content').expect(200).expect('X-Idempotent-Replay', '1')).body).to.deep.equal(first.body);
    await send('other content').expect(422);
    await send('content', 'b').expect(422);
    expect(await left()).to.equal(0);
  });

  it('are given up when they trickle in, and when the client goes away', async () => {
    const { app: one, logs } = app({ timeoutMs: 200 });
    const listening = await listen(one, { host: '127.0.0.1', port: 0 });
    const head = (length: number) =>
      `POST /v1/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${SESSION.Authorization}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nbeginning';
    const talk = (length: number, leave: boolean) =>
      new Promise<string>((resolve) => {
        const socket = connect(listening.port, '127.0.0.1', () => socket.write(head(length)));
        let answer = '';
        socket.on('data', (data) => (answer += data.toString()));
        socket.on('close', () => resolve(answer));
        socket.on('error', () => undefined);
        if (leave) setTimeout(() => socket.destroy(), 50);
      });
    expect(await talk(10_000, false)).to.match(/^HTTP\/1\.1 408 /);
    await talk(10_000, true);
    const isOver = () => logs.some(({ msg }) => msg === 'client disconnected');
    for (let turn = 0; turn < 100 && !isOver(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isOver()).to.equal(true);
    expect(await left()).to.equal(0);
    await listening.close();
  });

  it('are described as forms', () => {
    const document = buildOpenApiDocument(app({ types: ['image/png'] }).routes, 'https://x.example') as unknown as {
      paths: Record<string, { post: { requestBody: { content: Record<string, unknown> }; responses: object } }>;
    };
    const operation = document.paths['/v1/uploads']!.post;
    expect(operation.requestBody.content).to.have.all.keys('multipart/form-data');
    expect(operation.requestBody.content).to.have.nested.property('multipart/form-data.schema.properties.kind');
    expect(JSON.stringify(operation.requestBody)).to.contain('"format":"binary"').and.contain('image/png');
    expect(operation.responses).to.include.keys('400', '408', '415', '422', '507').and.not.include.keys('413');
  });
});
