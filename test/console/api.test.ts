import { expect } from 'chai';
import { openApi, type ApiProblem } from '../../console/support/api.ts';
import { rejection } from '../eventlog/contract/support.ts';

const original = globalThis.fetch;

interface Answer {
  readonly status: number;
  readonly after?: string;
}

/** Answers the requests of the page in this order, the last one again and again. */
function answerWith(...answers: readonly Answer[]): { requests: number } {
  const asked = { requests: 0 };
  globalThis.fetch = (_address, init) => {
    init?.signal?.throwIfAborted();
    const { status, after } = answers[Math.min(asked.requests, answers.length - 1)]!;
    asked.requests += 1;
    const headers = new Headers(after === undefined ? [] : [['Retry-After', after]]);
    return Promise.resolve(new Response(JSON.stringify({ message: `Status ${status}` }), { status, headers }));
  };
  return asked;
}

describe('The requests of the desk', () => {
  const api = openApi('1|token', 'en');
  const getStatus = async (): Promise<number> => ((await rejection(api.get('/v1/companies/abc'))) as ApiProblem).status;
  afterEach(() => {
    globalThis.fetch = original;
  });

  for (const status of [429, 503])
    it(`repeat a read that a busy service refuses for a moment with ${status}`, async () => {
      const asked = answerWith({ status, after: '0' }, { status, after: '1' }, { status: 200 });
      const startedAt = performance.now();
      expect(await api.get('/v1/companies/abc')).to.deep.equal({ message: 'Status 200' });
      expect(asked.requests).to.equal(3);
      expect(performance.now() - startedAt).to.be.at.least(990);
    });

  it('give up after three attempts', async () => {
    const asked = answerWith({ status: 503, after: '0' });
    expect([await getStatus(), asked.requests]).to.deep.equal([503, 3]);
  });

  it('repeat nothing that takes longer, is not a matter of time, or is not read any more', async () => {
    for (const answer of [
      { status: 503, after: '10' },
      { status: 429, after: '60' },
      { status: 503, after: 'Thu, 19 Nov 2026 12:00:00 GMT' },
      { status: 503 },
      { status: 404, after: '0' },
    ]) {
      const asked = answerWith(answer);
      expect([await getStatus(), asked.requests], JSON.stringify(answer)).to.deep.equal([answer.status, 1]);
    }
    const asked = answerWith({ status: 503, after: '1' });
    const left = new AbortController();
    const failed = rejection(api.get('/v1/companies/abc', {}, left.signal));
    left.abort();
    await failed;
    expect(asked.requests).to.equal(1);
  });

  it('never repeat a write by themselves', async () => {
    const asked = answerWith({ status: 503, after: '0' });
    const failed = (await rejection(api.send('POST', '/v1/companies', { body: {} }))) as ApiProblem;
    expect([failed.status, asked.requests]).to.deep.equal([503, 1]);
  });
});
