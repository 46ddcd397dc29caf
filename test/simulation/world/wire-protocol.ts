/** The parts of the protocol of PostgreSQL that the simulated network has to know. */

const STARTUP_VERSION = 196_608;

/** Splits what a client sends into requests: each ends with a message that the server answers with "ready". */
export function createRequestReader(): (data: Buffer) => Buffer[] {
  let buffered: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (data) => {
    buffered = buffered.length === 0 ? data : Buffer.concat([buffered, data]);
    const requests: Buffer[] = [];
    let [from, at] = [0, 0];
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (buffered.length < at + header + 4) break;
      const end = at + header + buffered.readInt32BE(at + header);
      if (buffered.length < end) break;
      const isLast = !isStarted || isAnswered(buffered[at]!);
      isStarted = true;
      at = end;
      if (!isLast) continue;
      requests.push(buffered.subarray(from, end));
      from = end;
    }
    buffered = buffered.subarray(from);
    return requests;
  };
}

/** Sync, Query and Terminate. */
const isAnswered = (type: number): boolean => type === 0x53 || type === 0x51 || type === 0x58;
export const isTermination = (request: Buffer): boolean => request[0] === 0x58;
export const isSimpleQuery = (request: Buffer): boolean => request[0] === 0x51;

export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}
export type ServerMessage = Message;

/** Splits what the server sends into messages. */
export function createMessageReader(): (data: Buffer) => ServerMessage[] {
  let buffered: Buffer = Buffer.alloc(0);
  return (data) => {
    buffered = buffered.length === 0 ? data : Buffer.concat([buffered, data]);
    const messages = readMessages(buffered);
    buffered = buffered.subarray(messages.reduce((sum, { bytes }) => sum + bytes.length, 0));
    return messages;
  };
}

/** The whole messages at the start of what was sent. */
export function readMessages(data: Buffer): Message[] {
  const messages: Message[] = [];
  let at = 0;
  while (data.length >= at + 5) {
    const end = at + 1 + data.readInt32BE(at + 1);
    if (data.length < end) break;
    messages.push({ type: String.fromCharCode(data[at]!), bytes: data.subarray(at, end) });
    at = end;
  }
  return messages;
}

export function buildQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(5 + body.length);
  message.write('Q');
  message.writeInt32BE(4 + body.length, 1);
  body.copy(message, 5);
  return message;
}

export function buildStartup(settings: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(settings).flatMap(([name, value]) => [name, value]);
  const body = Buffer.from(`${pairs.map((part) => `${part}\0`).join('')}\0`);
  const message = Buffer.alloc(8 + body.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(STARTUP_VERSION, 4);
  body.copy(message, 8);
  return message;
}

export function readStartup(message: Buffer): Record<string, string> {
  const parts = message.toString('utf8', 8).split('\0');
  const settings: Record<string, string> = {};
  for (let index = 0; parts[index]; index += 2) settings[parts[index]!] = parts[index + 1]!;
  return settings;
}

/** Text columns of a row. */
export function readRow(message: Buffer): (string | null)[] {
  const columns: (string | null)[] = [];
  let at = 7;
  for (let count = message.readInt16BE(5); count > 0; count -= 1) {
    const length = message.readInt32BE(at);
    at += 4;
    columns.push(length < 0 ? null : message.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return columns;
}

export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

export function readNotice(message: Buffer): Notice {
  const [channel = '', payload = ''] = message.toString('utf8', 9).split('\0');
  return { channel, payload };
}

export function buildNotice({ channel, payload }: Notice): Buffer {
  const body = Buffer.from(`${channel}\0${payload}\0`);
  const message = Buffer.alloc(9 + body.length);
  message.write('A');
  message.writeInt32BE(8 + body.length, 1);
  message.writeInt32BE(1, 5);
  body.copy(message, 9);
  return message;
}

/** Turns the code of a cancelled statement into that of one that waited too long for a lock. */
export function tellLockTimeout(answer: Buffer): void {
  const place = answer.indexOf('C57014\0', 0, 'latin1');
  if (place !== -1) answer.write('C55P03', place, 'latin1');
}
