import { Command as Parser, CommanderError, Option } from 'commander';
import { findNearestName } from '../../api/http/input/nearest-name.ts';
import { WrongUsage } from '../script.ts';
import type { Command, Options, Values } from './declaration.ts';
import { formatUsage, listExitCodes } from './usage.ts';

export interface Call {
  readonly command: Command;
  readonly values: Values<Options>;
}

/** The command that the arguments begin with. */
export const findCommand = (commands: readonly Command[], args: readonly string[]): Command | undefined =>
  commands
    .filter(({ name }) => name.split(' ').every((word, index) => args[index] === word))
    .sort((one, other) => other.name.length - one.name.length)[0];

/**
 * Reads the command line. Null if help or the version was printed instead.
 * @throws WrongUsage with the nearest name for an unknown one
 */
export function parseCall(commands: readonly Command[], args: readonly string[], version: string): Call | null {
  const calls: Call[] = [];
  const parser = buildParser(commands, version, (call) => calls.push(call));
  const command = findCommand(commands, args);
  if (command) refuseDashedValues(command, args);
  try {
    parser.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    throw new WrongUsage(describeMistake(error, commands, args));
  }
  const [call] = calls;
  if (call) requireOptions(call);
  return call ?? null;
}

function buildParser(commands: readonly Command[], version: string, take: (call: Call) => void): Parser {
  const names = new Map<Parser, string>();
  const parser = new Parser('grandlivre');
  parser
    .description('Runs the service and its tools.')
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => undefined })
    // The list shows every command with its whole name, and no groups.
    .configureHelp({
      visibleCommands: (shown) => (shown === parser ? [...names.keys()] : [...shown.commands]),
      subcommandTerm: (shown) => names.get(shown) ?? shown.name(),
    });
  const groups = new Map<string, Parser>();
  for (const command of commands) {
    const words = command.name.split(' ');
    const own = findGroup(parser, groups, words.length > 1 ? words[0] : undefined).command(words.at(-1)!);
    names.set(own, command.name);
    // A command may itself have commands, such as `bench` and `bench scale`.
    if (words.length === 1) groups.set(command.name, own);
    addCommand(own, command, take);
  }
  return parser.addHelpText('after', '\n`grandlivre <command> --help` prints the options and exit codes of a command.');
}

function findGroup(parser: Parser, groups: Map<string, Parser>, name: string | undefined): Parser {
  if (name === undefined) return parser;
  const group = groups.get(name) ?? parser.command(name).description(GROUPS[name] ?? '');
  groups.set(name, group);
  return group;
}

const GROUPS: Readonly<Record<string, string>> = {
  admin: 'Platform admins.',
  demo: 'The demo.',
  docs: 'Generated pages of the documentation.',
  firm: 'Firms.',
  licence: 'Licences, for their seller.',
  log: 'The event log.',
};

function addCommand(parser: Parser, command: Command, take: (call: Call) => void): void {
  const names = new Map<string, string>();
  parser.description(command.summary).usage(formatOwnUsage(command)).addHelpText('after', formatHelp(command));
  for (const [name, option] of Object.entries(command.options)) {
    const flag = new Option(option.value === undefined ? `--${name}` : `--${name} <${option.value}>`, option.about);
    if (option.value !== undefined && option.isRepeatable)
      flag.argParser((value: string, previous: readonly string[] | undefined) => [...(previous ?? []), value]);
    parser.addOption(flag);
    names.set(flag.attributeName(), name);
  }
  parser.action((given: Record<string, string | boolean>) => {
    const switches = Object.entries(command.options).filter(([, { value }]) => value === undefined);
    const values = Object.fromEntries([
      ...switches.map(([name]) => [name, false] as const),
      ...Object.entries(given).map(([name, value]) => [names.get(name)!, value] as const),
    ]);
    take({ command, values: values as Values<Options> });
  });
}

const formatOwnUsage = (command: Command): string =>
  formatUsage(command, 'program')
    .map((usage) => usage.slice(`grandlivre ${command.name}`.length).trimStart())
    .join(`\n       grandlivre ${command.name} `);

function formatHelp(command: Command): string {
  const { name, notes = [], examples } = command;
  return [
    ...notes.flatMap((note) => ['', note]),
    '',
    'Exit codes:',
    ...listExitCodes(command).map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`),
    '',
    'Examples:',
    ...examples.map((example) => `  grandlivre ${name} ${example}`.trimEnd()),
  ].join('\n');
}

/** `--out --verify` is a forgotten value; `--out=--verify` would be meant. */
function refuseDashedValues({ options }: Command, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const isValueExpected = arg.startsWith('--') && options[arg.slice(2)]?.value !== undefined;
    if (isValueExpected && /^-./.test(args[index + 1] ?? ''))
      throw new WrongUsage(`Option ${arg} needs a value; write ${arg}=VALUE if it begins with a dash`);
  }
}

function requireOptions({ command, values }: Call): void {
  for (const [name, option] of Object.entries(command.options))
    if (option.value !== undefined && option.isRequired && !values[name])
      throw new WrongUsage(command.missing ?? `Option --${name} is required`);
}

function describeMistake(error: CommanderError, commands: readonly Command[], args: readonly string[]): string {
  // Without the value, which may be a secret.
  const given = /'([^'=\s]*)/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownCommand':
      return describeUnknownCommand(commands, args);
    case 'commander.unknownOption': {
      const options = findCommand(commands, args)?.options ?? { help: null, version: null };
      const nearest = findNearestName(given, [...Object.keys(options), 'help']);
      return `Unknown option ${given}${nearest === null ? '' : `: did you mean --${nearest}?`}`;
    }
    case 'commander.optionMissingArgument':
      return `Option ${given} needs a value`;
    case 'commander.excessArguments':
      return 'This command takes options only';
    default:
      return 'A command is required';
  }
}

function describeUnknownCommand(commands: readonly Command[], args: readonly string[]): string {
  const names = commands.map(({ name }) => name);
  const [first = '', second = ''] = args;
  const inGroup = names.filter((name) => name.startsWith(`${first} `));
  const isGroup = inGroup.length > 0;
  const nearest =
    findNearestName(`${first} ${second}`, isGroup ? inGroup : names) ??
    (isGroup ? null : findNearestName(first, [...names, ...Object.keys(GROUPS)]));
  const given = isGroup ? `${first} ${second}` : first;
  return `Unknown command ${given}${nearest === null ? '' : `: did you mean grandlivre ${nearest}?`}`;
}
