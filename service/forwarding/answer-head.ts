/** Status and headers of an answer, as they stand at its beginning. */
export interface AnswerHead {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  /** Where the body begins. */
  readonly length: number;
}

/** About one connection, not about the answer. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);
const END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;

/** Node.js writes the whole head at once: it is never divided. */
export function readAnswerHead(bytes: Buffer): AnswerHead {
  const end = bytes.indexOf(END);
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon);
    if (!OF_CONNECTION.has(name.toLowerCase())) headers.push(name, line.slice(colon + 2));
  }
  return { status: Number(first.slice(STATUS_AT, STATUS_AT + 3)), headers, length: end + END.length };
}

export function findHeader(headers: readonly string[], name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]!.toLowerCase() === name) return headers[index + 1];
  return undefined;
}
