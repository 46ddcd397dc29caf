import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What is installed here. */
export interface Python {
  readonly program: string;
  readonly version: string;
  readonly httpx: string | null;
  readonly hasMypy: boolean;
  readonly hasPip: boolean;
}

const CANDIDATES = ['python3', '/usr/bin/python3'];
const OLDEST = [3, 9];
const QUESTION = `
import importlib.util, json, sys
has = lambda name: importlib.util.find_spec(name) is not None
httpx = __import__("httpx").__version__ if has("httpx") else None
version = "%d.%d.%d" % sys.version_info[:3]
print(json.dumps({"version": version, "httpx": httpx, "hasMypy": has("mypy"), "hasPip": has("pip")}))
`;

/** The one that has most of what the tests need; null if there is none of at least 3.9. */
export function findPython(): Python | null {
  const found = CANDIDATES.flatMap((program): Python[] => {
    const { status, stdout } = spawnSync(program, ['-c', QUESTION], { encoding: 'utf8' });
    if (status !== 0) return [];
    const python = { ...(JSON.parse(stdout) as Omit<Python, 'program'>), program };
    const [major, minor] = python.version.split('.').map(Number);
    return major! > OLDEST[0]! || (major === OLDEST[0] && minor! >= OLDEST[1]!) ? [python] : [];
  });
  const rank = ({ httpx, hasMypy }: Python): number => (httpx === null ? 0 : 2) + Number(hasMypy);
  return found.sort((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** For titles: what the tests below it have. */
export function describePython(python: Python | null): string {
  if (python === null) return 'no Python here: its sources only';
  return `Python ${python.version}, ${python.httpx === null ? 'no httpx: what needs none' : `httpx ${python.httpx}`}`;
}

export async function writePythonFiles(files: ReadonlyMap<string, string>, folder: string): Promise<void> {
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

export interface PythonAnswer {
  readonly value?: unknown;
  readonly refused?: readonly [number, string];
  readonly request_id?: string;
  readonly failed?: string;
  readonly waits: readonly number[];
}

/** A process that uses the client as `python_driver.py` describes. */
export interface PythonDriver {
  ask(command: string, given?: object): Promise<PythonAnswer>;
  stop(): Promise<void>;
}

export async function startPython({ program }: Python, folder: string, settings: object): Promise<PythonDriver> {
  const driver = fileURLToPath(new URL('./python_driver.py', import.meta.url));
  const child = spawn(program, [driver, JSON.stringify(settings)], {
    env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<unknown> => {
    const { done, value } = await lines.next();
    if (done) throw new Error('Python has ended');
    return JSON.parse(value);
  };
  await read();
  return {
    async ask(command, given = {}) {
      child.stdin.write(`${JSON.stringify({ do: command, with: given })}\n`);
      return (await read()) as PythonAnswer;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
