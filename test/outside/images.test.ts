import { expect } from 'chai';
import sharp from 'sharp';
import { cleanLogo, iconOf, ImageRefused, type CleanImage } from '../../outside/images/index.ts';
import { jpeg, pixelBomb, png, svg, webp } from '../support/images.ts';

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
      [png(), 'image/png', 'png'],
      [jpeg(), 'image/jpeg', 'jpg'],
      [webp(), 'image/webp', 'webp'],
    ];
    for (const [content, mediaType, extension] of kinds) {
      const image = await cleanLogo(await content);
      expect([image.mediaType, image.extension]).to.deep.equal([mediaType, extension]);
      expect((await sharp(image.content).metadata()).format).to.equal(extension === 'jpg' ? 'jpeg' : extension);
      expect(await cleaned(await content), 'the same each time').to.deep.equal(Buffer.from(image.content));
    }
  });

  it('tell nothing of who took them, and nothing that was hidden behind them', async () => {
    const photograph = await jpeg('Secret Photographer');
    expect(photograph.includes('Secret Photographer')).to.equal(true);
    expect((await cleaned(photograph)).includes('Secret Photographer')).to.equal(false);
    const polyglot = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>PK\x03\x04MZ')]);
    expect((await cleaned(polyglot)).includes('script')).to.equal(false);
  });

  it('are turned as the camera held them and made no larger than a logo', async () => {
    const sideways = await sharp(await png(40, 20))
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    expect(await sharp(await cleaned(sideways)).metadata()).to.include({ width: 20, height: 40 });
    expect(await sharp(await cleaned(await png(3_000, 1_500))).metadata()).to.include({ width: 1_024, height: 512 });
    expect(await sharp(await cleaned(await png(4, 2))).metadata()).to.include({ width: 4, height: 2 });
  });

  it('are refused when they are none, broken, of another kind or far too large, and quickly', async () => {
    const [good, photograph] = [await png(400, 400), await jpeg()];
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
      ['50 000 by 50 000 pixels', pixelBomb(), 'image_too_many_pixels'],
    ];
    for (const [what, content, problem] of cases) expect(await problemWith(content), what).to.equal(problem);
    expect(performance.now() - startedAt).to.be.below(5_000);
  });

  it('have an icon: a small square of a picture, a drawing itself', async () => {
    const icon = await iconOf(await cleanLogo(await jpeg()));
    expect(icon).to.include({ mediaType: 'image/png', extension: 'png' });
    expect(await sharp(icon.content).metadata()).to.include({ width: 256, height: 256, hasAlpha: true });
    const drawing: CleanImage = await cleanLogo(svg());
    expect(await iconOf(drawing)).to.equal(drawing);
  });
});

