import type { FormPart } from '../../../cli/guides/request.ts';

/** Reads examples from the HTML of a guide, as a browser shows them. */

export interface PrintedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly form: readonly FormPart[] | null;
  readonly status: number;
  readonly shown: readonly string[];
  readonly saved: Readonly<Record<string, string>>;
}

export interface PrintedExample {
  /** Null for a program that sends several. */
  readonly request: PrintedRequest | null;
  readonly code: Readonly<Record<string, string>>;
  /** The response that the guide shows. */
  readonly response: unknown;
}

const unescapeHtml = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const BLOCK = /<pre tabindex="0" data-language="(\w+)"><code>([\s\S]*?)<\/code><\/pre>/g;

const listBlocks = (html: string) =>
  [...html.matchAll(BLOCK)].map(([, language, text]) => [language!, unescapeHtml(text!.replace(/<[^>]+>/g, ''))] as const);

export function readExamples(html: string): PrintedExample[] {
  const figures = [...html.matchAll(/<figure class="(\w+)"(?: data-request="([^"]*)")?>([\s\S]*?)<\/figure>/g)];
  return figures.flatMap(([, kind, data, content], index) => {
    if (kind !== 'example') return [];
    const [, nextKind, , nextContent = ''] = figures[index + 1] ?? [];
    const isAnswered = nextKind === 'code' && nextContent.includes('Response');
    return [
      {
        request: data === undefined ? null : (JSON.parse(unescapeHtml(data)) as PrintedRequest),
        code: Object.fromEntries(listBlocks(content!)),
        response: isAnswered ? JSON.parse(listBlocks(nextContent)[0]![1]) : undefined,
      },
    ];
  });
}

/** Puts values in the place of `$NAME`. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$([A-Z][A-Z_]*)/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`Nothing has set ${name}`);
    return values[name];
  });
