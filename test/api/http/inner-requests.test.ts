import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { RequestAborted } from '../../../api/http/input/body.ts';
import { Call, type CallSettings } from '../../../api/http/routing/call.ts';
import { createInnerRequests } from '../../../api/http/routing/inner-requests.ts';
import type { Route } from '../../../api/http/routing/route.ts';

/** What a request inside another one does with the failure of its route, and what it logs. */
describe('A request inside another one', () => {
  async function failsWith(error: Error): Promise<{ outcome: number | Error; levels: number[] }> {
    const levels: number[] = [];
    const write = (line: string): void => void levels.push((JSON.parse(line) as { level: number }).level);
    const settings = {} as CallSettings;
    const createInner = createInnerRequests({
      find: () => ({
        target: { route: { path: '/v1/failing' } as Route, run: () => Promise.reject(error) },
        names: [],
        values: [],
      }),
      settings,
      idempotence: { findCompletedReplies: () => Promise.resolve(new Map()) } as never,
      docsUrl: 'http://localhost/docs',
      logger: pino({ level: 'warn' }, { write }),
    });
    const outer = new Call(new IncomingMessage(new Socket()), 'outer', '/v1/outer', '', settings);
    const asked = { method: 'GET', path: '/v1/failing', headers: {}, body: undefined };
    const outcome = await createInner(outer)
      .runRequest(asked)
      .then(
        ({ status }) => status,
        (thrown: Error) => thrown,
      );
    return { outcome, levels };
  }

  it('is given up with the outer one, in silence, when the client has left', async () => {
    const left = new RequestAborted();
    expect(await failsWith(left)).to.deep.equal({ outcome: left, levels: [] });
  });

  it('is answered and logged when it alone has failed', async () => {
    expect(await failsWith(new Error('a mistake'))).to.deep.equal({ outcome: 500, levels: [50] });
  });
});
