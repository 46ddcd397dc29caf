import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Images for uploads: good ones, and those that are meant to do harm. */

const RED = { r: 200, g: 30, b: 30, alpha: 0.5 };

export const buildPng = (width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: RED } })
    .png()
    .toBuffer();

export const buildWebp = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 4, background: RED } })
    .webp()
    .toBuffer();

/** A photograph that tells who took it. */
export const buildJpeg = (copyright = 'Secret Photographer'): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: RED } })
    .withExif({ IFD0: { Copyright: copyright } })
    .jpeg()
    .toBuffer();

export const buildSvg = (inner = '<rect width="5" height="5" fill="red"/>', before = ''): Buffer =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">${inner}</svg>`,
  );

/** A few thousand bytes that claim to be 50 000 by 50 000 pixels. */
export function buildPixelBomb(side = 50_000, height = side): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