describe('uploaded drawings', () => {
  const inner = async (content: string, before = '') =>
    /<svg[^>]*>(.*)<\/svg>/s.exec((await cleaned(svg(content, before))).toString())![1];

  it('keep what they are drawn with', async () => {
    const drawing =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<style>.a{fill:url(#g);stroke:#000}</style><g transform="scale(2)"><path class="a" d="M0 0L1 1"></path></g>' +
      '<use href="#g"></use><text x="1">A &amp; B</text>';
    expect(await inner(drawing)).to.equal(drawing);
    expect(await inner('<use xlink:href="#a"/>')).to.equal('<use href="#a"></use>');
    // Drawing programs write both; the same attribute twice would be no drawing any more.
    for (const both of ['href="#a" xlink:href="#b"', 'xlink:href="#b" href="#a"'])
      expect(await inner(`<use ${both}/>`)).to.equal('<use href="#a"></use>');
  });

  it('lose scripts, handlers, foreign content, links and animations', async () => {
    const cases: [string, string][] = [
      ['<script>alert(1)</script><rect/>', '<rect></rect>'],
      ['<script href="https://evil.example/x.js"/>', ''],
      ['<rect onclick="alert(1)" ONLOAD="x" width="1"/>', '<rect width="1"></rect>'],
      ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>', ''],
      ['<a href="javascript:alert(1)"><circle r="1"/></a>', '<circle r="1"></circle>'],
      ['<image href="https://evil.example/pixel.png"/><feImage href="x"/>', ''],
      ['<animate attributeName="href" to="javascript:x"/><set attributeName="onload" to="x"/>', ''],
      ['<use href="https://evil.example/#x"/>', '<use></use>'],
      ['<use href="data:image/svg+xml;base64,AA#x"/>', '<use></use>'],
      ['<rect style="fill:url(https://evil.example)" fill="url(//evil.example)"/>', '<rect></rect>'],
      ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script><metadata><x/></metadata>', ''],
      ['<!-- comment --><?php echo 1 ?>', ''],
      ['<title><![CDATA[</title><script>]]></title>', '<title>&lt;/title&gt;&lt;script&gt;</title>'],
    ];
    for (const [sent, kept] of cases) expect(await inner(sent), sent).to.equal(kept);
  });

  it('lose the comments of a style sheet, in which nothing hides that a browser takes for a rule', async () => {
    const hidden = '<style>a{font-family:"/*"}b{fill:url(https://evil.example)}c{font-family:"*/"}</style>';
    expect(await inner(hidden)).to.equal('<style>a{font-family:&quot; &quot;}</style>');
    expect(await inner('<style>a{fill:red/* @import */;stroke:#000}</style>')).to.equal(
      '<style>a{fill:red ;stroke:#000}</style>',
    );
  });

  it('may have the usual document type, and none of their own', async () => {
    const usual = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">';
    expect(await inner('<rect/>', usual)).to.equal('<rect></rect>');
    const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>`;
    expect(await problemWith(svg('<text>&b;</text>', laughs))).to.equal('svg_unsafe');
    expect(await problemWith(svg('<text>&xxe;</text>'))).to.equal('not_an_image');
    const external = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await problemWith(svg('<text>&x;</text>', external))).to.equal('svg_unsafe');
  });

  it('are refused where they cannot be cleaned', async () => {
    const nested = Array.from(
      { length: 12 },
      (_, level) => `<g id="u${level}">${`<use href="#u${level + 1}"/>`.repeat(10)}</g>`,
    );
    const chain = Array.from({ length: 5_000 }, (_, link) => `<g id="c${link}"><use href="#c${link + 1}"/></g>`);
    const cases: [string, string][] = [
      ['<style>@import "https://evil.example/x.css";</style>', 'svg_unsafe'],
      ['<style>.a{fill:url(https://evil.example)}</style>', 'svg_unsafe'],
      ['<style>.a{fill:u\\72l(https://evil.example)}</style>', 'svg_unsafe'],
      ['<style>/* @import */.a{fill:red}</style>', 'none'],
      ['<style>.a{fill:url(https://evil.example)/*}</style>', 'svg_unsafe'],
      ['<style>.a{fill:url(#p)}</style><pattern id="p"/>', 'svg_unsafe'],
      [`${nested.join('')}<g id="u12"><rect/></g><use href="#u0"/>`, 'svg_unsafe'],
      [`${chain.join('')}<use href="#c0"/>`, 'svg_unsafe'],
      ['<g id="a"><use href="#a"/></g>', 'svg_unsafe'],
      ['<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>', 'svg_unsafe'],
      ['<g>'.repeat(100) + '</g>'.repeat(100), 'svg_unsafe'],
      ['<rect/>'.repeat(20_001), 'svg_unsafe'],
      ['<g>', 'not_an_image'],
    ];
    for (const [content, problem] of cases)
      expect(await problemWith(svg(content)), content.slice(0, 80)).to.equal(problem);
    for (const content of ['<html><body/></html>', '<svg/>', '<?xml version="1.0"?>', '<', '<svg xmlns="urn:x"/>'])
      expect(await problemWith(Buffer.from(content)), content).to.equal('not_an_image');
    expect(await problemWith(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">\xff</svg>', 'latin1'))).to.equal(
      'not_an_image',
    );
    expect(await problemWith(svg('', '<?xml version="1.0" encoding="UTF-7"?>'))).to.equal('svg_unsafe');
  });

  it('take no longer than they must, however they are made', async () => {
    const most = 500_000;
    const filled = (piece: string) => piece.repeat(Math.floor(most / piece.length));
    const made = [
      filled('<rect x="1" fill="url(#a)"/>'),
      `<path d="${filled('M0 0')}"/>`,
      `<style>${filled('a/*')}</style>`,
      `<rect fill="${filled('url(')}"/>`,
      `<rect fill="${filled('url(#a)')}"/>`,
      `${'<g id="a">'.repeat(60)}${filled('<use href="#b"/>')}${'</g>'.repeat(60)}`,
      `<text>${filled('&amp;')}</text>`,
      filled('<g>'),
    ];
    const startedAt = performance.now();
    for (const content of made) await problemWith(svg(content));
    expect(performance.now() - startedAt).to.be.below(10_000);
    expect(await problemWith(svg(`<path d="${'M0 0'.repeat(200_000)}"/>`))).to.equal('svg_unsafe');
  });
});
