import { expect } from 'chai';
import fc from 'fast-check';
import { createAnswerReader } from '../../../outside/http/answer-reader.ts';

interface Read {
  readonly state: 'open' | 'whole' | 'broken';
  readonly status: number | null;
  readonly body: string;
  readonly isReusable: boolean;
}

/** What is made of bytes that come in these pieces. */
function read(pieces: readonly Buffer[], ends = false): Read {
  const body: Buffer[] = [];
  const reader = createAnswerReader((bytes) => body.push(Buffer.from(bytes)));
  reader.begin();
  for (const piece of pieces) reader.take(piece);
  if (ends) reader.end();
  const { state, status, isReusable } = reader;
  return { state, status, isReusable, body: Buffer.concat(body).toString('latin1') };
}
const readText = (text: string, ends = false): Read => read([Buffer.from(text, 'latin1')], ends);

const WHOLE: readonly (readonly [text: string, status: number, body: string, isReusable: boolean])[] = [
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 200, 'ok', true],
  ['HTTP/1.1 204 No Content\r\n\r\n', 204, '', true],
  ['HTTP/1.1 200\r\ncontent-length:0\r\n\r\n', 200, '', true],
  ['HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', 304, '', true],
  ['HTTP/1.1 500 No\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno', 500, 'no', false],
  ['HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', 200, 'ok', false],
  [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n',
    200,
    'ab0123456789',
    true,
  ],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n', 200, '', true],
  [
    'HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 1\r\n\r\nx',
    201,
    'x',
    true,
  ],
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Unasked\r\n\r\n', 200, 'ok', false],
];
const BROKEN = [
  ...[
    '220 mail.example ESMTP\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 099 x\r\n\r\n',
    '\r\n\r\n',
  ],
  ...[
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: x\r\n\r\n',
  ],
  ...['Content-Length: 1\r\nContent-Length: 1', 'Content-Length: -1', 'Content-Length: 1e9', 'Content-Length: 0x1'].map(
    field,
  ),
  ...['Content-Length: 1\r\nTransfer-Encoding: chunked', 'Transfer-Encoding: chunked\r\nContent-Length: 1'].map(field),
  ...['Transfer-Encoding: gzip', 'Transfer-Encoding: gzip, chunked', 'X : y', ' folded: x', 'X: a\0b', 'X: a\nb'].map(
    field,
  ),
  ...['x\r\n', '-1\r\n', '\r\n', `${'f'.repeat(13)}\r\n`, '2\r\nabc\r\n', `1;${'x'.repeat(300)}`].map(
    (text) => `${field('Transfer-Encoding: chunked')}${text}`,
  ),
  `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}`,
];
function field(line: string): string {
  return `HTTP/1.1 200 OK\r\n${line}\r\n\r\n`;
}

describe('Answers as they come', () => {
  it('are read to their end, and tell whether the connection can be used again', () => {
    for (const [text, status, body, isReusable] of WHOLE)
      expect(readText(text), text).to.deep.equal({ state: 'whole', status, body, isReusable });
  });

  it('that are none, or could be read in two ways, are broken', () => {
    for (const text of BROKEN)
      expect(readText(text), text.slice(0, 80)).to.include({ state: 'broken', isReusable: false });
  });

  it('without a length last until the connection ends; others that end before are broken off behind their head', () => {
    const endless = 'HTTP/1.1 200 OK\r\n\r\nall of it';
    expect(readText(endless)).to.include({ state: 'open', body: 'all of it' });
    expect(readText(endless, true)).to.include({ state: 'whole', body: 'all of it', isReusable: false });
    expect(readText('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', true)).to.include({
      state: 'broken',
      status: 200,
      body: 'ab',
    });
    expect(readText('HTTP/1.1 200 OK\r\n', true)).to.include({ state: 'broken', status: null });
  });

  it('are the same in whatever pieces they come', () => {
    const texts = [...WHOLE.map(([text]) => text), ...BROKEN];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(fc.nat(60), { maxLength: 12 }), (text, cuts) => {
        const whole = Buffer.from(text, 'latin1');
        const pieces: Buffer[] = [];
        let at = 0;
        for (const length of cuts) pieces.push(whole.subarray(at, (at += length)));
        pieces.push(whole.subarray(at));
        expect(read(pieces)).to.deep.equal(read([whole]));
      }),
    );
  });

  it('of any bytes at all are open, whole or broken', () => {
    const token = fc.oneof(
      fc.constantFrom(
        'HTTP/1.1 200 OK',
        '\r\n',
        '\r',
        '\n',
        ':',
        'Content-Length: 3',
        'Transfer-Encoding: chunked',
        '0',
        'a',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), fc.boolean(), (tokens, ends) => {
        expect(
          read(
            tokens.map((text) => Buffer.from(text, 'latin1')),
            ends,
          ).state,
        ).to.be.oneOf(['open', 'whole', 'broken']);
      }),
    );
  });

  it('follow one another on a connection', () => {
    const body: string[] = [];
    const reader = createAnswerReader((bytes) => body.push(bytes.toString()));
    for (const text of ['a', 'b']) {
      reader.begin();
      reader.take(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${text}`));
      expect([reader.state, reader.isReusable]).to.deep.equal(['whole', true]);
    }
    expect(body).to.deep.equal(['a', 'b']);
    reader.take(Buffer.from('HTTP/1.1 200 Unasked\r\n\r\n'));
    expect(reader.isReusable).to.equal(false);
  });
});
