/**
 * The look of everything that people see: console, documentation, sign-in pages and PDFs. Names say what a colour is for.
 * Each pair of text and ground has a contrast of at least 4.5, each border of a control one of at least 3.
 */

export const COLOUR_NAMES = [
  ...['paper', 'ground', 'field', 'ink', 'quiet', 'line', 'edge', 'accent', 'on_accent', 'bar', 'moved'],
  ...['good', 'good_ground', 'bad', 'bad_ground', 'warn', 'warn_ground'],
] as const;
export type Colours = Readonly<Record<(typeof COLOUR_NAMES)[number], string>>;

export const LIGHT: Colours = {
  /** Sheets, cards and tables. */
  paper: '#ffffff',
  /** Behind the sheets. */
  ground: '#f5f7f9',
  field: '#eef2f6',
  ink: '#1c2733',
  quiet: '#5b6775',
  line: '#ccd4dd',
  /** Borders of controls. */
  edge: '#7a8694',
  accent: '#1f3a5f',
  on_accent: '#ffffff',
  /** Bars of charts. */
  bar: '#1f3a5f',
  /** What differs or was found. */
  moved: '#fdf1c7',
  good: '#1d6040',
  good_ground: '#e3f3ea',
  bad: '#9b1c1c',
  bad_ground: '#fcebeb',
  warn: '#7a4b06',
  warn_ground: '#fdf3df',
};

export const DARK: Colours = {
  paper: '#141b23',
  ground: '#0d1218',
  field: '#1e2833',
  ink: '#e6ebf1',
  quiet: '#a6b2bf',
  line: '#33404d',
  edge: '#74818f',
  accent: '#9cc1ec',
  on_accent: '#0c1622',
  bar: '#5b88bd',
  moved: '#453a12',
  good: '#7fd3a6',
  good_ground: '#15301f',
  bad: '#ff9c9c',
  bad_ground: '#3b1a1c',
  warn: '#eec078',
  warn_ground: '#37290f',
};

/** Sizes of text by use, in rem. */
const TYPE = { small: 0.8125, body: 0.9375, large: 1.0625, heading: 1.25, title: 1.5 };
/** Steps of spacing, in rem. */
const SPACE = [0.25, 0.5, 0.75, 1, 1.5, 2, 3];
const RADIUS = { control: '6px', card: '10px' };

const toName = (name: string): string => `--${name.replaceAll('_', '-')}`;
const listColours = (colours: Colours): string =>
  COLOUR_NAMES.map((name) => `${toName(name)}: ${colours[name]};`).join(' ');

const SIZES = [
  ...Object.entries(TYPE).map(([name, size]) => `--type-${name}: ${size}rem;`),
  ...SPACE.map((size, step) => `--space-${step + 1}: ${size}rem;`),
  ...Object.entries(RADIUS).map(([name, size]) => `--radius-${name}: ${size};`),
  '--focus: 3px solid var(--accent);',
  '--figures: tabular-nums lining-nums;',
  '--font: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;',
].join(' ');

/** The tokens as CSS properties. The reader's choice, if any, stands in `data-theme` of the root. */
export const TOKENS_CSS = `:root { color-scheme: light dark; ${SIZES} ${listColours(LIGHT)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${listColours(DARK)} } }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; ${listColours(DARK)} }
`;

/** The mark of the product: an open book whose pages are two columns. It takes the colour of its text. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M16 8v18"/><path d="M16 8c-2.6-2-6.4-2.9-11-2.6V23c4.6-.3 8.4.7 11 3 2.6-2.3 6.4-3.3 11-3V5.4C22.4 5.1 18.6 6 16 8Z"/><path d="M8.5 11h4M8.5 16h4M19.5 11h4M19.5 16h4"/></svg>`;

/** For the tab of a browser, which has no text colour to take. */
export const FAVICON_SVG = MARK_SVG.replace(
  'fill="none" stroke="currentColor"',
  `fill="none" stroke="${LIGHT.accent}"`,
).replace(
  '<path d="M16 8v18"/>',
  `<style>@media (prefers-color-scheme:dark){svg{stroke:${DARK.accent}}}</style><path d="M16 8v18"/>`,
);
