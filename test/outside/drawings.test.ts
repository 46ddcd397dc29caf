import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { renderDrawing } from '../../outside/images/drawing.ts';
import { cleanLogo, ImageRefused } from '../../outside/images/index.ts';
import { buildSvg } from '../support/images.ts';
import { sample } from '../support/long.ts';

/** The picture that a drawing becomes, as pixels: red, green, blue, opacity. */
async function drawn(content: Uint8Array) {
  const { mediaType, extension, content: picture } = await cleanLogo(content);
  expect([mediaType, extension]).to.deep.equal(['image/png', 'png']);
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    /** At a place given in hundredths of width and height. */
    at(x: number, y: number): number[] {
      const column = Math.floor((x * info.width) / 100);
      const offset = (Math.floor((y * info.height) / 100) * info.width + column) * 4;
      return [...data.subarray(offset, offset + 4)];
    },
    isBlank: data.every((value, index) => index % 4 !== 3 || value === 0),
  };
}

async function problemWith(content: Uint8Array, timeoutMs?: number): Promise<string> {
  try {
    await renderDrawing(content, timeoutMs);
  } catch (error) {
    if (error instanceof ImageRefused) return error.problem;
    throw error;
  }
  return 'none';
}

const sized = (attributes: string, inner = '<rect width="500" height="500" fill="red"/>'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);

const RED = [255, 0, 0, 255];
const NOTHING = [0, 0, 0, 0];

