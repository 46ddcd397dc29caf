import type { Answer, Client } from '../support/load.ts';

/** A form with one file, sent under a key. */
export function uploadTo(client: Client, path: string, name: string, content: Buffer, key: string): Promise<Answer> {
  const boundary = 'part-of-the-form';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files[]"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return client.call('POST', path, {
    body,
    key,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  });
}
