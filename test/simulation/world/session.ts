import net from 'node:net';
import { buildQuery, buildStartup, createMessageReader, readRow, type ServerMessage } from './wire-protocol.ts';

/** A real connection to the database server. One request at a time. */
export interface Session {
  readonly pid: number;
  /** Status after the last answer: idle, in a transaction, or in a failed one. */
  readonly status: string;
  readonly isClosed: boolean;
  /** Sends requests that are answered `count` times. Resolves with the messages, or what came before the end. */
  send(bytes: Buffer, count: number): Promise<ServerMessage[]>;
  query(text: string): Promise<(string | null)[][]>;
  close(): Promise<void>;
}

const { Socket } = net;
const READY = 'Z';

export interface OpenedSession {
  readonly session: Session;
  /** The answer to the start of the connection. */
  readonly greeting: readonly ServerMessage[];
}

export async function openSession(
  port: number,
  settings: Readonly<Record<string, string>>,
  onNotice: (message: Buffer) => void = () => undefined,
): Promise<OpenedSession> {
  const socket = new Socket();
  socket.setNoDelay(true);
  const read = createMessageReader();
  let [pid, status, isClosed] = [0, 'I', false];
  let waiting: { messages: ServerMessage[]; count: number; done: (messages: ServerMessage[]) => void } | null = null;
  const finish = (): void => {
    const current = waiting;
    waiting = null;
    current?.done(current.messages);
  };
  socket.on('data', (data) => {
    for (const message of read(data)) {
      if (message.type === 'A') {
        onNotice(message.bytes);
        continue;
      }
      if (message.type === 'K') pid = message.bytes.readInt32BE(5);
      waiting?.messages.push(message);
      if (message.type !== READY) continue;
      status = String.fromCharCode(message.bytes[5]!);
      if (waiting && (waiting.count -= 1) === 0) finish();
    }
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      finish();
      resolve();
    });
  });
  socket.on('error', () => undefined);
  const send = (bytes: Buffer, count: number): Promise<ServerMessage[]> => {
    if (isClosed) return Promise.resolve([]);
    return new Promise((done) => {
      waiting = { messages: [], count, done };
      socket.write(bytes);
    });
  };
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port, '127.0.0.1', resolve);
  });
  let line: Promise<unknown> = Promise.resolve();
  const greeting = await send(buildStartup(settings), 1);
  const session: Session = {
    get pid() {
      return pid;
    },
    get status() {
      return status;
    },
    get isClosed() {
      return isClosed;
    },
    send,
    async query(text) {
      const turn = line.then(() => send(buildQuery(text), 1));
      line = turn;
      const messages = await turn;
      const failure = messages.find(({ type }) => type === 'E');
      if (failure) throw new Error(`${text}: ${failure.bytes.toString('utf8', 5).replaceAll('\0', ' ')}`);
      return messages.filter(({ type }) => type === 'D').map(({ bytes }) => readRow(bytes));
    },
    close() {
      socket.destroy();
      return closed;
    },
  };
  return { session, greeting };
}
