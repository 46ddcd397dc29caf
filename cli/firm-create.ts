import { parseArgs } from 'node:util';
import { createFirm } from '../commands/firms/create-firm.ts';
import { systemContext } from '../commands/support/context.ts';
import { isLanguage } from '../domain/language.ts';
import { isRefusal } from '../domain/refusal.ts';
import { isEmailAddress } from '../api/http/fields.ts';
import { translate } from '../api/i18n/translate.ts';
import { isMessageKey } from '../api/i18n/catalogue.ts';
import { runTool, UserMistake } from './tool.ts';

const USAGE = `npm run firm:create -- --name NAME --email ADDRESS --password PASSWORD [--country BE|FR|LU] [--locale fr|nl|en|de] [--user-name NAME]`;
const SHORTEST_PASSWORD = 8;

await runTool(async (core) => {
  const { firm, admin } = asked();
  const outcome = await createFirm(core, { firm, admin }, systemContext('cli'));
  if (isRefusal(outcome)) {
    const lines = outcome.problems.map(
      ({ code, field, params }) => `${field ?? ''}: ${isMessageKey(code) ? translate(code, 'en', params) : code}`,
    );
    throw new UserMistake(lines.join('\n'));
  }
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
});

function asked() {
  const { values } = parse();
  const { name, email, password, country = 'BE', locale = 'fr' } = values;
  if (!name || !email || !password)
    throw new UserMistake(`A name, an e-mail address and a password are needed:\n  ${USAGE}`);
  if (password.length < SHORTEST_PASSWORD)
    throw new UserMistake(`The password needs at least ${SHORTEST_PASSWORD} characters`);
  if (!isEmailAddress(email)) throw new UserMistake(`"${email}" is not an e-mail address`);
  if (!['BE', 'FR', 'LU'].includes(country)) throw new UserMistake('The country is BE, FR or LU');
  if (!isLanguage(locale)) throw new UserMistake('The locale is fr, nl, en or de');
  return {
    firm: { name, country_code: country, locale, email },
    admin: { name: values['user-name'] ?? name, email, password, locale: null },
  };
}

function parse() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: { name: text, email: text, password: text, country: text, locale: text, 'user-name': text },
    });
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}\n  ${USAGE}`);
  }
}
