import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { COMMANDS } from '../../cli/commands/index.ts';
import { buildCommandsPage } from '../../cli/pages/commands.ts';
import { EXIT_CODES } from '../../cli/program/exit-codes.ts';
import { listExitCodes } from '../../cli/program/usage.ts';
import { formatMarkdown } from '../../scripts/format-markdown.mjs';
import { sample } from '../support/long.ts';
import { buildOnce, runToEnd } from '../support/processes.ts';

const root = new URL('../../', import.meta.url);
const readText = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const { version, scripts, bin } = JSON.parse(readText('package.json')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
};

const run = (...args: string[]) => runToEnd('grandlivre', args, {});

async function runElsewhere(command: string, args: readonly string[], cwd: string) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('grandlivre', function () {
  this.timeout(120_000);
  before(buildOnce);

  it('lists every command', async () => {
    const { code, stdout } = await run('--help');
    expect(code).to.equal(0);
    for (const { name } of COMMANDS) expect(stdout).to.match(new RegExp(`^  ${name} `, 'm'));
  });

  for (const command of sample(COMMANDS, (_command, place) => place % 4 === 0))
    it(`explains ${command.name}`, async () => {
      const { code, stdout, stderr } = await run(...command.name.split(' '), '--help');
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout)
        .to.contain(`Usage: grandlivre ${command.name}`)
        .and.not.match(/^ +at /m);
      for (const option of Object.keys(command.options)) expect(stdout).to.contain(`--${option}`);
      for (const [exitCode] of listExitCodes(command)) expect(stdout).to.match(new RegExp(`^  ${exitCode} `, 'm'));
      for (const example of command.examples)
        expect(stdout).to.contain(`  grandlivre ${command.name} ${example}`.trimEnd());
    });

  it('refuses unknown names and suggests the nearest one', async () => {
    const wrong = [
      ['bakup --out x', 'Unknown command bakup: did you mean grandlivre backup?'],
      ['firm creat', 'Unknown command firm creat: did you mean grandlivre firm create?'],
      ['firm:create', 'Unknown command firm:create: did you mean grandlivre firm create?'],
      ['licnce keys', 'Unknown command licnce: did you mean grandlivre licence keys?'],
      ['backup --ouput x', 'Unknown option --ouput'],
      ['backup --ot x', 'Unknown option --ot: did you mean --out?'],
      ['verify --head=x', 'Unknown option --head: did you mean --heads?'],
      ['--verison', 'Unknown option --verison: did you mean --version?'],
    ] as const;
    for (const [args, message] of sample<(typeof wrong)[number]>(wrong, (_one, place) => place % 3 === 0)) {
      const { code, stdout, stderr } = await run(...args.split(' '));
      expect([code, stdout], args).to.deep.equal([2, '']);
      expect(stderr)
        .to.contain(message)
        .and.not.match(/^ +at /m);
    }
  });

  it('exits with 2 and shows the usage if something is missing', async () => {
    const wrong = [
      ['backup', 'A backup needs an output file\n  grandlivre backup --out FILE [--verify] [--json]\n'],
      ['backup --out', 'Option --out needs a value'],
      ['backup --out --verify', 'Option --out needs a value'],
      ['backup somewhere', 'This command takes options only'],
      ['log copy', 'A destination is required\n  grandlivre log copy --to esdb://…'],
      ['firm', 'A command is required'],
      ['', 'A command is required'],
    ] as const;
    for (const [args, message] of sample<(typeof wrong)[number]>(wrong, (_one, place) => place % 3 === 0)) {
      const { code, stdout, stderr } = await run(...args.split(' ').filter(Boolean));
      expect([code, stdout], args).to.deep.equal([2, '']);
      expect(stderr).to.contain(message);
    }
  });

  it('never repeats the value of an option', async () => {
    const { stderr } = await run('firm', 'create', '--pasword=hidden');
    expect(stderr).to.contain('Unknown option --pasword').and.not.contain('hidden');
  });

  it('prints one JSON document with --json', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-program-'));
    try {
      const file = join(folder, 'licence.pem');
      const keys = await run('licence', 'keys', '--out', file, '--json');
      expect(JSON.parse(keys.stdout)).to.have.all.keys('private_key_file', 'public_key');
      const issued = await run('licence', 'issue', '--plan', 'firm', '--key-file', file, '--json');
      expect(JSON.parse(issued.stdout)).to.include({ plan: 'firm', firm: null }).and.to.have.property('key');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('prints its version, also with npx, from another folder and through a link', async () => {
    expect(version).to.equal('1.2.0');
    expect((await run('--version')).stdout).to.equal(`${version}\n`);
    const byNpx = await runElsewhere('npx', ['--no', '--', 'grandlivre', '--version'], fileURLToPath(root));
    expect(byNpx).to.deep.equal({ code: 0, output: `${version}\n` });
    const folder = await mkdtemp(join(tmpdir(), 'grandlivre-link-'));
    try {
      await symlink(fileURLToPath(new URL(bin['grandlivre']!, root)), join(folder, 'books'));
      const byLink = await runElsewhere(join(folder, 'books'), ['--version'], folder);
      expect(byLink).to.deep.equal({ code: 0, output: `${version}\n` });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('npm scripts of commands', () => {
  it('run the commands that name them', () => {
    const prefix = 'npm run --silent build && exec node --enable-source-maps dist/cli/grandlivre.js ';
    const called = Object.entries(scripts).flatMap(([script, line]) =>
      line.startsWith(prefix) ? [[script, line.slice(prefix.length).replace(/ --json$/, '')]] : [],
    );
    const declared = COMMANDS.filter(({ name }) => name !== 'start').map(({ script, name }) => [script, name]);
    expect(called).to.have.deep.members(declared);
    for (const [script, line] of Object.entries(scripts)) {
      const command = COMMANDS.find((each) => each.script === script);
      if (line.endsWith(' --json')) expect(command?.options, script).to.have.property('json');
    }
  });

  it('exit with 1 for wrong usage and show how the script is called', async () => {
    const { code, stderr } = await runToEnd('licence:keys', ['--ot', 'x'], {});
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      'Unknown option --ot: did you mean --out?\n  npm run licence:keys -- --out FILE [--json]\n',
    );
  });
});

describe('the page of commands', () => {
  it('says what the declarations say', () => {
    const page = readText('docs/commands.md');
    expect(page, 'npm run docs:commands').to.equal(buildCommandsPage(COMMANDS));
    expect(formatMarkdown(page)).to.equal(page);
    const long = page.split('\n').filter((line) => line.length > 120 && !line.startsWith('|'));
    expect(long).to.deep.equal([]);
  });

  it('has every command, option and exit code', () => {
    const page = readText('docs/commands.md');
    for (const command of COMMANDS) {
      const [, part = ''] = page.split(`## grandlivre ${command.name}\n`);
      const section = part.split('\n## ')[0]!;
      for (const option of Object.keys(command.options)) expect(section).to.contain(`| \`--${option}`);
      for (const [code] of listExitCodes(command)) {
        expect(section).to.contain(`| ${code} |`);
        expect(EXIT_CODES).to.have.property(String(code));
      }
    }
  });

  it('is linked from the other pages', () => {
    expect(readText('README.md')).to.contain('(docs/commands.md');
    expect(readText('docs/operations.md')).to.contain('(commands.md');
  });
});
