import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Reads a Dockerfile and performs its steps in a folder, for machines without Docker. */

export interface Instruction {
  readonly name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const instruction of lines.map(parseInstruction)) {
    if (instruction.name === 'FROM')
      stages.push({ name: instruction.words[2] ?? 'image', base: instruction.words[0]!, instructions: [] });
    else stages.at(-1)!.instructions.push(instruction);
  }
  return stages;
}

function parseInstruction(line: string): Instruction {
  const [, name = '', given = '', text = ''] = /^(\w+)\s+((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(line) ?? [];
  const flags = Object.fromEntries([...given.matchAll(/--([\w-]+)=(\S+)/g)].map(([, key, value]) => [key!, value!]));
  return { name: name.toUpperCase(), flags, text, words: splitWords(text) };
}

const splitWords = (text: string): readonly string[] =>
  text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(/\s+/);

/** What the last stage says about its containers. */
export interface Image {
  /** The folder that is `/` in a container. */
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly uid: number;
  readonly gid: number;
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly stopSignal: string;
  readonly healthcheck: readonly string[];
  readonly command: readonly string[];
}

export interface Performance {
  readonly checkout: string;
  /** Every stage becomes a folder below. */
  readonly folder: string;
  /** Shell commands that are performed in another way: in the folder where they would run. */
  readonly replaced: Readonly<Record<string, (folder: string) => void>>;
}

type Draft = { -readonly [Key in keyof Image]: Image[Key] } & { readonly folders: Readonly<Record<string, string>> };
type Perform = (draft: Draft, instruction: Instruction, performance: Performance) => void;

const NO_EFFECT: Perform = () => undefined;

const INSTRUCTIONS: Readonly<Record<string, Perform>> = {
  LABEL: NO_EFFECT,
  WORKDIR(draft, { words }) {
    draft.workdir = words[0]!;
    mkdirSync(join(draft.root, draft.workdir), { recursive: true });
  },
  COPY: copyIntoStage,
  RUN: runInStage,
  ENV(draft, { text }) {
    for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g))
      draft.environment = {
        ...draft.environment,
        [name!]: value!.replace(/\$(\w+)/g, (_, known: string) => draft.environment[known] ?? ''),
      };
  },
  USER(draft, { text }) {
    [draft.uid, draft.gid] = text.split(':').map(Number) as [number, number];
  },
  VOLUME: (draft, { words }) => void (draft.volumes = words),
  EXPOSE: (draft, { words }) => void (draft.ports = words.map(Number)),
  STOPSIGNAL: (draft, { text }) => void (draft.stopSignal = text),
  HEALTHCHECK: (draft, { text }) => void (draft.healthcheck = splitWords(text.replace(/^CMD\s+/, ''))),
  CMD: (draft, { words }) => void (draft.command = words),
};

/** Performs all stages and returns the last one. @throws at an instruction that is not known here */
export function performDockerfile(stages: readonly Stage[], performance: Performance): Image {
  const folders = Object.fromEntries(stages.map(({ name }) => [name, join(performance.folder, name)]));
  let image: Draft | null = null;
  for (const { name, instructions } of stages) {
    const draft = (image = startStage(folders[name]!, folders));
    for (const instruction of instructions) {
      const perform = INSTRUCTIONS[instruction.name];
      if (perform === undefined) throw new Error(`${instruction.name} is not known here`);
      perform(draft, instruction, performance);
    }
  }
  if (image === null) throw new Error('The Dockerfile has no stage');
  return image;
}

/** The base image has Node, and nothing else that is used. */
function startStage(root: string, folders: Readonly<Record<string, string>>): Draft {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  chmodSync(join(root, 'usr/local/bin/node'), 0o755);
  return {
    ...{ root, folders, workdir: '/', environment: { PATH: '/usr/local/bin:/usr/bin:/bin' }, uid: 0, gid: 0 },
    ...{ volumes: [], ports: [], stopSignal: 'SIGTERM', healthcheck: [], command: [] },
  };
}

function copyIntoStage(draft: Draft, { flags, words }: Instruction, { checkout }: Performance): void {
  const [target, sources] = [join(draft.root, draft.workdir, words.at(-1)!), words.slice(0, -1)];
  const isFolder = words.at(-1)!.endsWith('/') || sources.length > 1;
  mkdirSync(isFolder ? target : dirname(target), { recursive: true });
  const from = flags['from'];
  if (from !== undefined) {
    const places = sources.map((source) => join(draft.folders[from]!, source));
    return linkTrees(places, target);
  }
  const isIgnored = readIgnored(checkout);
  for (const source of sources)
    cpSync(join(checkout, source), source === '.' ? target : join(target, source), {
      recursive: true,
      filter: (path) => !isIgnored(relative(checkout, path)),
    });
}

/** The last pattern that matches a path, or a folder that it is in, decides; folders on the way to one are entered. */
function readIgnored(checkout: string): (path: string) => boolean {
  const patterns = readFileSync(join(checkout, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => {
    if (path === '') return false;
    let isIgnored = false;
    for (const pattern of patterns) {
      const isException = pattern.startsWith('!');
      const named = pattern.replace(/^!/, '');
      const leadsTo = isException && named.startsWith(`${path}/`);
      if (named === '*' || path === named || path.startsWith(`${named}/`) || leadsTo) isIgnored = !isException;
    }
    return isIgnored;
  };
}

/** In the folder of the stage. An absolute path would be one of this machine, so there must be none. */
function runInStage(draft: Draft, { text }: Instruction, { replaced }: Performance): void {
  const folder = join(draft.root, draft.workdir);
  const replacement = replaced[text];
  if (replacement !== undefined) return replacement(folder);
  if (/(^|[\s=>'"])[/~]/.test(text)) throw new Error(`RUN must not name absolute paths: ${text}`);
  // Only root can give files away.
  const command = process.getuid?.() === 0 ? text : text.replace(/ -[og] \d+/g, '');
  execFileSync('sh', ['-euc', command], {
    cwd: folder,
    env: { HOME: draft.root, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Hard links where possible: a copy of all packages takes half a gigabyte. */
function linkTrees(sources: readonly string[], target: string): void {
  try {
    execFileSync('cp', ['-al', ...sources, target], { stdio: 'pipe' });
  } catch {
    execFileSync('cp', ['-a', '--remove-destination', ...sources, target]);
  }
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/**
 * What `npm ci --omit=dev` leaves, without the registry: the packages of the lock file that are not for development, from
 * those that are installed here. @throws if one is missing that this machine needs
 */
export function installProductionPackages(checkout: string, folder: string): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  const installed = realpathSync(join(checkout, 'node_modules'));
  const sources = new Map<string, string[]>();
  for (const [path, { dev = false, optional = false }] of Object.entries(packages)) {
    // Nested packages come with the one that they belong to.
    if (dev || !/^node_modules\/(?!.*\/node_modules\/)/.test(path)) continue;
    const source = join(installed, path.replace('node_modules/', ''));
    const parent = dirname(join(folder, path));
    if (existsSync(source)) sources.set(parent, [...(sources.get(parent) ?? []), source]);
    else if (!optional) throw new Error(`${path} is not installed`);
  }
  for (const [parent, found] of sources) {
    mkdirSync(parent, { recursive: true });
    linkTrees(found, parent);
  }
  for (const [path, { dev = false }] of Object.entries(packages))
    if (dev) rmSync(join(folder, path), { recursive: true, force: true });
}
