import { expect } from 'chai';
import { MOST_OF_TOKEN } from '../../../api/sync/live.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Message {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: {
    readonly resource?: string;
    readonly id?: number;
    readonly seq?: number;
    readonly cursor?: number;
    readonly position?: number;
  };
}

/** A client of server-sent events that keeps what it received. */
interface Listener {
  readonly messages: readonly Message[];
  readonly text: string;
  readonly status: number;
  /** Waits until so many events have arrived. */
  received(count: number): Promise<readonly Message[]>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('The stream of changes', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  const open: Listener[] = [];

  async function listen(
    query = '',
    headers: Record<string, string> = {},
    token = firm.client.token!,
  ): Promise<Listener> {
    const leaving = new AbortController();
    const response = await fetch(`${service.url}${file.path}/sync/stream${query}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: leaving.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    const reading = (async () => {
      for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array, { stream: true });
    })().catch(() => undefined);
    const listMessages = () => text.split('\n\n').slice(0, -1).flatMap(parseMessage);
    const listener: Listener = {
      status: response.status,
      ended: reading,
      get text() {
        return text;
      },
      get messages() {
        return listMessages();
      },
      async received(count) {
        for (let round = 0; round < 500 && listMessages().length < count; round += 1) await pause(20);
        expect(listMessages().length).to.be.at.least(count);
        return listMessages();
      },
      async close() {
        leaving.abort();
        await reading;
      },
    };
    open.push(listener);
    return listener;
  }
  const parseMessage = (block: string): Message[] => {
    const find = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
    const data = find('data');
    return data === null ? [] : [{ id: find('id'), event: find('event'), data: JSON.parse(data) as Message['data'] }];
  };
  const newParty = (name: string) => firm.client.created(`${file.path}/third-parties`, { type: 'customer', name });
  const readCursor = async () => (await firm.client.ok<{ cursor: number }>(`${file.path}/sync/status`)).cursor;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });
  afterEach(async () => {
    for (const listener of open.splice(0)) await listener.close();
  });

  it('sends what a pull would give, and then each change as it happens', async () => {
    const start = await readCursor();
    const before = await newParty('Before');
    const stream = await listen(`?since=${start}`);
    expect(stream.status).to.equal(200);
    await stream.received(1);
    const after = await newParty('After');
    const messages = await stream.received(2);
    const { changes } = await firm.client.ok<{ changes: object[] }>(`${file.path}/sync/pull?since=${start}`);
    expect(messages.map(({ data }) => data)).to.deep.equal(changes);
    expect(messages.map(({ event, data }) => [event, data.id])).to.deep.equal([
      ['change', before.id],
      ['change', after.id],
    ]);
    expect(messages.map(({ id }) => Number(id))).to.deep.equal(messages.map(({ data }) => data.seq));
    expect(stream.text).to.match(/^retry: 3000\n\n/);
  });

  it('resumes after the last event, whatever `since` says, and starts over for a cursor that it does not know', async () => {
    const start = await readCursor();
    await newParty('One');
    const second = await newParty('Two');
    const resumed = await listen('?since=0', { 'Last-Event-ID': String(start + 1) });
    expect((await resumed.received(1))[0]!.data.id).to.equal(second.id);
    const lost = await listen(`?since=${start + 1_000_000}`);
    await lost.ended;
    expect(lost.messages.map(({ event, id, data }) => [event, id, data])).to.deep.equal([
      ['resync', '0', { cursor: 0 }],
    ]);
    const other = await listen(`?since=${start}&epoch=other`);
    await other.ended;
    expect(other.messages.map(({ event }) => event)).to.deep.equal(['resync']);
  });

  it('begins after what an answer shows, and tells the position of each change', async () => {
    const before = await newParty('Shown');
    const { headers } = await firm.client.get(`${file.path}/third-parties/${before.id}`);
    const position = Number(headers.get('X-Position'));
    const after = await newParty('Not shown yet');
    const stream = await listen(`?position=${position}`);
    const [change] = await stream.received(1);
    expect(change!.data).to.include({ resource: 'third-parties', id: after.id });
    expect(change!.data.position).to.be.above(position);
    const pulled = await firm.client.ok<{ changes: object[]; cursor: number }>(
      `${file.path}/sync/pull?position=${position}`,
    );
    expect(pulled.changes).to.deep.equal([change!.data]);
    expect(pulled.cursor).to.equal(Number(change!.id));
    const nothing = await firm.client.ok(`${file.path}/sync/pull?position=${change!.data.position}`);
    expect(nothing).to.deep.include({ changes: [], cursor: pulled.cursor, has_more: false });
    const resumed = await listen(`?position=0`, { 'Last-Event-ID': String(pulled.cursor) });
    const next = await newParty('Next');
    expect((await resumed.received(1))[0]!.data.id).to.equal(next.id);
  });

  it('sends only the resources asked for, and refuses others', async () => {
    const start = await readCursor();
    const accounts = await listen(`?since=${start}&resources=accounts,journals`);
    await newParty('Not asked for');
    const made = await firm.client.created(`${file.path}/accounts`, {
      number: '604777',
      label: 'Own',
      type: 'expense',
    });
    expect((await accounts.received(1)).map(({ data }) => [data.resource, data.id])).to.deep.equal([
      ['accounts', made.id],
    ]);
    const refused = await firm.client.get<AnswerBody>(`${file.path}/sync/stream?resources=accounts,ghosts`);
    expect([refused.status, refused.body.error_codes]).to.deep.equal([422, { resources: ['feed_resource_unknown'] }]);
  });

  it('ends once it has caught up, if asked to', async () => {
    const start = await readCursor();
    await newParty('Last');
    const stream = await listen(`?since=${start}&max_seconds=0`);
    await stream.ended;
    expect(stream.messages).to.have.length(1);
  });

  it('sends nothing after the token has been revoked', async () => {
    const other = await service.newMember(firm, 'encoder');
    const token = other.client.token!;
    const stream = await listen(`?since=${await readCursor()}`, {}, token);
    await other.client.post('/v1/auth/logout', {});
    await newParty('Secret');
    await stream.ended;
    expect(stream.messages).to.deep.equal([]);
  });

  it('counts the streams of a token', async () => {
    const start = await readCursor();
    for (let count = 0; count < MOST_OF_TOKEN; count += 1)
      expect((await listen(`?since=${start}`)).status).to.equal(200);
    const refused = await firm.client.get<AnswerBody>(`${file.path}/sync/stream`);
    expect([refused.status, refused.body.code]).to.deep.equal([429, 'rate_limited']);
    await open.pop()!.close();
    await pause(50);
    expect((await listen(`?since=${start}`)).status).to.equal(200);
  });
});

describe('A pull that waits', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  interface Page {
    readonly cursor: number;
    readonly changes: readonly { readonly resource: string; readonly id: number }[];
  }
  const pull = (query: string) => firm.client.ok<Page>(`${file.path}/sync/pull?${query}`);

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  it('answers with the change as soon as there is one', async () => {
    const { cursor } = await pull('limit=2000');
    const waiting = pull(`since=${cursor}&wait=20`);
    await pause(100);
    const made = await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'New' });
    expect((await waiting).changes.map(({ id }) => id)).to.deep.equal([made.id]);
  });

  it('answers with nothing when its time is over, and refuses to wait for longer than 25 seconds', async () => {
    const { cursor } = await pull('limit=2000');
    expect(await pull(`since=${cursor}&wait=1`)).to.deep.include({ cursor, changes: [] });
    expect((await firm.client.get(`${file.path}/sync/pull?since=${cursor}&wait=26`)).status).to.equal(422);
  });

  it('passes changes of other resources, whose cursor it gives', async () => {
    const { cursor } = await pull('limit=2000');
    await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'Other' });
    const page = await pull(`since=${cursor}&resources=entries,documents`);
    expect(page.changes).to.deep.equal([]);
    expect(page.cursor).to.be.greaterThan(cursor);
    const refused = await firm.client.get<AnswerBody>(`${file.path}/sync/pull?resources=`);
    expect(refused.status).to.equal(200);
  });
});
