import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitBlocks, type Block } from './blocks.ts';
import { LANGUAGES, writeCode } from './code.ts';
import { parseRequest } from './request.ts';

/** Markdown pages that the service shows beside the reference. */

/** In the order in which they are best read: docs/guides/<slug>.md. */
export const GUIDES = [
  ...['first-request', 'authentication', 'errors', 'idempotency', 'paging', 'optimistic-locking', 'undo', 'known-at'],
  ...['synchronisation', 'webhooks', 'documents', 'bank', 'vat', 'limits', 'going-live'],
] as const;

/** Pages of docs/ for those who use or run the service, by their file. */
const PAGES: Readonly<Record<string, string>> = {
  tutorial: 'tutorial.md',
  desk: 'desk.md',
  clients: 'clients/README.md',
  'client-typescript': '../clients/typescript/README.md',
  'client-rxdb': '../clients/rxdb/README.md',
  'client-python': '../clients/python/README.md',
  sync: 'sync.md',
  webhooks: 'webhooks.md',
  mcp: 'mcp.md',
  imports: 'imports.md',
  migration: 'migration.md',
  audit: 'audit.md',
  undo: 'undo.md',
  roles: 'roles.md',
  privacy: 'privacy.md',
  'report-queries': 'report-queries.md',
  'e-invoicing': 'e-invoicing.md',
  analysis: 'analysis.md',
  learning: 'learning.md',
  currency: 'currency.md',
  'recurring-entries': 'recurring-entries.md',
  'annual-filings': 'annual-filings.md',
  'corporate-tax': 'corporate-tax.md',
  integrations: 'integrations.md',
  bridge: 'bridge.md',
  'sign-on': 'sign-on.md',
  belgium: 'countries/be.md',
  france: 'countries/fr.md',
  luxembourg: 'countries/lu.md',
  glossary: 'glossary.md',
  running: 'running.md',
  configuration: 'configuration.md',
  security: 'security.md',
};

export interface Source {
  readonly kind: 'guides' | 'pages';
  readonly slug: string;
  /** Relative to docs/. */
  readonly file: string;
  readonly title: string;
  /** The first paragraph. */
  readonly summary: string;
  readonly markdown: string;
}

/** Address of a page of the service. */
export const getPath = ({ kind, slug }: Pick<Source, 'kind' | 'slug'>): string => `/docs/${kind}/${slug}`;

/** @throws if a page is missing or has no title */
export function readSources(docs: string): Source[] {
  const read = (kind: Source['kind'], slug: string, file: string): Source => {
    const markdown = readFileSync(join(docs, file), 'utf8').replace(/<!--[\s\S]*?-->\n?/g, '');
    const [, title, summary] = /^# (.+)\n\n([\s\S]+?)\n(?:\n|$)/.exec(markdown) ?? [];
    if (title === undefined || summary === undefined) throw new Error(`docs/${file} has no title`);
    return { kind, slug, file, title, summary: stripMarkdown(summary), markdown };
  };
  return [
    ...GUIDES.map((slug) => read('guides', slug, `guides/${slug}.md`)),
    ...Object.entries(PAGES).map(([slug, file]) => read('pages', slug, file)),
  ];
}

/** A paragraph as plain text. */
export const stripMarkdown = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<(https?:[^>]+)>/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('\n', ' ');

/** The Markdown with the code of all languages in place of each request. */
export const expandRequests = (markdown: string): string => splitBlocks(markdown).map(expandBlock).join('\n');

function expandBlock(block: Block): string {
  if (block.kind === 'text') return block.text;
  if (!block.info.startsWith('http')) return writeFence(block.info.split(' ')[0]!, block.text);
  const code = writeCode(parseRequest(block.info, block.text));
  return LANGUAGES.map(({ id }) => writeFence(id, code[id])).join('\n\n');
}

const writeFence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
