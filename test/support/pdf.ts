import { inflateSync } from 'node:zlib';

/** The lines of text that a PDF of ours draws, page by page: enough to see what is on the paper. */
export function pdfPages(file: Uint8Array): string[][] {
  const content = Buffer.from(file).toString('latin1');
  return [...content.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, stream]) => inflated(stream!))
    .filter((page) => page.includes(' Tf'))
    .map((page) => [...page.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts]) => decoded(parts!)));
}

export const pdfText = (file: Uint8Array): string => pdfPages(file).flat().join('\n');

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

const WINDOWS_1252 = new TextDecoder('windows-1252');
const decoded = (parts: string) =>
  WINDOWS_1252.decode(Buffer.from([...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join(''), 'hex'));
