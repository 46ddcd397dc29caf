import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ImageRefused } from './image-refusal.ts';

/**
 * An SVG drawing is a program, both for viewers and for the renderer. It is rendered once, in a separate process that is
 * killed if it takes too long, and only the bitmap is stored. The library loads nothing external, limits the expansion of
 * entities and references, and runs no scripts; it does not limit the time, and terminating a thread would not help.
 */

/** Large enough for any logo. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_PICTURE_BYTES = 16 * 1024 * 1024;
/** Pixels of the longer side, whatever size the drawing specifies. */
const SIDE = 1024;
const BYTE_ORDER_MARK = '\ufeff';

/** Exit codes of the process if there is no picture. */
const UNREADABLE = 11;
const TOO_LARGE = 12;
const NOT_DRAWN = 13;

/** Whether the content looks like XML; whether it is a valid drawing is found out on rendering. */
export function isDrawing(content: Uint8Array): boolean {
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 512)).toString('utf8');
  return start.replace(BYTE_ORDER_MARK, '').trimStart().startsWith('<');
}

/** Renders the drawing as PNG. @throws ImageRefused */
export async function renderDrawing(drawing: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<Uint8Array> {
  if (drawing.byteLength > MAX_BYTES) throw new ImageRefused('svg_unsafe');
  const turn = last.then(() => renderWithFonts(drawing, timeoutMs));
  last = turn.catch(() => undefined);
  return turn;
}

/** One at a time: rendering can use much memory, and logos are rare. */
let last: Promise<unknown> = Promise.resolve();

const packages = createRequire(import.meta.url);

/** Text is rendered only with the fonts of our PDFs, so that a logo looks the same on every machine. */
async function renderWithFonts(drawing: Uint8Array, timeout: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
  try {
    const settings = join(folder, 'fonts.conf');
    const fonts = dirname(packages.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
    await writeFile(settings, `<fontconfig><dir>${fonts.replaceAll('&', '&amp;')}</dir></fontconfig>`);
    return await runRenderer(drawing, timeout, { FONTCONFIG_FILE: settings });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runRenderer(drawing: Uint8Array, timeout: number, env: NodeJS.ProcessEnv): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['-e', PROGRAM, packages.resolve('sharp'), String(2 * timeout)],
      // None of the settings of the service are passed, so that a malicious drawing finds no secrets.
      { encoding: 'buffer', env, timeout, killSignal: 'SIGKILL', maxBuffer: MAX_PICTURE_BYTES },
      (error, picture) => {
        if (!error) return resolve(picture);
        // The process could not be started.
        if (child.pid === undefined) return reject(new Error('The drawing could not be rendered', { cause: error }));
        reject(new ImageRefused(toImageProblem(child.exitCode), error));
      },
    );
    // The process may have ended before reading everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(drawing);
  });
}

function toImageProblem(exitCode: number | null) {
  if (exitCode === UNREADABLE) return 'not_an_image';
  return exitCode === TOO_LARGE ? 'image_too_many_pixels' : 'svg_unsafe';
}

/**
 * Program of the process. The size is read at 72 dpi, then the drawing is rendered at the resolution that yields the
 * stored logo size; a drawing measured in millimetres grows with the square of the resolution. If memory runs out, the
 * system should kill this process rather than the service; if the service is killed, the process ends by itself.
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
