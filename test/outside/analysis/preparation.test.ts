import { expect } from 'chai';
import sharp from 'sharp';
import { findDesk } from '../../../outside/analysis/worker/preparation/desk.ts';
import { preparePicture } from '../../../outside/analysis/worker/preparation/index.ts';
import { undoRotation, undoTurn, type Matrix } from '../../../outside/analysis/worker/preparation/geometry.ts';
import { evenOutLight } from '../../../outside/analysis/worker/preparation/light.ts';
import {
  closeDetails,
  toGreyPicture,
  toSharp,
  turnPicture,
  type GreyPicture,
} from '../../../outside/analysis/worker/preparation/pixels.ts';
import { measureSkew } from '../../../outside/analysis/worker/preparation/skew.ts';
import { detectLanguage } from '../../../outside/analysis/worker/recognition/language.ts';

/** A picture whose pixels are computed. */
function draw(width: number, height: number, level: (x: number, y: number) => number): GreyPicture {
  const data = Uint8Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width)));
  return { data, width, height };
}

/** Lines of dots like letters, within a frame. */
const isLetter = (x: number, y: number): boolean => y % 12 < 4 && x % 5 < 3 && Math.floor(x / 40) % 4 !== 3;
/** The same, but without columns. */
const isInk = (x: number, y: number): boolean =>
  y % 12 < 4 && (Math.imul(Math.floor(x / 3) + 1, 73_856_093) ^ Math.imul(Math.floor(y / 12) + 1, 19_349_663)) % 11 < 3;
const isWithin = (x: number, y: number): boolean => x >= 60 && x < 240 && y >= 80 && y < 340;
const toPaper = (x: number, y: number): number => (isLetter(x, y) ? 40 : 220);

