import { expect } from 'chai';
import { MAX_RESULTS } from '../../../api/search/results.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { fillBooks, type Books } from '../mcp/support.ts';

interface Found extends AnswerBody {
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly matched: string;
}

describe('The search', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let books: Books;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    books = await fillBooks(firm, file);
  });

  const search = async (q: string, rest = '', client: Client = firm.client, path = file.path): Promise<Found[]> => {
    const { data } = await client.ok(`${path}/search?q=${encodeURIComponent(q)}${rest}`);
    return data as Found[];
  };
  const typesOf = (found: readonly Found[]): string[] => [...new Set(found.map(({ type }) => type))];

  it('finds records of all types, whatever the case and the accents', async () => {
    for (const q of ['café gare', 'CAFE GARE']) {
      const found = await search(q);
      expect(typesOf(found), q).to.deep.equal(['third-parties', 'entries', 'bank-transactions']);
      expect(found[0]).to.include({ id: books.customer, title: 'Café de la Gare', matched: 'name' });
    }
    expect((await search('papeterie')).map(({ type, id }) => [type, id])).to.deep.equal([
      ['document-imports', books.importId],
    ]);
    const accounts = await search('700000', '&types=accounts');
    expect(accounts.map(({ id }) => id)).to.deep.equal([file.account('700000')]);
    expect(typesOf(await search('121,00', '&types=entries'))).to.deep.equal(['entries']);
    expect(typesOf(await search(String(file.body['name'])))).to.include('companies');
  });

  it('gives addresses that answer the same caller', async () => {
    const found = [...(await search('gare')), ...(await search('papeterie')), ...(await search('70'))];
    for (const { url } of found) await firm.client.ok(url);
    const everywhere = await search('gare', '', firm.client, `/v1/firms/${firm.token}`);
    expect(typesOf(everywhere)).to.include.members(['third-parties', 'bank-transactions']);
    for (const { url, company } of everywhere) {
      await firm.client.ok(url);
      expect(company).to.deep.equal({ public_token: file.token, name: file.body['name'] });
    }
  });

  it('finds short words and numbers with separators', async () => {
    expect((await search('ca', '&types=third-parties')).map(({ id }) => id)).to.deep.equal([books.customer]);
    expect(typesOf(await search('pa', '&types=entries,bank-transactions'))).to.have.length(2);
    await firm.client.created(`${file.path}/third-parties`, {
      ...{ type: 'supplier', name: 'Moulin', vat_number: 'BE0477472701', country: 'BE' },
    });
    expect((await search('BE 0477.472.701')).map(({ title, matched }) => [title, matched])).to.deep.equal([
      ['Moulin', 'vat_number'],
    ]);
    expect(await search('%_%')).to.deep.equal([]);
  });

  it('gives at most twenty results, of every type that has some', async () => {
    const found = await search('a');
    expect(found).to.have.length(MAX_RESULTS);
    expect(typesOf(found)).to.include.members(['third-parties', 'accounts', 'entries']);
  });

  it('shows nothing of files that the caller cannot see', async () => {
    const other = await service.newCompany(firm.client, { name: 'Boucherie Secrète' });
    await firm.client.created(`${other.path}/third-parties`, { type: 'customer', name: 'Client secret' });
    const { client } = await service.newMember(firm, 'encoder', { companies: [{ id: file.id }] });
    const firmPath = `/v1/firms/${firm.token}`;
    expect(typesOf(await search('secret', '', firm.client, firmPath))).to.deep.equal(['companies', 'third-parties']);
    expect(await search('secret', '', client, firmPath)).to.deep.equal([]);
    await client.refused(404).get(`${other.path}/search?q=secret`);
    await firm.client.expect(204).delete(other.path);
    expect(await search('secret', '', firm.client, firmPath)).to.deep.equal([]);
  });

  it('leaves out what is in the recycle bin, and refuses unknown types', async () => {
    const { id } = await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'Éphémère' });
    expect(await search('ephemere')).to.have.length(1);
    await firm.client.expect(204).delete(`${file.path}/third-parties/${id}`);
    expect(await search('ephemere')).to.deep.equal([]);
    await firm.client.refused(422).get(`${file.path}/search?q=a&types=people`);
    await firm.client.refused(422).get(`${file.path}/search`);
  });
});
