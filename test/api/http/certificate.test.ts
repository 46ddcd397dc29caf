import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { pino } from 'pino';
import { CertificateProblem, openCertificate } from '../../../api/http/server/certificate.ts';
import { listen } from '../../../api/http/server/server.ts';
import { createLoopbackCertificate } from '../../support/eventstoredb-server/certificate.ts';
import { waitUntil } from '../../support/load.ts';
import { toyApp } from './support.ts';

describe('HTTPS', function () {
  this.timeout(30_000);
  const logger = pino({ level: 'silent' });
  let folder: string;
  let files: { cert: string; key: string };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grandlivre-tls-'));
    files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function issued(): Promise<{ pem: string; serial: string; key: string }> {
    const { certificatePem: pem, privateKeyPem: key } = createLoopbackCertificate();
    await writeFile(files.cert, pem);
    await writeFile(files.key, key);
    return { pem, key, serial: new X509Certificate(pem).serialNumber };
  }

  const serialAt = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()!.serialNumber);
        socket.destroy();
      });
      socket.on('error', reject);
    });

  it('is spoken with the certificate of the files, and with a new one when they change', async () => {
    const first = await issued();
    const certificate = await openCertificate(files, logger, 20);
    const listening = await listen(toyApp().app, { host: '127.0.0.1', port: 0, certificate });
    try {
      const status = await new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: listening.port, path: '/v1/open', ca: first.pem };
        get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
      });
      expect(status).to.equal(200);
      expect(await serialAt(listening.port)).to.equal(first.serial);
      // Half of a new pair changes nothing; the whole one does.
      await writeFile(files.cert, createLoopbackCertificate().certificatePem);
      expect(await serialAt(listening.port)).to.equal(first.serial);
      const second = await issued();
      await waitUntil('the new certificate', async () => (await serialAt(listening.port)) === second.serial, 20_000);
    } finally {
      certificate.close();
      await listening.close();
    }
  });

  it('is not begun with files that are missing or do not belong together', async () => {
    const refused = async (): Promise<string> => {
      try {
        (await openCertificate(files, logger)).close();
        return 'taken';
      } catch (error) {
        return error instanceof CertificateProblem ? error.message : `not in words: ${String(error)}`;
      }
    };
    expect(await refused()).to.match(/^cannot read the file of TLS_CERT/);
    await issued();
    expect(await refused()).to.equal('taken');
    await writeFile(files.cert, createLoopbackCertificate().certificatePem);
    expect(await refused()).to.match(/^TLS_CERT and TLS_KEY must be a certificate and its key/);
    await writeFile(files.cert, 'nonsense');
    expect(await refused()).to.match(/^TLS_CERT and TLS_KEY must be a certificate/);
  });
});
