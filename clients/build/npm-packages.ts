import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';
import { isClientFileCurrent } from '../../api/documentation/client-types.ts';
import { generateClientTypes } from '../../cli/pages/client.ts';
import type { ApiDocument } from './document.ts';

/** Facts that all packages share with the service. */
export interface Release {
  readonly document: ApiDocument;
  readonly version: string;
  readonly license: string;
}

/** Sources are in the folder of this name; the package is known by the other. */
export const NPM_PACKAGES = { typescript: '@grandlivre/client', rxdb: '@grandlivre/rxdb' } as const;
type Folder = keyof typeof NPM_PACKAGES;

/** For people who read the repository. */
const NOT_PACKED = new Set(['example.ts']);
/** How the other packages import the first one here. */
const CLIENT_SOURCE = '../typescript/index.ts';

const clients = fileURLToPath(new URL('../', import.meta.url));

/** Writes the archives and returns their names. */
export async function packNpmPackages(release: Release, work: string, into: string): Promise<string[]> {
  const folders = Object.keys(NPM_PACKAGES) as Folder[];
  for (const folder of folders) await writePackage(folder, release, join(work, folder));
  const places = folders.map((folder) => join(work, folder));
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', into, ...places],
    { env: { ...process.env, npm_config_update_notifier: 'false', npm_config_offline: 'true' } },
  );
  const packed = Object.values(JSON.parse(stdout) as Readonly<Record<string, { readonly filename: string }>>);
  return packed.map(({ filename }) => filename);
}

async function writePackage(folder: Folder, release: Release, place: string): Promise<void> {
  const { version, license } = release;
  const source = join(clients, folder);
  await mkdir(place, { recursive: true });
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  const own = folder === 'typescript' ? {} : { [NPM_PACKAGES.typescript]: `^${version}` };
  const dependencies = { ...manifest.dependencies, ...own };
  const written = { ...manifest, version, license, dependencies };
  await writeFile(join(place, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
  await cp(join(source, 'README.md'), join(place, 'README.md'));
  await build({
    entryPoints: [join(source, 'index.ts')],
    outfile: join(place, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    packages: 'external',
    logLevel: 'error',
    // Nothing of this machine: esbuild would name the folders of the sources.
    absWorkingDir: source,
    plugins: [{ name: 'packages', setup: importByName }],
  });
  for (const name of await readdir(source)) {
    if (!name.endsWith('.ts') || NOT_PACKED.has(name)) continue;
    const text = await readFile(join(source, name), 'utf8');
    if (name.endsWith('.d.ts')) await writeFile(join(place, name), await provideSchema(text, release.document));
    else await writeFile(join(place, name.replace(/\.ts$/, '.d.ts')), declareTypes(name, text));
  }
}

/** The one in the repository if it is that of the routes: generating it takes seconds. */
const provideSchema = async (text: string, document: ApiDocument): Promise<string> =>
  isClientFileCurrent(text, document) ? text : generateClientTypes(document);

function importByName({
  onResolve,
}: Parameters<NonNullable<Parameters<typeof build>[0]['plugins']>[number]['setup']>[0]): void {
  onResolve({ filter: /^\.\.\/typescript\/index\.ts$/ }, () => ({ path: NPM_PACKAGES.typescript, external: true }));
}

/** Without a type check, which the linter does: exported names have their types beside them. */
function declareTypes(fileName: string, source: string): string {
  const { outputText, diagnostics } = ts.transpileDeclaration(source, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, isolatedDeclarations: true },
  });
  const [problem] = diagnostics ?? [];
  if (problem) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return outputText
    .replaceAll(`'${CLIENT_SOURCE}'`, `'${NPM_PACKAGES.typescript}'`)
    .replace(/(from '\.\/[\w-]+)(?:\.d)?\.ts'/g, "$1.js'");
}
