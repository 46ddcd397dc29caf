import { posix } from 'node:path';
import { getPath, type Source } from './sources.ts';

/** The address of a link on a page of the service; null if it leads to a file that is not served. */
export function resolveLink(href: string, source: Source, sources: readonly Source[]): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = posix.join(posix.dirname(source.file), path);
  const target = sources.find((one) => one.file === file);
  if (target === undefined) return null;
  return getPath(target) + (anchor === undefined ? '' : `#${anchor}`);
}

/** The Markdown of a page with links as the service serves them. */
export const rewriteLinks = (markdown: string, source: Source, sources: readonly Source[]): string =>
  markdown.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, text: string, href: string) => {
    const target = resolveLink(href, source, sources);
    return target === null ? text : `[${text}](${target})`;
  });

/** The anchor of a heading, as GitHub makes it. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
