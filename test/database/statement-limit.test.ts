import { expect } from 'chai';
import type pg from 'pg';
import { createStatementLimit } from '../../database/statement-limit.ts';

/** A connection whose statements end when they are told to. */
function fakeClients(count: number, atOnce: number) {
  const running: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const limit = createStatementLimit(atOnce);
  const clients = Array.from({ length: count }, () => {
    const client = {
      query(text: string, callback?: (error: Error | null, result?: unknown) => void): unknown {
        running.push(text);
        if (callback) {
          ends.set(text, (error) => callback(error ?? null, text));
          return undefined;
        }
        return new Promise((resolve, reject) => {
          ends.set(text, (error) => (error ? reject(error) : resolve(text)));
        });
      },
    };
    limit(client as unknown as pg.ClientBase);
    return client;
  });
  const end = async (text: string, error?: Error): Promise<void> => {
    running.splice(running.indexOf(text), 1);
    ends.get(text)!(error);
    await new Promise(setImmediate);
  };
  return { clients, running, end };
}

describe('Limit of statements of a pool', () => {
  it('runs a few at a time over all connections, the others in order', async () => {
    const { clients, running, end } = fakeClients(3, 2);
    const results = ['a', 'b', 'c', 'd'].map((text, index) => clients[index % 3]!.query(text));
    expect(running).to.deep.equal(['a', 'b']);
    await end('b');
    expect(running).to.deep.equal(['a', 'c']);
    await end('a');
    expect(running).to.deep.equal(['c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(results)).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('counts statements with a callback too, and passes on what goes wrong', async () => {
    const { clients, running, end } = fakeClients(2, 1);
    const called: unknown[] = [];
    clients[0]!.query('a', (error) => called.push(error?.message));
    const failing = clients[1]!.query('b') as Promise<unknown>;
    const caught = failing.catch((error: Error) => error.message);
    const last = clients[0]!.query('c');
    await end('a', new Error('wrong'));
    expect(called).to.deep.equal(['wrong']);
    expect(running).to.deep.equal(['b']);
    await end('b', new Error('wrong too'));
    expect(await caught).to.equal('wrong too');
    expect(running).to.deep.equal(['c']);
    await end('c');
    expect(await last).to.equal('c');
  });
});
