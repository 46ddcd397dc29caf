import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ImageRefused } from './image-refusal.ts';

/**
 * A drawing is a program: for whoever shows it, and for whoever draws it. It is drawn once, in a process of its own that is
 * ended when it takes too long, and only the picture is kept. The library loads nothing from elsewhere, bounds what
 * entities and references multiply to, and runs no scripts; it does not bound the time, and neither does ending a thread.
 */

/** A logo needs no more than this. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_PICTURE_BYTES = 16 * 1024 * 1024;
/** Pixels of the longer side, whatever the drawing says of its size. */
const SIDE = 1024;
const BYTE_ORDER_MARK = '\ufeff';

/** How the process ends when there is no picture. */
const UNREADABLE = 11;
const TOO_LARGE = 12;
const NOT_DRAWN = 13;

/** Whether the content looks like XML at all; whether it is a drawing shows when it is read. */
export function isDrawing(content: Uint8Array): boolean {
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 512)).toString('utf8');
  return start.replace(BYTE_ORDER_MARK, '').trimStart().startsWith('<');
}

/** The drawing as PNG. @throws ImageRefused */
export async function pictureOf(drawing: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<Uint8Array> {
  if (drawing.byteLength > MAX_BYTES) throw new ImageRefused('svg_unsafe');
  const turn = last.then(() => drawWithFonts(drawing, timeoutMs));
  last = turn.catch(() => undefined);
  return turn;
}

/** One at a time: a drawing can use much memory, and logos are rare. */
let last: Promise<unknown> = Promise.resolve();

const packages = createRequire(import.meta.url);

/** Text is drawn with the fonts of our PDFs and no others, so that a logo looks the same whatever machine it was drawn on. */
async function drawWithFonts(drawing: Uint8Array, timeout: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
  try {
    const settings = join(folder, 'fonts.conf');
    const fonts = dirname(packages.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
    await writeFile(settings, `<fontconfig><dir>${fonts.replaceAll('&', '&amp;')}</dir></fontconfig>`);
    return await draw(drawing, timeout, { FONTCONFIG_FILE: settings });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function draw(drawing: Uint8Array, timeout: number, env: NodeJS.ProcessEnv): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['-e', PROGRAM, packages.resolve('sharp'), String(2 * timeout)],
      // None of the settings of the service: whatever the drawing does, it finds no secrets there.
      { encoding: 'buffer', env, timeout, killSignal: 'SIGKILL', maxBuffer: MAX_PICTURE_BYTES },
      (error, picture) => {
        if (!error) return resolve(picture);
        // It could not even be started.
        if (child.pid === undefined) return reject(new Error('A drawing could not be drawn', { cause: error }));
        reject(new ImageRefused(problemOf(child.exitCode), error));
      },
    );
    // The process may have ended before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(drawing);
  });
}

function problemOf(exitCode: number | null) {
  if (exitCode === UNREADABLE) return 'not_an_image';
  return exitCode === TOO_LARGE ? 'image_too_many_pixels' : 'svg_unsafe';
}

/**
 * What the process does. The size is read at 72 dots an inch, and the drawing then drawn at as many as make it as large as a
 * logo is kept; one that is measured in millimetres grows with the square of the dots. Where memory runs out, the system
 * is requested to end this process rather than the service, and should the service be killed, it ends by itself.
 */
const PROGRAM = `
  const { readFileSync, writeFileSync, writeSync } = require('node:fs');
  try { writeFileSync('/proc/self/oom_score_adj', '1000'); } catch {}
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(process.argv[2])).unref();
  const sharp = require(process.argv[1]);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const drawing = readFileSync(0);
  const end = (code) => (error) => { writeSync(2, String(error)); process.exit(code); };
  (async () => {
    const { width, height } = await sharp(drawing, { limitInputPixels: false }).metadata().catch(end(${UNREADABLE}));
    const scale = ${SIDE} / Math.max(width, height);
    for (const factor of [scale, Math.sqrt(scale)]) {
      const density = Math.min(Math.max(72 * factor, 1), 100000);
      const enlarged = sharp(drawing, { density, limitInputPixels: false });
      const size = await enlarged.metadata().catch(end(${UNREADABLE}));
      if (size.width * size.height > 4 * ${SIDE * SIDE}) continue;
      const fit = { width: ${SIDE}, height: ${SIDE}, fit: 'inside', withoutEnlargement: true };
      const picture = await enlarged.resize(fit).png().toBuffer().catch(end(${NOT_DRAWN}));
      return void process.stdout.write(picture);
    }
    end(${TOO_LARGE})('too large');
  })();
`;
