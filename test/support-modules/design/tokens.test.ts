import { expect } from 'chai';
import { COLOUR_NAMES, DARK, LIGHT, TOKENS_CSS } from '../../../support/design/tokens.ts';

/** Relative luminance and contrast as WCAG 2 defines them. */
function computeLuminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function computeContrast(one: string, other: string): number {
  const [light, dark] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const TEXTS = ['ink', 'quiet', 'accent', 'good', 'bad', 'warn'] as const;
const GROUNDS = ['paper', 'ground', 'field', 'moved'] as const;
const MARKED = ['good', 'bad', 'warn'] as const;

describe('The design tokens', () => {
  for (const [name, colours] of Object.entries({ light: LIGHT, dark: DARK }))
    it(`are legible in ${name}`, () => {
      for (const text of TEXTS)
        for (const ground of GROUNDS)
          expect(computeContrast(colours[text], colours[ground]), `${text} on ${ground}`).to.be.at.least(4.5);
      for (const mark of MARKED)
        expect(computeContrast(colours[mark], colours[`${mark}_ground`]), mark).to.be.at.least(4.5);
      expect(computeContrast(colours.on_accent, colours.accent)).to.be.at.least(4.5);
      for (const ground of ['paper', 'ground', 'field'] as const)
        expect(computeContrast(colours.edge, colours[ground]), `edge on ${ground}`).to.be.at.least(3);
    });

  it('name every colour in both themes', () => {
    for (const name of COLOUR_NAMES)
      expect(TOKENS_CSS.split(`--${name.replaceAll('_', '-')}: `).length - 1, name).to.equal(3);
  });
});
