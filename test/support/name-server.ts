import { createSocket } from 'node:dgram';

/** A name server that answers NAPTR and TXT questions over UDP as the test wants. */
export interface TestNameServer {
  /** `127.0.0.1:12345` */
  readonly address: string;
  /** Names that were asked for, in lower case. */
  readonly questions: string[];
  /** Sets the records of a name, or of all other names if no name is given. By default no name exists. */
  behave(manner: NameAnswer, name?: string): void;
  close(): Promise<void>;
}

export type NameAnswer = 'no such name' | 'no records' | 'failure' | 'refusal' | 'silence' | readonly (Naptr | Txt)[];

export interface Txt {
  /** Parts of one record, each of at most 255 characters. */
  readonly txt: readonly string[];
}

export interface Naptr {
  readonly regexp: string;
  readonly order?: number;
  readonly preference?: number;
  readonly flags?: string;
  readonly service?: string;
}

const CODES: Readonly<Record<string, number>> = { 'no records': 0, failure: 2, 'no such name': 3, refusal: 5 };

export async function startNameServer(): Promise<TestNameServer> {
  const questions: string[] = [];
  const known = new Map<string, NameAnswer>();
  let others: NameAnswer = 'no such name';
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, end } = parseQuestion(message);
    questions.push(name);
    const manner = known.get(name) ?? others;
    if (manner === 'silence') return;
    const records = typeof manner === 'string' ? [] : manner;
    const code = typeof manner === 'string' ? CODES[manner]! : 0;
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(
      Buffer.concat([header, message.subarray(12, end), ...records.map(encodeRecord)]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    behave(manner, name) {
      if (name === undefined) others = manner;
      else known.set(name.toLowerCase(), manner);
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function parseQuestion(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

const encodeText = (value: string): Buffer =>
  Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')]);

function encodeRecord(record: Naptr | Txt): Buffer {
  const isTxt = 'txt' in record;
  const data = isTxt ? Buffer.concat(record.txt.map(encodeText)) : encodeNaptr(record);
  // The name by a pointer to the question; the type, IN, one minute.
  const head = Buffer.from([0xc0, 0x0c, 0, isTxt ? 16 : 35, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeNaptr({ regexp, order = 100, preference = 10, flags = 'U', service = 'Meta:SMP' }: Naptr): Buffer {
  const numbers = Buffer.alloc(4);
  numbers.writeUInt16BE(order, 0);
  numbers.writeUInt16BE(preference, 2);
  return Buffer.concat([numbers, encodeText(flags), encodeText(service), encodeText(regexp), Buffer.from([0])]);
}
