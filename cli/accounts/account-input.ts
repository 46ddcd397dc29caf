import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isEmailAddress } from '../../api/http/input/fields.ts';
import { isMessageKey } from '../../api/i18n/catalogue.ts';
import { translate } from '../../api/i18n/translate.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { isLanguage, LANGUAGES, type Language } from '../../domain/language.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { UserMistake, WrongValue } from '../script.ts';

/** Input shared by the commands that create accounts. */

export interface GivenPassword {
  readonly password: string | undefined;
  readonly 'password-stdin': boolean;
}

/**
 * Reads the password from the first line of standard input with `--password-stdin`, from the environment, or from
 * `--password`: arguments are visible to everyone who can list the processes of the machine, and npm prints them.
 */
export async function readGivenPassword(values: GivenPassword): Promise<string | null> {
  if (values.password !== undefined && /:create$/.test(process.env['npm_lifecycle_event'] ?? ''))
    process.stderr.write('npm has printed the password above: use --password-stdin to avoid this.\n');
  return checkPassword(
    values.password ?? (values['password-stdin'] ? await readFirstLine() : process.env['GRANDLIVRE_PASSWORD']),
  );
}

function checkPassword(password: string | undefined): string | null {
  if (password === undefined || password === '') return null;
  const { length } = [...password];
  if (length < SHORTEST_PASSWORD) throw new WrongValue(`The password needs at least ${SHORTEST_PASSWORD} characters`);
  // A longer password would be rejected at sign-in.
  if (length > LONGEST_PASSWORD) throw new WrongValue(`The password may have at most ${LONGEST_PASSWORD} characters`);
  return password;
}

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Questions go to standard error, because standard output contains the result. */
const TERMINAL: Terminal = { input: process.stdin, output: process.stderr };
const MOST_QUESTIONS = 3;

/** Asks at a terminal until the answer is one of the languages; an empty answer selects the suggested one. */
export async function promptLanguage(suggested: Language, { input, output } = TERMINAL): Promise<Language> {
  const terminal = createInterface({ input, output });
  terminal.once('SIGINT', () => process.exit(130));
  try {
    let answer = '';
    for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
      const question = `Language of the administrator (${LANGUAGES.join(', ')}) [${suggested}]: `;
      answer = (await terminal.question(question)).trim().toLowerCase() || suggested;
      if (isLanguage(answer)) return answer;
      output.write(`"${answer}" is not one of them.\n`);
    }
    return requireLanguage(answer, 'user-locale');
  } finally {
    terminal.close();
  }
}

/** Prompts at a terminal, without echoing the input. */
export async function promptPassword(): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  try {
    return checkPassword(await terminal.question(''));
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

async function readFirstLine(): Promise<string> {
  let input = '';
  for await (const chunk of process.stdin) {
    input += String(chunk);
    if (input.includes('\n')) break;
  }
  return input.split(/\r?\n/)[0]!;
}

export function requireEmail(email: string): string {
  if (!isEmailAddress(email))
    throw new WrongValue(`--email: "${email}" is not an e-mail address. Example: --email you@example.com`);
  return email;
}

export function requireLanguage(locale: string, option = 'locale'): Language {
  if (!isLanguage(locale))
    throw new WrongValue(`--${option}: "${locale}" is not a language; use fr, nl, en or de. Example: --${option} nl`);
  return locale;
}

/** Converts a refusal to a message for the user of the command. */
export function toUserMistake({ problems }: Refusal): UserMistake {
  const lines = problems.map(
    ({ code, field, params }) => `${field ?? ''}: ${isMessageKey(code) ? translate(code, 'en', params) : code}`,
  );
  return new UserMistake(lines.join('\n'));
}
