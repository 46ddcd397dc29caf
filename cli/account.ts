import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isEmailAddress } from '../api/http/input/fields.ts';
import { isMessageKey } from '../api/i18n/catalogue.ts';
import { translate } from '../api/i18n/translate.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../stores/identity/password-hashing.ts';
import { isLanguage, type Language } from '../domain/language.ts';
import type { Refusal } from '../domain/refusal.ts';
import { UserMistake } from './tool.ts';

/** What tools that open accounts ask for. */

const text = { type: 'string' } as const;

export const PASSWORD_OPTIONS = { password: text, 'password-stdin': { type: 'boolean' } } as const;

/**
 * The password from the first line of standard input with `--password-stdin`, from the environment, or from
 * `--password`: arguments are seen by everyone who may list the processes of the machine, and npm prints them.
 */
export async function givenPassword(values: {
  readonly password?: string;
  readonly 'password-stdin'?: boolean;
}): Promise<string | null> {
  if (values.password !== undefined && /:create$/.test(process.env['npm_lifecycle_event'] ?? ''))
    process.stderr.write('npm has printed the password above: with --password-stdin nobody sees it.\n');
  return checkedPassword(
    values.password ?? (values['password-stdin'] ? await firstLine() : process.env['GRANDLIVRE_PASSWORD']),
  );
}

function checkedPassword(password: string | undefined): string | null {
  if (password === undefined || password === '') return null;
  const { length } = [...password];
  if (length < SHORTEST_PASSWORD) throw new UserMistake(`The password needs at least ${SHORTEST_PASSWORD} characters`);
  // Nobody could sign in with a longer one.
  if (length > LONGEST_PASSWORD) throw new UserMistake(`The password may have at most ${LONGEST_PASSWORD} characters`);
  return password;
}

/** Whoever sits at a terminal is asked, and what they type is not shown. */
export async function typedPassword(): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  try {
    return checkedPassword(await terminal.question(''));
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

async function firstLine(): Promise<string> {
  let input = '';
  for await (const chunk of process.stdin) {
    input += String(chunk);
    if (input.includes('\n')) break;
  }
  return input.split(/\r?\n/)[0]!;
}

export function checkedEmail(email: string): string {
  if (!isEmailAddress(email)) throw new UserMistake(`"${email}" is not an e-mail address`);
  return email;
}

export function checkedLanguage(locale: string): Language {
  if (!isLanguage(locale)) throw new UserMistake('The locale is fr, nl, en or de');
  return locale;
}

/** A refusal in words for whoever typed the command. */
export function mistakeOf({ problems }: Refusal): UserMistake {
  const lines = problems.map(
    ({ code, field, params }) => `${field ?? ''}: ${isMessageKey(code) ? translate(code, 'en', params) : code}`,
  );
  return new UserMistake(lines.join('\n'));
}
