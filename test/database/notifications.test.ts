import { createServer, connect, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { openNotifications, type Notifications } from '../../database/notifications.ts';
import { waitUntil } from '../support/load.ts';
import { query } from '../support/processes.ts';

/** A way to the server of the tests that can be cut, and closed. */
async function openWay(): Promise<{
  url: string;
  cut: () => void;
  refuse: () => void;
  close: () => void;
  open: () => Promise<void>;
}> {
  const target = new URL(process.env['TEST_DATABASE_URL']!);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const other = connect(Number(target.port), target.hostname);
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => two.destroy());
      one.pipe(two);
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as { port: number };
  const url = new URL(target.href);
  Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  /** Nobody new gets through. */
  const refuse = (): void => void server.close();
  return { url: url.href, cut, refuse, close: () => (refuse(), cut()), open: () => listen(port) };
}

describe('a connection that listens', () => {
  let way: Awaited<ReturnType<typeof openWay>>;
  let notifications: Notifications;
  const told: string[] = [];
  const heard: string[] = [];

  beforeEach(async () => {
    way = await openWay();
    notifications = await openNotifications(way.url, ['one_channel', 'another_channel'], `SELECT 'it is me'`);
    told.length = heard.length = 0;
    notifications.onLost(() => told.push('lost'));
    notifications.onReconnect((wasLost) => told.push(wasLost ? 'back' : 'there all the time'));
    for (const channel of ['one_channel', 'another_channel'])
      notifications.on(channel, (payload) => heard.push(`${channel} ${payload}`));
  });
  afterEach(async () => {
    await notifications.close();
    way.close();
  });

  const end = (): Promise<unknown> =>
    query(
      process.env['TEST_DATABASE_URL']!,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%it is me%LISTEN%one_channel%' AND pid <> pg_backend_pid()`,
    );

  it('hears all its channels, also after an administrator has ended it, which is no loss of the server', async () => {
    await end();
    await waitUntil('it to be there again', () => told.length > 0);
    expect(told).to.deep.equal(['there all the time']);
    await query(
      process.env['TEST_DATABASE_URL']!,
      `SELECT pg_notify('one_channel', '1'), pg_notify('another_channel', '2')`,
    );
    await waitUntil('both to be heard', () => heard.length === 2);
    expect(heard).to.deep.equal(['one_channel 1', 'another_channel 2']);
  });

  it('that breaks without a word tells that the server may be lost', async () => {
    way.cut();
    await waitUntil('it to be there again', () => told.length > 1);
    expect(told).to.deep.equal(['lost', 'back']);
  });

  it('that an administrator has ended tells so too when the server does not take another', async () => {
    way.refuse();
    await end();
    await waitUntil('the loss to be told', () => told.length > 0);
    await way.open();
    await waitUntil('it to be there again', () => told.length > 1);
    expect(told.slice(-2)).to.deep.equal(['lost', 'back']);
  });
});
