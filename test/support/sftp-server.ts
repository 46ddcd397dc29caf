import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';

/** A folder on this machine that is read over SFTP. */
export interface TestSftpServer {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly fingerprint: string;
  /** In the folder `/in`, by name. */
  readonly files: Map<string, SftpFile>;
  /** Replaces the listing of the folder; null restores the default. */
  onList: (() => 'hang' | 'endless') | null;
  close(): Promise<void>;
}

export interface SftpFile {
  readonly content: Buffer;
  readonly modifiedAt: number;
  /** The size that the server claims, if it differs from the real one. */
  readonly claims?: number;
}

export const SFTP = { user: 'firm', password: 'a password of the tests', folder: '/in' };

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;
const IS_FILE = 0o100644;

/** Now and then the package generates a key that it cannot read itself. */
function generateKey() {
  for (;;) {
    const key = utils.generateKeyPairSync('ed25519');
    const parsed = utils.parseKey(key.public);
    if (!(parsed instanceof Error) && !(utils.parseKey(key.private) instanceof Error)) return { key, parsed };
  }
}

export async function startSftpServer(): Promise<TestSftpServer> {
  const { key, parsed } = generateKey();
  const files = new Map<string, SftpFile>();
  const clients = new Set<ssh2.Connection>();

  const server = new Server({ hostKeys: [key.private] }, (client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    client.on('authentication', (attempt) => {
      const isKnown =
        attempt.method === 'password' && attempt.username === SFTP.user && attempt.password === SFTP.password;
      if (isKnown) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('ready', () => client.on('session', (accept) => accept().on('sftp', (open) => serve(open()))));
  });

  function serve(sftp: ssh2.SFTPWrapper): void {
    const handles = new Map<string, { path: string; isTold: boolean }>();
    let last = 0;
    const handleFor = (path: string): Buffer => {
      handles.set(String((last += 1)), { path, isTold: false });
      return Buffer.from(String(last));
    };
    const attributes = ({ content, modifiedAt, claims }: SftpFile) => ({
      mode: IS_FILE,
      uid: 0,
      gid: 0,
      size: claims ?? content.length,
      atime: modifiedAt,
      mtime: modifiedAt,
    });
    const stream = sftp as object as SftpServerStream;
    stream.on('OPENDIR', (id: number, path: string) =>
      path === SFTP.folder ? stream.handle(id, handleFor(path)) : stream.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
    stream.on('READDIR', (id: number, handle: Buffer) => {
      const known = handles.get(handle.toString())!;
      const manner = folder.onList?.();
      if (manner === 'hang') return;
      if (known.isTold && manner !== 'endless') return stream.status(id, STATUS_CODE.EOF);
      known.isTold = true;
      stream.name(
        id,
        [...files].map(([filename, file]) => ({ filename, longname: filename, attrs: attributes(file) })),
      );
    });
    stream.on('OPEN', (id: number, path: string) =>
      files.has(path.slice(SFTP.folder.length + 1))
        ? stream.handle(id, handleFor(path))
        : stream.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
    const stat = (id: number, path: string): void => {
      const file = files.get(path.slice(SFTP.folder.length + 1));
      if (file) stream.attrs(id, attributes(file));
      else stream.status(id, STATUS_CODE.NO_SUCH_FILE);
    };
    stream.on('STAT', stat);
    stream.on('LSTAT', stat);
    stream.on('FSTAT', (id: number, handle: Buffer) => stat(id, handles.get(handle.toString())!.path));
    stream.on('READ', (id: number, handle: Buffer, offset: number, length: number) => {
      const { content } = files.get(handles.get(handle.toString())!.path.slice(SFTP.folder.length + 1))!;
      const piece = content.subarray(offset, offset + length);
      if (piece.length === 0) stream.status(id, STATUS_CODE.EOF);
      else stream.data(id, piece);
    });
    stream.on('CLOSE', (id: number) => stream.status(id, STATUS_CODE.OK));
    stream.on('REALPATH', (id: number, path: string) =>
      stream.name(id, [
        { filename: path, longname: path, attrs: attributes({ content: Buffer.alloc(0), modifiedAt: 0 }) },
      ]),
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder: TestSftpServer = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    files,
    onList: null,
    async close() {
      clients.forEach((client) => client.end());
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return folder;
}

/** The side of the protocol that answers, which the types of the package know little of. */
interface SftpServerStream {
  on(event: string, listener: (...given: never[]) => void): void;
  handle(id: number, handle: Buffer): void;
  status(id: number, code: number): void;
  name(id: number, entries: readonly object[]): void;
  attrs(id: number, attributes: object): void;
  data(id: number, piece: Buffer): void;
}
