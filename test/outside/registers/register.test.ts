import { expect } from 'chai';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import { openRegister, type Register } from '../../../outside/registers/register.ts';
import { REGISTER_ANSWER } from '../../support/directories.ts';
import { FAILURES, answerJson, startHttpServer, answerText, type TestHttpServer } from '../../support/http-server.ts';

describe('The public register', () => {
  let server: TestHttpServer;
  let register: Register;

  beforeEach(async () => {
    server = await startHttpServer(answerJson(REGISTER_ANSWER));
    register = openRegister({ url: `${server.url}/v2/`, key: 's3cret', timeoutMs: 1_000 });
  });
  afterEach(async () => {
    await register.close();
    await server.close();
  });

  const find = () => register.findEnterprise('BE', '0477472701', 'nl');
  const isUnavailable = (): Promise<boolean> =>
    find().then(
      () => false,
      (error: unknown) => error instanceof OutsideUnavailable && error.service === 'register',
    );

  it('is asked for an enterprise by country and number, in the language of the file', async () => {
    const entry = await find();
    expect(entry).to.include({ name: 'Boulangerie Été', legal_form_code: '610' });
    expect(entry!.nace_codes).to.deep.equal([
      { code: '10711', classification: 'MAIN' },
      { code: '47242', classification: 'SECO' },
    ]);
    expect(server.requests[0]).to.include({ method: 'GET', url: '/v2/BE/0477472701' });
    expect(server.requests[0]!.headers).to.include({ authorization: 'Bearer s3cret', 'accept-language': 'nl' });
    await register.findEnterprise('DE', 'HRB 1/2?#', 'de');
    expect(server.requests[1]!.url, 'a number cannot lead elsewhere').to.equal('/v2/DE/HRB%201%2F2%3F%23');
  });

  it('needs no key', async () => {
    const open = openRegister({ url: server.url, key: null });
    await open.findEnterprise('BE', '1', 'fr');
    expect(server.requests[0]!.headers).to.not.have.property('authorization');
    await open.close();
  });

  it('says that there is no such enterprise', async () => {
    server.behave(answerText('not here', 404));
    expect(await find()).to.equal(null);
  });

  it('may tell little, and more than is understood', async () => {
    server.behave(answerJson({ name: ' A ', address: null, box: '3', founded: '2020-01-01', nace_codes: null }));
    expect(await find()).to.deep.equal({ name: 'A', address: null, nace_codes: null });
  });

  for (const [name, manner] of Object.entries(FAILURES)) {
    it(`knows nothing when it gets ${name}`, async () => {
      server.behave(manner);
      expect(await isUnavailable()).to.equal(true);
    });
  }

  it('says in the logs why, and neither the key nor what was answered', async () => {
    for (const manner of [
      answerText('SECRET', 500),
      answerJson({ name: 7, note: 'SECRET' }),
      FAILURES['a broken connection']!,
    ]) {
      server.behave(manner);
      const failure = await find().then(
        () => new Error('answered'),
        (error: Error) => error,
      );
      for (let error: unknown = failure; error instanceof Error; error = error.cause)
        expect(error.stack).to.not.match(/SECRET|s3cret/);
    }
  });

  it('is not believed when anything it tells is of the wrong kind', async () => {
    for (const answer of [
      {},
      { name: '' },
      { name: ' \n ' },
      { name: null },
      { name: 7 },
      { name: 'A', address: 'Rue Haute 12' },
      { name: 'A', address: { country: 'Belgium' } },
      { name: 'A', address: { street: 12 } },
      { name: 'A', nace_codes: ['10711'] },
      { name: 'A', nace_codes: [{ code: '10711', classification: 'OTHER' }] },
      { name: 'A', nace_codes: Array.from({ length: 101 }, () => ({ code: '1' })) },
      { name: 'A', latitude: 91 },
      { name: 'A', longitude: '4.35' },
    ]) {
      server.behave(answerJson(answer));
      expect(await isUnavailable(), JSON.stringify(answer).slice(0, 80)).to.equal(true);
    }
  });

  it('cannot slip in what no database takes, nor texts without end', async () => {
    server.behave(
      answerJson({ name: `A\u0000\ud800B${'x'.repeat(500)}`, address: { street: '\u0000', city: 'C\nD' } }),
    );
    const entry = await find();
    expect(entry!.name)
      .to.match(/^A Bx+$/)
      .and.have.length(200);
    expect(entry!.address).to.deep.equal({ street: null, city: 'C D' });
  });
});
