import { inflateSync } from 'node:zlib';

/**
 * What attachments of a PDF are to it (`AFRelationship`), by their names. The package that reads PDF files does not tell
 * it, so that the file specifications are looked up in the file itself, also in compressed groups of objects.
 */

const MAX_GROUPS = 500;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const MAX_ALL_BYTES = 64 * 1024 * 1024;
/** Characters around a relationship in which its file specification is expected. */
const REACH = 4_000;

export interface Relationships {
  readonly byName: ReadonlyMap<string, string>;
  /** Encrypted files hide their objects. */
  readonly isEncrypted: boolean;
}

export function readRelationships(bytes: Uint8Array): Relationships {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const byName = new Map<string, string>();
  for (const text of [source, ...inflateGroups(source)]) collectRelationships(text, byName);
  return { byName, isEncrypted: /\/Encrypt\s+\d+\s+\d+\s+R|\/Encrypt\s*<</.test(source) };
}

function* inflateGroups(source: string): Generator<string> {
  let groups = 0;
  let all = 0;
  for (let at = source.indexOf('/ObjStm'); at >= 0 && groups < MAX_GROUPS; at = source.indexOf('/ObjStm', at + 1)) {
    groups += 1;
    const start = source.indexOf('stream', at);
    const end = source.indexOf('endstream', start + 6);
    if (start < 0 || end < 0 || start - at > REACH || end - start > MAX_GROUP_BYTES) continue;
    const content = source.slice(start + 6, end).replace(/^\r?\n/, '');
    try {
      const text = inflateSync(Buffer.from(content, 'latin1'), { maxOutputLength: MAX_GROUP_BYTES }).toString('latin1');
      all += text.length;
      if (all > MAX_ALL_BYTES) return;
      yield text;
    } catch {
      // Compressed otherwise, encrypted or damaged: it stays unknown.
    }
  }
}

const RELATIONSHIP = /\/AFRelationship\s*\/([A-Za-z]{1,40})/g;

function collectRelationships(text: string, byName: Map<string, string>): void {
  for (const match of text.matchAll(RELATIONSHIP)) {
    const around = cutDictionary(text, match.index);
    for (const [, literal, hex] of around.matchAll(
      /\/U?F\s*(?:\(((?:\\.|[^\\)]){0,500})\)|<([0-9A-Fa-f\s]{0,1000})>)/g,
    )) {
      const name =
        literal === undefined ? decodeText(Buffer.from(hex!.replace(/\s+/g, ''), 'hex')) : decodeLiteral(literal);
      if (!byName.has(name)) byName.set(name, match[1]!);
    }
  }
}

/** The dictionary in which a position is, without those around it. */
function cutDictionary(text: string, at: number): string {
  let from = at;
  for (let depth = 0; from > Math.max(0, at - REACH); from -= 1) {
    const pair = text.slice(from - 2, from);
    if (pair === '>>') depth += 1;
    else if (pair !== '<<') continue;
    else if (depth === 0) break;
    else depth -= 1;
    from -= 1;
  }
  let to = at;
  for (let depth = 0; to < Math.min(text.length, at + REACH); to += 1) {
    const pair = text.slice(to, to + 2);
    if (pair === '<<') depth += 1;
    else if (pair !== '>>') continue;
    else if (depth === 0) break;
    else depth -= 1;
    to += 1;
  }
  return text.slice(from, to);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function decodeLiteral(literal: string): string {
  const plain = literal.replace(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (ESCAPES[code] ?? code),
  );
  return decodeText(Buffer.from(plain, 'latin1'));
}

/** Text in a PDF is UTF-16 with a mark, UTF-8 with a mark, or one byte per character. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
}
