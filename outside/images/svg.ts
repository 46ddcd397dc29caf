import { isUtf8 } from 'node:buffer';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ImageRefused, type CleanImage } from './index.ts';
import { ATTRIBUTES, ELEMENTS, ELEMENTS_WITH_TEXT, UNWRAPPED_ELEMENTS } from './svg-vocabulary.ts';
import { isSafeStyle, isSafeStyleSheet, localReferences, withoutComments } from './svg-style.ts';

/**
 * A drawing is a program for the browser: it is read and written anew with the elements and attributes of a list, and
 * nothing that is not on the list passes. Scripts, handlers, foreign content, links and animations are left out; a
 * document type with declarations of its own, entities, or a style sheet that reaches outside are refused.
 */

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const BYTE_ORDER_MARK = '\ufeff';
/** Reading a drawing keeps everyone else waiting: a logo needs no more than this. */
const MAX_BYTES = 512 * 1024;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 20_000;
/** Elements that refer to elements that refer to others can describe more than any computer can draw. */
const MAX_DRAWN_REFERENCES = 5_000;

/** Whether the content looks like XML at all; whether it is a drawing shows when it is read. */
export function isSvg(content: Uint8Array): boolean {
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 512)).toString('utf8');
  return start.replace(BYTE_ORDER_MARK, '').trimStart().startsWith('<');
}

export function cleanSvg(content: Uint8Array): Omit<CleanImage, 'extension'> {
  if (content.byteLength > MAX_BYTES) throw new ImageRefused('svg_unsafe');
  if (!isUtf8(content)) throw new ImageRefused('not_an_image');
  const rewriter = createRewriter();
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw new ImageRefused('not_an_image', error);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') throw new ImageRefused('svg_unsafe');
  });
  parser.on('doctype', (doctype) => {
    // The usual line of old drawing programs says nothing; anything between brackets does.
    if (doctype.includes('[')) throw new ImageRefused('svg_unsafe');
  });
  parser.on('opentag', rewriter.open);
  parser.on('closetag', rewriter.close);
  parser.on('text', rewriter.text);
  parser.on('cdata', rewriter.text);
  parser.write(Buffer.from(content).toString('utf8').replace(BYTE_ORDER_MARK, '')).close();
  return { mediaType: 'image/svg+xml', content: Buffer.from(rewriter.finish(), 'utf8') };
}

interface OpenElement {
  readonly name: string;
  /** What becomes of it: written, left out with all that is in it, or left out with its content kept. */
  readonly fate: 'written' | 'dropped' | 'unwrapped';
  readonly id: string | null;
}

function createRewriter() {
  const written: string[] = [];
  const stack: OpenElement[] = [];
  const references = new Map<string, string[]>();
  const names = new Set<string>();
  let styleSheet: string | null = null;
  let hasReferringSheet = false;
  let elements = 0;
  let total = 0;

  function open(tag: SaxesTagNS): void {
    elements += 1;
    if (stack.length === 0 && (tag.local !== 'svg' || tag.uri !== SVG)) throw new ImageRefused('not_an_image');
    if (stack.length >= MAX_DEPTH || elements > MAX_ELEMENTS) throw new ImageRefused('svg_unsafe');
    const fate = stack.at(-1)?.fate === 'dropped' ? 'dropped' : fateOf(tag);
    const attributes = fate === 'written' ? safeAttributes(tag) : [];
    const id = attributes.find(([name]) => name === 'id')?.[1] ?? null;
    stack.push({ name: tag.local, fate, id });
    if (fate !== 'written') return;
    names.add(tag.local);
    attributes.forEach(([name, value]) => note(name, value));
    if (tag.local === 'style') styleSheet = '';
    const isRoot = stack.length === 1;
    const text = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    written.push(`<${tag.local}${isRoot ? ` xmlns="${SVG}"` : ''}${text}>`);
  }

  /** What an element refers to is drawn wherever any of the elements around it is drawn. */
  function note(name: string, value: string): void {
    const targets = name === 'href' ? [value.slice(1)] : localReferences(value);
    total += targets.length;
    if (total > MAX_DRAWN_REFERENCES) throw new ImageRefused('svg_unsafe');
    if (targets.length === 0) return;
    for (const place of new Set(['', ...stack.flatMap(({ id }) => (id === null ? [] : [id]))])) {
      const known = references.get(place) ?? [];
      for (const target of targets) known.push(target);
      references.set(place, known);
    }
  }

  function text(content: string): void {
    const element = stack.at(-1);
    if (element?.fate !== 'written') return;
    if (styleSheet !== null) styleSheet += content;
    else if (ELEMENTS_WITH_TEXT.has(element.name)) written.push(escaped(content));
  }

  function close(tag: SaxesTagNS): void {
    if (stack.pop()?.fate !== 'written') return;
    if (tag.local === 'style' && styleSheet !== null) {
      const rules = withoutComments(styleSheet);
      if (!isSafeStyleSheet(rules)) throw new ImageRefused('svg_unsafe');
      hasReferringSheet ||= localReferences(rules).length > 0;
      written.push(escaped(rules));
      styleSheet = null;
    }
    written.push(`</${tag.local}>`);
  }

  function finish(): string {
    // Which elements a style sheet means is not found out here: what could multiply through it is refused.
    if (hasReferringSheet && ['pattern', 'mask', 'marker'].some((name) => names.has(name)))
      throw new ImageRefused('svg_unsafe');
    if (drawnReferences('', references, new Map(), new Set()) > MAX_DRAWN_REFERENCES)
      throw new ImageRefused('svg_unsafe');
    return written.join('');
  }

  return { open, text, close, finish };
}

function fateOf({ local, uri }: SaxesTagNS): OpenElement['fate'] {
  if (uri !== SVG) return 'dropped';
  if (ELEMENTS.has(local)) return 'written';
  return UNWRAPPED_ELEMENTS.has(local) ? 'unwrapped' : 'dropped';
}

function safeAttributes({ attributes }: SaxesTagNS): [name: string, value: string][] {
  const kept = new Map<string, string>();
  for (const { local, uri, value } of Object.values(attributes)) {
    const isHref = local === 'href' && (uri === '' || uri === XLINK);
    const isSafe = isHref ? /^#[^\s"'()<>]+$/.test(value) : uri === '' && ATTRIBUTES.has(local) && isSafeStyle(value);
    // Where both spellings of a reference are given, the newer one counts, as it does for browsers.
    if (isSafe && !(uri === XLINK && kept.has(local))) kept.set(local, value);
  }
  return [...kept];
}

/** How many elements a browser has to draw on behalf of this one. @throws ImageRefused on a circle or a chain too long */
function drawnReferences(
  id: string,
  references: ReadonlyMap<string, readonly string[]>,
  known: Map<string, number>,
  above: Set<string>,
): number {
  const before = known.get(id);
  if (before !== undefined) return before;
  if (above.has(id) || above.size > MAX_DEPTH) throw new ImageRefused('svg_unsafe');
  above.add(id);
  let count = 0;
  for (const target of references.get(id) ?? []) count += 1 + drawnReferences(target, references, known, above);
  above.delete(id);
  known.set(id, count);
  return count;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
