import type { Command } from '../program/declaration.ts';
import { EXIT_CODES } from '../program/exit-codes.ts';
import { formatUsage, listExitCodes } from '../program/usage.ts';
import { writePage, type PageValues } from './page.ts';

export const writeCommandsPage = (values: PageValues, commands: readonly Command[]): void =>
  writePage('commands', buildCommandsPage(commands), values);

const LONGEST_LINE = 120;

export const buildCommandsPage = (commands: readonly Command[]): string =>
  [
    '# Commands',
    '',
    'Generated from the declarations in `cli/commands/` by `npm run docs:commands`; a test fails when it is out of date.',
    '',
    '`grandlivre <command>` runs the service and its tools. In a checkout, `npx grandlivre` starts it, from any folder',
    '`bin/grandlivre.mjs` or a symbolic link to it. It builds the program first if the sources have changed.',
    '`grandlivre --help` lists the commands, `grandlivre <command> --help` the options of one, and `grandlivre --version`',
    'prints the version. The settings are environment variables: see [configuration.md](configuration.md). From another',
    'folder, the default of `DATA_DIR` is still `var` in the checkout.',
    '',
    'Each command is also an npm script. A script that prints its result passes `--json`, and exits with 1 instead of 2 if',
    'it is used in a wrong way.',
    '',
    '| exit code | meaning |',
    '|---|---|',
    ...Object.entries(EXIT_CODES).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    ...commands.flatMap(describeCommand),
    '',
  ].join('\n');

function describeCommand(command: Command): readonly string[] {
  const { name, summary, options, notes = [], examples, script } = command;
  return [
    '',
    `## grandlivre ${name}`,
    '',
    summary,
    '',
    '```text',
    ...formatUsage(command, 'program').flatMap((usage) => wrapLine(usage)),
    '```',
    ...notes.flatMap((note) => ['', note]),
    ...describeOptions(options),
    '',
    '| exit code | meaning |',
    '|---|---|',
    ...listExitCodes(command).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
    `With npm: \`${script === 'start' ? 'npm start' : `npm run ${script}`}\`. Examples:`,
    '',
    '```sh',
    ...examples.map((example) => `grandlivre ${name} ${example}`.trimEnd()),
    '```',
  ];
}

function describeOptions(options: Command['options']): readonly string[] {
  const rows = Object.entries(options).map(([name, { value, about }]) => {
    const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
    return `| \`${flag.replaceAll('|', '\\|')}\` | ${about} |`;
  });
  return rows.length === 0 ? [] : ['', '| option | meaning |', '|---|---|', ...rows];
}

/** Continues a long line with an indent, between two options. */
function wrapLine(line: string): readonly string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const end = line.lastIndexOf(' [', LONGEST_LINE);
  return end <= 0 ? [line] : [line.slice(0, end), ...wrapLine(`    ${line.slice(end + 1)}`)];
}
