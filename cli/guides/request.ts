/** The example requests of the guides: one `http` block of Markdown, from which the code of each language is made. */

/** A value that an earlier request has returned, or that the reader has set: `$COMPANY`. */
export class Variable {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Value = string | number | boolean | null | Variable | readonly Value[] | { readonly [name: string]: Value };

/** A part of a form: a text, or a file of the reader. */
export interface FormPart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

export type RequestBody =
  | { readonly kind: 'json'; readonly value: Value }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] };

export interface GuideRequest {
  readonly method: string;
  /** With its query and with variables. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: RequestBody | null;
  /** The status that the guide promises. */
  readonly status: number;
  /** Response headers that the code prints. */
  readonly shown: readonly string[];
  /** Variables for later requests, with the place of their value in the response. */
  readonly saved: Readonly<Record<string, string>>;
}

export const VARIABLE = /\$([A-Z][A-Z_]*)/g;
const FORM = 'multipart/form-data';

/**
 * Parses a block: `POST /path`, headers, an empty line and a body. The words behind `http` say more: `status=201`,
 * `save=ENTRY:id`, `show=ETag`, and `public` for a request without a token.
 */
export function parseRequest(info: string, source: string): GuideRequest {
  const words = info.split(/\s+/).slice(1);
  const [head = '', ...rest] = source.trim().split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(first) ?? [];
  if (method === undefined || path === undefined) throw new Error(`not a request: ${first}`);
  const headers = lines.map(parseHeader);
  const isForm = headers.some(([, value]) => value === FORM);
  const text = rest.join('\n\n');
  const own = headers.filter(([, value]) => value !== FORM);
  return {
    method,
    path,
    headers: [
      ...(words.includes('public') ? [] : [['Authorization', 'Bearer $TOKEN'] as const]),
      ...(text !== '' && !isForm ? [['Content-Type', 'application/json'] as const] : []),
      ...own,
    ],
    body: text === '' ? null : isForm ? parseForm(text) : { kind: 'json', value: parseJson(text) },
    status: Number(findWords(words, 'status')[0] ?? 200),
    shown: findWords(words, 'show'),
    saved: Object.fromEntries(findWords(words, 'save').map((word) => splitAt(word, ':'))),
  };
}

const findWords = (words: readonly string[], name: string): string[] =>
  words.filter((word) => word.startsWith(`${name}=`)).map((word) => word.slice(name.length + 1));

function splitAt(text: string, separator: string): [string, string] {
  const place = text.indexOf(separator);
  if (place === -1) throw new Error(`${text} has no ${separator}`);
  return [text.slice(0, place), text.slice(place + separator.length)];
}

const parseHeader = (line: string): [string, string] => splitAt(line, ': ');

const parseForm = (text: string): RequestBody => ({
  kind: 'form',
  parts: text.split('\n').map((line) => {
    const [name, value] = splitAt(line, '=');
    return { name, value: value.replace(/^@/, ''), isFile: value.startsWith('@') };
  }),
});

/** Outside of strings a variable is a number. */
function parseJson(text: string): Value {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|\$([A-Z][A-Z_]*)/g, (found, name?: string) =>
    name === undefined ? found : JSON.stringify({ [MARK]: name }),
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && MARK in value ? new Variable(String(value[MARK])) : value,
  ) as Value;
}
const MARK = '$variable';

/** The variables of a request in the order in which they appear. */
export function listVariables(request: GuideRequest): string[] {
  const texts = [request.path, ...request.headers.map(([, value]) => value), ...listTexts(request.body)];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name]) => name!)))];
}

const listTexts = (body: RequestBody | null): string[] => {
  if (body === null) return [];
  return body.kind === 'form' ? body.parts.map(({ value }) => value) : [writeTemplate(body.value)];
};

/** The JSON text with variables as `$NAME`, on one line. */
export function writeTemplate(value: Value): string {
  if (value instanceof Variable) return `$${value.name}`;
  if (Array.isArray(value)) return `[${value.map((item: Value) => writeTemplate(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${writeTemplate(member)}`)
    .join(', ')}}`;
}
