import { execFile, spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { transform } from 'esbuild';

/** Runs code as a reader would, in a folder and with environment variables. */
export interface Runner {
  run(code: string, variables: Readonly<Record<string, string>>): Promise<void>;
  close(): void;
}

/** Null on a machine without it. */
export function startCurl(folder: string): Runner | null {
  if (spawnSync('curl', ['--version']).status !== 0) return null;
  const { PATH } = process.env;
  return {
    async run(code, variables) {
      await promisify(execFile)('sh', ['-eu', '-c', code], { cwd: folder, env: { PATH, ...variables } });
    },
    close: () => undefined,
  };
}

/** One process runs all programs one after another: most of the time goes into starting it. */
const NODE = `
import { createInterface } from 'node:readline';
const say = process.stdout.write.bind(process.stdout);
console.log = () => undefined;
for await (const line of createInterface({ input: process.stdin })) {
  const { file, variables } = JSON.parse(line);
  Object.assign(process.env, variables);
  const problem = await import(file).then(() => null, (error) => String(error?.stack));
  say(JSON.stringify({ problem }) + '\\n');
}`;

const PYTHON = `
import contextlib, io, json, os, sys, traceback
for line in sys.stdin:
    task = json.loads(line)
    os.environ.update(task["variables"])
    problem = None
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(compile(open(task["file"]).read(), task["file"], "exec"), {"__name__": "__main__"})
        except Exception:
            problem = traceback.format_exc()
    print(json.dumps({"problem": problem}), flush=True)`;

export const startTypeScript = (folder: string): Runner =>
  startRunner(folder, process.execPath, ['--input-type=module', '-e', NODE], async (code, name) => {
    const program = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' });
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, program.code);
    return file;
  });

/** Null on a machine without Python or httpx. */
export function startPython(folder: string): Runner | null {
  const python = ['python3', '/usr/bin/python3'].find(
    (program) => spawnSync(program, ['-c', 'import httpx'], { stdio: 'ignore' }).status === 0,
  );
  if (python === undefined) return null;
  return startRunner(folder, python, ['-c', PYTHON], async (code, name) => {
    const file = join(folder, `${name}.py`);
    await writeFile(file, code);
    return file;
  });
}

function startRunner(
  folder: string,
  program: string,
  args: readonly string[],
  store: (code: string, name: string) => Promise<string>,
): Runner {
  const { PATH } = process.env;
  const child = spawn(program, args, { cwd: folder, env: { PATH }, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let count = 0;
  return {
    async run(code, variables) {
      const file = await store(code, `example-${++count}`);
      child.stdin.write(`${JSON.stringify({ file, variables })}\n`);
      const { value } = (await answers.next()) as { value?: string };
      const { problem } = JSON.parse(value ?? '{"problem":"the program has ended"}') as { problem: string | null };
      if (problem !== null) throw new Error(problem);
    },
    close: () => void child.kill(),
  };
}
