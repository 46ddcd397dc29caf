import { expect } from 'chai';
import sharp from 'sharp';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { buildPng } from '../../support/images.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('The logo and the members of a company file', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { logo_url: 'https://example.be/logo.png' });
  });

  const put = (content: Uint8Array | string) =>
    firm.client.upload('PUT', `${file.path}/logo`, [{ field: 'logo', content, name: 'logo.png' }]);

  it('are shown: an uploaded logo takes the place of a linked one, with an icon made from it', async () => {
    expect((await firm.client.get(file.path)).body).to.include({
      logo_url: 'https://example.be/logo.png',
      icon_url: null,
    });
    const uploaded = await expectStatus(put(await buildPng(300, 100)), 200);
    expect(uploaded.version).to.equal(2);
    const { logo_url: logo, icon_url: icon } = uploaded as unknown as Record<string, string>;
    expect(logo).to.match(/\/v1\/files\/logos\/[0-9a-f]{64}\.png\?expires=\d+&preview=1&signature=[0-9a-f]{64}$/);
    const shown = await fetch(icon!);
    expect(shown.headers.get('content-type')).to.match(/^image\//);
    const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(width).to.equal(height);
    const listed = (await firm.client.get('/v1/companies')).body as unknown as AnswerBody[];
    expect(listed.find(({ id }) => id === file.id)).to.include({ logo_url: logo, icon_url: icon });
  });

  it('come back with what was read, and stay as they are', async () => {
    const { body } = await firm.client.get(file.path);
    const same = await firm.client.patch(file.path, { name: 'Renamed', logo_url: body.logo_url });
    expect([same.status, same.body.name], same.text).to.deep.equal([200, 'Renamed']);
    const { rows } = await service.core.pool.query('SELECT logo_url FROM read.companies WHERE id = $1', [file.id]);
    expect(rows).to.deep.equal([{ logo_url: 'https://example.be/logo.png' }]);
  });

  it('are taken away, uploaded or linked', async () => {
    await firm.client.expect(204).delete(`${file.path}/logo`);
    expect((await firm.client.get(file.path)).body).to.include({ logo_url: null, icon_url: null });
    const again = await firm.client.delete(`${file.path}/logo`);
    expect([again.status, again.headers.get('x-operation-id')]).to.deep.equal([204, null]);
  });

  it('are refused when they are no images, and change nothing', async () => {
    const before = (await firm.client.get(file.path)).body;
    await expectStatus(put('MZ this is no image'), 422);
    await firm.client.refused(415).put(`${file.path}/logo`, { logo: 'x' });
    expect((await firm.client.get(file.path)).body.logo_url).to.equal(before.logo_url);
  });

  it('list who may see the file, with the role that counts in it', async () => {
    const encoder = await service.newMember(firm, 'encoder');
    const outsider = await service.newMember(firm, 'encoder', { allCompanies: false });
    const body = await firm.client.ok(`${file.path}/members`);
    const members = body as unknown as AnswerBody[];
    expect(members.find(({ id }) => id === encoder.id)).to.include({
      role: 'encoder',
      firm_role: 'encoder',
      is_active: true,
    });
    expect(members.map(({ id }) => id)).not.to.include(outsider.id);
    const token = file.token;
    const assigned = { company_tokens: [token], role: 'reviewer' };
    await firm.client.put(`/v1/firms/${firm.token}/members/${outsider.id}/companies`, assigned);
    const after = (await firm.client.get(`${file.path}/members`)).body as unknown as AnswerBody[];
    expect(after.find(({ id }) => id === outsider.id)).to.include({
      role: 'reviewer',
      firm_role: 'encoder',
      company_role: 'reviewer',
    });
  });
});
