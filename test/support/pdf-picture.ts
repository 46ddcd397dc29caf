import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type OutputInfo } from 'sharp';

/** Pages of a PDF as a reader sees them, by a program of this machine. */

const RENDERER = '/usr/bin/pdftoppm';

/** False on a machine without the program. */
export const canRenderPdf = (): boolean => existsSync(RENDERER);

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Share of the pixels of a band of the page, from 0 (top) to 1, that have nearly this colour (`#7a1f3d`). */
  share(colour: string, from: number, to: number): number;
}

/** The first page. With `PDF_PICTURES=<folder>`, it is kept there under this name to be looked at. */
export async function renderPdf(pdf: Uint8Array, name: string): Promise<Picture> {
  const folder = await mkdtemp(join(tmpdir(), 'grandlivre-picture-'));
  try {
    await writeFile(join(folder, 'page.pdf'), pdf);
    await promisify(execFile)(RENDERER, [
      '-png',
      '-singlefile',
      '-r',
      '60',
      join(folder, 'page.pdf'),
      join(folder, 'page'),
    ]);
    const png = await readFile(join(folder, 'page.png'));
    const { PDF_PICTURES } = process.env;
    if (PDF_PICTURES !== undefined) await writeFile(join(PDF_PICTURES, `${name}.png`), png);
    return createPicture(await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Difference of a channel that smoothing may cause. */
const SLACK = 12;

function createPicture({ data, info }: { readonly data: Buffer; readonly info: OutputInfo }): Picture {
  const { width, height } = info;
  return {
    width,
    height,
    share(colour, from, to) {
      const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      const [first, last] = [Math.floor(from * height) * width, Math.floor(to * height) * width];
      let found = 0;
      for (let pixel = first; pixel < last; pixel += 1)
        if (wanted.every((value, channel) => Math.abs(data[pixel * 3 + channel]! - value) <= SLACK)) found += 1;
      return found / (last - first);
    },
  };
}
