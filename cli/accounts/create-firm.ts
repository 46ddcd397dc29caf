import { createFirm } from '../../commands/firms/create-firm.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { printResult, WrongUsage, WrongValue } from '../script.ts';
import { runTool } from '../tool.ts';
import {
  promptLanguage,
  promptPassword,
  readGivenPassword,
  requireEmail,
  requireLanguage,
  toUserMistake,
  type GivenPassword,
} from './account-input.ts';

export interface FirmValues extends GivenPassword {
  readonly name: string;
  readonly email: string;
  readonly country: string | undefined;
  readonly locale: string | undefined;
  readonly 'user-locale': string | undefined;
  readonly 'user-name': string | undefined;
  readonly json: boolean;
}

/** @param missing message if there is no password */
export async function openFirm(values: FirmValues, missing: string): Promise<void> {
  const request = await readRequest(values, missing);
  await runTool(async (core) => {
    const outcome = await createFirm(core, request, createSystemContext('cli'));
    if (isRefusal(outcome)) throw toUserMistake(outcome);
    const { firm, user_id } = outcome;
    const { locale } = request.admin;
    const text =
      `The firm ${firm.name} (${firm.public_token}) is open; ${values.email} is its administrator.\n` +
      `Language of the firm: ${nameLanguage(request.firm.locale)}; of the administrator: ${describeUserLanguage(locale)}.`;
    printResult(values.json, { firm, user_id, locale, firm_locale: request.firm.locale }, text);
  });
}

async function readRequest(values: FirmValues, missing: string) {
  const { name, email, country = 'BE' } = values;
  requireEmail(email);
  if (!['BE', 'FR', 'LU'].includes(country))
    throw new WrongValue(`--country: "${country}" is not supported; use BE, FR or LU. Example: --country FR`);
  const locale = requireLanguage(values.locale ?? 'fr');
  const userLocale = await chooseUserLanguage(values['user-locale'], locale);
  const password = (await readGivenPassword(values)) ?? (await promptPassword());
  if (!password) throw new WrongUsage(missing);
  return {
    firm: { name, country_code: country, locale, email },
    admin: { name: values['user-name'] ?? name, email, password, locale: userLocale },
  };
}

/** Null without an option and a terminal: the account then follows the language that its app or browser asks for. */
async function chooseUserLanguage(given: string | undefined, suggested: Language): Promise<Language | null> {
  if (given !== undefined) return requireLanguage(given, 'user-locale');
  return process.stdin.isTTY ? promptLanguage(suggested) : null;
}

const nameLanguage = (language: Language): string =>
  `${new Intl.DisplayNames('en', { type: 'language' }).of(language)} (${language})`;

const describeUserLanguage = (language: Language | null): string =>
  language === null ? 'as the app or browser asks (set one with --user-locale nl)' : nameLanguage(language);
