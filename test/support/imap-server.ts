import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecure, type TlsOptions } from 'node:tls';

/** A mailbox on this machine that speaks as much of IMAP as its reader asks for. */
export interface TestMailbox {
  readonly host: '127.0.0.1';
  readonly port: number;
  /** By their number in the mailbox. */
  readonly messages: Map<number, Buffer>;
  /** Commands as they came, without what is secret. */
  readonly commands: string[];
  validity: number;
  /** Replaces the answer to FETCH; null restores the default. */
  onFetch: ((uid: number, socket: Socket, tag: string) => boolean) | null;
  close(): Promise<void>;
}

export const MAILBOX = { user: 'invoices@example.com', password: 'a password of the tests' };

export async function startMailbox(tls?: TlsOptions): Promise<TestMailbox> {
  const sockets = new Set<Socket>();
  const messages = new Map<number, Buffer>();
  const commands: string[] = [];
  const server: Server = tls ? createSecure(tls, serve) : createPlain(serve);

  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    let waiting = '';
    socket.on('data', (piece: Buffer) => {
      waiting += piece.toString('latin1');
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        answer(socket, line);
      }
    });
  }

  function answer(socket: Socket, line: string): void {
    const [, tag = '*', command = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/.exec(line) ?? [];
    const name = command.toUpperCase();
    commands.push(name === 'LOGIN' ? 'LOGIN' : `${name} ${rest}`.trim());
    const done = (what = 'OK done'): void => void socket.write(`${tag} ${what}\r\n`);
    switch (name) {
      case 'CAPABILITY':
        socket.write('* CAPABILITY IMAP4rev1\r\n');
        return done();
      case 'LOGIN':
        return done(rest.includes(MAILBOX.password) ? 'OK welcome' : 'NO [AUTHENTICATIONFAILED] who is that');
      case 'LIST':
      case 'LSUB':
        // Asked for nothing, it tells what names begin with.
        socket.write(`* ${name} (\\HasNoChildren) "/" "${rest.includes('INBOX') ? 'INBOX' : ''}"\r\n`);
        return done();
      case 'EXAMINE':
      case 'SELECT':
        if (!rest.includes('INBOX')) return done('NO no such mailbox');
        socket.write(
          `* ${messages.size} EXISTS\r\n* OK [UIDVALIDITY ${mailbox.validity}] ok\r\n* OK [UIDNEXT 99999] ok\r\n`,
        );
        return done('OK [READ-ONLY] done');
      case 'UID SEARCH':
        socket.write(`* SEARCH ${[...messages.keys()].join(' ')}\r\n`);
        return done();
      case 'UID FETCH':
        return fetchOne(socket, tag, rest);
      case 'LOGOUT':
        socket.write('* BYE\r\n');
        done();
        return void socket.end();
      default:
        return done();
    }
  }

  function fetchOne(socket: Socket, tag: string, rest: string): void {
    const uid = Number(/^\d+/.exec(rest)?.[0]);
    const message = messages.get(uid);
    const isWhole = rest.includes('BODY.PEEK[]');
    if (isWhole && mailbox.onFetch?.(uid, socket, tag)) return;
    if (message) {
      const sequence = [...messages.keys()].indexOf(uid) + 1;
      socket.write(`* ${sequence} FETCH (UID ${uid} RFC822.SIZE ${message.length}`);
      if (isWhole) {
        socket.write(` BODY[]<0> {${message.length}}\r\n`);
        socket.write(message);
      }
      socket.write(')\r\n');
    }
    socket.write(`${tag} OK done\r\n`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailbox: TestMailbox = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    messages,
    commands,
    validity: 7,
    onFetch: null,
    async close() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return mailbox;
}

export interface MailedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly type?: string;
  readonly disposition?: 'attachment' | 'inline';
}

/** A message as mail programs write it. */
export function buildMail(subject: string, files: readonly MailedFile[]): Buffer {
  const parts = files.map(
    ({ name, content, type = 'application/octet-stream', disposition = 'attachment' }) =>
      `--edge\r\nContent-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: ${disposition}; filename="${name}"\r\n\r\n` +
      `${content.toString('base64').replace(/(.{76})/g, '$1\r\n')}\r\n`,
  );
  return Buffer.from(
    `From: supplier@example.com\r\nTo: ${MAILBOX.user}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n` +
      `Content-Type: multipart/mixed; boundary="edge"\r\n\r\n` +
      `--edge\r\nContent-Type: text/plain\r\n\r\nSee what is attached.\r\n${parts.join('')}--edge--\r\n`,
  );
}
