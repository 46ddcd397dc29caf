import { ascii } from './ascii.ts';

const MAX_LENGTH = 120;
/** What no file system takes, and what turns the direction of the text around to hide an ending. */
const UNFIT = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]+/gu;

/**
 * RFC 6266: the name in ASCII for old clients, and the true one for the others. Names of third parties end up in it, so
 * that quotes, line ends and paths are taken out.
 */
export function contentDisposition(
  name: string,
  extension: string,
  how: 'attachment' | 'inline' = 'attachment',
): string {
  const clean = cleanName(name);
  const plain = ascii(clean)
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return `${how}; filename="${plain || 'export'}.${extension}"; filename*=UTF-8''${encoded(`${clean}.${extension}`)}`;
}

/** What every file system takes, in one line and without folders. */
export function cleanName(name: string): string {
  const clean = [...name.replace(UNFIT, ' ')]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/\.{2,}/g, '.')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return clean || 'export';
}

/** RFC 8187 leaves fewer characters as they are than `encodeURIComponent`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
