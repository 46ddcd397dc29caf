import { expect } from 'chai';
import sharp from 'sharp';
import { cleanLogo, renderIcon, ImageRefused } from '../../outside/images/index.ts';
import { buildJpeg, buildPixelBomb, buildPng, buildSvg, buildWebp } from '../support/images.ts';

const cleaned = async (content: Uint8Array) => Buffer.from((await cleanLogo(content)).content);

async function problemWith(content: Uint8Array): Promise<string> {
  try {
    await cleanLogo(content);
  } catch (error) {
    if (error instanceof ImageRefused) return error.problem;
    throw error;
  }
  return 'none';
}

describe('uploaded images', () => {
  it('are written anew in their own format', async () => {
    const kinds: [Promise<Buffer>, string, string][] = [
      [buildPng(), 'image/png', 'png'],
      [buildJpeg(), 'image/jpeg', 'jpg'],
      [buildWebp(), 'image/webp', 'webp'],
    ];
    for (const [content, mediaType, extension] of kinds) {
      const image = await cleanLogo(await content);
      expect([image.mediaType, image.extension]).to.deep.equal([mediaType, extension]);
      expect((await sharp(image.content).metadata()).format).to.equal(extension === 'jpg' ? 'jpeg' : extension);
      expect(await cleaned(await content), 'the same each time').to.deep.equal(Buffer.from(image.content));
    }
  });

  it('tell nothing of who took them, and nothing that was hidden behind them', async () => {
    const photograph = await buildJpeg('Secret Photographer');
    expect(photograph.includes('Secret Photographer')).to.equal(true);
    expect((await cleaned(photograph)).includes('Secret Photographer')).to.equal(false);
    const polyglot = Buffer.concat([await buildPng(), Buffer.from('<script>alert(1)</script>PK\x03\x04MZ')]);
    expect((await cleaned(polyglot)).includes('script')).to.equal(false);
  });

  it('are turned as the camera held them and made no larger than a logo', async () => {
    const sideways = await sharp(await buildPng(40, 20))
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    expect(await sharp(await cleaned(sideways)).metadata()).to.include({ width: 20, height: 40 });
    expect(await sharp(await cleaned(await buildPng(3_000, 1_500))).metadata()).to.include({
      width: 1_024,
      height: 512,
    });
    expect(await sharp(await cleaned(await buildPng(4, 2))).metadata()).to.include({ width: 4, height: 2 });
  });

  it('are refused when they are none, broken, of another kind or far too large, and quickly', async () => {
    const [good, photograph] = [await buildPng(400, 400), await buildJpeg()];
    const startedAt = performance.now();
    const cases: [string, Uint8Array, string][] = [
      ['nothing', Buffer.alloc(0), 'not_an_image'],
      ['a program', Buffer.from('MZ\x90\x00\x03'), 'not_an_image'],
      ['a PDF', Buffer.from('%PDF-1.7'), 'not_an_image'],
      ['a PNG cut short', good.subarray(0, good.length - 60), 'not_an_image'],
      ['a JPEG cut short', photograph.subarray(0, photograph.length - 200), 'not_an_image'],
      ['a header alone', good.subarray(0, 8), 'not_an_image'],
      ['junk behind a signature', Buffer.concat([good.subarray(0, 8), Buffer.alloc(1_000, 7)]), 'not_an_image'],
      ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), 'image_type_unsupported'],
      ['a TIFF', Buffer.from('II*\x00'), 'image_type_unsupported'],
      ['50 000 by 50 000 pixels', buildPixelBomb(), 'image_too_many_pixels'],
      ['one row of 20 000 000 pixels', buildPixelBomb(20_000_000, 1), 'image_side_too_long'],
      ['one column of 10 001 pixels', buildPixelBomb(1, 10_001), 'image_side_too_long'],
    ];
    for (const [what, content, problem] of cases) expect(await problemWith(content), what).to.equal(problem);
    expect(performance.now() - startedAt).to.be.below(5_000);
  });

  it('have an icon: a small square', async () => {
    for (const content of [await buildJpeg(), buildSvg()]) {
      const icon = await renderIcon(await cleanLogo(content));
      expect(icon).to.include({ mediaType: 'image/png', extension: 'png' });
      expect(await sharp(icon.content).metadata()).to.include({ width: 256, height: 256, hasAlpha: true });
    }
  });
});
