/** Encoding declared by the header of an OFX file, or by the XML declaration. */

const ENCODINGS: Readonly<Record<string, string>> = {
  '1252': 'windows-1252',
  'WINDOWS-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  '8859-1': 'windows-1252',
  'ISO-8859-15': 'iso-8859-15',
  '8859-15': 'iso-8859-15',
  'UTF-8': 'utf-8',
  UTF8: 'utf-8',
  UNICODE: 'utf-8',
  '65001': 'utf-8',
};

/** Without a declared encoding the bytes decide; null if the declared one is unknown. */
export function findOfxEncoding(latin: string, isUtf8: () => boolean): string | null {
  const header = latin.slice(0, 2_000);
  const declared =
    /^[^<]{0,1000}CHARSET:\s*([^\s<]{1,40})/.exec(header)?.[1] ??
    /<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/.exec(header)?.[1];
  const encoding = /^[^<]{0,1000}ENCODING:\s*([^\s<]{1,40})/.exec(header)?.[1]?.toUpperCase();
  const named = declared?.toUpperCase();
  if (named !== undefined && named !== 'NONE') return ENCODINGS[named] ?? null;
  if (encoding !== undefined && ENCODINGS[encoding] !== undefined) return ENCODINGS[encoding];
  return isUtf8() ? 'utf-8' : 'windows-1252';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Replaces the entities of SGML and XML; unknown ones stay as they are. */
export const replaceEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
          const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      )
    : text;
