/** What was answered, read with care: nothing of it is to be believed, and nothing of it goes to the logs. */

/** The text of an answer in UTF-8; undefined for what is none. */
export function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** The JSON of an answer; undefined for what is none. */
export function jsonOf(body: Buffer): unknown {
  const text = textOf(body);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** On one line, without characters that no database takes, cut off where it gets too long; null for nothing. */
export function oneLine(text: string, max: number): string | null {
  const line = text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line === '' ? null : [...line].slice(0, max).join('').trim();
}

/** Several lines, each as above, without empty ones. */
export function severalLines(text: string, max: number): string | null {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => oneLine(line, max))
    .filter((line) => line !== null);
  return lines.length === 0 ? null : [...lines.join('\n')].slice(0, max).join('').trim();
}
