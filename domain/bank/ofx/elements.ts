import type { Steps } from '../../steps.ts';
import type { XmlElement } from '../../xml.ts';

/**
 * Elements of OFX files. Version 1 is SGML, in which elements with a value are not closed; version 2 is XML. Names are
 * upper case. An element without a value that is never closed is taken as empty, and its children belong to its parent.
 */
export interface OfxElement extends XmlElement {
  readonly children: readonly OfxElement[];
  /** Position in the file, in bytes. */
  readonly place: readonly [offset: number, length: number];
}

interface Growing {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: Growing[];
  text: string;
  place: [offset: number, length: number];
}

export type OfxProblem = 'document_type' | 'too_large' | 'truncated';

const MOST_ELEMENTS = 2_000_000;
const MOST_DEPTH = 64;

/**
 * Reads the element `OFX`. `latin` is the file with one character per byte, so that positions are kept; `decode` returns
 * the text between two of them.
 */
export function* readElements(
  latin: string,
  decode: (from: number, to: number) => string,
): Steps<OfxElement | OfxProblem> {
  const stack: Growing[] = [];
  let elements = 0;
  for (let at = latin.indexOf('<'); at !== -1;) {
    const end = findTagEnd(latin, at);
    if (end === -1) return 'truncated';
    const next = latin.indexOf('<', end);
    if (latin.startsWith('<!', at)) {
      if (/^<!doctype/i.test(latin.slice(at, at + 9))) return 'document_type';
      if (latin.startsWith('<![CDATA[', at) && stack.length > 0) stack.at(-1)!.text += decode(at + 9, end - 3);
    } else if (latin[at + 1] === '/') {
      const root = closeElement(
        stack,
        latin
          .slice(at + 2, end - 1)
          .trim()
          .toUpperCase(),
        end,
      );
      if (root) return root;
    } else if (latin[at + 1] !== '?') {
      elements += 1;
      if (elements > MOST_ELEMENTS || stack.length >= MOST_DEPTH) return 'too_large';
      const name = latin
        .slice(at + 1, end - 1)
        .trim()
        .toUpperCase();
      if (stack.length > 0 || name === 'OFX') {
        const text = next === -1 ? '' : decode(end, next).trim();
        const opened: Growing = { name, namespace: '', attributes: {}, children: [], text, place: [at, end - at] };
        stack.at(-1)?.children.push(opened);
        // A value ends its element, unless it is the first part of one.
        if (text === '') stack.push(opened);
        else opened.place[1] = next - at;
      }
    }
    at = next;
    yield;
  }
  return 'truncated';
}

/** Position behind the end of a tag or of a section. */
function findTagEnd(latin: string, at: number): number {
  const close = latin.startsWith('<![CDATA[', at) ? ']]>' : latin.startsWith('<!--', at) ? '-->' : '>';
  const found = latin.indexOf(close, at + 1);
  return found === -1 ? -1 : found + close.length;
}

/** Closes an element and those left open inside it. Returns the root once it is closed. */
function closeElement(stack: Growing[], name: string, end: number): OfxElement | null {
  const depth = stack.findLastIndex((open) => open.name === name);
  if (depth === -1) return null;
  while (stack.length > depth + 1) {
    const empty = stack.pop()!;
    const parent = stack.at(-1)!;
    for (const child of empty.children) parent.children.push(child);
    empty.children = [];
  }
  const closed = stack.pop()!;
  closed.place[1] = end - closed.place[0];
  return stack.length === 0 ? closed : null;
}