describe('Preparation of photographs', () => {
  it('paper is told from the desk it lies on', () => {
    const desk = findDesk(draw(300, 420, (x, y) => (isWithin(x, y) ? toPaper(x, y) : 60)));
    expect(desk).not.to.equal(null);
    expect(desk!.data[10 * 300 + 10]).to.equal(1);
    expect(desk!.data[200 * 300 + 150]).to.equal(0);
  });

  it('paper in a shadow is told from a desk in the light', () => {
    const light = (x: number): number => 1 - 0.75 * (x / 300);
    const desk = findDesk(draw(300, 420, (x, y) => light(x) * (isWithin(x, y) ? toPaper(x, y) : 70)));
    expect(desk?.data[200 * 300 + 225]).to.equal(0);
    expect(desk?.data[200 * 300 + 280]).to.equal(1);
  });

  it('a shadow is no desk, and neither is a page without one', () => {
    const shaded = draw(300, 420, (x, y) => toPaper(x, y) * (1 - 0.7 / (1 + Math.exp((150 - x) / 8))));
    expect(findDesk(shaded)).to.equal(null);
    expect(findDesk(draw(300, 420, toPaper))).to.equal(null);
    expect(findDesk(draw(300, 420, () => 0))).to.equal(null);
    expect(findDesk(draw(1, 1, () => 0))).to.equal(null);
  });

  it('light becomes even, and letters stay', async () => {
    const shaded = draw(300, 420, (x, y) => toPaper(x, y) * (1 - 0.7 * (x / 300)));
    await evenOutLight(shaded, { ...shaded, data: shaded.data.slice() }, null);
    for (const x of [19, 269]) {
      expect(shaded.data[8 * 300 + x]).to.be.greaterThan(235);
      expect(shaded.data[1 * 300 + x - 3]).to.be.lessThan(80);
    }
  });

  it('white text on a dark band stays legible', async () => {
    const isBand = (y: number): boolean => y >= 100 && y < 112;
    const page = draw(300, 420, (x, y) => (isBand(y) ? (isLetter(x, y - 4) ? 230 : 50) : toPaper(x, y)));
    const before = page.data[102 * 300 + 19]!;
    await evenOutLight(page, { ...page, data: page.data.slice() }, null);
    expect(before).to.equal(50);
    expect(page.data[102 * 300 + 19]).to.be.lessThan(100);
  });

  it('details disappear, edges do not', () => {
    const closed = closeDetails(
      draw(60, 40, (x, y) => (x > 40 ? 30 : isLetter(x, y) ? 40 : 220)),
      4,
    );
    expect(closed).to.include({ width: 60, height: 40 });
    expect([closed.data[20 * 60 + 10], closed.data[20 * 60 + 55]]).to.deep.equal([220, 30]);
  });

  for (const angle of [0, 4, -11])
    it(`lines that are askew by ${angle} degrees are measured, also of a picture on its side`, () => {
      const slope = Math.tan((angle * Math.PI) / 180);
      const upright = draw(500, 700, (x, y) => (isInk(x, Math.round(y - x * slope) + 1_200) ? 0 : 255));
      const turned = draw(700, 500, (x, y) => upright.data[(699 - x) * 500 + y]!);
      const [one, other] = [measureSkew(upright), measureSkew(turned)];
      expect([one.direction, other.direction]).to.deep.equal(['upright', 'sideways']);
      expect(one.angle).to.be.closeTo(angle, 0.3);
      expect(other.angle).to.be.closeTo(angle, 0.3);
    });

  it('a point of a turned picture is found in the picture before', async () => {
    const before = draw(120, 80, (x, y) => (x >= 20 && x < 24 && y >= 50 && y < 54 ? 0 : 255));
    const findDark = ({ data, width }: GreyPicture): readonly [number, number] => {
      const dark = [...data.keys()].filter((at) => data[at]! < 100);
      const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length + 0.5;
      return [mean(dark.map((at) => at % width)), mean(dark.map((at) => Math.floor(at / width)))];
    };
    const expectFound = (turned: GreyPicture, [a, b, c, d, e, f]: Matrix, title: string): void => {
      const [x, y] = findDark(turned);
      expect(a * x + c * y + e, title).to.be.closeTo(22, 0.6);
      expect(b * x + d * y + f, title).to.be.closeTo(52, 0.6);
    };
    for (const turn of [0, 90, 180, 270] as const) {
      const turned = await turnPicture(before, turn);
      expectFound(turned, undoTurn(turn, turned), `${turn} degrees`);
    }
    const straight = await toGreyPicture((await toSharp(before)).rotate(-7, { background: '#ffffff' }));
    expectFound(straight, undoRotation(7, before, straight), 'askew');
  });

  it('pictures of any shape are prepared', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 2_000],
      [2_000, 3],
      [300, 300],
    ] as const) {
      const flat = sharp({ create: { width, height, channels: 3, background: '#000000' } });
      const { picture } = await preparePicture(sharp(await flat.png().toBuffer()));
      expect(picture.data.length).to.equal(picture.width * picture.height);
      expect(picture.data.length).to.be.at.most(8_100_000);
    }
  });

  it('noise is not enlarged', async () => {
    let state = 1;
    const noise = draw(1_200, 1_200, () => ((state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16) & 255);
    const { picture } = await preparePicture(sharp(noise.data, { raw: { width: 1_200, height: 1_200, channels: 1 } }));
    expect(Math.min(picture.width, picture.height)).to.be.at.most(1_300);
  });

  it('the language is known from a few words, or not known', () => {
    const detect = (text: string) => detectLanguage(text.split(' '));
    expect(detect('Facture N° 12 Montant TVA Échéance: 1 mars')).to.equal('fra');
    expect(detect('Factuur nr. 12 bedrag btw vervaldag')).to.equal('nld');
    expect(detect('Invoice 12 amount due VAT')).to.equal('eng');
    expect(detect('Rechnung 12 Betrag MwSt. fällig')).to.equal('deu');
    expect(detect('TOTAL 12,00 EUR')).to.equal(null);
    expect(detect('Facture montant Factuur bedrag Invoice')).to.equal(null);
  });
});
