import { JSON_NOTATION, PYTHON, TYPESCRIPT, writeValue } from './literals.ts';
import { listVariables, VARIABLE, type FormPart, type GuideRequest } from './request.ts';

/** The same request in each language of the guides, as a reader may copy it. */

export const LANGUAGES = [
  { id: 'sh', title: 'curl' },
  { id: 'ts', title: 'TypeScript' },
  { id: 'python', title: 'Python' },
] as const;
export type LanguageId = (typeof LANGUAGES)[number]['id'];

export const writeCode = (request: GuideRequest): Readonly<Record<LanguageId, string>> => ({
  sh: writeCurl(request),
  ts: writeTypeScript(request),
  python: writePython(request),
});

const hasNoBody = (status: number): boolean => status === 204 || status === 304;
const isFormRequest = ({ body }: GuideRequest): boolean => body?.kind === 'form';
const listParts = ({ body }: GuideRequest): readonly FormPart[] => (body?.kind === 'form' ? body.parts : []);

function writeCurl(request: GuideRequest): string {
  const { method, path, headers, body, shown, status } = request;
  const isPlain = method === 'GET' || (method === 'POST' && body !== null);
  const options = [
    `curl${shown.length > 0 || hasNoBody(status) ? ' -i' : ''}${isPlain ? '' : ` -X ${method}`} "$API${path}"`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...listParts(request).map(({ name, value, isFile }) => `-F "${name}=${isFile ? '@' : ''}${value}"`),
  ];
  if (body?.kind !== 'json') return options.join(' \\\n  ');
  const text = writeValue(body.value, JSON_NOTATION);
  const hasVariables = text.search(VARIABLE) !== -1;
  if (!hasVariables) return [...options, `-d ${quoteForShell(text)}`].join(' \\\n  ');
  return `${[...options, '-d @- <<JSON'].join(' \\\n  ')}\n${escapeInDocument(text)}\nJSON`;
}

/** Double quotes let the shell put variables in. */
function quoteForShell(text: string): string {
  if (text.search(VARIABLE) !== -1) return `"${text.replace(/["`]/g, '\\$&')}"`;
  return /["$`\\]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}

/** A dollar that begins no variable stays one. */
const escapeInDocument = (text: string): string => text.replace(/[\\`]/g, '\\$&').replace(/\$(?![A-Z][A-Z_]*)/g, '\\$');

function writeTypeScript(request: GuideRequest): string {
  const { method, path, headers, body, shown, status } = request;
  const parts = listParts(request);
  const init = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : writeHeaders(headers)),
    ...(body?.kind === 'json' ? [`  body: JSON.stringify(${writeValue(body.value, TYPESCRIPT, '  ')}),`] : []),
    ...(isFormRequest(request) ? ['  body: form,'] : []),
  ];
  const printed = [
    'response.status',
    ...shown.map((name) => `response.headers.get('${name}')`),
    ...(hasNoBody(status) ? [] : ['await response.json()']),
  ];
  return [
    ...(parts.some(({ isFile }) => isFile) ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    `const { ${['API', ...listVariables(request)].join(', ')} } = process.env;`,
    ...(parts.length === 0 ? [] : ['const form = new FormData();', ...parts.map(appendPart)]),
    init.length === 0
      ? `const response = await fetch(${TYPESCRIPT.text(`$API${path}`)});`
      : `const response = await fetch(${TYPESCRIPT.text(`$API${path}`)}, {\n${init.join('\n')}\n});`,
    `console.log(${printed.join(', ')});`,
  ].join('\n');
}

const writeHeaders = (headers: GuideRequest['headers']): string[] => {
  const members = headers.map(([name, value]) => `${TYPESCRIPT.key(name)}: ${TYPESCRIPT.text(value)}`);
  const short = `  headers: { ${members.join(', ')} },`;
  return short.length <= 80 ? [short] : ['  headers: {', ...members.map((member) => `    ${member},`), '  },'];
};

const appendPart = ({ name, value, isFile }: FormPart): string =>
  isFile
    ? `form.append('${name}', new Blob([await readFile('${value}')]), '${value}');`
    : `form.append('${name}', ${TYPESCRIPT.text(value)});`;

const openFile = ({ name, value }: FormPart): string => `"${name}": open("${value}", "rb")`;

function writePython(request: GuideRequest): string {
  const { method, path, body, shown, status } = request;
  const variables = ['API', ...listVariables(request)];
  const parts = listParts(request);
  // httpx sets the type of JSON and of forms.
  const headers = request.headers.filter(([name, value]) => `${name}: ${value}` !== 'Content-Type: application/json');
  const write = (members: readonly (readonly [string, string])[]) =>
    writeValue(Object.fromEntries(members), PYTHON, '    ');
  const files = parts.filter(({ isFile }) => isFile);
  const texts = parts.filter(({ isFile }) => !isFile);
  const hasJsonMethod = body?.kind !== 'json' || method !== 'DELETE';
  const call = hasJsonMethod ? `httpx.${method.toLowerCase()}(` : `httpx.request(`;
  const options = [
    ...(hasJsonMethod ? [] : [`"${method}",`]),
    `${PYTHON.text(`$API${path}`)},`,
    ...(headers.length === 0 ? [] : [`headers=${write(headers)},`]),
    ...(body?.kind === 'json' ? [`json=${writeValue(body.value, PYTHON, '    ')},`] : []),
    ...(texts.length === 0 ? [] : [`data=${write(texts.map(({ name, value }) => [name, value]))},`]),
    ...(files.length === 0 ? [] : [`files={${files.map(openFile).join(', ')}},`]),
  ];
  const printed = [
    'response.status_code',
    ...shown.map((name) => `response.headers["${name}"]`),
    ...(hasNoBody(status) ? [] : ['response.json()']),
  ];
  return [
    'import os',
    '',
    'import httpx',
    '',
    ...variables.map((name) => `${name} = os.environ["${name}"]`),
    `response = ${call}`,
    ...options.map((option) => `    ${option}`),
    ')',
    `print(${printed.join(', ')})`,
  ].join('\n');
}
