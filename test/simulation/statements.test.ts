import { expect } from 'chai';
import { createStatementReader, readTraits } from './world/statements.ts';
import { buildQuery } from './world/wire-protocol.ts';

function buildMessage(type: string, ...parts: readonly string[]): Buffer {
  const body = Buffer.from(parts.map((part) => `${part}\0`).join(''));
  const message = Buffer.concat([Buffer.from(type), Buffer.alloc(4), body]);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}
const prepare = (name: string, text: string): Buffer => buildMessage('P', name, text);
const bind = (name: string): Buffer => buildMessage('B', '', name);
const sync = buildMessage('S');

describe('The simulated way to the database', () => {
  it('tells a statement the time if it can read it', () => {
    for (const text of [
      'SELECT now()',
      'select * from ops.leases where expires_at > clock_timestamp()',
      'SELECT CURRENT_DATE',
      'INSERT INTO ops.jobs (id) VALUES (1)',
      'WITH own AS (UPDATE ops.owners SET beat = beat + 1 RETURNING id) SELECT id FROM own',
      'SELECT number FROM ops.numbers FOR UPDATE; UPDATE ops.numbers SET number = 2',
      'SELECT * FROM ops.begin_attempt($1, $2, $3)',
    ])
      expect(readTraits(text).needsTime, text).to.equal(true);
    for (const text of [
      'SELECT 1',
      'COMMIT',
      'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 5000',
      'SELECT FROM ops.webhook_dispatch FOR UPDATE SKIP LOCKED',
      'SELECT id FROM read.documents WHERE known = $1',
    ])
      expect(readTraits(text).needsTime, text).to.equal(false);
  });

  it('remembers what a connection has prepared', () => {
    const read = createStatementReader();
    const quiet = { needsTime: false, notifies: false };
    expect(read(Buffer.concat([prepare('head', 'SELECT 1'), bind('head'), sync]))).to.deep.equal(quiet);
    expect(read(Buffer.concat([prepare('', 'SELECT now()'), bind(''), sync])).needsTime).to.equal(true);
    expect(read(Buffer.concat([prepare('tell', "SELECT pg_notify('log', '')"), bind('tell'), sync]))).to.deep.equal({
      needsTime: false,
      notifies: true,
    });
    expect(read(Buffer.concat([bind('head'), sync]))).to.deep.equal(quiet);
    expect(read(Buffer.concat([bind('tell'), sync])).notifies).to.equal(true);
    expect(read(Buffer.concat([bind('head'), bind('tell'), sync])).notifies, 'the second one').to.equal(true);
    expect(read(buildQuery('NOTIFY log')).notifies).to.equal(true);
  });

  it('expects everything of a statement that it does not know', () => {
    const read = createStatementReader();
    expect(read(Buffer.concat([bind('unknown'), sync]))).to.deep.equal({ needsTime: true, notifies: true });
  });
});
