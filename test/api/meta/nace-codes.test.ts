import { expect } from 'chai';
import type { Client } from '../../support/client.ts';
import { useService } from '../../support/service.ts';

interface NaceAnswer {
  readonly code: string;
  readonly level: string;
  readonly label: string;
  readonly parent: string | null;
  readonly classification: string;
}

describe('NACE codes', () => {
  const service = useService();
  let client: Client;
  before(async () => {
    client = (await service.newUser({ locale: 'en' })).client;
  });
  const find = async (query: string) => {
    const { status, body } = await client.get<NaceAnswer[]>(`/v1/reference/nace-codes?${query}`);
    expect(status, query).to.equal(200);
    return body;
  };
  const codes = async (query: string) => (await find(query)).map(({ code }) => code);

  it('are all answered without a question', async () => {
    const all = await find('');
    expect(all).to.have.length(22 + 87 + 287 + 651 + 977);
    expect(all[0]).to.deep.equal({
      code: 'A',
      level: 'section',
      label: 'Agriculture, forestry and fishing',
      parent: null,
      classification: 'nace-2.1',
    });
    const subclasses = all.filter(({ level }) => level === 'subclass');
    expect(new Set(subclasses.map(({ classification }) => classification))).to.deep.equal(new Set(['nace-bel-2025']));
  });

  it('are those of the Union without the subclasses of Belgium when asked', async () => {
    const european = await find('classification=nace-2.1');
    expect(european).to.have.length(22 + 87 + 287 + 651);
    expect(new Set(european.map(({ classification }) => classification))).to.deep.equal(new Set(['nace-2.1']));
    expect(await find('classification=nace-2.1&level=subclass')).to.deep.equal([]);
    expect(await codes('classification=nace-2.1&q=01.110')).to.deep.equal([]);
  });

  it('are narrowed to a level, and to what is right below a code', async () => {
    expect(await find('level=section')).to.have.length(22);
    expect(await codes('parent=K')).to.deep.equal(['61', '62', '63']);
    expect(await codes('parent=01')).to.deep.equal(['01.1', '01.2', '01.3', '01.4', '01.5', '01.6', '01.7']);
    expect(await codes('parent=K&level=group')).to.deep.equal([]);
    expect(await codes('parent=01&q=mixed')).to.deep.equal(['01.5']);
  });

  it('are found by code and by words of the language', async () => {
    expect((await codes('q=62.1')).slice(0, 2)).to.deep.equal(['62.1', '62.10']);
    expect((await codes('q=6210')).slice(0, 1)).to.deep.equal(['62.10']);
    expect((await codes('q=growing%20of%20rice')).slice(0, 1)).to.deep.equal(['01.12']);
    expect(await codes('q=RIZ%20culture&lang=fr')).to.include('01.12');
    expect((await codes('q=culture%20du%20riz&lang=fr')).slice(0, 1)).to.deep.equal(['01.12']);
    expect(await codes('q=riz%20culture&lang=en')).to.deep.equal([]);
    expect((await codes('q=pêche&lang=fr&level=division')).slice(0, 1)).to.deep.equal(['03']);
    expect(await codes('q=PECHE&lang=fr')).to.deep.equal(await codes('q=pêche&lang=fr'));
    expect((await find('q=62.100')).map(({ level, parent }) => [level, parent])).to.deep.equal([['subclass', '62.10']]);
  });

  it('are cut off at a limit', async () => {
    expect(await find('q=of')).to.have.length(50);
    expect(await find('q=of&limit=3')).to.have.length(3);
    expect(await find('q=of&limit=200')).to.have.length(200);
    // The limit counts what is left after narrowing.
    expect(await find('q=of&level=group&limit=20')).to.have.length(20);
  });

  const refused: Readonly<Record<string, string>> = {
    'classification=nace-bel-2008': 'classification',
    'level=country': 'level',
    'parent=ZZ': 'parent',
    'parent=00': 'parent',
    'parent=constructor': 'parent',
    'classification=nace-2.1&parent=01.110': 'parent',
    'limit=0': 'limit',
    'limit=201': 'limit',
    'limit=many': 'limit',
    [`q=${'x'.repeat(101)}`]: 'q',
    'lang=it': 'lang',
  };
  for (const [query, field] of Object.entries(refused)) {
    it(`refuse ${query.slice(0, 40)}`, async () => {
      expect((await client.refused(422).get(`/v1/reference/nace-codes?${query}`)).errors).to.have.all.keys(field);
    });
  }

  it('take what is empty for not asked', async () => {
    expect(await find('q=&level=section&classification=&parent=')).to.have.length(22);
  });

  it('find nothing for signs, and survive any', async () => {
    for (const q of ['%25', '%00', '%2e%2a', '(((', '%F0%9F%8D%9E']) {
      const { status, body } = await client.get<unknown>(`/v1/reference/nace-codes?q=${q}`);
      if (status === 200) expect(body, q).to.deep.equal([]);
      else expect(status, q).to.equal(422);
    }
  });
});
