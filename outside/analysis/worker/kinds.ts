/** What a file begins as decides who reads it, whatever it is called. */
export type FileKind = 'pdf' | 'png' | 'jpeg' | 'webp' | 'gif' | 'heif';

const HEIF_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|heif)$/;

export function kindOf(head: Buffer): FileKind | null {
  const begins = (bytes: string, offset = 0): boolean =>
    head.toString('latin1', offset, offset + bytes.length) === bytes;
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  if (begins('ftyp', 4) && HEIF_BRANDS.test(head.toString('latin1', 8, 12))) return 'heif';
  // Readers find a document that has something in front of it, and senders rely on that.
  return head.subarray(0, 1024).includes('%PDF-') ? 'pdf' : null;
}