describe('uploaded drawings', function () {
  this.timeout(60_000);
  let server: Server;
  /** What a drawing has fetched. */
  const fetched: string[] = [];
  let evil: string;

  before((done) => {
    server = createServer((request, response) => {
      fetched.push(request.url!);
      response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    }).listen(0, '127.0.0.1', () => {
      evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      done();
    });
  });
  after((done) => void server.close(done));
  afterEach('no drawing has fetched anything', () => expect(fetched).to.deep.equal([]));

  it('become pictures of what they are drawn with', async () => {
    const drawing =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
      '<style>.a{fill:url(#g)}</style><g transform="scale(2)"><path class="a" d="M0 0h2v2h-2z"/></g>' +
      '<rect id="b" x="6" y="6" width="2" height="2" fill="#00f"/><use xlink:href="#b" x="2"/><use href="#b" y="2"/>';
    const picture = await drawn(buildSvg(drawing));
    expect(picture).to.include({ width: 1_024, height: 1_024 });
    expect(picture.at(20, 20)).to.deep.equal(RED);
    expect(picture.at(50, 20)).to.deep.equal(NOTHING);
    for (const [x, y] of [
      [70, 70],
      [90, 70],
      [70, 90],
    ] as const)
      expect(picture.at(x, y), `${x} ${y}`).to.deep.equal([0, 0, 255, 255]);
  });

  it('have their text drawn with our fonts, in any European script', async () => {
    const text = (content: string) =>
      sized('viewBox="0 0 100 20"', `<text y="15" font-size="14" font-family="Nowhere">${content}</text>`);
    const pictures: string[] = [];
    for (const content of ['Łódź', 'Ωμέγα', 'София', 'Sofia'])
      pictures.push(Buffer.from((await cleanLogo(text(content))).content).toString('base64'));
    expect(new Set(pictures).size).to.equal(4);
    expect((await drawn(text('Ω'))).isBlank).to.equal(false);
  });

  it('are as large as a logo is kept, whatever size they say', async () => {
    for (const [attributes, width, height] of [
      ['viewBox="0 0 10 5"', 1_024, 512],
      ['width="20mm" height="10mm" viewBox="0 0 20 10"', 1_024, 512],
      ['width="50000" height="25000"', 1_024, 512],
      ['width="100%" height="100%"', 1_024, 1_024],
    ] as const) {
      const picture = await drawn(sized(attributes));
      expect(Math.abs(picture.width - width), attributes).to.be.below(10);
      expect(Math.abs(picture.height - height), attributes).to.be.below(10);
    }
    for (const attributes of ['width="1e9" height="1e9"', 'width="0" height="0"'])
      expect(await problemWith(sized(attributes)), attributes).to.equal('not_an_image');
    expect((await drawn(sized('width="1e99" height="10"'))).width).to.be.at.most(1_024);
  });

  it('are the same picture each time', async () => {
    const [once, again] = [await cleanLogo(buildSvg()), await cleanLogo(buildSvg())];
    expect(Buffer.compare(Buffer.from(once.content), Buffer.from(again.content))).to.equal(0);
  });

  it('run nothing, load nothing, and show what is left', async () => {
    const box = '<rect width="5" height="5" fill="red"/>';
    const harmless = [
      '<script>alert(1)</script>',
      `<script href="${evil}/x.js"/>`,
      '<rect onclick="alert(1)" ONLOAD="x" width="1" height="1" fill="red"/>',
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="${evil}/x"/></body></foreignObject>`,
      '<a href="javascript:alert(1)"><circle r="1" fill="red"/></a>',
      `<image href="${evil}/pixel.png" width="9" height="9"/><feImage href="${evil}/x"/>`,
      '<image href="file:///etc/hostname" width="9" height="9"/><image href="/etc/hostname" width="9" height="9"/>',
      '<animate attributeName="href" to="javascript:x"/><set attributeName="onload" to="x"/>',
      `<use href="${evil}/#x"/>`,
      '<use href="data:image/svg+xml;base64,AA#x"/>',
      `<rect style="fill:url(${evil}/a)" fill="url(//evil.example)"/>`,
      '<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script><metadata><x/></metadata>',
      '<!-- comment --><?php echo 1 ?>',
      '<title><![CDATA[</title><script>]]></title>',
      `<style>a{font-family:"/*"}b{fill:url(${evil}/b)}c{font-family:"*/"}</style>`,
      '<style>a{fill:red/* @import */;stroke:#000}</style>',
      `<style>@import "${evil}/x.css";</style>`,
      `<style>@font-face{font-family:x;src:url(${evil}/x.woff)}</style><text font-family="x"> </text>`,
      `<style>.a{fill:url(${evil}/c)}</style><rect class="a" width="8" height="8"/>`,
      `<style>.a{fill:u\\72l(${evil}/d)}</style><rect class="a" width="8" height="8"/>`,
      '<style>/* @import */.a{fill:red}</style>',
      `<style>.a{fill:url(${evil}/e)/*}</style>`,
      '<style>.a{fill:url(#p)}</style><pattern id="p"/>',
      '<g id="a"><use href="#a"/></g>',
      '<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>',
      '<g>'.repeat(100) + '</g>'.repeat(100),
      `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${evil}/include"/>`,
    ];
    // A few at a time: each picture takes a process.
    for (let first = 0; first < harmless.length; first += 7) {
      const some = harmless.slice(first, first + 7).join('');
      const picture = await drawn(buildSvg(some + box));
      expect([picture.at(20, 20), picture.at(90, 90)], some).to.deep.equal([RED, NOTHING]);
    }
  });

  it('show no file of this machine', async () => {
    const text = (content: string) => `<text y="9" font-size="5" fill="red">${content}</text>`;
    const include =
      '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"></xi:include>';
    expect((await drawn(buildSvg(text(include)))).isBlank).to.equal(true);
    const external = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await problemWith(buildSvg(text('&x;'), external))).to.equal('not_an_image');
    const remote = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${evil}/entity">]>`;
    expect(await problemWith(buildSvg(text('&x;'), remote))).to.equal('not_an_image');
    expect(await problemWith(buildSvg('', `<!DOCTYPE svg SYSTEM "${evil}/x.dtd">`))).to.equal('none');
    expect(await problemWith(buildSvg('', `<?xml-stylesheet href="${evil}/x.css" type="text/css"?>`))).to.equal('none');
  });

  it('may have a document type, and entities that stay small', async () => {
    const usual = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">';
    expect(await problemWith(buildSvg('<rect/>', usual))).to.equal('none');
    const few = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>`;
    expect(await problemWith(buildSvg('<text>&b;</text>', few))).to.equal('none');
    expect(await problemWith(buildSvg('<text>&xxe;</text>'))).to.equal('not_an_image');
    const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`);
    const laughs = `<!DOCTYPE svg [<!ENTITY a0 "ha">${levels.join('')}]>`;
    expect(await problemWith(buildSvg('<text>&a12;</text>', laughs))).to.equal('not_an_image');
    const long = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(100_000)}">]>`;
    expect(await problemWith(buildSvg(`<text>${'&a;'.repeat(20_000)}</text>`, long))).to.equal('not_an_image');
  });

  it('are refused where they are none', async () => {
    for (const content of ['<html><body/></html>', '<svg/>', '<?xml version="1.0"?>', '<', '<svg xmlns="urn:x"/>'])
      expect(await problemWith(Buffer.from(content)), content).to.equal('not_an_image');
    expect(await problemWith(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">\xff</svg>', 'latin1'))).to.equal(
      'not_an_image',
    );
    expect(await problemWith(buildSvg('<g>'))).to.equal('not_an_image');
    expect(await problemWith(buildSvg('', '<?xml version="1.0" encoding="UTF-7"?>'))).to.equal('not_an_image');
    expect(await problemWith(buildSvg('<g>'.repeat(70_000) + '</g>'.repeat(70_000)))).to.equal('not_an_image');
  });

  it('are refused where they describe more than can be drawn', async () => {
    const nested = Array.from(
      { length: 12 },
      (_, level) => `<g id="u${level}">${`<use href="#u${level + 1}"/>`.repeat(10)}</g>`,
    );
    const chain = Array.from({ length: 5_000 }, (_, link) => `<g id="c${link}"><use href="#c${link + 1}"/></g>`);
    expect(
      await problemWith(buildSvg(`${nested.join('')}<g id="u12"><rect/></g><use href="#u0"/>`), 2_000),
      'references in references',
    ).to.equal('svg_unsafe');
    expect(await problemWith(buildSvg(`${chain.join('')}<use href="#c0"/>`)), 'a long chain').to.equal('svg_unsafe');
    expect(await problemWith(buildSvg(`<path d="${'M0 0'.repeat(200_000)}"/>`)), 'too many bytes').to.equal(
      'svg_unsafe',
    );
  });

  it('are given up when their time is over, and the next one is drawn', async () => {
    const most = 500_000;
    const filled = (piece: string) => piece.repeat(Math.floor(most / piece.length));
    const made = [
      '<rect/>'.repeat(20_001),
      filled('<rect x="1" fill="url(#a)"/>'),
      filled('<rect width="9" height="9" fill="#123" opacity=".5"/>'),
      `<path d="${filled('M0 0')}"/>`,
      `<path stroke="red" d="M0 0${filled('L9 9L0 1')}"/>`,
      `<style>${filled('a/*')}</style>`,
      `<rect fill="${filled('url(')}"/>`,
      `<rect fill="${filled('url(#a)')}"/>`,
      `${'<g id="a">'.repeat(60)}${filled('<use href="#b"/>')}${'</g>'.repeat(60)}`,
      `<text>${filled('&amp;')}</text>`,
      filled('<g>'),
      `<filter id="f">${'<feTurbulence numOctaves="20"/>'.repeat(2_000)}</filter><rect width="9" height="9" filter="url(#f)"/>`,
    ];
    const startedAt = performance.now();
    const drawings = sample(made, (_drawing, place) => place % 4 === 3);
    for (const content of drawings)
      expect(await problemWith(buildSvg(content), 1_000)).to.be.oneOf(['none', 'svg_unsafe', 'not_an_image']);
    expect(performance.now() - startedAt).to.be.below(drawings.length * 2_000);
    expect((await drawn(buildSvg())).at(20, 20)).to.deep.equal(RED);
  });
});
