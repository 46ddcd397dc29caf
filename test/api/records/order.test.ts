import { expect } from 'chai';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('The order of lists of records', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    for (const [name, city] of [
      ['Zorba', null],
      ['éclair', 'Namur'],
      ['Dupont', 'Arlon'],
      ['Eclipse', 'Mons'],
    ])
      await firm.client.post(`${file.path}/third-parties`, { type: 'supplier', name, city });
  });

  const names = async (query: string): Promise<string[]> => {
    const body = await firm.client.ok<{ name: string }[]>(`${file.path}/third-parties?${query}`);
    return body.map(({ name }) => name);
  };

  it('is by code unless a field is named', async () => {
    expect(await names('')).to.deep.equal(['Zorba', 'éclair', 'Dupont', 'Eclipse']);
    expect(await names('sort=-code')).to.deep.equal(['Eclipse', 'Dupont', 'éclair', 'Zorba']);
  });

  it('is that of a list of names, whatever accents and capitals they have', async () => {
    expect(await names('sort=name')).to.deep.equal(['Dupont', 'éclair', 'Eclipse', 'Zorba']);
    expect(await names('sort=-name')).to.deep.equal(['Zorba', 'Eclipse', 'éclair', 'Dupont']);
    expect(await names('sort=name&limit=2')).to.deep.equal(['Dupont', 'éclair']);
    expect(await names('sort=-name&q=ecl')).to.deep.equal(['Eclipse', 'éclair']);
  });

  it('has what is empty last', async () => {
    expect(await names('sort=city')).to.deep.equal(['Dupont', 'Eclipse', 'éclair', 'Zorba']);
    expect(await names('sort=-city')).to.deep.equal(['éclair', 'Eclipse', 'Dupont', 'Zorba']);
  });

  it('is known for every resource, and a wrong one refused', async () => {
    for (const path of ['accounts?sort=-label', 'journals?sort=created_at', 'vat-codes?sort=-rate'])
      expect((await firm.client.get(`${file.path}/${path}`)).status, path).to.equal(200);
    await firm.client.refused(422, ['sort']).get(`${file.path}/third-parties?sort=ibans`);
  });
});
