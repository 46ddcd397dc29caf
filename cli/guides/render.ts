import { Marked, type Tokens } from 'marked';
import { LANGUAGES, writeCode, type LanguageId } from './code.ts';
import { escapeHtml, highlight } from './highlight.ts';
import { resolveLink, toAnchor } from './links.ts';
import { JSON_NOTATION, writeValue } from './literals.ts';
import { listVariables, parseRequest, type GuideRequest, type Value } from './request.ts';
import type { Source } from './sources.ts';

/** A part of a page under one heading, for the search. */
export interface Section {
  readonly id: string;
  readonly title: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly sections: readonly Section[];
  /** Variables that its requests need, in the order in which they appear. */
  readonly variables: readonly string[];
}

type Code = { readonly [Language in LanguageId]?: string };

/** Renders a page; links to pages that are not served become plain text. */
export function renderPage(source: Source, sources: readonly Source[]): RenderedPage {
  const sections: Section[] = [];
  const variables = new Set<string>();
  let last: GuideRequest | null = null;
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }: Tokens.Heading): string {
        const id = toAnchor(text);
        if (depth > 1) sections.push({ id, title: this.parser.parseInline(tokens, this.parser.textRenderer) });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const target = resolveLink(href, source, sources);
        const text = this.parser.parseInline(tokens);
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      table(token: Tokens.Table): string {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map((cell) => writeCell(cell, tag, this.parser.parseInline(cell.tokens))).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
      code: ({ lang = '', text }: Tokens.Code): string => {
        const [language = ''] = lang.split(' ');
        if (language === EXAMPLE) return renderExample(null, JSON.parse(text) as Code);
        if (language !== 'http' || source.kind !== 'guides')
          return renderCode(language, text, language === 'json' ? last : null);
        last = parseRequest(lang, text);
        for (const name of listVariables(last)) variables.add(name);
        return renderExample(last, writeCode(last));
      },
    },
  });
  const html = marked.parse(joinVariants(source.markdown), { async: false });
  return { html, sections, variables: [...variables] };
}

const EXAMPLE = 'example';

/** Code of the three languages in a row is one example with three variants. */
function joinVariants(markdown: string): string {
  const fence = (id: string) => `\`\`\`${id}\\n([\\s\\S]*?)\\n\`\`\``;
  const inARow = new RegExp(LANGUAGES.map(({ id }) => fence(id)).join('\\s*'), 'g');
  return markdown.replace(inARow, (_, ...found: string[]) => {
    const code = Object.fromEntries(LANGUAGES.map(({ id }, index) => [id, found[index]]));
    return `\`\`\`${EXAMPLE}\n${JSON.stringify(code)}\n\`\`\``;
  });
}

/** A header without text heads nothing. */
const writeCell = ({ align }: Tokens.TableCell, tag: string, text: string): string =>
  text === '' && tag === 'th' ? '<td></td>' : `<${tag}${align ? ` class="${align}"` : ''}>${text}</${tag}>`;

/** Code that is shown only; JSON behind a request is its response. */
function renderCode(language: string, text: string, request: GuideRequest | null): string {
  if (request === null) return `<figure class="code">${renderLines(language, text)}</figure>\n`;
  const answer = writeValue(JSON.parse(text) as Value, JSON_NOTATION);
  return `<figure class="code"><figcaption>Response ${request.status}</figcaption>${renderLines(language, answer)}</figure>\n`;
}

const renderLines = (language: string, text: string): string =>
  `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${highlight(language, text)}</code></pre>`;

/** The page's script makes tabs of the variants, and adds a button that sends the request. */
function renderExample(request: GuideRequest | null, code: Code): string {
  const variants = LANGUAGES.map(
    ({ id, title }) => `<div class="variant"><p>${title}</p>${renderLines(id, code[id] ?? '')}</div>`,
  );
  const data = request === null ? '' : ` data-request="${escapeHtml(JSON.stringify(toMessage(request)))}"`;
  const caption =
    request === null
      ? 'Program'
      : `<b class="${request.method.toLowerCase()}">${request.method}</b> <code>${escapeHtml(request.path)}</code>`;
  return `<figure class="example"${data}><figcaption>${caption}</figcaption>${variants.join('')}</figure>\n`;
}

/** What the page needs to send it. */
const toMessage = ({ method, path, headers, body, status, shown, saved }: GuideRequest) => ({
  method,
  path,
  headers: Object.fromEntries(headers),
  body: body?.kind === 'json' ? writeValue(body.value, JSON_NOTATION) : null,
  form: body?.kind === 'form' ? body.parts : null,
  status,
  shown,
  saved,
});
