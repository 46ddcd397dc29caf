import { expect } from 'chai';
import fc from 'fast-check';
import type { Client } from '../../support/client.ts';
import { useService, type TestCompany } from '../../support/service.ts';

interface Party {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

describe('Searching third parties', () => {
  const service = useService({ from: 'books' });
  let client: Client;
  let file: TestCompany;
  let path: string;

  before(async () => {
    ({ client } = await service.newFirm());
    file = await service.newCompany(client);
    path = `${file.path}/third-parties`;
  });

  const create = (fields: Record<string, unknown>): Promise<Party> =>
    client.created<Party>(path, { type: 'customer', ...fields });
  const search = async (q: string, more = ''): Promise<number[]> => {
    const body = await client.ok<Party[]>(`${path}?q=${encodeURIComponent(q)}${more}`);
    return body.map(({ id }) => id);
  };

  it('looks through names, codes, numbers, cities, addresses of mail, phones and accounts', async () => {
    const party = await create({
      code: 'KL-77',
      name: 'Bäckerei Größe & Söhne',
      vat_number: 'BE 0477.472.701',
      enterprise_number: '0477.472.701',
      city: 'Sankt Vith',
      country: 'BE',
      email: 'Info@Backhaus.example',
      phone: '+32 80 12 34 56',
      ibans: ['BE68 5390 0754 7034'],
      peppol_identifier: '0208:0477472701',
      notes: 'owes us a cake',
      street: 'Hauptstraße',
    });
    for (const q of [
      'backerei',
      'BÄCKEREI',
      'grosse',
      'Größe',
      'söhne bäckerei',
      'kl-77',
      'be0477472701',
      'BE 0477.472.701',
      '0477.472.701',
      '0477 472 701',
      '0477-472',
      'sankt vith',
      'info@backhaus',
      '+32 80 12',
      '080/12.34.56'.slice(1),
      '8012 3456',
      'BE68 5390 0754 7034',
      'be68539007547034',
      '0208:0477472701',
      '& söhne',
    ])
      expect(await search(q), q).to.deep.equal([party.id]);
    for (const q of ['backerei gent', 'cake', 'hauptstrasse', '0477.472.702', '__', '%', 'KL_77', '\\'])
      expect(await search(q), q).to.deep.equal([]);
  });

  it('finds both ways of writing a letter', async () => {
    const party = await create({ name: 'Œuvre d’Ælfric Łódź' });
    for (const q of ['oeuvre', 'œuvre', "d'aelfric", 'd’ælfric', 'lodz', 'Łódź'])
      expect(await search(q), q).to.deep.equal([party.id]);
  });

  it('narrows by type and state at the same time, and knows nothing of the recycle bin', async () => {
    const [one, two, three] = [
      await create({ name: 'Zythos One' }),
      await create({ name: 'Zythos Two', type: 'supplier' }),
      await create({ name: 'Zythos Three', is_active: false }),
    ];
    expect(await search('zythos')).to.have.members([one.id, two.id, three.id]);
    expect(await search('zythos', '&type=supplier')).to.deep.equal([two.id]);
    expect(await search('zythos', '&is_active=0')).to.deep.equal([three.id]);
    await client.delete(`${path}/${one.id}`);
    expect(await search('zythos', '&type=customer')).to.deep.equal([three.id]);
    await client.patch(`${path}/${three.id}`, { name: 'Renamed' });
    expect(await search('zythos')).to.deep.equal([two.id]);
  });

  it('takes odd texts for what they are', async () => {
    for (const q of ['🎂', "'''", '"', ';--', '(', '*', 'a '.repeat(60).trim(), '1'.repeat(200)])
      expect(await search(q), q).to.deep.equal([]);
    const all = (await client.get<Party[]>(path)).body.map(({ id }) => id);
    for (const q of ['', ' ', '\u0301']) expect(await search(q), 'nothing to look for').to.deep.equal(all);
  });

  it('is cut off by a limit, in the order of the list', async () => {
    const all = (await client.get<Party[]>(path)).body.map(({ id }) => id);
    expect((await client.get<Party[]>(`${path}?limit=2`)).body.map(({ id }) => id)).to.deep.equal(all.slice(0, 2));
    for (const limit of ['0', '-1', 'x', '1001'])
      expect((await client.get(`${path}?limit=${limit}`)).body.errors, limit).to.have.all.keys('limit');
  });

  it('finds every record by each of its words, wherever they stand', async () => {
    const text = fc.array(fc.stringMatching(/^[a-zA-Zéüßœ0-9]{1,8}$/), { minLength: 1, maxLength: 3 });
    const random = fc.sample(fc.record({ name: text, city: text }), 25);
    const parties = [];
    for (const { name, city } of random) parties.push(await create({ name: name.join(' '), city: city.join(' ') }));
    for (const [index, { name, city }] of random.entries()) {
      const words = [...name, ...city];
      for (const q of [...words, words.join(' '), [...words].reverse().join(' ')])
        expect(await search(q), q).to.include(parties[index]!.id);
    }
  });
});
