import { expect } from 'chai';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import { openVies, type Vies } from '../../../outside/vies/vies.ts';
import { VIES_ANSWER } from '../../support/directories.ts';
import { FAILURES, answerJson, startHttpServer, type TestHttpServer } from '../../support/http-server.ts';

const SUBJECT = { prefix: 'BE', number: '0477472701' };
const REQUESTER = { prefix: 'LU', number: '15027442' };

describe('VIES', () => {
  let server: TestHttpServer;
  let vies: Vies;

  beforeEach(async () => {
    server = await startHttpServer(answerJson(VIES_ANSWER));
    vies = openVies({ url: `${server.url}/rest-api/`, timeoutMs: 1_000 });
  });
  afterEach(async () => {
    await vies.close();
    await server.close();
  });

  const failureOf = (answer: Promise<unknown>): Promise<Error> =>
    answer.then(
      () => new Error('answered'),
      (error: Error) => error,
    );
  const error = (code: string, status = 200) =>
    answerJson({ actionSucceed: false, errorWrappers: [{ error: code }] }, status);

  it('is asked as its interface wants', async () => {
    expect(await vies.checkVatNumber(SUBJECT, REQUESTER)).to.deep.equal({
      isValid: true,
      name: 'SRL BOULANGERIE ETE',
      address: 'RUE HAUTE 12\n1000 BRUXELLES',
      consultationNumber: 'WAPIAAAAXk1234',
    });
    const [request] = server.requests;
    expect(request).to.include({ method: 'POST', url: '/rest-api/check-vat-number' });
    expect(JSON.parse(request!.body)).to.deep.equal({
      countryCode: 'BE',
      vatNumber: '0477472701',
      requesterMemberStateCode: 'LU',
      requesterNumber: '15027442',
    });
    await vies.checkVatNumber(SUBJECT, null);
    expect(JSON.parse(server.requests[1]!.body)).to.have.all.keys('countryCode', 'vatNumber');
  });

  it('tells a number that is not in use from one that is', async () => {
    server.behave(answerJson({ ...VIES_ANSWER, valid: false, name: '---', address: '---', requestIdentifier: '' }));
    const nothing = { name: null, address: null, consultationNumber: null };
    expect(await vies.checkVatNumber(SUBJECT, null)).to.deep.equal({ isValid: false, ...nothing });
    server.behave(answerJson({ valid: true }));
    expect(await vies.checkVatNumber(SUBJECT, null)).to.deep.equal({ isValid: true, ...nothing });
    for (const status of [200, 400]) {
      server.behave(error('INVALID_INPUT', status));
      expect(await vies.checkVatNumber(SUBJECT, null), 'no number of any member state').to.deep.equal({
        isValid: false,
        ...nothing,
      });
    }
  });

  it('is asked again without the asker when it does not like the number of the asker', async () => {
    server.behave((request, response) =>
      (request.body.includes('requester') ? error('INVALID_REQUESTER_INFO', 400) : answerJson(VIES_ANSWER))(
        request,
        response,
      ),
    );
    expect(await vies.checkVatNumber(SUBJECT, REQUESTER)).to.include({ isValid: true });
    expect(server.requests).to.have.length(2);
    server.behave(error('INVALID_REQUESTER_INFO'));
    expect(await failureOf(vies.checkVatNumber(SUBJECT, REQUESTER)), 'but not for ever').to.be.instanceOf(
      OutsideUnavailable,
    );
    expect(server.requests).to.have.length(4);
  });

  it('never takes an unavailable member state for a number that is not in use', async () => {
    const codes = [
      'MS_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
      'TIMEOUT',
      'GLOBAL_MAX_CONCURRENT_REQ',
      'GLOBAL_MAX_CONCURRENT_REQ_TIME',
      'MS_MAX_CONCURRENT_REQ',
      'MS_MAX_CONCURRENT_REQ_TIME',
      'VAT_BLOCKED',
      'IP_BLOCKED',
      'SOMETHING_NEW',
    ];
    for (const code of codes)
      for (const status of [200, 400, 500]) {
        server.behave(error(code, status));
        const failure = await failureOf(vies.checkVatNumber(SUBJECT, null));
        expect(failure, code).to.be.instanceOf(OutsideUnavailable);
        expect(failure).to.include({ service: 'vies', message: `vies: ${code}` });
      }
  });

  for (const [name, manner] of Object.entries(FAILURES)) {
    it(`knows nothing when it gets ${name}`, async () => {
      server.behave(manner);
      const start = performance.now();
      expect(await failureOf(vies.checkVatNumber(SUBJECT, REQUESTER))).to.be.instanceOf(OutsideUnavailable);
      expect(performance.now() - start).to.be.lessThan(6_000);
    });
  }

  it('believes nothing that is of the wrong kind, or that comes with the wrong status', async () => {
    for (const answer of [
      { valid: 'true' },
      { valid: 1 },
      { isValid: true },
      { valid: true, name: 7 },
      { errorWrappers: [] },
      { errorWrappers: 'no' },
      [VIES_ANSWER],
      null,
    ]) {
      server.behave(answerJson(answer));
      expect(await failureOf(vies.checkVatNumber(SUBJECT, null)), JSON.stringify(answer)).to.be.instanceOf(
        OutsideUnavailable,
      );
    }
    server.behave(answerJson(VIES_ANSWER, 500));
    expect(await failureOf(vies.checkVatNumber(SUBJECT, null))).to.be.instanceOf(OutsideUnavailable);
  });

  it('says in the logs why, and nothing of what was answered', async () => {
    const secret = 'SECRET OF THE ANSWER';
    for (const manner of [
      answerJson({ errorWrappers: [{ error: secret }] }),
      answerJson({ errorWrappers: [{ error: secret }], message: secret }, 500),
      answerJson({ valid: secret }),
      (_request: unknown, response: { end: (body: string) => void }) => response.end(`<html>${secret}`),
    ]) {
      server.behave(manner);
      const failure = await failureOf(vies.checkVatNumber(SUBJECT, null));
      expect(`${failure.stack}${String((failure.cause as Error | undefined)?.stack)}`).to.not.contain(secret);
    }
  });

  it('keeps names in bounds and free of what no database takes', async () => {
    server.behave(
      answerJson({ valid: true, name: `A\u0000B\ud800 ${'x'.repeat(1_000)}`, address: 'A\r\n\r\n  B \u0007' }),
    );
    const { name, address } = await vies.checkVatNumber(SUBJECT, null);
    expect(name)
      .to.match(/^A B x+$/)
      .and.have.length(300);
    expect(address).to.equal('A\nB');
  });

  it('is not there when nobody listens', async () => {
    const gone = openVies({ url: 'http://127.0.0.1:1', timeoutMs: 1_000 });
    expect(await failureOf(gone.checkVatNumber(SUBJECT, null))).to.be.instanceOf(OutsideUnavailable);
    await gone.close();
  });
});
