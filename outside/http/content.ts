/** Careful parsing of responses: they are untrusted, and no part of them is logged. */

/** The UTF-8 text of a response; undefined if invalid. */
export function decodeText(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** The JSON of a response; undefined if invalid. */
export function parseJsonBody(body: Buffer): unknown {
  const text = decodeText(body);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** On one line, without characters that databases refuse, cut to the maximum length; null if empty. */
export function toOneLine(text: string, max: number): string | null {
  const line = text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line === '' ? null : [...line].slice(0, max).join('').trim();
}

/** Several lines, each cleaned like `toOneLine`, without empty ones. */
export function toSeveralLines(text: string, max: number): string | null {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => toOneLine(line, max))
    .filter((line) => line !== null);
  return lines.length === 0 ? null : [...lines.join('\n')].slice(0, max).join('').trim();
}
