import { runInNewContext } from 'node:vm';

/**
 * Reads the request out of a printed Python program by translating its one call to httpx, for machines without Python.
 */
export interface PythonRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly data?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

export function readPythonRequest(code: string, values: Readonly<Record<string, string>>): PythonRequest {
  const [, method = '', call = ''] = /^response = httpx\.(\w+)\(\n([\s\S]*?)\n\)$/m.exec(code) ?? [];
  const names = [...code.matchAll(/^(\w+) = os\.environ\["\1"\]$/gm)].map(([, name]) => name!);
  const [url = '', ...options] = call.split(/,\n(?= {4}\S)/).map((line) => line.trim().replace(/,$/, ''));
  const members = options.map((option) => option.replace(/^(\w+)=/, '$1: '));
  const expression = translate(`{ url: ${url}, ${members.join(', ')} }`);
  const variables = Object.fromEntries(names.map((name) => [name, values[name]]));
  const read = runInNewContext(`JSON.stringify(${expression})`, { ...variables, Number }) as string;
  return { method: method.toUpperCase(), ...(JSON.parse(read) as Omit<PythonRequest, 'method'>) };
}

/** Python's literals as those of JavaScript. */
const translate = (text: string): string =>
  text.replace(
    /f"((?:[^"\\]|\\.)*)"|"(?:[^"\\]|\\.)*"|\b(True|False|None)\b|\bint\(|\bopen\("([^"]+)", "rb"\)/g,
    (found, template?: string, constant?: string, file?: string) => {
      if (template !== undefined)
        return `\`${template.replaceAll('`', '\\`').replace(/(?<!\{)\{(\w+)\}/g, '${$1}').replaceAll('{{', '{').replaceAll('}}', '}')}\``;
      if (constant !== undefined) return { True: 'true', False: 'false', None: 'null' }[constant]!;
      if (file !== undefined) return JSON.stringify(file);
      return found === 'int(' ? 'Number(' : found;
    },
  );
