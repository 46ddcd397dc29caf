import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A guide or another page of `docs/`, rendered by `npm run build`. */
export interface BuiltPage {
  readonly kind: 'guides' | 'pages';
  readonly slug: string;
  readonly title: string;
  /** The first paragraph as plain text. */
  readonly summary: string;
  /** Address on this service: `/docs/guides/<slug>`. */
  readonly path: string;
  /** Markdown with the example requests in all languages. */
  readonly text: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** Variables of its example requests: `TOKEN`, `COMPANY`. */
  readonly variables: readonly string[];
}

let pages: Promise<readonly BuiltPage[]> | null = null;

/** All pages: guides first, each kind in the order in which it is best read. */
export function loadPages(): Promise<readonly BuiltPage[]> {
  return (pages ??= readFile(getBuiltDocument('pages.json'), 'utf8').then(
    (text) => JSON.parse(text) as readonly BuiltPage[],
    (error: unknown) => {
      pages = null;
      throw error;
    },
  ));
}

/** The guides alone: title, address and Markdown of each. */
export const loadGuides = async (): Promise<readonly BuiltPage[]> =>
  (await loadPages()).filter(({ kind }) => kind === 'guides');

/** Path of a file made by `npm run build`, whether run from the sources or from the build. */
export function getBuiltDocument(name: string): string {
  const place = import.meta.url;
  const dist = place.endsWith('.ts')
    ? new URL('../../../dist/', place).href
    : place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length);
  return fileURLToPath(new URL(`docs/${name}`, dist));
}
