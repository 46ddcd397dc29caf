import { toAscii } from './ascii.ts';

const MAX_LENGTH = 120;
/** Characters not allowed in file names, and direction marks that could disguise an extension. */
const UNFIT = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]+/gu;

/**
 * RFC 6266: an ASCII name for old clients and the real name for others. Names may contain those of third parties, so
 * quotes, line breaks and paths are removed.
 */
export function buildContentDisposition(
  name: string,
  extension: string,
  how: 'attachment' | 'inline' = 'attachment',
): string {
  const clean = sanitizeFileName(name);
  const plain = toAscii(clean)
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return `${how}; filename="${plain || 'export'}.${extension}"; filename*=UTF-8''${encodeExtendedValue(`${clean}.${extension}`)}`;
}

/** Returns a name valid on every file system, on one line and without folders. */
export function sanitizeFileName(name: string): string {
  const clean = [...name.replace(UNFIT, ' ')]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/\.{2,}/g, '.')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return clean || 'export';
}

/** RFC 8187 allows fewer unescaped characters than `encodeURIComponent`. */
const encodeExtendedValue = (text: string) =>
  encodeURIComponent(text).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
