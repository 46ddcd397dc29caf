import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { createSignedUrls } from '../../../api/http/routing/signed-urls.ts';
import { expectStatus, expectRefusal, type FormPart } from '../../support/client.ts';
import { buildJpeg, buildPixelBomb, buildPng, buildSvg, buildWebp } from '../../support/images.ts';
import { useService, type TestFirm } from '../../support/service.ts';

describe('The logo of a firm', () => {
  const service = useService();
  let firm: TestFirm;
  let path: string;

  before(async () => {
    firm = await service.newFirm();
    path = `/v1/firms/${firm.token}/logo`;
  });

  const put = (content: Uint8Array | string, type = 'image/png', changes: Partial<FormPart> = {}, headers = {}) =>
    firm.client.upload('PUT', path, [{ field: 'logo', content, name: 'logo.png', type, ...changes }], headers);
  const kept = async () =>
    (
      await readdir(join(service.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile()).length;

  it('is set, and shown to whoever has its link', async () => {
    const { status, body, headers } = await put(await buildPng());
    expect(status).to.equal(200);
    expect(headers.get('x-operation-id')).to.be.a('string');
    expect(body).to.include({ version: 2 });
    const url = body.logo_url as string;
    expect(url).to.match(new RegExp(`^${service.url}/v1/files/logos/[0-9a-f]{64}\\.png\\?expires=`));
    const served = await fetch(url);
    expect(served.status).to.equal(200);
    expect(Object.fromEntries(served.headers)).to.include({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline; filename="logo.png"; filename*=UTF-8\'\'logo.png',
    });
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).to.include({ width: 40, height: 20 });
    const { pathname, searchParams } = new URL(url);
    expect((await service.anonymous.get(pathname)).status, 'without a signature').to.equal(403);
    searchParams.delete('preview');
    expect((await service.anonymous.get(`${pathname}?${searchParams}`)).status, 'not as it was signed').to.equal(403);
    const lifetime = Number(searchParams.get('expires')) - Date.now() / 1000;
    expect(lifetime).to.be.within(295, 601);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).to.equal(
      served.headers.get('content-length'),
    );
    expect((await firm.client.get(`/v1/firms/${firm.token}`)).body.logo_url).to.equal(url);
  });

  it('records nothing when it is the same, and keeps earlier ones', async () => {
    const first = await put(await buildPng(10, 10));
    const same = await put(await buildPng(10, 10));
    expect(same.headers.get('x-operation-id')).to.equal(null);
    expect(same.body.version).to.equal(first.body.version);
    const other = await put(await buildWebp(), 'image/webp');
    expect(other.body.logo_url).to.match(/\.webp\?/);
    expect((await fetch(first.body.logo_url as string)).status).to.equal(200);
  });

  it('is cleaned of what it carries along', async () => {
    const photograph = await put(await buildJpeg('Secret Photographer'), 'image/jpeg');
    const served = Buffer.from(await (await fetch(photograph.body.logo_url as string)).arrayBuffer());
    expect(served.includes('Secret')).to.equal(false);
    const drawing = await put(buildSvg('<script>alert(1)</script><rect onload="x" width="1"/>'), 'image/svg+xml');
    expect(drawing.body.logo_url).to.match(/\.png\?/);
    const answer = await fetch(drawing.body.logo_url as string);
    expect(answer.headers.get('content-type')).to.equal('image/png');
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(picture.includes('script')).to.equal(false);
    expect(await sharp(picture).metadata()).to.include({ format: 'png', width: 1_024, height: 1_024 });
    const entity = await put(buildSvg('&x;', '<!DOCTYPE svg [<!ENTITY x "y">]>'), 'image/svg+xml');
    expect(entity.body.logo_url).to.match(/\.png\?/);
  });

  it('is judged by what it is, not by its name', async () => {
    await expectStatus(put(await buildPng(), 'application/octet-stream', { name: 'x.exe' }), 200);
    expect((await put(await buildJpeg(), 'image/png')).body.logo_url).to.match(/\.jpg\?/);
  });

  it('is refused when it is none, and nothing of it is kept', async () => {
    const before = await kept();
    const { version } = (await firm.client.get(`/v1/firms/${firm.token}`)).body;
    const good = await buildPng(300, 300);
    const cases: [string, Uint8Array, string, number, string][] = [
      ['a program', Buffer.from('MZ\x90\0\x03\0'), 'image/png', 422, 'not_an_image'],
      ['cut short', good.subarray(0, good.length - 50), 'image/png', 422, 'not_an_image'],
      ['a JPEG cut short', (await buildJpeg()).subarray(0, 300), 'image/jpeg', 422, 'not_an_image'],
      ['empty', Buffer.alloc(0), 'image/png', 422, 'not_an_image'],
      ['a web page', Buffer.from('<html><script>x</script></html>'), 'image/svg+xml', 422, 'not_an_image'],
      ['50 000 pixels a side', buildPixelBomb(), 'image/png', 422, 'image_too_many_pixels'],
      [
        'entities',
        buildSvg('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///y">]>'),
        'image/svg+xml',
        422,
        'not_an_image',
      ],
      ['a drawing too large', buildSvg(`<path d="${'M0 0'.repeat(200_000)}"/>`), 'image/svg+xml', 422, 'svg_unsafe'],
      ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 'image/gif', 415, 'image_type_unsupported'],
      ['a GIF that claims to be a PNG', Buffer.from('GIF89a\x01\0\x01\0'), 'image/png', 415, 'image_type_unsupported'],
      ['a text', Buffer.from('hello'), 'text/plain', 415, 'image_type_unsupported'],
      ['too large', Buffer.alloc(2 * 1024 * 1024 + 1), 'image/png', 422, 'file_too_large'],
    ];
    for (const [what, content, type, status, code] of cases) {
      const answer = await put(content, type);
      expect([answer.status, answer.body.code], what).to.deep.equal([status, code]);
    }
    await expectStatus(put(await buildPng(), 'image/png', { field: 'picture' }), 422);
    await firm.client.refused(422).upload('PUT', path, [
      { field: 'logo', content: await buildPng(), name: 'a', type: 'image/png' },
      { field: 'logo', content: await buildPng(), name: 'b', type: 'image/png' },
    ]);
    await firm.client.refused(415).put(path, { logo: 'x' });
    expect((await firm.client.get(`/v1/firms/${firm.token}`)).body.version).to.equal(version);
    expect(await kept()).to.equal(before);
  });

  it('keeps to the version that was read, and acts once under one key', async () => {
    await expectRefusal(put(await buildPng(7, 7), 'image/png', {}, { 'X-Base-Version': '1' }), 409, 'conflict');
    const headers = { 'X-Client-Mutation-Id': 'logo-1' };
    const first = await put(await buildPng(8, 8), 'image/png', {}, headers);
    const second = await put(await buildPng(8, 8), 'image/png', {}, headers);
    expect(second.headers.get('x-idempotent-replay')).to.equal('1');
    expect(second.text).to.equal(first.text);
    await expectStatus(put(await buildPng(9, 9), 'image/png', {}, headers), 422);
  });

  it('says so when the storage does not work, and heals', async () => {
    const incoming = join(service.config.dataDir, 'files', 'incoming');
    await rm(incoming, { recursive: true });
    await writeFile(incoming, 'in the way');
    const { status, body, headers } = await put(await buildPng(12, 12));
    expect([status, body.code]).to.deep.equal([503, 'storage_unavailable']);
    expect(headers.get('retry-after')).to.equal('60');
    await rm(incoming);
    await mkdir(incoming);
    await expectStatus(put(await buildPng(12, 12)), 200);
  });

  it('is found by its whole name alone', async () => {
    const { body } = await put(await buildPng());
    const name = new URL(body.logo_url as string).pathname.split('/').at(-1)!;
    const [hash] = name.split('.');
    for (const other of [
      hash!,
      `${hash}.jpg.png`,
      `${hash}.exe`,
      `${'0'.repeat(64)}.png`,
      `${name.toUpperCase()}`,
      '..%2f..%2fetc%2fpasswd',
      '%00',
      'constructor',
      '__proto__.png',
    ]) {
      const key = service.config.appKey!;
      const { sign } = createSignedUrls({ key, baseUrl: service.url, trustProxy: 0 });
      expect((await service.anonymous.get(`/v1/files/logos/${other}`)).status, other).to.equal(403);
      const { pathname, search } = new URL(sign(`/v1/files/logos/${other}`));
      expect((await service.anonymous.get(pathname + search)).status, other).to.equal(404);
    }
  });
});
