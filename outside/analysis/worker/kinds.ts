/** File type by content; the file name is ignored. */
export type FileKind = 'pdf' | 'png' | 'jpeg' | 'webp' | 'gif' | 'heif';

const HEIF_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|heif)$/;

export function detectFileKind(head: Buffer): FileKind | null {
  const hasBytesAt = (bytes: string, offset = 0): boolean =>
    head.toString('latin1', offset, offset + bytes.length) === bytes;
  if (hasBytesAt('\x89PNG\r\n\x1a\n')) return 'png';
  if (hasBytesAt('\xff\xd8\xff')) return 'jpeg';
  if (hasBytesAt('GIF87a') || hasBytesAt('GIF89a')) return 'gif';
  if (hasBytesAt('RIFF') && hasBytesAt('WEBP', 8)) return 'webp';
  if (hasBytesAt('ftyp', 4) && HEIF_BRANDS.test(head.toString('latin1', 8, 12))) return 'heif';
  // PDF readers accept leading bytes before the header, and senders rely on that.
  return head.subarray(0, 1024).includes('%PDF-') ? 'pdf' : null;
}
