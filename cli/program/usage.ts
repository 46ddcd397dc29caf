import type { Command } from './declaration.ts';
import { EXIT_CODES, type ExitCode } from './exit-codes.ts';

/** How a command was called: as itself, or through the npm script that stands for it. */
export type Caller = 'program' | 'script';

/** Exit codes that a command uses when nothing else is declared. */
const COMMON_CODES: readonly ExitCode[] = [0, 1, 2];

export function formatCall({ name, script }: Command, caller: Caller): string {
  if (caller === 'program') return `grandlivre ${name}`;
  return script === 'start' ? 'npm start' : `npm run ${script} --`;
}

/** Arguments in the order of the declaration, required ones first. */
export function listUsages({ usages, options }: Command): readonly string[] {
  if (usages) return usages;
  const [required, optional]: [string[], string[]] = [[], []];
  for (const [name, option] of Object.entries(options)) {
    if (option.value === undefined) optional.push(`[--${name}]`);
    else if (option.isRequired) required.push(`--${name} ${option.value}`);
    else if (!option.isDiscouraged) optional.push(`[--${name} ${option.value}]`);
  }
  return [[...required, ...optional].join(' ')];
}

export const formatUsage = (command: Command, caller: Caller): readonly string[] =>
  listUsages(command).map((usage) => `${formatCall(command, caller)} ${usage}`.trimEnd());

export function listExitCodes({ exitCodes }: Command): readonly (readonly [code: number, meaning: string])[] {
  const own = Object.keys(exitCodes ?? {}).map((code) => Number(code) as ExitCode);
  return [...new Set([...COMMON_CODES, ...own])]
    .sort((one, other) => one - other)
    .map((code) => [code, exitCodes?.[code] ?? EXIT_CODES[code]]);
}
